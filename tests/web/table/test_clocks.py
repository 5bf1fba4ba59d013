"""Clocks at the table: what is shown of them, planned turns, proposals of two people, and resigning with two clicks."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.server.playing import ME, OPEN
from tests.server.running import RunningServer
from tests.web.conftest import DESKTOP, PHONE, NewPage, game_seed
from tests.web.playing import open_table, resize

TABLET = (768, 1024)
CLOCK = {"kind": "live", "allowance": 900, "increment": 10, "when_up": "stand_in"}


def two_at_a_table(first: Page, second: Page, address: str) -> str:
    """A game with clocks of two people, who have their pages open."""
    for page, name in ((first, "Anna"), (second, "Ninsun")):
        page.request.post(f"{address}/api/v1/me", data={"name": name})
    asked = {"seats": [ME, OPEN], "seed": game_seed(), "clock": CLOCK}
    made = first.request.post(f"{address}/api/v1/games", data=asked).json()
    game_id: str = made["game"]["id"]
    ((seat, invitation),) = made["invitations"].items()
    path = f"{address}/api/v1/games/{game_id}/seats/{seat}/join"
    assert second.request.post(path, data={"invitation": invitation}).ok
    for page in (first, second):
        open_table(page, address, game_id)
    return game_id


def test_two_people_see_the_clock_run_and_end_the_game_by_consent(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    anna, ninsun = new_page(), new_page()
    game_id = two_at_a_table(anna, ninsun, server.address)
    running = anna.locator(".player .runs")
    expect(running).to_have_count(1)
    expect(running).to_contain_text(re.compile(r"15:0\d|14:5\d"))
    before = running.inner_text()
    expect(running).not_to_have_text(before, use_inner_text=True)
    # Whoever waits plans their turn, and it is played when it comes.
    path = f"{server.address}/api/v1/games/{game_id}"
    asked = anna.request.get(path).json()["legal"] is not None
    mover, planner = (anna, ninsun) if asked else (ninsun, anna)
    for size, lies_in in ((PHONE, "footer.thumb"), (TABLET, "footer")):  # where one confirms a turn
        resize(planner, size)
        expect(planner.locator(lies_in).get_by_role("link", name="Plan your next turn")).to_be_visible()
        keep(planner, f"planning-{size[0]}")
    resize(planner, DESKTOP)
    planner.get_by_role("link", name="Plan your next turn").click()
    planner.locator("[data-place$='/priest'].legal").first.click()
    planner.locator("[data-place^='temple:'].legal").first.click()
    planner.get_by_role("button", name="Keep this plan").click()
    expect(planner.get_by_role("link", name="Your next turn is planned")).to_be_visible()
    ply = mover.request.get(path).json()["ply"]
    assert mover.request.post(f"{path}/moves", data={"ply": ply, "tokens": ["pass"]}).ok
    expect(planner.locator(".log")).to_contain_text("priest")
    ninsun.get_by_role("button", name="Menu").click()
    ninsun.get_by_role("button", name="Propose to end the game").click()
    expect(ninsun.get_by_text("You propose to end the game here.")).to_be_visible()
    expect(anna.get_by_text("Ninsun proposes to end the game here")).to_be_visible()
    resize(anna, TABLET)
    notice, turn = anna.locator(".foot-notice").bounding_box(), anna.locator("footer").bounding_box()
    assert notice
    assert turn
    assert notice["y"] + notice["height"] < turn["y"], "it lies over the buttons of the turn"
    resize(anna, DESKTOP)
    anna.get_by_role("button", name="Agree").click()
    for page in (anna, ninsun):
        expect(page.locator(".prompt")).to_contain_text("The game was ended")
        expect(page.locator(".prompt")).to_contain_text("share the win")
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    assert anna.locator(".runs").count() == 0


def test_who_resigns_says_so_twice_and_the_other_has_won(server: RunningServer, new_page: NewPage) -> None:
    anna, ninsun = new_page(), new_page()
    two_at_a_table(anna, ninsun, server.address)
    anna.get_by_role("button", name="Menu").click()
    anna.get_by_role("button", name="Resign").click()
    anna.get_by_role("button", name="Really? Then you have lost").click()
    expect(ninsun.locator(".prompt")).to_contain_text("Ninsun has won")
    expect(ninsun.get_by_role("button", name="Anna has resigned")).to_be_visible()
