"""From the end of a game to the same deal for somebody else, in a real browser."""

from collections.abc import Callable
from contextlib import closing

from playwright.sync_api import Locator, Page, expect

from amyitis.client import Client
from tests.server.playing import ME, bot
from tests.server.running import RunningServer
from tests.web.conftest import PHONE, NewPage
from tests.web.looking import defects
from tests.web.playing import SCORING, next_frame, resize


def pass_to_the_end(player: Client, game_id: str) -> None:
    """End a game against a bot, mostly by passing, whenever it is told that it is one's turn."""
    with closing(player.watch(game_id)) as told:
        for game in told:
            if game["over"]:
                return
            if legal := game["legal"]:
                player.move(game_id, game["ply"], "pass" if "pass" in legal else legal[0])


def click_slowly(page: Page, button: Locator) -> None:
    """Press a button, and let go only when the name that was typed before has been taken."""
    button.hover()
    with page.expect_response("**/api/v1/me"):
        page.mouse.down()
    next_frame(page)
    page.mouse.up()


def test_the_same_deal_is_given_to_somebody_else(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page, other = new_page(), new_page(PHONE)
    amata = server.client()
    amata.name_me("Amata")
    game_id = amata.new_game([ME, bot("greedy")], switches={"limited_supply": True})["game"]["id"]
    # (The bot plants whenever it can: the game is over soon.)
    pass_to_the_end(amata, game_id)
    page.context.add_cookies(
        [{"name": name, "value": value, "url": server.address} for name, value in amata.cookies.items()]
    )
    page.goto(f"{server.address}/table/{game_id}")
    page.locator(SCORING).get_by_role("button", name="Challenge others").click()
    expect(page.get_by_role("heading", name="How everybody did")).to_be_visible()
    expect(page.get_by_role("row", name="Amata")).to_be_visible()
    keep(page, "challenge")
    address = page.get_by_role("textbox", name="The link").input_value()
    other.goto(address)
    expect(other.get_by_role("heading", name="Would you do better?")).to_be_visible()
    expect(other.get_by_role("list", name="Played with")).to_have_text("Limited supply")
    assert defects(other, "challenge") == []
    other.get_by_label("Your name").fill("Ninsun")
    keep(other, "challenge phone")
    click_slowly(other, other.get_by_role("button", name="Play it"))
    expect(other.locator(".legal, [aria-busy]").first).to_be_visible()
    resize(other, (1366, 768))
    expect(other.get_by_text("The same deal")).to_be_visible()
    page.reload()
    expect(page.get_by_role("row", name="Ninsun")).to_contain_text("still plays")
