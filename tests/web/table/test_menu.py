"""The menu at the table, addresses that lead nowhere, and pages that cannot be loaded."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.server.playing import ME, OPEN
from tests.server.running import RunningServer
from tests.web.conftest import NewPage, game_seed
from tests.web.playing import CONFIRM, game_at, new_game, open_at, open_table, resize

# A page without encryption has no clipboard; whether the old way of copying works there, the test says.
NO_CLIPBOARD = """Object.defineProperty(navigator, 'clipboard', {value: undefined});
window.selected = '';
document.execCommand = () => { window.selected = document.activeElement.value; return %s; };"""

# The colours of prestige on the table, on the Banker cards and in the garden: red, green and blue of each.
PRESTIGE = """() => ['body', '.card.banker', '.square .num'].map((one) => {
  const name = getComputedStyle(document.querySelector(one)).getPropertyValue('--rosette').trim();
  return [1, 3, 5].map((at) => parseInt(name.slice(at, at + 2), 16));
})"""


def open_menu(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()


def kinds(page: Page, server: RunningServer, game_id: str) -> list[str]:
    game = page.request.get(f"{server.address}/api/v1/games/{game_id}").json()
    return [seat["kind"] for seat in game["seats"]]


def test_a_seat_is_left_only_with_a_second_click(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    game_id = new_game(page, server.address, [ME, ME])
    open_table(page, server.address, game_id)
    open_menu(page)
    page.get_by_role("button", name="Leave the seat of White").click()
    sure = page.get_by_role("button", name="Really?")
    expect(sure).to_be_visible()
    assert kinds(page, server, game_id) == ["person", "person"]
    sure.click()
    back = page.get_by_role("button", name="Take White back")
    expect(back).to_be_visible()
    assert kinds(page, server, game_id) == ["bot", "person"]
    back.click()
    expect(back).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Menu")).to_have_count(0)


def test_all_of_the_menu_can_be_reached(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    game_id = new_game(page, server.address, [ME, OPEN, OPEN, ME], seed=game_seed())
    open_table(page, server.address, game_id)
    for size in ((1366, 768), (1024, 768), (390, 844), (844, 390)):
        resize(page, size)
        open_menu(page)
        menu = page.get_by_role("dialog", name="Menu")
        box = menu.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size[1], size
        last = menu.get_by_role("switch").last
        last.scroll_into_view_if_needed()
        expect(last).to_be_in_viewport()
        page.keyboard.press("Escape")
        expect(menu).to_have_count(0)


def test_whoever_made_the_game_gives_an_open_seat_to_a_bot(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    game_id = new_game(page, server.address, [ME, OPEN], seed=game_seed("10"))
    open_table(page, server.address, game_id)
    open_menu(page)
    page.get_by_role("button", name="Leave the seat of Black").click()
    expect(page.get_by_role("button", name="Copy the invitation")).to_have_count(0)
    assert kinds(page, server, game_id) == ["person", "bot"]


@pytest.mark.parametrize("works", [True, False], ids=["the old way", "by hand"])
def test_links_are_copied_without_a_clipboard(server: RunningServer, new_page: NewPage, works: bool) -> None:
    page = new_page()
    page.add_init_script(NO_CLIPBOARD % str(works).lower())
    game_id = new_game(page, server.address, [ME, OPEN], seed=game_seed())
    open_table(page, server.address, game_id)
    open_menu(page)
    for name, path in (("Copy the link", f"/table/{game_id}"), ("Copy the invitation", f"/join/{game_id}/K/")):
        page.get_by_role("button", name=name).click()
        page.wait_for_function("(start) => window.selected.startsWith(start)", arg=server.address + path)
        by_hand = page.get_by_role("textbox", name="Copy the link")
        expect(by_hand).to_have_count(0 if works else 1)
        expect(page.get_by_role("button", name="Copied")).to_have_count(1 if works else 0)
        expect(page.get_by_role("button", name=name)).to_have_count(0 if works else 1)
        assert works or by_hand.input_value() == page.evaluate("() => window.selected")


def test_the_keys_are_listed_and_squares_can_be_named(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    open_at(page, server.address, "action")
    page.locator("[data-place=pass]").click()
    expect(page.locator(CONFIRM)).to_be_visible()
    keys = page.get_by_role("dialog", name="Keys")
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    page.keyboard.press("Escape")
    expect(keys).not_to_be_visible()
    expect(page.locator(CONFIRM)).to_be_visible()
    # A line of the log that tells of the garden names the squares while it is pointed at.
    names = page.locator(".coordinates text")
    expect(names).to_have_count(0)
    page.locator("[data-line]", has_text="canal").first.hover()
    expect(names).to_have_count(16)
    page.mouse.move(1, 1)
    expect(names).to_have_count(0)
    for place in ("[data-place^='first:']", "[data-place^='limit:']", "[data-place='left']"):
        page.locator(place).first.hover()
        expect(page.locator("[role=tooltip]")).to_be_visible()
        page.mouse.move(1, 1)
        expect(page.locator("[role=tooltip]")).to_have_count(0)
    open_menu(page)
    box = page.get_by_role("link", name="Box facts: some are reconstructed")
    expect(box).to_have_attribute("href", re.compile(r"^/rules\?"))
    # What concerns this game comes before it.
    assert page.locator(".more .lines > *").last.inner_text() == "Box facts: some are reconstructed"
    # By night prestige is as blue on the table as on the cards: gold is the coin's.
    page.emulate_media(color_scheme="dark")
    colours = page.evaluate(PRESTIGE)
    assert len(colours) == 3
    assert all(blue > red for red, _green, blue in colours), colours
    page.get_by_role("switch", name="Names of the squares").click()
    expect(names).to_have_count(16)
    page.get_by_role("button", name="Keys").click()
    expect(keys).to_be_visible()


def test_an_address_that_leads_nowhere_says_so(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    for path in ("/xyz", "/table", "/join/bad", "/join/abc/K", "/position", "/position/x"):
        page.goto(server.address + path)
        expect(page.get_by_role("heading", name="There is no such page here.")).to_be_visible()
        page.get_by_role("link", name="To the start page").click()
        expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_a_game_that_is_not_there_says_so(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    for game in ("none", "%E0%A4%A"):
        page.goto(f"{server.address}/table/{game}")
        expect(page.get_by_text("There is no such game here.")).to_be_visible()
        expect(page.get_by_role("button", name="Menu")).to_be_visible()


def test_a_page_that_cannot_be_loaded_says_so(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.address)
    page.route("**/assets/RulesPage*", lambda route: route.abort())
    page.get_by_role("link", name="Rules", exact=True).first.click()
    expect(page.get_by_role("heading", name="This page could not be loaded.")).to_be_visible()
    page.unroute("**/assets/RulesPage*")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("searchbox").or_(page.get_by_role("heading", level=1)).first).to_be_visible()
    expect(page.get_by_text("could not be loaded")).to_have_count(0)


def test_a_replay_says_who_begins_each_round(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    game_id = game_at(page, server.address, "over", 3)
    address = f"{server.address}/api/v1/games/{game_id}"
    entries = page.request.get(f"{address}/log").json()["entries"]
    deals = [entry["ply"] for entry in entries if entry["kind"] == "deal"]
    firsts = [page.request.get(f"{address}/at/{ply}").json()["view"]["first_player"] for ply in deals]
    assert len(set(firsts)) > 1
    names = {"W": "White", "K": "Black", "B": "Blue"}
    page.goto(f"{server.address}/replay/{game_id}")
    told = set()
    for round_number, (ply, first) in enumerate(zip(deals, firsts, strict=True), 1):
        page.locator("input[type=range]").fill(str(ply))
        expect(page.locator(".telling small")).to_contain_text(f"move {ply} of")
        said = page.locator(".telling p").inner_text()
        begins = f"Round {round_number}: {names[first]} begins"
        assert said == begins or said.startswith("Income: "), said
        told |= {first} if said == begins else set()
    assert told == set(firsts)
