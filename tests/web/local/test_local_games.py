"""Games in a page without a server: kept in the browser, played without a connection, never lost."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from amyitis.game import Game
from amyitis.local.browser import LocalServer
from tests.server.playing import ME, bot, late_record
from tests.server.running import RunningServer
from tests.web.conftest import NewPage
from tests.web.file_host import FileHost, KnownSite
from tests.web.insight.solving import JOURNEY, click_move, finish_turn
from tests.web.playing import CONFIRM, SCORING, SLIDER, play_a_turn, play_to_the_end, play_until_confirm, wait_for_rest
from web.building.memory_store import MemoryStore

LAST_PLIES = 24

pytestmark = pytest.mark.browser

# Waits until the page has made its database, then keeps a game there as the page would.
KEEP = """async ([head, log]) => {
  while (!(await indexedDB.databases()).some((one) => one.name === 'amyitis')) await new Promise(requestAnimationFrame);
  const opening = indexedDB.open('amyitis');
  await new Promise((done) => (opening.onsuccess = done));
  const work = opening.result.transaction(['heads', 'log'], 'readwrite');
  work.objectStore('heads').put(head);
  for (const entry of log) work.objectStore('log').add({ game: head.id, ...entry });
  await new Promise((done) => (work.oncomplete = done));
  opening.result.close();
}"""
KEPT = """async (game) => {
  const opening = indexedDB.open('amyitis');
  await new Promise((done) => (opening.onsuccess = done));
  const work = opening.result.transaction(['heads', 'log']);
  const head = work.objectStore('heads').get(game);
  const log = work.objectStore('log').getAll(IDBKeyRange.bound([game, 0], [game, Infinity]));
  await new Promise((done) => (work.oncomplete = done));
  opening.result.close();
  return { ply: head.result.ply, over: head.result.metadata.over, plies: log.result.map((entry) => entry.ply) };
}"""

# Waits until a game has more entries than it had.
MOVED = f"""async ([game, ply]) => {{
  while ((await ({KEPT})(game)).ply <= ply) await new Promise(requestAnimationFrame);
}}"""
# The browser asks how much room is left only if a page wants more than was left when it asked last: the page wants it.
WANT_MORE = """async (bytes) => {
  const opening = indexedDB.open('amyitis');
  await new Promise((done) => (opening.onsuccess = done));
  const work = opening.result.transaction('facts', 'readwrite');
  work.objectStore('facts').put('x'.repeat(bytes), 'more');
  const problem = await new Promise((done) => {
    work.oncomplete = () => done(null);
    work.onabort = () => done(work.error.name);
  });
  opening.result.close();
  return problem;
}"""
# The bytes that the browser keeps for the page already: Python.
TAKEN = "async () => (await navigator.storage.estimate()).usage"
ROOM, NO_ROOM = 20_000_000, 1  # bytes, beside those
NO_MORE_ROOM = "This browser has no room left for games."


def give_room(session: CDPSession, host: FileHost, room: int) -> None:
    """Let the browser keep no more than so many bytes of a host's pages."""
    origin = host.address.removesuffix(host.path)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": room})


def game_near_its_end() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The head and the log of a game against a level, some moves before its end."""

    async def make() -> tuple[dict[str, Any], list[dict[str, Any]]]:
        store = MemoryStore()
        wanted = {"seats": [ME, bot("Apprentice")], "record": late_record(2, False, LAST_PLIES), "seed": "3"}
        answer = await LocalServer(store, nobody_thinks).ask("POST", "/api/v1/games", json.dumps(wanted))
        game_id = json.loads(answer.body)["game"]["id"]
        return json.loads(await store.head(game_id)), json.loads(await store.log(game_id))

    with ThreadPoolExecutor(1) as beside:  # the browser's driver has a loop of its own here
        return beside.submit(asyncio.run, make()).result()


async def nobody_thinks(_request: str) -> str:
    """The bot is not asked before the page has the game."""
    return json.dumps({"problem": "nobody thinks here"})


def downloaded(page: Page) -> Game:
    """The game at whose table somebody sits, by its record as they download it."""
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    page.keyboard.press("Escape")  # closes the menu
    return Game.from_record(download.value.path().read_text(encoding="utf-8"))


def go_on_with(page: Page, address: str, game: Game) -> None:
    """Open the record of a game on another page, and play on from its last move."""
    page.goto(address)
    page.locator("input[type=file]").first.set_input_files(
        {"name": "game.amy", "mimeType": "text/plain", "buffer": game.record().encode()}
    )
    expect(page.locator(SLIDER)).to_be_visible()
    page.keyboard.press("End")
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/table/*")
    wait_for_rest(page)


def go_to_a_server_and_back(page: Page, host: FileHost, elsewhere: Page, server: RunningServer, random: Random) -> None:
    """A running game goes on on a server, and from there in the browser again; the table is as it was then."""
    wait_for_rest(page)
    table, here = page.url, downloaded(page)
    go_on_with(elsewhere, f"{server.address}/replay", here)
    assert downloaded(elsewhere).position == here.position
    play_a_turn(elsewhere, random)
    wait_for_rest(elsewhere)
    there = downloaded(elsewhere)
    assert len(there.plies) > len(here.plies)
    go_on_with(page, f"{host.address}#/replay", there)
    assert page.url != table
    assert downloaded(page).position == there.position
    page.goto(table)


def test_a_game_is_found_again_played_without_a_connection_and_never_lost(
    known_site: KnownSite, server: RunningServer, new_page: NewPage
) -> None:
    random = Random(5)
    head, log = game_near_its_end()
    host, context = known_site
    page = context.new_page()
    disk = context.new_cdp_session(page)
    page.goto(host.address)
    page.evaluate("localStorage.setItem('amyitis.preferences', '{\"speed\":0}')")
    room = page.evaluate(TAKEN) + ROOM
    give_room(disk, host, room)
    page.evaluate(KEEP, [head, log])
    page.reload()
    page.get_by_text("Go on with this game").click()
    play_until_confirm(page, random)

    # No room is left: it is said, nothing is lost, and once there is room the same turn is kept.
    before = page.evaluate(KEPT, head["id"])
    give_room(disk, host, NO_ROOM)
    assert page.evaluate(WANT_MORE, ROOM) == "QuotaExceededError"
    page.locator(CONFIRM).first.click()
    expect(page.get_by_text(NO_MORE_ROOM)).to_be_visible()
    assert page.evaluate(KEPT, head["id"]) == before
    give_room(disk, host, room)
    page.locator(CONFIRM).first.click()
    expect(page.get_by_text(NO_MORE_ROOM)).to_be_hidden()
    page.evaluate(MOVED, [head["id"], before["ply"]])

    go_to_a_server_and_back(page, host, new_page(), server, random)

    # The tab dies in the midst of a turn: what was confirmed is there, what was not is not.
    wait_for_rest(page)
    kept, table = page.evaluate(KEPT, head["id"]), page.url
    play_until_confirm(page, random)
    page.close()
    page = context.new_page()
    page.goto(table)
    wait_for_rest(page)
    assert page.evaluate(KEPT, head["id"]) == kept
    context.set_offline(True)
    play_to_the_end(page, random)
    expect(page.locator(SCORING)).to_be_visible()
    end = page.evaluate(KEPT, head["id"])
    assert end["over"]
    assert end["plies"] == list(range(1, end["ply"] + 1))

    # Puzzles are rated and kept here too. (Their part of the page was not asked for before.)
    context.set_offline(False)
    page.evaluate("(puzzle) => (location.hash = `#/puzzle/${puzzle}`)", JOURNEY.id)
    expect(page.get_by_text("Find the best move.")).to_be_visible()
    click_move(page, JOURNEY.best, phone=False)
    finish_turn(page)
    expect(page.get_by_text("Solved: Caravan to")).to_be_visible()
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_role("button", name="Hint 1")).to_be_enabled()
