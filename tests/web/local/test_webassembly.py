"""The engine as WebAssembly in a browser: the games of the compiled engine, move by move."""

import base64
import subprocess
from collections.abc import Iterator

import numpy as np
from playwright.sync_api import Browser

from amyitis.engine.compiled import engine
from amyitis.engine.record import SHUFFLER_DTYPE, blank_records
from amyitis.lab import playing
from building.web_assembly.contents import web_assembly
from tests.building.web_assembly.node import NODE, SCRIPT, WEB, needs_node

GAMES = 128

PLAY = """async ([script, module, games, kinds]) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const text = (array) => Array.from(array, (byte) => String.fromCharCode(byte)).join('');
  const { Engine } = await import(`data:text/javascript;base64,${script}`);
  const engine = await Engine.load(bytes(module));
  const [states, deals, moves] = ['States', 'Shufflers', 'Shufflers'].map((type) => engine.array(type, games));
  const [actions, taken] = [engine.array('Numbers', games), engine.array('Numbers', games)];
  return kinds.map(([players, palace]) => {
    const made = [];
    states.bytes.fill(0);
    for (let i = 0; i < games; i++) states.setField(Number(palace), i, 'palace');
    engine.call('begin_games', states, deals, moves, 5, 0, players);
    do {
      engine.call('choose_actions', states, deals, moves, actions);
      made.push(text(actions.bytes));
    } while (engine.call('take_actions', states, actions, taken) > 0);
    return [btoa(made.join('')), btoa(text(states.bytes))];
  });
}"""


def compiled(players: int, palace: bool) -> Iterator[bytes]:
    """All actions of the games of the compiled engine, and the positions at their end."""
    states, deals, moves = blank_records(GAMES), np.zeros(GAMES, SHUFFLER_DTYPE), np.zeros(GAMES, SHUFFLER_DTYPE)
    actions, taken = np.zeros(GAMES, np.int64), np.zeros(GAMES, np.int64)
    states["palace"] = palace
    engine(playing.begin_games)(states, deals, moves, 5, 0, players)
    made, left = b"", 1
    while left:
        engine(playing.choose_actions)(states, deals, moves, actions)
        made += actions.tobytes()
        left = engine(playing.take_actions)(states, actions, taken)
    yield from (made, states.tobytes())


@needs_node
def test_a_browser_plays_the_games_of_the_compiled_engine(browser: Browser) -> None:
    loader = subprocess.run([NODE or "", str(SCRIPT), str(WEB)], capture_output=True, check=True).stdout
    kinds = [(2, False), (3, False), (4, True)]
    script, module = (base64.b64encode(content).decode() for content in (loader, web_assembly()))
    page = browser.new_page()
    found = page.evaluate(PLAY, [script, module, GAMES, kinds])
    page.close()
    for (players, palace), told in zip(kinds, found, strict=True):
        actions, states = (base64.b64decode(one) for one in told)
        assert len(actions) > GAMES * 8 * 100
        assert [actions, states] == list(compiled(players, palace))
