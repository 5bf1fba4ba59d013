"""Playing in a browser as a person does: click on what glows, then confirm."""

from random import Random
from typing import Any

from playwright.sync_api import Page, expect

CONFIRM = "[data-confirm]:not([disabled])"
SCORING = "section[aria-label='Final scoring']"
MOST_CLICKS = 4000
AT_REST = """() => document.querySelector('[aria-busy=false]') && document.querySelector(
  ".legal, [data-confirm]:not(:disabled), section[aria-label='Final scoring']")"""
SEEN = """() => [...document.querySelectorAll('.legal')].filter((one) => one.checkVisibility()).map((one) => {
  for (const name of ['token', 'answer', 'place'])
    if (one.dataset[name]) return `[data-${name}="${one.dataset[name]}"].legal`;
  return '.legal';
})"""


def new_game(page: Page, address: str, seats: list[dict[str, Any]], **more: Any) -> str:
    """Make a game as the person of this page; its id."""
    answer = page.request.post(f"{address}/api/v1/games", data={"seats": seats, **more})
    assert answer.ok, answer.text()
    game_id: str = answer.json()["game"]["id"]
    return game_id


def open_table(page: Page, address: str, game_id: str) -> None:
    """Open the table of a game and wait until it is laid."""
    page.goto(f"{address}/table/{game_id}")
    expect(page.locator("[data-place]").first).to_be_visible()


def glowing(page: Page) -> list[str]:
    """Selectors for all that glows now."""
    found: list[str] = page.evaluate(SEEN)
    return found


def choose(random: Random, seen: list[str]) -> str:
    """Something that glows; passing only now and then, so that games go on."""
    others = [one for one in seen if "pass" not in one]
    return random.choice(others if others and random.random() < 0.9 else seen)


def wait_for_rest(page: Page) -> None:
    """Wait until something can be done: a choice, a turn to confirm, or the final scoring to look at."""
    page.wait_for_function(AT_REST, timeout=60_000)


def click_something(page: Page, random: Random) -> None:
    """Click on something that glows."""
    page.locator(choose(random, glowing(page))).first.click(timeout=10_000)


def play_until_confirm(page: Page, random: Random) -> None:
    """Click on what glows until the turn is complete."""
    for _ in range(20):
        wait_for_rest(page)
        if page.locator(CONFIRM).count():
            return
        click_something(page, random)
    raise AssertionError("a turn of more than twenty clicks")


def play_a_turn(page: Page, random: Random) -> None:
    """Click until a turn can be confirmed, and confirm it."""
    play_until_confirm(page, random)
    page.locator(CONFIRM).first.click()
    expect(page.locator(CONFIRM)).to_have_count(0)


def play_to_the_end(page: Page, random: Random) -> None:
    """Click on what glows and confirm turns, to the final scoring."""
    for _ in range(MOST_CLICKS):
        wait_for_rest(page)
        if page.locator(SCORING).count():
            return
        if page.locator(CONFIRM).count():
            page.locator(CONFIRM).first.click(timeout=10_000)
        else:
            click_something(page, random)
    raise AssertionError(f"the game is not over after {MOST_CLICKS} clicks")
