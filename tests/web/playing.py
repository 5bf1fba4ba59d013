"""Playing in a browser as a person does: click on what glows, then confirm."""

from random import Random
from typing import Any

from playwright.sync_api import Page, expect

AT_REST = "[aria-busy=false]"
CONFIRM = "button:has-text('Confirm'):not([disabled])"
SCORING = "section[aria-label='Final scoring']"
MOST_CLICKS = 4000
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
    expect(page.locator("[data-place^='square:']").first).to_be_visible()


def glowing(page: Page) -> list[str]:
    """Selectors for all that glows now."""
    found: list[str] = page.evaluate(SEEN)
    return found


def choose(random: Random, seen: list[str]) -> str:
    """Something that glows; passing only now and then, so that games go on."""
    others = [one for one in seen if "pass" not in one]
    return random.choice(others if others and random.random() < 0.9 else seen)


def play_by_clicking(page: Page, random: Random, until_over: bool = True, clicks: int = MOST_CLICKS) -> int:
    """Click on what glows and confirm turns, to the final scoring or for some clicks; how many clicks it took."""
    done = 0
    while done < clicks:
        page.wait_for_selector(f"{AT_REST} .legal:visible, {AT_REST} {CONFIRM}, .chip, {SCORING}", timeout=60_000)
        if page.locator(SCORING).count():
            return done
        seen = glowing(page)
        if page.locator(CONFIRM).count():
            page.locator(CONFIRM).first.click(timeout=10_000)
        elif seen:
            page.locator(choose(random, seen)).first.click(timeout=10_000)
        else:
            continue
        done += 1
    assert not until_over, f"the game is not over after {clicks} clicks"
    return done
