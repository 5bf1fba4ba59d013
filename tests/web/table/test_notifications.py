"""It is your turn: the tab's title and badge, notifications that are asked for politely, sounds only if wanted."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from amyitis.client import Client
from tests.server.playing import ME, OPEN
from tests.server.running import RunningServer
from tests.web.conftest import NewPage, game_seed
from tests.web.playing import LAID, new_game, open_table, play_a_turn, wait_for

# A browser that notes what the page asks of it: leave to notify, notifications, sound. `away`: I look elsewhere.
NOTING = """
window.noted = {asked: 0, shown: [], sounds: 0};
window.away = false;
Object.defineProperty(document, 'hidden', {get: () => window.away});
Object.defineProperty(document, 'visibilityState', {get: () => (window.away ? 'hidden' : 'visible')});
window.Notification = class {
  static permission = localStorage.getItem('leave') ?? 'default';
  static async requestPermission() {
    window.noted.asked += 1;
    window.Notification.permission = localStorage.getItem('answer') ?? 'granted';
    localStorage.setItem('leave', window.Notification.permission);
    return window.Notification.permission;
  }
  constructor(title, facts) { window.noted.shown.push({title, ...facts}); }
  close() {}
};
const Sound = window.AudioContext;
window.AudioContext = class extends Sound { constructor() { super(); window.noted.sounds += 1; } };
"""
WISH = "Tell me when it is my turn"


def noted(page: Page) -> dict[str, Any]:
    """What the browser has noted."""
    found: dict[str, Any] = page.evaluate("() => window.noted")
    return found


def look(page: Page, away: bool) -> None:
    """Look elsewhere, or at the page again."""
    page.evaluate(
        "(away) => { window.away = away; document.dispatchEvent(new Event('visibilitychange')); }",
        away,
    )


def switch(page: Page, name: str) -> None:
    """Switch a preference in the menu."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name=name).click()
    page.keyboard.press("Escape")


@pytest.fixture
def seat_with_friend(server: RunningServer, new_page: NewPage) -> tuple[Page, Callable[[], None]]:
    """A table of two: a person at the page who is first, and a friend who plays when told to."""
    page = new_page()
    page.add_init_script(NOTING)
    body = {"seats": [ME, OPEN], "seed": game_seed(), "first": 0}
    made = page.request.post(f"{server.address}/api/v1/games", data=body).json()
    game_id = made["game"]["id"]
    friend: Client = server.client()
    friend.join(game_id, "K", made["invitations"]["K"])
    random = Random(5)

    def friend_plays() -> None:
        game = friend.game(game_id)
        assert game["decider"] == "K"
        while game["decider"] == "K":
            game = friend.move(game_id, game["ply"], random.choice(game["legal"]))

    open_table(page, server.address, game_id)
    return page, friend_plays


def test_a_notification_when_somebody_looks_elsewhere(seat_with_friend: tuple[Page, Callable[[], None]]) -> None:
    page, friend_plays = seat_with_friend
    random = Random(1)
    switch(page, WISH)
    expect_asked(page, 1)
    play_a_turn(page, random)
    look(page, away=True)
    assert noted(page)["shown"] == []
    friend_plays()
    page.wait_for_function("() => window.noted.shown.length === 1")
    shown = noted(page)["shown"][0]
    assert shown["title"] == "Your turn"
    assert "round 1" in shown["body"]
    look(page, away=False)
    play_a_turn(page, random)
    friend_plays()
    expect(page.locator(".legal").first).to_be_visible()
    assert len(noted(page)["shown"]) == 1, "who looks at the table is not told"


def test_nothing_is_asked_or_shown_or_heard_unless_wanted(seat_with_friend: tuple[Page, Callable[[], None]]) -> None:
    page, friend_plays = seat_with_friend
    page.evaluate("() => localStorage.setItem('leave', 'granted')")
    for path in ("/", "/rules", "/learn"):
        table = page.url
        page.goto(table.split("/table")[0] + path)
        page.get_by_role("banner").or_(page.locator("[data-guide]")).first.click(force=True)
        assert noted(page) == {"asked": 0, "shown": [], "sounds": 0}
        page.goto(table)
    play_a_turn(page, Random(1))
    look(page, away=True)
    friend_plays()
    expect(page.locator(".legal").first).to_be_visible()
    assert noted(page) == {"asked": 0, "shown": [], "sounds": 0}


def test_whoever_refuses_is_not_told(seat_with_friend: tuple[Page, Callable[[], None]]) -> None:
    page, friend_plays = seat_with_friend
    page.evaluate("() => localStorage.setItem('answer', 'denied')")
    switch(page, WISH)
    expect_asked(page, 1)
    kept = page.evaluate("() => JSON.parse(localStorage.getItem('amyitis.preferences')).notify")
    assert kept is False
    play_a_turn(page, Random(1))
    look(page, away=True)
    friend_plays()
    expect(page.locator(".legal").first).to_be_visible()
    assert noted(page)["shown"] == []
    page.reload()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("switch", name="Sounds")).to_be_visible()
    expect(page.get_by_role("switch", name=WISH)).to_have_count(0)


def test_the_tab_shows_whose_turn_it_is(seat_with_friend: tuple[Page, Callable[[], None]]) -> None:
    page, friend_plays = seat_with_friend
    icon = page.locator("link[rel=icon]")
    for _ in range(2):
        expect(page).to_have_title(re.compile("^● Your turn . Amyitis$"))
        expect(icon).to_have_attribute("href", "/favicon-turn.svg")
        play_a_turn(page, Random(1))
        expect(page).to_have_title("Amyitis")
        expect(icon).to_have_attribute("href", "/favicon.svg")
        friend_plays()
    for picture in ("/favicon.svg", "/favicon-turn.svg"):
        assert page.request.get(page.url.split("/table")[0] + picture).headers["content-type"].startswith("image/svg")
    page.get_by_role("banner").get_by_role("link", name="AMYITIS").click()
    expect(page).to_have_title("(1) Amyitis")
    expect(icon).to_have_attribute("href", re.compile("%3E1%3C"))


def test_sounds_are_made_once_they_are_wanted(seat_with_friend: tuple[Page, Callable[[], None]]) -> None:
    page, _ = seat_with_friend
    play_a_turn(page, Random(1))
    assert noted(page)["sounds"] == 0
    switch(page, "Sounds")
    page.get_by_role("status").first.click()
    page.wait_for_function("() => window.noted.sounds === 1")


def expect_asked(page: Page, times: int) -> None:
    """The page has asked for leave to notify so many times."""
    page.wait_for_function("(times) => window.noted.asked === times", arg=times)


def test_the_tab_says_how_many_tables_wait_and_leads_there(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    page.request.post(f"{server.address}/api/v1/me", data={"name": "Amata"})
    first, second, third = (new_game(page, server.address, [ME, {"kind": "open"}], first=0) for _ in range(3))
    for game_id in (first, second, third):
        invited = page.request.get(f"{server.address}/api/v1/games/{game_id}/invitations").json()["invitations"]
        other = server.client()
        other.join(game_id, "K", invited["K"])
    open_table(page, server.address, third)
    icon = page.locator("link[rel=icon]")
    expect(page).to_have_title(re.compile(r"^\(2\) ● Your turn . Amyitis$"))
    expect(icon).to_have_attribute("href", re.compile("%3E2%3C"))
    expect(page.get_by_role("link", name="Next game (2 wait)")).to_have_count(0)
    play_a_turn(page, Random(1))
    page.get_by_role("link", name="Next game (2 wait)").click()
    page.wait_for_url(f"{server.address}/table/{first}")
    wait_for(page, LAID)
    play_a_turn(page, Random(1))
    page.get_by_label("always go on").check()
    page.get_by_role("link", name="Next game").click()
    page.wait_for_url(f"{server.address}/table/{second}")
    wait_for(page, LAID)
    play_a_turn(page, Random(1))
    expect(page).to_have_title("Amyitis")
    expect(icon).to_have_attribute("href", "/favicon.svg")
