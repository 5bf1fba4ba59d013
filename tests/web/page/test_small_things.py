"""Small things that newcomers stumbled over: each as it is now, in a real browser."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.server.playing import ME, OPEN, bot
from tests.server.running import RunningServer
from tests.web.conftest import DESKTOP, PHONE, NewPage
from tests.web.looking import overflow
from tests.web.playing import go, new_game, open_table, play_elsewhere, resize, visit

BROKEN = "[Game amyitis/2]\nnothing of it is a record\n"
# What is wrong with the first line of a file that is no record, in each language.
REFUSED = {
    "de-AT": "Zeile 1 der Aufzeichnung",
    "fr-CA": "la ligne 1 de l\u2019enregistrement",
    "cs-CZ": "řádek 1 záznamu",
}
PLACES = """() => Object.fromEntries([...document.querySelectorAll('[data-place^="craft:"]')].map((one) =>
  [one.dataset.place, Object.values(one.getBoundingClientRect().toJSON()).join()]))"""
# The typefaces with which the page has really drawn something.
FACES = """() => document.fonts.ready.then((all) =>
  [...all].filter((one) => one.status === 'loaded').map((one) => one.family))"""


def posts_of(page: Page, path: str) -> list[str]:
    """The bodies of all that is posted to a path from now on."""
    posted: list[str] = []

    def note(sent: Request) -> None:
        if sent.method == "POST" and sent.url.endswith(path):
            posted.append(sent.post_data or "")

    page.on("request", note)
    return posted


def sit_down(page: Page, server: RunningServer, made: dict[str, Any]) -> None:
    """Take Black's seat at a table that was just made, by its invitation."""
    page.goto(f"{server.address}/join/{made['game']['id']}/K/{made['invitations']['K']}")
    page.get_by_role("textbox").first.fill("Ninsun")
    page.get_by_role("button", name="Take the seat").click()
    page.wait_for_url("**/table/*")


def test_a_fork_offers_the_bot_that_sat_there(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    game_id = new_game(page, server.address, [ME, bot("Apprentice")], seed="9", first=0)
    page.goto(f"{server.address}/replay/{game_id}")
    page.get_by_role("button", name="Play on from here").click()
    chosen = page.get_by_role("combobox").evaluate_all("(all) => all.map((one) => one.value)")
    assert chosen == ["me", "Apprentice"]


def test_a_wrong_invitation_promises_nothing(server: RunningServer, new_page: NewPage) -> None:
    maker, guest = new_page(), new_page()
    game_id = new_game(maker, server.address, [ME, OPEN])
    guest.goto(f"{server.address}/join/{game_id}/K/wrong-word")
    expect(guest.get_by_role("heading", name="This link is no longer valid")).to_be_visible()
    expect(guest.get_by_role("button", name="Take the seat")).to_have_count(0)
    expect(guest.get_by_text("is kept for you")).to_have_count(0)


@pytest.mark.parametrize("locale", REFUSED)
def test_what_is_wrong_with_a_record_is_said_in_the_language(
    server: RunningServer, new_page: NewPage, locale: str
) -> None:
    page = new_page(locale=locale)
    page.goto(f"{server.address}/replay")
    page.locator("input[type=file]").first.set_input_files(
        {"name": "broken.amy", "mimeType": "text/plain", "buffer": BROKEN.encode()}
    )
    expect(page.get_by_role("alert").first).to_contain_text(REFUSED[locale])


def test_cards_stay_where_they_lie_and_what_is_taken_back_is_not_new(server: RunningServer, new_page: NewPage) -> None:
    page, other = new_page(), new_page(preferences="{}")
    wanted = {"seats": [ME, OPEN], "seed": "7", "first": 1}
    made = page.request.post(f"{server.address}/api/v1/games", data=wanted).json()
    game_id, fresh = made["game"]["id"], page.locator("[data-place].fresh")
    named = posts_of(other, "/api/v1/me")
    sit_down(other, server, made)
    assert len(named) == 1, "somebody new is made known once"
    expect(other.locator("[data-place]").first).to_be_visible()
    assert {"Amyitis Title", "Amyitis Text"} <= {*other.evaluate(FACES)}

    open_table(page, server.address, game_id)
    before = page.evaluate(PLACES)
    legal = other.request.get(f"{server.address}/api/v1/games/{game_id}").json()["legal"]
    play_elsewhere(other, game_id, server.address, next(token for token in legal if "peasant" in token), "top")
    expect(fresh.first).to_be_attached()
    expect(page.locator(".legal").first).to_be_visible()
    now = page.evaluate(PLACES)
    assert len(now) >= len(before) - 1
    assert now.items() <= before.items()
    ply = page.request.get(f"{server.address}/api/v1/games/{game_id}").json()["ply"]
    assert other.request.post(f"{server.address}/api/v1/games/{game_id}/undo", data={"ply": ply}).ok
    expect(page.locator(".legal")).to_have_count(0)
    expect(fresh).to_have_count(0)


def test_the_rules_at_a_glance_are_printed_without_what_belongs_to_the_screen(
    server: RunningServer, new_page: NewPage
) -> None:
    page = new_page()
    page.goto(f"{server.address}/glance")
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    header, paper = page.get_by_role("banner"), page.locator(".page")
    expect(header).to_be_visible()
    page.emulate_media(media="print")
    expect(header).to_be_hidden()
    assert paper.evaluate("(one) => getComputedStyle(one).backgroundColor") == "rgb(255, 255, 255)"


def test_a_limited_supply_says_what_is_left(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page = new_page(preferences="{}")
    game_id = new_game(page, server.address, [ME, ME], switches={"limited_supply": True})
    open_table(page, server.address, game_id)
    left = page.get_by_role("group", name="Limited supply: what is left")
    for size in (DESKTOP, (768, 1024), (1024, 768), PHONE, (844, 390)):
        resize(page, size)
        expect(left).to_be_visible()
        expect(left).to_contain_text(re.compile(r"\d+ talents.*\d+ camels.*barley \d+.*wine \d+", re.DOTALL))
        assert overflow(page) == (False, False)
        keep(page, f"limited supply {size[0]}")


def test_watchers_are_told_that_they_watch(server: RunningServer, new_page: NewPage) -> None:
    owner, watcher = new_page(), new_page(preferences="{}")
    game_id = new_game(owner, server.address, [ME, ME])
    play_elsewhere(owner, game_id, server.address, "pass")
    open_table(watcher, server.address, game_id)
    for size in (DESKTOP, PHONE):
        resize(watcher, size)
        expect(watcher.get_by_role("status").first.locator(".watching")).to_have_text("you are watching")


def test_a_page_that_is_not_there_has_the_bar_of_every_page(server: RunningServer, new_page: NewPage) -> None:
    page = new_page(preferences="{}")
    visit(page, server.address, "/")
    nothing = {
        "/nowhere": "There is no such page here.",
        "/puzzle/abcdef012345": "There is no such puzzle here.",
        "/mistake": "Nothing is due now.",
        "/challenge/abc": "There is no such challenge here.",
        "/deals/AAAAAAAAAAAA": "There is no such game here.",
        "/plan/AAAAAAAAAAAA": "There is no such game here.",
    }
    for path, said in nothing.items():
        go(page, server.address, path, by_link=True)
        expect(page.get_by_role("heading", level=1)).to_contain_text(said)
        expect(page.get_by_role("banner").get_by_role("link", name="Amyitis")).to_be_visible()
        expect(page.get_by_role("main").get_by_role("link", name="To the start page")).to_be_visible()


def test_every_press_of_the_theme_button_is_seen(server: RunningServer, new_page: NewPage) -> None:
    page = new_page(preferences="{}", color_scheme="light")
    visit(page, server.address, "/")
    for theme in ("dark", "light", "dark"):
        page.get_by_role("button", name="Theme").click()
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
