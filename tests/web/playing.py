"""Playing in a browser as a person does: click on what glows, then confirm."""

from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, expect

GLOWING = ".legal:visible"
CONFIRM = "button:has-text('Confirm'):not([disabled])"
SCORING = "[data-part=scoring]"
MOST_CLICKS = 4000


def new_game(page: Page, address: str, seats: list[dict[str, Any]], **more: Any) -> str:
    """Make a game as the person of this page; its id."""
    answer = page.request.post(f"{address}/api/v1/games", data={"seats": seats, **more})
    assert answer.ok, answer.text()
    game_id: str = answer.json()["game"]["id"]
    return game_id


def open_table(page: Page, address: str, game_id: str) -> None:
    """Open the table of a game and wait until it is laid."""
    page.goto(f"{address}/table/{game_id}")
    expect(page.locator("[data-place^='square:']").first).to_be_visible()


def choose(random: Random, glowing: list[Locator]) -> Locator:
    """Something that glows; passing only now and then, so that games go on."""
    others = [one for one in glowing if one.get_attribute("data-place") != "pass"]
    return random.choice(others if others and random.random() < 0.9 else glowing)


def play_by_clicking(page: Page, random: Random, until_over: bool = True, clicks: int = MOST_CLICKS) -> int:
    """Click on what glows and confirm turns, to the final scoring or for some clicks; how many clicks it took."""
    done = 0
    while done < clicks:
        page.wait_for_selector(f"{GLOWING}, {CONFIRM}, {SCORING}", timeout=60_000)
        if page.locator(SCORING).count():
            return done
        confirm = page.locator(CONFIRM)
        glowing = page.locator(GLOWING).all()
        (confirm.first if confirm.count() else choose(random, glowing)).click(timeout=10_000)
        done += 1
    assert not until_over, f"the game is not over after {clicks} clicks"
    return done
