"""Whole games in a real browser, played by clicking on what glows."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.playing import ME, OPEN, bot, late_record
from tests.server.running import RunningServer
from tests.web.conftest import DESKTOP, PHONE, NewPage, game_seed
from tests.web.playing import SCORING, new_game, open_table, play_a_turn, play_to_the_end, wait_for_rest

LOG = "section[aria-label='Log']"
LOG_LINES = f"{LOG} li"
LAST_PLIES = 50
SHORT = "12"  # of the seeds 1 to 12, the one whose game of random moves against this bot has the fewest rounds
# Games against bots: players, whether with the Palace, the size of the screen, and whether from the very beginning,
# against a bot that plants whenever it can: that is over soon.
GAMES: dict[str, tuple[int, bool, tuple[int, int], bool]] = {
    "two players, whole": (2, False, DESKTOP, True),
    "four players": (4, False, DESKTOP, False),
    "three players with the Palace": (3, True, DESKTOP, False),
    "two players with the Palace, on a phone": (2, True, PHONE, False),
}


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_against_bots_to_its_end(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None], kind: str
) -> None:
    players, palace, size, whole = GAMES[kind]
    page = new_page(size)
    seats = [ME, *[bot("greedy" if whole else "Apprentice")] * (players - 1)]
    whole_game = {"switches": {"palace": palace}, "seed": game_seed(SHORT)}
    start = whole_game if whole else {"record": late_record(players, palace, LAST_PLIES)}
    game_id = new_game(page, server.address, seats, **start)
    open_table(page, server.address, game_id)
    play_to_the_end(page, Random(players))
    keep(page, f"scoring {kind}")
    game = page.request.get(f"{server.address}/api/v1/games/{game_id}").json()
    assert game["over"]
    for seat in game["view"]["seats"]:
        expect(page.locator(SCORING)).to_contain_text(str(seat["prestige"]))


def test_two_browsers_at_one_table(server: RunningServer, new_page: NewPage) -> None:
    first, second = new_page(), new_page(PHONE)
    made = first.request.post(f"{server.address}/api/v1/games", data={"seats": [ME, OPEN], "seed": game_seed()}).json()
    game_id = made["game"]["id"]
    second.goto(f"{server.address}/join/{game_id}/K/{made['invitations']['K']}")
    second.get_by_role("textbox").first.fill("Ninsun")
    second.get_by_role("button", name="Take the seat").click()
    second.wait_for_url(f"**/table/{game_id}")
    open_table(first, server.address, game_id)
    people, random = [first, second], Random(4)
    for _ in range(12):
        play_a_turn(people["WK".index(_decider(first, server.address, game_id))], random)
    # Whoever is to decide has been told of all before.
    told = people["WK".index(_decider(first, server.address, game_id))]
    wait_for_rest(told)
    second.get_by_role("tab", name="Log").click()
    expect(first.locator(LOG)).to_contain_text("Ninsun")
    expect(second.locator(LOG_LINES).first).to_be_visible()
    lines = told.locator(LOG_LINES).count()
    for page in people:
        expect(page.locator(LOG_LINES)).to_have_count(lines)


def test_a_hot_seat(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    seats = [{"kind": "me", "name": name} for name in ("Amata", "Ninsun", "Enlil")]
    game_id = new_game(page, server.address, seats, seed=game_seed())
    open_table(page, server.address, game_id)
    random, deciders = Random(2), set()
    for _ in range(9):
        deciders.add(_decider(page, server.address, game_id))
        play_a_turn(page, random)
    assert deciders == {"W", "K", "B"}


def test_a_watcher_sees_but_cannot_act(server: RunningServer, new_page: NewPage) -> None:
    player, watcher = new_page(), new_page()
    game_id = new_game(player, server.address, [ME, ME], seed=game_seed())
    open_table(watcher, server.address, game_id)
    open_table(player, server.address, game_id)
    play_a_turn(player, Random(1))
    expect(watcher.locator(LOG_LINES)).not_to_have_count(1)
    expect(watcher.locator(".legal")).to_have_count(0)


def _decider(page: Page, address: str, game_id: str) -> str:
    game: dict[str, Any] = page.request.get(f"{address}/api/v1/games/{game_id}").json()
    return str(game["decider"])
