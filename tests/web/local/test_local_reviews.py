"""A page without a server thinks about games as a server does: the analysis board and the review, with its figures."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from amyitis.analysis.opinions import opinions
from amyitis.analysis.review import review_game
from amyitis.analysis.thinking import Thinker
from amyitis.bots import play
from amyitis.game import Game
from tests.web.file_host import KnownSite

MOVES = 8
VISITS = 1024  # what the analysis board asks for
LAST_DIGITS = 0.002  # processors and WebAssembly add up 32-bit numbers in another order

# Everything that the worker with the table answers is kept.
LISTEN = """
window.heard = [];
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', ({ data }) => data.type === 'answer' && window.heard.push(data.body));
  }
};
"""
DONE = """(name) => window.heard.map((one) => one.startsWith('{') ? JSON.parse(one) : {})
  .find((one) => one[name] && one.status === 'done')?.[name]"""

pytestmark = pytest.mark.browser


def alike(one: Any, other: Any) -> bool:
    """Whether two answers are the same but for the last digits of their figures."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(alike, one, other))
    return bool(one == pytest.approx(other, abs=LAST_DIGITS)) if isinstance(one, float) else bool(one == other)


def said(page: Page, name: str) -> Any:
    """What was found of something that is thought about, once it is done."""
    return page.wait_for_function(DONE, arg=name).json_value()


def test_it_thinks_what_a_server_thinks(known_site: KnownSite, tmp_path: Path) -> None:
    whole = play(["net:small", "net:small"], 3)
    game = Game.from_record(whole.record())
    while len([ply for ply in game.plies if not ply.is_deal]) > MOVES:
        game.undo()
    record = tmp_path / "game.amy"
    record.write_text(game.record(), encoding="utf-8")
    host, context = known_site
    page = context.new_page()
    page.add_init_script(LISTEN)
    page.goto(f"{host.address}#/analysis")
    page.locator("textarea").fill(game.position)
    page.get_by_role("button", name="Show").click()
    opinion = said(page, "opinion")
    thinker = Thinker()
    expected = [one.as_dict() for one in opinions(game, VISITS, thinker)][-1]
    assert alike(json.loads(json.dumps(expected)), opinion)

    page.evaluate("location.hash = '#/review'")
    page.locator("input[type=file]").set_input_files(record)
    review = said(page, "review")
    assert review["complete"]
    assert alike(json.loads(json.dumps(review_game(game).as_dict())), review)
    expect(page.get_by_text("luck", exact=False).first).to_be_visible()
