"""Deals, seats and devices as people see them: a room to wait in, notes at the table, the check, a second device."""

import re
import secrets
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from amyitis.game.deals.fair_deals import seal_of
from tests.server.playing import ME, OPEN, bot
from tests.server.running import RunningServer
from tests.web.conftest import PHONE, NewPage, game_seed
from tests.web.playing import new_game, open_table

Keep = Callable[[Page, str], None]
SIZES = {"wide": (1366, 768), "tablet": (768, 1024), "phone": (390, 844)}


def told(page: Page, server: RunningServer, game_id: str) -> dict[str, Any]:
    """The game as the server tells it."""
    found: dict[str, Any] = page.request.get(f"{server.address}/api/v1/games/{game_id}").json()
    return found


def shown(page: Page, name: str, keep: Keep) -> None:
    """Screenshots at every size."""
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        keep(page, f"trust-{name}-{size}")
    page.set_viewport_size({"width": 1366, "height": 768})


def test_a_game_against_bots_has_a_share_of_this_browser(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.address)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("[data-place]").first).to_be_visible()
    game = told(page, server, page.url.rpartition("/")[2])
    mine, *others = [one["state"] for one in game["fairness"]["shares"]]
    assert mine == "given"
    assert set(others) == {"bot"}
    kept = page.evaluate("JSON.parse(localStorage.getItem('amyitis.promises'))")
    assert kept[game["id"]]["commitment"] == game["fairness"]["commitment"]


def test_a_table_is_set_when_everybody_sits(server: RunningServer, new_page: NewPage, keep: Keep) -> None:
    first, second = new_page(), new_page()
    made = first.request.post(f"{server.address}/api/v1/games", data={"seats": [ME, OPEN, bot()]}).json()
    game_id = made["game"]["id"]
    first.goto(f"{server.address}/table/{game_id}")
    expect(first.get_by_role("heading", name="The table is being set")).to_be_visible()
    expect(first.get_by_text("One seat is still free")).to_be_visible()
    shown(first, "waiting", keep)
    second.goto(f"{server.address}/join/{game_id}/K/{made['invitations']['K']}")
    second.get_by_label("Your name").fill("Enlil")
    second.get_by_role("button", name="Take the seat").click()
    for page in (first, second):
        expect(page.locator("[data-place]").first).to_be_visible()
    assert [one["state"] for one in told(first, server, game_id)["fairness"]["shares"]] == ["none", "given", "bot"]


def test_the_browser_checks_a_finished_game(server: RunningServer, new_page: NewPage, keep: Keep) -> None:
    page = new_page()
    share = secrets.token_hex(32)
    game_id = new_game(page, server.address, [ME, bot()], seal=seal_of(share))
    games = f"{server.address}/api/v1/games"
    assert page.request.post(f"{games}/{game_id}/seats/W/share", data={"share": share}).ok
    open_table(page, server.address, game_id)
    page.goto(f"{server.address}/deals/{game_id}")
    expect(page.get_by_text("When the game is over, everything is checked here.")).to_be_visible()
    assert page.request.post(f"{games}/{game_id}/seats/W/leave", data={"bot": "random"}).ok
    with server.client() as watcher:
        next(game for game in watcher.watch(game_id) if game["over"])
    page.reload()
    expect(page.get_by_role("heading", name="The cards were fair")).to_be_visible()
    for line in ("has kept since the game began", "deals follow from the seed", "One player has a number in the seed"):
        expect(page.get_by_text(line).first).to_be_visible()
    assert page.locator("li.false").count() == 0
    shown(page, "check", keep)
    page.evaluate(
        "(id) => localStorage.setItem('amyitis.promises', JSON.stringify({[id]: {commitment: 'f', seals: {}}}))",
        game_id,
    )
    page.reload()
    expect(page.get_by_role("heading", name="The cards cannot be trusted")).to_be_visible()
    expect(page.get_by_text("is NOT the one that this browser saw")).to_be_visible()


def test_a_chosen_seed_and_somebody_who_is_away_are_said_at_the_table(
    server: RunningServer, new_page: NewPage, keep: Keep
) -> None:
    page, other = new_page(), new_page()
    body = {"seats": [ME, OPEN], "seed": game_seed(), "first": 1}
    made = page.request.post(f"{server.address}/api/v1/games", data=body).json()
    game_id, word = made["game"]["id"], made["invitations"]["K"]
    join = f"{server.address}/api/v1/games/{game_id}/seats/K/join"
    assert other.request.post(f"{server.address}/api/v1/me", data={}).ok
    assert other.request.post(join, data={"invitation": word, "name": "Enlil"}).ok
    page.clock.install()
    open_table(page, server.address, game_id)
    chosen = page.get_by_text("The seed was chosen")
    expect(chosen).to_be_visible()
    chosen.click()
    expect(page.get_by_text(f"made this table chose the seed: {game_seed()}")).to_be_visible()
    page.clock.fast_forward(180_000)
    away = page.get_by_text("Enlil has been away for 3 minutes")
    expect(away).to_be_visible()
    expect(page.get_by_role("article", name="Enlil").get_by_title("away")).to_be_visible()
    shown(page, "notes", keep)
    away.click()
    shown(page, "away", keep)
    page.get_by_role("button", name="Free the seat").click()
    expect(page.get_by_text("The player of this seat is here, or left too recently").first).to_be_visible()


def test_a_phone_offers_what_can_be_done_about_somebody_who_is_away(
    server: RunningServer, new_page: NewPage, keep: Keep
) -> None:
    page, other = new_page(PHONE, preferences="{}"), new_page()
    made = page.request.post(f"{server.address}/api/v1/games", data={"seats": [ME, OPEN], "first": 1}).json()
    game_id, word = made["game"]["id"], made["invitations"]["K"]
    join = f"{server.address}/api/v1/games/{game_id}/seats/K/join"
    assert other.request.post(f"{server.address}/api/v1/me", data={}).ok
    assert other.request.post(join, data={"invitation": word, "name": "Enlil"}).ok
    page.clock.install()
    open_table(page, server.address, game_id)
    page.clock.fast_forward(300_000)
    expect(page.get_by_role("list", name="Players")).to_contain_text("Enlil, is away")
    footer = page.locator("footer")
    expect(footer.get_by_role("button", name="Remind Enlil")).to_be_visible()
    expect(footer.get_by_role("button", name="Let a bot play")).to_be_visible()
    keep(page, "away phone")
    footer.get_by_role("button", name="Wait five minutes more").click()
    expect(footer.get_by_role("button", name="Let a bot play")).to_have_count(0)
    page.clock.fast_forward(330_000)
    expect(footer.get_by_role("button", name="Let a bot play")).to_be_visible()


def test_a_second_device_and_the_list_of_them(server: RunningServer, new_page: NewPage, keep: Keep) -> None:
    first, second = new_page(), new_page()
    game_id = new_game(first, server.address, [ME, ME], name="Everywhere")
    first.goto(f"{server.address}/account")
    first.get_by_role("button", name="Make a link").click()
    link = first.get_by_label("Make a link").input_value()
    second.goto(link)
    second.get_by_role("button", name=re.compile("That.s me")).click()
    second.wait_for_url("**/games")
    expect(second.get_by_text("Everywhere").first).to_be_visible()
    first.reload()
    expect(first.get_by_role("listitem")).to_have_count(2)
    shown(first, "devices", keep)
    take = first.get_by_role("button", name="Remove this device")
    take.click()
    first.get_by_role("button", name="Yes, do it").click()
    expect(first.get_by_role("listitem")).to_have_count(1)
    assert not told(second, server, game_id)["seats"][0]["yours"]
