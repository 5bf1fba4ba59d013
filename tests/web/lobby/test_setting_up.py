"""A position set up by hand on the analysis board: pieces, numbers, what the server refuses, and the board after."""

import re
from collections.abc import Callable
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

from amyitis.game import Game
from tests.layout import split
from tests.server.running import RunningServer
from tests.web.conftest import DESKTOP, PHONE, NewPage
from tests.web.insight.solving import think
from tests.web.looking import defects


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["wide", "phone"])
def test_a_position_is_set_up_refused_mended_and_shown(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None], size: tuple[int, int]
) -> None:
    page = new_page(size)
    page.route("**/api/v1/evaluations", think)
    page.goto(f"{server.address}/analysis")
    page.get_by_role("button", name="Place the pieces yourself: 2 players").click()
    editor = page.get_by_role("region", name="Set up a position")
    show = editor.get_by_role("button", name="Show this position")
    expect(show).to_be_enabled()
    editor.get_by_role("button", name="Cube: White").click()
    page.locator('[data-place="side:b1-b2"]').press("Enter")
    expect(editor).to_contain_text("White has a cube in a canal that no water reaches: b1-b2.")
    expect(show).to_be_disabled()
    keep(page, f"setting up refused {size[0]}")
    page.locator('[data-place="side:a1-b1"]').press("Enter")
    expect(editor).to_contain_text("This position is possible.")
    editor.get_by_role("button", name="Garden: Black").click()
    page.locator('[data-place="square:b1"]').press(" ")
    editor.get_by_role("tab", name="Players").click()
    editor.get_by_role("group", name="Players").get_by_role("button", name="Black").click()
    editor.get_by_role("button", name="Camels: one more").click()
    editor.get_by_label("Prestige", exact=True).fill("31")
    editor.get_by_role("button", name="Banker: one more").click()
    editor.get_by_role("tab", name="Round and cards").click()
    editor.get_by_label("Whose turn").select_option("Black")
    editor.get_by_label("Group 1, card 1").select_option("none")
    keep(page, f"setting up {size[0]}")
    assert defects(page, "setting up") == []
    show.click()
    expect(page.get_by_role("region", name="Evaluation")).to_be_visible()
    game = Game.from_position(unquote(page.url.partition("text=")[2]))
    parts = split(game.position)
    assert (parts["canals"], parts["turn"], game.seat) == ("a1-b1:W,b1-b2:W", "K", "K")
    assert parts["tiles"].split(",")[1].startswith("K@")
    assert re.fullmatch(r"31,t\d,c2,-,B1,C0,P0,G0", parts["K"])
    assert [len(group) for group in parts["crafts"].split(",")] == [2, 3]
    page.get_by_role("button", name="Change the position").click()
    expect(show).to_be_enabled()
    outside = editor.get_by_label("Tiles outside the garden")
    tile = outside.locator("option").nth(1).get_attribute("value")
    outside.select_option(tile)
    page.locator('[data-place="square:d4"]').press("Enter")
    expect(editor).to_contain_text("The tile does not belong on this floor, or none belongs there: d4.")
    editor.get_by_role("button", name="Discard").click()
    expect(page.get_by_role("region", name="Evaluation")).to_be_visible()


def test_the_palace_and_a_question_of_a_turn_are_set_up(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    """The expansion's track, its bonuses and who picks; and a sale in the middle of a turn."""
    page = new_page(DESKTOP)
    page.route("**/api/v1/evaluations", think)
    page.goto(f"{server.address}/analysis")
    page.get_by_label("Palace expansion").check()
    page.get_by_role("button", name="Place the pieces yourself: 2 players").click()
    editor = page.get_by_role("region", name="Set up a position")
    show = editor.get_by_role("button", name="Show this position")
    editor.get_by_role("tab", name="Palace").click()
    for colour, spaces in (("White", 3), ("Black", 2)):
        for _ in range(spaces):
            editor.get_by_role("button", name=f"{colour}: one more").click()
    editor.get_by_label("Courtier").select_option("White")
    expect(editor).to_contain_text("A player holds a Palace bonus that nobody can hold")
    editor.get_by_role("tab", name="Round and cards").click()
    editor.get_by_label("Round", exact=True).fill("2")
    editor.get_by_label("Round", exact=True).press("Tab")
    editor.get_by_label("What comes next").select_option("Palace: the bonus")
    expect(editor).to_contain_text("This position is possible.")
    editor.get_by_role("tab", name="Palace").click()
    keep(page, "setting up the palace 1366")
    assert defects(page, "setting up the palace") == []
    show.click()
    expect(page.get_by_role("region", name="Evaluation")).to_be_visible()
    parts = split(Game.from_position(unquote(page.url.partition("text=")[2])).position)
    assert (parts["bonus"], parts["picks"], parts["todo"]) == ("---W", "KWK", "turn,pick")
    assert (parts["W"][-4:], parts["K"][-4:]) == ("T3.0", "T2.0")
    page.get_by_role("button", name="Change the position").click()
    editor.get_by_role("tab", name="Round and cards").click()
    editor.get_by_label("What comes next").select_option("Market: what is sold")
    expect(editor).to_contain_text("there is nothing to choose here, so the game would not ask")
    editor.get_by_role("tab", name="Players").click()
    editor.get_by_role("button", name="Wine: one more").click()
    expect(editor).to_contain_text("This position is possible.")
    show.click()
    expect(page.get_by_role("region", name="Evaluation")).to_be_visible()
    assert Game.from_position(unquote(page.url.partition("text=")[2])).question == "sell"
