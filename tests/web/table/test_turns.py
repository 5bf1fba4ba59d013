"""One turn in a real browser: trying, stepping back, confirming, taking back, refusals, and a server that died."""

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.playing import ME, bot
from tests.server.running import Databases, RunningServer, start_server
from tests.web.conftest import PAGE, NewPage, game_seed
from tests.web.playing import CONFIRM, new_game, open_table, play_until_confirm, wait_for_rest

STEP_BACK = "button:has-text('Step back')"
TAKE_BACK = "button:has-text('Take back')"
MOST_STEPS = 20
# What a step back changes: a tooltip, what was tried, what can be chosen, what is asked.
SEEN = """() => [...['[role=tooltip]', '.tried', '.chosen', '.legal', 'button:disabled'].map(
  (one) => document.querySelectorAll(one).length), document.querySelector('[role=status]')?.textContent].join()"""


@pytest.fixture
def game(server: RunningServer, new_page: NewPage) -> tuple[Page, str]:
    """A table for two at one screen."""
    page = new_page()
    game_id = new_game(page, server.address, [ME, ME], seed=game_seed())
    open_table(page, server.address, game_id)
    return page, game_id


def ask(page: Page, server: RunningServer, game_id: str) -> dict[str, Any]:
    """The game as the server has it."""
    found: dict[str, Any] = page.request.get(f"{server.address}/api/v1/games/{game_id}").json()
    return found


def test_what_is_tried_is_not_sent(server: RunningServer, game: tuple[Page, str]) -> None:
    page, game_id = game
    before = ask(page, server, game_id)
    play_until_confirm(page, Random(3))
    assert ask(page, server, game_id)["ply"] == before["ply"]
    expect(page.locator(".tried, .chosen")).not_to_have_count(0)


def test_escape_steps_back_to_the_beginning(server: RunningServer, game: tuple[Page, str]) -> None:
    page, _ = game
    wait_for_rest(page)
    glowing = page.locator(".legal").count()
    assert play_until_confirm(page, Random(3)) > 1
    for _ in range(MOST_STEPS):
        if page.locator(STEP_BACK).is_disabled():
            break
        before = page.evaluate(SEEN)
        page.keyboard.press("Escape")
        page.wait_for_function(f"(before) => ({SEEN})() !== before", arg=before)
    expect(page.locator(STEP_BACK)).to_be_disabled()
    expect(page.locator(".legal")).to_have_count(glowing)
    expect(page.locator(".tried, .chosen")).to_have_count(0)


def test_a_confirmed_turn_is_kept_and_can_be_taken_back(server: RunningServer, game: tuple[Page, str]) -> None:
    page, game_id = game
    before = ask(page, server, game_id)
    play_until_confirm(page, Random(3))
    page.locator(CONFIRM).click()
    expect(page.locator(TAKE_BACK)).to_be_enabled()
    after = ask(page, server, game_id)
    assert after["ply"] > before["ply"]
    while ask(page, server, game_id)["position"] != before["position"]:
        with page.expect_response("**/undo"):
            page.locator(TAKE_BACK).click()
    expect(page.locator("section[aria-label='Log']")).to_contain_text("took back")


def test_without_confirming_the_last_click_sends(server: RunningServer, new_page: NewPage) -> None:
    page = new_page(preferences=json.dumps({"speed": 0, "confirm": False}))
    game_id = new_game(page, server.address, [ME, ME], seed=game_seed())
    open_table(page, server.address, game_id)
    before = ask(page, server, game_id)
    page.locator("[data-place='pass']").click()
    expect(page.locator("section[aria-label='Log']")).to_contain_text("passed")
    assert ask(page, server, game_id)["decider"] != before["decider"]


def test_an_illegal_target_says_why_with_its_clause(server: RunningServer, game: tuple[Page, str]) -> None:
    page, game_id = game
    reachable = {city["city"] for city in ask(page, server, game_id)["view"]["cities"] if city["camels"]}
    page.locator("[data-place='city:Ninoua']").click(force=True)
    assert "Ninoua" not in reachable
    tip = page.get_by_role("tooltip")
    expect(tip).to_contain_text("not now")
    expect(tip).to_contain_text("camels")
    expect(tip.get_by_role("link")).to_have_attribute("href", "/rules/7.2")
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)


def test_hovering_says_what_it_would_do(server: RunningServer, game: tuple[Page, str]) -> None:
    page, _ = game
    page.locator("[data-place^='craft:'].legal").first.hover()
    tip = page.get_by_role("tooltip")
    expect(tip).to_be_visible()
    expect(tip.get_by_role("link")).to_contain_text("rules 6.")


def test_the_table_comes_back_after_the_server_was_killed(databases: Databases, new_page: NewPage) -> None:
    database = databases.sqlite()
    first = start_server(database, "--page", str(PAGE))
    try:
        page = new_page()
        game_id = new_game(page, first.address, [ME, bot("random")], seed=game_seed())
        open_table(page, first.address, game_id)
        play_until_confirm(page, Random(5))
    finally:
        first.kill()
    expect(page.get_by_role("status").first).to_contain_text("connection is lost")
    page.locator(CONFIRM).click()
    expect(page.get_by_role("status").first).to_contain_text("does not answer")
    port = int(first.address.rsplit(":", 1)[1])
    second = start_server(database, "--page", str(PAGE), port=port)
    try:
        expect(page.get_by_role("status").first).not_to_contain_text("connection is lost")
        expect(page.get_by_role("status").first).not_to_contain_text("does not answer")
        page.locator(CONFIRM).click()
        page.wait_for_selector(".legal:visible")
        assert ask(page, second, game_id)["ply"] > 1
    finally:
        second.stop()
