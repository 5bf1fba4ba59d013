"""What the page asks of the server, counted in a real browser: one request a click, none to follow a game."""

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocket, expect

from tests.server.playing import ME
from tests.server.running import RunningServer
from tests.web.conftest import SIZES, NewPage
from tests.web.playing import (
    CONFIRM,
    asked_of_server,
    click_something,
    game_at,
    new_game,
    open_at,
    open_table,
    play_a_turn,
    play_until_confirm,
    wait_for_rest,
)

MOST_TURNS = 15
BACK = "button:has-text('Step back'):visible"
# The default pace: pieces fly, and nothing is asked of the system that would keep them from it.
PACED: dict[str, Any] = {"preferences": "{}", "reduced_motion": "no-preference"}

# What a seat has, or any; and with it its cubes on the table.
HELD = """(seat) => ['prestige', 'talents', 'camels', 'held', 'good'].flatMap((kind) =>
  [...document.querySelectorAll(`[data-place^="${kind}:${seat}"]`)].map((one) =>
    `${one.dataset.place} ${one.textContent.match(/\\d+/)?.[0] ?? ''}`)).sort().join()"""
FACTS = f"""(seat) => `${{({HELD})(seat)}} ${{document.querySelectorAll(
  `[data-place]:not([data-place^="panel:"]) use[href^="#cube-${{seat}}"]`).length}}`"""
# What is always in sight: a phone goes on to another part of the table, where there are other cubes.
SEEN = {"desktop": FACTS, "phone": HELD}
# Looks at every frame from now on.
WATCH = """(seat) => {{
  const facts = {};
  const seen = {{ frames: 0, states: [facts(seat)] }};
  window.seen = seen;
  const look = () => {{
    if (window.seen !== seen) return;
    const now = facts(seat);
    seen.frames += 1;
    if (seen.states.at(-1) !== now) seen.states.push(now);
    requestAnimationFrame(look);
  }};
  requestAnimationFrame(look);
}}"""
ASKED = "() => document.querySelector('header [role=status] use')?.getAttribute('href')"


def told_by_websocket(page: Page) -> list[dict[str, Any]]:
    """All that the page is told by websockets that it opens from now on."""
    told: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: told.append(json.loads(frame)))

    page.on("websocket", listen)
    return told


def ply_of(page: Page, server: RunningServer, game_id: str) -> int:
    """How far the game has gone."""
    ply: int = page.request.get(f"{server.address}/api/v1/games/{game_id}").json()["ply"]
    return ply


@pytest.mark.parametrize("size", SIZES)
def test_a_click_is_one_request_and_stepping_back_none(server: RunningServer, new_page: NewPage, size: str) -> None:
    page = new_page(SIZES[size])
    open_at(page, server.address, "action", 2)
    asked = asked_of_server(page)
    random = Random(3)
    clicks = 0
    for _ in range(8):
        rest = wait_for_rest(page)
        if page.locator(CONFIRM).count():
            break
        before = len(asked)
        click_something(page, random, rest)
        wait_for_rest(page)
        # A click that only opens a choice of several asks nothing.
        assert asked[before:] in (["POST try"], [])
        clicks += len(asked) - before
    assert clicks >= 1
    assert asked == ["POST try"] * clicks

    while page.locator(BACK).is_enabled():
        before = len(asked)
        if "Take back" in page.locator(BACK).inner_text():
            break
        page.locator(BACK).click()
        wait_for_rest(page)
        assert len(asked) == before, "stepping back asks nothing"
        if not page.locator(".chosen, .tried").count():
            break
    play_until_confirm(page, random)
    before = len(asked)
    with page.expect_response("**/moves"):
        page.locator(CONFIRM).first.click()
    wait_for_rest(page)
    assert asked[before:] == ["POST moves"]


def test_one_answer_says_why_other_targets_may_not_be_chosen(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    open_at(page, server.address, "action")
    tries: list[Route] = []

    def only_one(route: Route) -> None:
        tries.append(route)
        if len(tries) == 1:
            route.continue_()
        else:
            route.abort()

    page.route("**/try", only_one)
    page.locator("[data-place$='/engineer'].legal").first.click()
    page.locator("[data-place^='side:'].refused").first.dispatch_event("click")
    expect(page.locator("[role=tooltip]")).to_contain_text("not now")
    assert len(tries) == 1


@pytest.mark.parametrize("size", SIZES)
def test_following_asks_nothing(server: RunningServer, new_page: NewPage, size: str) -> None:
    mover, watcher = new_page(SIZES[size]), new_page(SIZES[size], **PACED)
    game_id = game_at(mover, server.address, "action", 2)
    open_table(mover, server.address, game_id)
    told, asked = told_by_websocket(watcher), asked_of_server(watcher)
    open_table(watcher, server.address, game_id)
    asked.clear()
    before = ply_of(mover, server, game_id)
    random = Random(5)
    for _ in range(3):
        play_a_turn(mover, random)
    wait_until_alike(watcher, mover)
    assert [entry["ply"] for one in told for entry in one.get("entries", ())] == list(
        range(before + 1, ply_of(mover, server, game_id) + 1)
    )
    assert asked == []


def test_whoever_moves_is_told_once(server: RunningServer, new_page: NewPage) -> None:
    mover, watcher = new_page(), new_page()
    told, others = told_by_websocket(mover), told_by_websocket(watcher)
    game_id = game_at(mover, server.address, "action", 2)
    open_table(mover, server.address, game_id)
    open_table(watcher, server.address, game_id)
    before = ply_of(mover, server, game_id)
    play_a_turn(mover, Random(5))
    after = ply_of(mover, server, game_id)
    assert after > before
    wait_until_alike(watcher, mover)
    assert [entry["ply"] for one in others for entry in one.get("entries", ())] == list(range(before + 1, after + 1))
    assert not any("view" in one for one in others), "what is new is told, not the whole game"
    assert [entry for one in told for entry in one.get("entries", ())] == []


@pytest.mark.parametrize("opponent", ["person", "bot"])
@pytest.mark.parametrize("size", SIZES)
def test_a_confirmed_turn_is_never_undone_before_ones_eyes(
    server: RunningServer, new_page: NewPage, size: str, opponent: str
) -> None:
    page = new_page(SIZES[size], **PACED)
    other = ME if opponent == "person" else {"kind": "bot", "bot": "Apprentice"}
    seed = "7" if opponent == "person" else "8"  # others play with the seed 7 on this server: no bot gives advice there
    game_id = new_game(page, server.address, [ME, other], seed=seed, first=0)
    open_table(page, server.address, game_id)
    random, told_apart = Random(11), 0
    for _ in range(MOST_TURNS):
        wait_for_rest(page)
        seat = page.evaluate(ASKED).removeprefix("#cube-")
        untried = page.evaluate(SEEN[size], seat)
        play_until_confirm(page, random)
        page.evaluate(WATCH.format(SEEN[size]), seat)
        page.locator(CONFIRM).first.click()
        expect(page.locator(CONFIRM)).to_have_count(0)
        wait_for_rest(page)
        seen = page.evaluate("() => window.seen")
        assert seen["frames"] > 1
        if opponent == "person":  # nobody else has moved
            assert len(seen["states"]) == 1, "what was confirmed is shown once more"
        if untried == seen["states"][0]:  # a phone does not show all of the table at once
            continue
        assert untried not in seen["states"], "what was confirmed is undone for a moment"
        told_apart += 1
        if told_apart == 3:
            return
    raise AssertionError(f"only {told_apart} of {MOST_TURNS} turns changed something that is seen")


def wait_until_alike(page: Page, other: Page) -> None:
    """Wait until a page has shown all that another shows, and says as it does whose turn it is."""
    alike = f"() => `${{({HELD})('')}} ${{({ASKED})()}}`"
    page.wait_for_function(
        f"(wanted) => document.querySelector('[aria-busy=false]') && ({alike})() === wanted", arg=other.evaluate(alike)
    )
