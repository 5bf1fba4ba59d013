"""For everyone: what axe finds, what a screen reader hears, large letters, cubes with letters, and calm."""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.playing import ME, OPEN, bot
from tests.server.running import RunningServer
from tests.web.conftest import DESKTOP, PHONE, NewPage, game_seed
from tests.web.looking import Screen, defects
from tests.web.playing import (
    LAID,
    MY_GAMES,
    game_at,
    new_game,
    open_table,
    play_a_turn,
    play_elsewhere,
    resize,
    visit,
    walk,
    walk_to_table,
)

SMALL_PHONE = (360, 640)
REGIONS = ("Caravan", "Court", "Recruit", "Garden", "Fields", "Temples", "Prestige", "Players", "Log")
# Questions whose answers lie on the table, so that each must be a button there.
PLACED_QUESTIONS = ("action", "row", "temple", "dig", "court", "plant", "sell", "drop")
# Those of them in whose positions here some places are refused, with the reason.
EXPLAINED = ("action", "dig", "court", "plant")
Screens = Callable[[Page, str], Iterator[Screen]]
DIALOG, TOOLTIP = "[role=dialog]", "[role=tooltip]"
ASKED = "header, footer, section:has(.legal), [data-confirm]"  # what another question changes at a table


def lobby(page: Page, address: str) -> Iterator[Screen]:
    """The lobby with games in it, the list of games, an invitation, and what is missing."""
    new_game(page, address, [ME, OPEN], public=True)
    game_at(page, address, "over", 2)
    walk(page, address, "/")
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    expect(page.locator(MY_GAMES).first).to_be_visible()
    yield "lobby"
    page.get_by_role("button", name="Menu").click()
    yield "menu", DIALOG
    walk(page, address, "/games")
    yield "games"
    walk(page, address, "/account")
    yield "account"
    body = {"seats": [ME, OPEN, bot()]}
    made = page.request.post(f"{address}/api/v1/games", data=body).json()
    walk(page, address, f"/join/{made['game']['id']}/K/{made['invitations']['K']}")
    yield "join"
    page.goto(f"{address}/table/none")
    expect(page.get_by_text("There is no such game")).to_be_visible()
    yield "no such game"


def table(page: Page, address: str) -> Iterator[Screen]:
    """The table: questions, tooltips, menu, summary, confirming, the Palace, the end."""
    walk_to_table(page, address, "action")
    yield "action"
    page.locator("[data-place^='craft:'].legal").first.hover()
    expect(page.get_by_role("tooltip")).to_be_visible()
    yield "tooltip", TOOLTIP
    page.locator(".refused").first.click(force=True)
    expect(page.get_by_role("tooltip")).to_contain_text("not now")
    yield "refusal", TOOLTIP
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    yield "menu at the table", DIALOG
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Since your last turn").click()
    yield "since your last turn", DIALOG
    page.keyboard.press("Escape")
    page.locator("[data-place=pass]").click()
    expect(page.locator("[data-confirm]")).to_be_enabled()
    yield "confirm"
    for kind in ("dig", "plant", "drop"):
        walk_to_table(page, address, kind)
        yield kind, ASKED
    walk_to_table(page, address, "sell")
    page.locator("[data-place^='good:'].legal").first.click()
    expect(page.locator(".chip").first).to_be_visible()
    yield "sell, with chips"
    for kind in ("action", "bonus"):
        walk_to_table(page, address, kind, palace=True)
        yield f"Palace, {kind}"
    walk_to_table(page, address, "over", 3)
    yield "final scoring"


def phone_table(page: Page, address: str) -> Iterator[Screen]:
    """The table on a phone: each part of it, and the answers."""
    walk_to_table(page, address, "action")
    resize(page, SMALL_PHONE)
    segments = page.locator(".segments").get_by_role("tab")
    expect(segments.first).to_be_visible()
    for segment in segments.all():
        segment.click()
        yield f"small phone, {segment.inner_text()}"
    resize(page, PHONE)
    places = page.locator(".tabs").get_by_role("tab")
    expect(places.first).to_be_visible()
    for place in places.all():
        place.click()
        yield f"phone, {place.inner_text() or place.get_attribute('aria-label')}"
    page.get_by_role("button", name="Menu").click()
    yield "phone, menu", DIALOG
    for kind in ("dig", "sell", "row"):
        walk_to_table(page, address, kind)
        yield f"phone, {kind}"
    walk_to_table(page, address, "over", 3)
    yield "phone, final scoring"


def rules(page: Page, address: str) -> Iterator[Screen]:
    """The rules at a glance and in full: their contents, a search, and the box."""
    page.goto(f"{address}/glance")
    noble = page.get_by_role("region", name="The Palace")
    expect(noble).to_contain_text("2 talents, once a round")  # as the box says
    expect(noble.get_by_role("link", name="13")).to_have_attribute("href", re.compile("/rules/13"))
    yield "rules at a glance"
    walk(page, address, "/rules")
    yield "rules"
    page.get_by_role("searchbox").fill("camel")
    expect(page.get_by_role("status")).to_contain_text("clauses")
    yield "rules, search"
    page.goto(f"{address}/rules?box")
    expect(page.get_by_role("table").first).to_be_visible()
    yield "rules, box"


def replay(page: Page, address: str) -> Iterator[Screen]:
    """A game again, what can be made of a moment of it, and a position."""
    game_id = game_at(page, address, "action", 3, palace=True)
    page.goto(f"{address}/replay/{game_id}?ply=25")
    expect(page.locator(LAID)).to_be_visible()
    yield "replay"
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("dialog").get_by_role("textbox").first).to_be_visible()
    yield "share", DIALOG
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("combobox").first).to_be_visible()
    yield "fork"
    walk(page, address, "/replay")
    yield "a record to drop"
    position = page.request.get(f"{address}/api/v1/games/{game_id}").json()["position"]
    page.goto(f"{address}/position?text={quote(position)}")
    expect(page.locator(LAID)).to_be_visible()
    yield "position"


def learn(page: Page, address: str) -> Iterator[Screen]:
    """The first step of the lesson, and one in the middle."""
    page.goto(f"{address}/learn")
    expect(page.locator("[data-guide=goal]")).to_be_visible()
    expect(page.locator(LAID)).to_be_visible()
    yield "lesson, first step"
    page.evaluate("() => localStorage.setItem('amyitis.lesson', JSON.stringify({at: 'canal', done: false}))")
    page.reload()
    expect(page.locator("[data-guide=canal]")).to_be_visible()
    expect(page.locator(LAID)).to_be_visible()
    yield "lesson, canal"


SCREENS: dict[str, tuple[tuple[int, int], Screens]] = {
    "lobby": (DESKTOP, lobby),
    "lobby on a phone": (PHONE, lobby),
    "table": (DESKTOP, table),
    "table on a phone": (PHONE, phone_table),
    "rules": (DESKTOP, rules),
    "replay": (DESKTOP, replay),
    "replay on a phone": (PHONE, replay),
    "lesson": (DESKTOP, learn),
    "lesson on a phone": (PHONE, learn),
}


@pytest.mark.parametrize("part", SCREENS)
def test_axe_finds_nothing(server: RunningServer, new_page: NewPage, part: str) -> None:
    size, screens = SCREENS[part]
    wide = size == DESKTOP
    page = new_page(size, color_scheme="light" if wide else "dark")
    # (By day, what is on a phone has the colours that it has on a desk.)
    found = [
        defect for screen in screens(page, server.address) for defect in defects(page, screen, in_both_themes=wide)
    ]
    assert not found, "\n".join(found)


def test_the_table_is_made_of_named_regions(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    walk_to_table(page, server.address, "action", palace=True)
    expect(page.get_by_role("banner")).to_have_count(1)
    expect(page.get_by_role("main")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    for name in ({*REGIONS} | {"Palace"}) - {"Prestige"}:
        expect(page.get_by_role("region", name=name, exact=True), name).to_have_count(1)
    expect(page.get_by_role("status").first).to_contain_text("Your turn")
    expect(page.get_by_role("region", name="Players").get_by_role("article")).to_have_count(4)
    expect(page.get_by_role("region", name="Caravan").get_by_role("listitem")).to_have_count(9)
    walk_to_table(page, server.address, "action", 2)
    for name in REGIONS:
        expect(page.get_by_role("region", name=name, exact=True), name).to_have_count(1)


def test_every_choice_is_a_button_that_says_what_it_does(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    for kind in PLACED_QUESTIONS:
        walk_to_table(page, server.address, kind)
        if kind in EXPLAINED:
            page.locator("[data-place].refused").first.wait_for()
        choices = page.locator("[data-place].legal").all()
        names = [say_of(choice) for choice in choices]
        assert choices, kind
        assert all(names), kind
        assert len(set(names)) == len(names), f"two choices sound the same: {sorted(names)}"
        for choice in choices:
            expect(choice).to_have_role("button")
            expect(choice).to_have_accessible_description(re.compile(r"\w+ \w+"))
            expect(choice).not_to_have_attribute("aria-disabled", "true")
        for chip in page.locator(".chip").all():
            expect(chip).to_have_accessible_name(re.compile(r"\w+"))
        for refused in page.locator("[data-place].refused").all():
            expect(refused).to_have_role("button")
            expect(refused).to_have_accessible_name(re.compile(r"\w+"))
            expect(refused).to_have_attribute("aria-disabled", "true")
            expect(refused).to_have_accessible_description(re.compile(r"^not now\. why \w+"))


def say_of(choice: Locator) -> str:
    """What a screen reader says of a choice: its group, its name, its description."""
    said: str = choice.evaluate(
        """(one) => [one.closest('[role=group]')?.getAttribute('aria-label') ?? '', one.textContent,
           ...[...one.querySelectorAll('[role=img]')].map((part) => part.getAttribute('aria-label'))].join(' ')"""
    )
    return " ".join(said.split())


def test_what_others_do_is_announced(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    game_id = new_game(page, server.address, [ME, bot()], seed=game_seed(), first=0)
    open_table(page, server.address, game_id)
    spoken = page.get_by_role("log")
    expect(spoken).to_have_attribute("aria-live", "polite")
    expect(spoken).to_be_empty()
    play_a_turn(page, Random(1))
    page.wait_for_selector(".legal:visible")
    lines = page.get_by_role("region", name="Log").get_by_role("listitem").all_inner_texts()
    theirs = [line for line in lines if line.startswith("random")]
    assert theirs
    heard = spoken.locator("p").all_text_contents()
    assert [" ".join(line.split()) for line in heard][: len(theirs)] == [" ".join(line.split()) for line in theirs]
    assert not any(line.startswith("You") for line in heard)


# Large letters: a browser at 200 %, and one that is told to write twice as large.
LARGE: dict[str, dict[str, Any]] = {
    "zoomed": {"size": (683, 384), "device_scale_factor": 2},
    "large letters": {"size": DESKTOP},
    "large letters on a phone": {"size": PHONE},
}
DOUBLE = """const write = () => { if (document.documentElement) document.documentElement.style.fontSize = '32px'; };
write(); document.addEventListener('readystatechange', write);"""
CUT_OFF = """() => {
  const wide = document.documentElement.clientWidth, found = [];
  if (document.documentElement.scrollWidth > wide) found.push('the page scrolls sideways');
  const scrolls = (one) => { for (let up = one.parentElement; up; up = up.parentElement)
    if (/auto|scroll/.test(getComputedStyle(up).overflow)) return true; return false; };
  for (const one of document.querySelectorAll('button, a, h1, h2, p, input, select, .legal')) {
    const box = one.getBoundingClientRect();
    if (box.width < 2 || one.closest('.hidden, [inert], svg') || scrolls(one)) continue;
    const low = one.matches('.legal, [data-confirm]') ? box.bottom - innerHeight : 0;
    const over = Math.max(-box.left, box.right - wide, low);
    if (over > 6) found.push(`${one.tagName} ${one.textContent.trim().slice(0, 30)}: ${Math.round(over)}`);
  }
  return found;
}"""


@pytest.mark.parametrize("how", LARGE)
def test_letters_twice_as_large(server: RunningServer, new_page: NewPage, how: str) -> None:
    page = new_page(**LARGE[how])
    if how != "zoomed":
        page.add_init_script(DOUBLE)
    for kind in ("action", "dig", "sell"):
        walk_to_table(page, server.address, kind)
        expect(page.locator(".phone[aria-busy]")).to_have_count(1)
        expect(page.locator("[data-confirm]")).to_be_in_viewport(ratio=0.9)
        expect(page.locator(".legal:visible").first).to_be_in_viewport(ratio=0.5)
        assert page.evaluate(CUT_OFF) == [], kind
    game_id = game_at(page, server.address, "over", 2)
    for path in ("/", "/games", "/rules/6.5", "/rules?box", "/learn", f"/replay/{game_id}", f"/table/{game_id}"):
        walk(page, server.address, path)
        assert page.evaluate(CUT_OFF) == [], path


# The cubes that are drawn somewhere, each with what is written on its face; the grey one has a dash there.
DRAWN = """(where) => [...document.querySelectorAll(`${where} use[href^="#cube-"]`)].map((use) => {
  const cube = use.getAttribute('href').slice(6), face = document.querySelector(`#cube-${cube}`);
  return [cube, face.querySelector('text')?.textContent ?? (face.querySelector('path[d="M8.5 17.5h7"]') ? '-' : '')];
})"""
FLAGS = """() => [...document.querySelectorAll('[data-place^="square:"] use[href^="#flag-"]')].map((use) => [
  use.closest('[data-place]').dataset.place.slice(7),
  document.querySelector(use.getAttribute('href')).textContent.trim()])"""


@pytest.mark.parametrize("players", [2, 4])
def test_every_cube_has_its_letter(server: RunningServer, new_page: NewPage, players: int) -> None:
    page = new_page()
    game_id = walk_to_table(page, server.address, "sell", players)
    view = page.request.get(f"{server.address}/api/v1/games/{game_id}").json()["view"]
    cubes = {
        "[data-place^='row:']": [space["cube"] for row in view["fields"].values() for space in row],
        "[data-place^='temple:']": [cube for temple in view["temples"].values() for cube in temple],
        "[data-place^='side:']": [cube for side in view["garden"]["sides"].values() for cube in side["cubes"]],
        "[aria-label=Prestige]": [seat["seat"] for seat in view["seats"]],
        "[aria-label=Players] h3": [seat["seat"] for seat in view["seats"]],
    }
    seen = set()
    for where, there in cubes.items():
        drawn = page.evaluate(DRAWN, where)
        assert sorted(cube for cube, _ in drawn) == sorted(cube for cube in there if cube), where
        assert all(letter == ("-" if cube == "N" else cube) for cube, letter in drawn), where
        seen |= {cube for cube, _ in drawn}
    assert seen >= set("WKBR"[:players]) | ({"N"} if players == 2 else set())
    planted = {name: square["planted_by"] for name, square in view["garden"]["squares"].items() if square["planted_by"]}
    assert dict(page.evaluate(FLAGS)) == planted != {}
    names = {"W": "White", "K": "Black", "B": "Blue", "R": "Red", "N": "Grey"}
    for side, facts in view["garden"]["sides"].items():
        label = page.locator(f"[data-place='side:{side}'] [role=img]").get_attribute("aria-label") or ""
        assert all(names[cube] in label for cube in facts["cubes"]), label


COUNT_FLIGHTS = """window.flown = 0; const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  if (this.closest('.flights')) window.flown += 1;
  return animate.apply(this, how);
};"""


@pytest.mark.parametrize(("motion", "moves"), [("reduce", False), ("no-preference", True)])
def test_pieces_fly_unless_calm_is_asked_for(
    server: RunningServer, new_page: NewPage, motion: str, moves: bool
) -> None:
    page = new_page(preferences='{"speed":1}', reduced_motion=motion)
    page.add_init_script(COUNT_FLIGHTS)
    game_id = new_game(page, server.address, [ME, ME], seed="7", first=0)
    open_table(page, server.address, game_id)
    expect(page.locator(".legal").first).to_be_visible()
    assert (page.evaluate("() => document.getAnimations().length") > 0) is moves
    play_elsewhere(page, game_id, server.address, "peasant/1", "top")
    expect(page.locator("[data-place='space:top/1'] use[href^='#cube-']")).to_be_visible()
    assert (page.evaluate("() => window.flown") > 0) is moves


def test_nothing_moves_where_calm_is_asked_for(server: RunningServer, new_page: NewPage) -> None:
    page = new_page(preferences='{"speed":1}', reduced_motion="reduce")
    game_id = game_at(page, server.address, "action", 2)
    for path in ("/", "/rules/6.5", "/learn", f"/replay/{game_id}", f"/table/{game_id}"):
        visit(page, server.address, path)
        assert page.evaluate("() => document.getAnimations().map((one) => one.animationName ?? one.id)") == [], path
