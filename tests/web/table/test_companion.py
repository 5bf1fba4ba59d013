"""The companion at the first table after the lesson: offered, one fact at a time, never over what may be chosen."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from amyitis.game import Game
from tests.server.playing import ME, bot, late_record
from tests.server.running import RunningServer
from tests.web.conftest import DESKTOP, PHONE, NewPage
from tests.web.playing import LAID, new_game, open_table, resize

TAUGHT = """() => {
  localStorage.setItem('amyitis.lesson', '{"at":"scoring","done":true}');
  localStorage.setItem('amyitis.offers', '{"companion":null,"sounds":false}');
}"""
# What may be chosen and lies under the companion.
COVERED = """() => {
  const card = document.querySelector('[aria-label=Companion]').getBoundingClientRect();
  return [...document.querySelectorAll('.legal')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < card.right && box.right > card.left && box.top < card.bottom && box.bottom > card.top;
  }).length;
}"""


def near_the_end() -> tuple[str, str]:
    """The record of a game at White's turn near its end, and the clause of what matters most there."""
    for plies in range(2, 60):
        game = Game.from_record(late_record(2, False, plies))
        missing = game.tiles_left - game.view()["garden"]["tiles_at_end"]
        if (game.seat, game.question) == ("W", "action") and missing <= 2:
            return game.record(), "11.3" if game.view()["last_round"] else "11.1"
    raise AssertionError("no turn of White near the end")


def test_the_companion_says_one_thing_and_goes_when_it_is_sent_away(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page = new_page()
    record, clause = near_the_end()
    game_id = new_game(page, server.address, [ME, bot()], record=record)
    page.goto(f"{server.address}/favicon.svg")
    page.evaluate(TAUGHT)
    open_table(page, server.address, game_id)
    card = page.get_by_role("region", name="Companion")
    expect(card).to_contain_text("what matters")
    card.get_by_role("button", name="Yes, please").click()
    expect(card.locator("[role=status]")).to_contain_text("Good to be here")
    expect(card.get_by_role("link")).to_have_attribute("href", f"/rules/{clause}")
    expect(page.locator(".legal").first).to_be_visible()
    keep(page, "companion desktop")
    assert page.evaluate(COVERED) == 0
    resize(page, PHONE)
    expect(card).to_have_count(0)
    page.get_by_role("button", name="Companion").click()
    expect(page.locator("[data-fact]")).to_be_visible()
    keep(page, "companion phone")
    page.get_by_role("button", name="no more of this").click()
    expect(page.get_by_role("button", name="Companion")).to_have_count(0)
    resize(page, DESKTOP)
    page.reload()
    expect(page.locator(LAID)).to_be_visible()
    expect(card).to_have_count(0)


def test_the_companion_says_something_useful_where_nothing_presses(server: RunningServer, new_page: NewPage) -> None:
    page = new_page(preferences="{}")
    game_id = new_game(page, server.address, [ME, bot()], seed="7", first=0)
    page.goto(f"{server.address}/favicon.svg")
    page.evaluate(TAUGHT)
    open_table(page, server.address, game_id)
    card = page.get_by_role("region", name="Companion")
    card.get_by_role("button", name="Yes, please").click()
    expect(card).to_contain_text("The first card of a group is free")
    expect(card.get_by_role("link")).to_have_attribute("href", "/rules/6.1")
