"""What a person has chosen looks chosen, and nothing else does."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from amyitis.game import Game
from tests.server.playing import ME
from tests.server.running import RunningServer
from tests.web.conftest import NewPage
from tests.web.playing import CONFIRM, new_game, open_table
from tests.web.table.test_following import PACED

CHOSEN = "[data-place].chosen"


@cache
def record_before(move: str) -> str:
    """The record of a random game in which this Court card is chosen next, and is the first of its kind."""
    for seed in range(100):
        game, random = Game.new(2, seed=seed), Random(seed)
        while not game.is_over:
            held: dict[str, Any] = next((dict(seat) for seat in game.view()["seats"] if seat["seat"] == game.seat), {})
            if game.question == "court" and move in game.legal_moves and held[move] == 0:
                return game.record()
            game.push(random.choice([one for one in game.legal_moves if one != "pass"] or list(game.legal_moves)))
    raise AssertionError(f"no game offers {move}")


@pytest.mark.parametrize("card", ["palace", "banker"])
def test_the_court_card_that_was_taken_is_marked(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None], card: str
) -> None:
    page = new_page(**PACED)
    open_table(page, server.address, new_game(page, server.address, [ME, ME], record=record_before(card)))
    page.locator(f"[data-place='court:{card}/1'].legal").click()
    expect(page.locator(CONFIRM).first).to_be_visible()
    keep(page, f"chosen {card}")
    expect(page.locator(f"{CHOSEN}[data-place='court:{card}/1']")).to_be_visible()
    expect(page.locator(f"{CHOSEN}[data-place='court:{card}/2']")).to_have_count(0)


@pytest.mark.parametrize("clicked", [0, 1])
def test_of_two_equal_crafts_the_one_that_was_clicked_is_taken(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None], clicked: int
) -> None:
    page = new_page(**PACED)
    # (With this seed two Merchants lie in the second group, below a Priest.)
    open_table(page, server.address, new_game(page, server.address, [ME, ME, ME], seed="1"))
    group = page.locator(".crafts .group").nth(1)
    group.locator(".merchant").nth(clicked).click()
    expect(page.locator(CONFIRM).first).to_be_visible()
    keep(page, f"chosen twin {clicked}")
    expect(group.locator(".merchant.chosen")).to_have_count(0)
    assert (
        group.locator(":scope > .down, :scope > button")
        .nth(1 + clicked)
        .evaluate("(one) => one.matches('.down.chosen')")
    )


def test_a_click_on_another_craft_changes_ones_mind(server: RunningServer, new_page: NewPage) -> None:
    page = new_page(**PACED)
    # (With this seed a Peasant and a Priest lie in the first group.)
    open_table(page, server.address, new_game(page, server.address, [ME, ME, ME], seed="1"))
    page.locator("[data-place='craft:1/peasant'].legal").click()
    expect(page.locator("[data-place='row:top'].legal")).to_be_visible()
    # It says so, and is not called disabled.
    page.locator("[data-place='craft:1/priest']").hover()
    expect(page.get_by_role("tooltip")).to_contain_text("instead: a click begins the turn anew")
    page.locator("[data-place='craft:1/priest']").click()
    expect(page.locator("[data-place='temple:ishtar'].legal")).to_be_visible()
    expect(page.locator("[data-place='row:top'].legal")).to_have_count(0)
    expect(page.locator("[role=tooltip]")).to_have_count(0)
    expect(page.locator("[data-place='craft:1/peasant']")).to_be_visible()
