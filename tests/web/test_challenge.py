"""From the end of a game to the same deal for somebody else, in a real browser."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.server.playing import ME, bot
from tests.server.running import RunningServer
from tests.web.conftest import PHONE, NewPage
from tests.web.playing import SCORING, new_game, resize
from tests.web.test_everyone import defects


def pass_to_the_end(page: Page, address: str, game_id: str) -> None:
    """End a game as the person of this page: mostly by passing."""
    ask = f"{address}/api/v1/games/{game_id}"
    while not (game := page.request.get(ask).json())["over"]:
        if legal := game["legal"]:
            token = "pass" if "pass" in legal else legal[0]
            assert page.request.post(f"{ask}/moves", data={"ply": game["ply"], "tokens": [token]}).ok


def test_the_same_deal_is_given_to_somebody_else(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], Path]
) -> None:
    page, other = new_page(), new_page(PHONE)
    page.request.post(f"{server.address}/api/v1/me", data={"name": "Amata"})
    game_id = new_game(page, server.address, [ME, bot()])
    pass_to_the_end(page, server.address, game_id)
    page.goto(f"{server.address}/table/{game_id}")
    page.locator(SCORING).get_by_role("button", name="Challenge others").click()
    expect(page.get_by_role("heading", name="How everybody did")).to_be_visible()
    expect(page.get_by_role("row", name="Amata")).to_be_visible()
    keep(page, "challenge")
    address = page.get_by_role("textbox", name="The link").input_value()
    other.goto(address)
    expect(other.get_by_role("heading", name="Would you do better?")).to_be_visible()
    assert defects(other, "challenge") == []
    other.get_by_label("Your name").fill("Ninsun")
    keep(other, "challenge phone")
    other.get_by_role("button", name="Play it").click()
    expect(other.locator(".legal, [aria-busy]").first).to_be_visible()
    resize(other, (1366, 768))
    expect(other.get_by_text("The same deal")).to_be_visible()
    page.reload()
    expect(page.get_by_role("row", name="Ninsun")).to_contain_text("still plays")
