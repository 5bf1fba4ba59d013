"""Playing in a browser as a person does: click on what glows, then confirm. Nothing here waits for a time."""

from collections.abc import Iterable
from functools import cache, partial
from random import Random
from typing import Any, TypedDict

from playwright.sync_api import Page, expect

from amyitis.game import Game
from tests.server.playing import ME

LAID = "[aria-busy=false]"  # a table that is laid, and at rest
CONFIRM = "[data-confirm]:not([disabled])"
SCORING = "main[aria-label='Final scoring']"
MY_GAMES = "main section.panel li"
SLIDER = "input[type=range]"  # of a replay
MOST_CLICKS = 4000
LOOK_EVERY = 20  # milliseconds: to look once a frame would have the browser draw frames for nothing else
# What can be done when the page is at rest: a look at the final scoring, a turn to confirm, choices; and where each of
# them is hit, if nothing lies over its middle.
AT_REST = """() => {
  if (!document.querySelector('[aria-busy=false]')) return null;
  const over = document.querySelector("main[aria-label='Final scoring']") !== null;
  const confirm = document.querySelector('[data-confirm]:not(:disabled)');
  const choices = [...document.querySelectorAll('.legal')];
  if (!over && !confirm && !choices.length) return null;
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return one.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
  };
  const seen = {};
  for (const one of choices.filter((one) => one.checkVisibility())) {
    const name = ['token', 'answer', 'place'].find((name) => one.dataset[name]);
    seen[name ? `[data-${name}="${one.dataset[name]}"].legal` : '.legal'] ??= middle(one);
  }
  return { over, confirm: confirm && middle(confirm), complete: confirm !== null, seen };
}"""

# A link to a page of ours, clicked on: the page goes there without being loaded anew.
FOLLOW = """(path) => {
  const link = document.createElement('a');
  link.href = path;
  document.body.append(link);
  link.click();
  link.remove();
}"""
# Presses the button that pauses as soon as so many things are there: the page itself does it, for who looks from
# outside may come too late.
PAUSE = """([selector, most]) => {
  const look = () => {
    const button = [...document.querySelectorAll('button')].find((one) =>
      (one.ariaLabel ?? one.textContent).trim() === 'Pause');
    if (!button || document.querySelectorAll(selector).length < most) return;
    watching.disconnect();
    button.click();
  };
  const watching = new MutationObserver(look);
  watching.observe(document, { attributes: true, childList: true, subtree: true });
}"""


def new_game(page: Page, address: str, seats: list[dict[str, Any]], **more: Any) -> str:
    """Make a game as the person of this page; its id."""
    answer = page.request.post(f"{address}/api/v1/games", data={"seats": seats, **more})
    assert answer.ok, answer.text()
    game_id: str = answer.json()["game"]["id"]
    return game_id


def go(page: Page, address: str, path: str, by_link: bool) -> None:
    """Load a page of the server; or follow a link to it, where another one is open."""
    if by_link and page.url.startswith(address) and page.url != address + path:
        page.evaluate(FOLLOW, path)
        page.wait_for_url(address + path)
        next_frame(page)
    else:
        page.goto(address + path)


def wait_for(page: Page, content: str) -> None:
    """Wait until something is there; then it is expected to be. (For each look of `expect` in vain Playwright writes
    down the whole page as a screen reader has it, which costs a third of opening a table.)
    """
    there = "(selector) => document.querySelector(selector) !== null"
    page.wait_for_function(there, arg=content, polling=LOOK_EVERY)
    expect(page.locator(content).first).to_be_attached()


def open_table(page: Page, address: str, game_id: str, by_link: bool = False) -> None:
    """Open the table of a game and wait until it is laid."""
    go(page, address, f"/table/{game_id}", by_link)
    wait_for(page, LAID)


def choose(random: Random, seen: Iterable[str]) -> str:
    """Something that glows; passing only now and then, so that games go on."""
    others = [one for one in seen if "pass" not in one]
    return random.choice(others if others and random.random() < 0.9 else list(seen))


Point = tuple[float, float]


class Rest(TypedDict):
    """A page at rest: whether the game is over, whether a turn is complete, and selectors for all that glows; with the
    points where the button that confirms and they are hit, None where something lies over them.
    """

    over: bool
    complete: bool
    confirm: Point | None
    seen: dict[str, Point | None]


def wait_for_rest(page: Page) -> Rest:
    """Wait until something can be done: a choice, a turn to confirm, or the final scoring to look at."""
    found: Rest = page.wait_for_function(AT_REST, polling=LOOK_EVERY).json_value()
    return found


def click_on(page: Page, selector: str, at: Point | None) -> None:
    """Click on something at rest where it is hit; or have it brought into sight first.

    The pointer then leaves the place before, whose tooltip may lie over this one.
    """
    if at:
        page.mouse.click(*at)
    else:
        page.mouse.move(0, 0)
        page.locator(selector).first.click()


def click_something(page: Page, random: Random, rest: Rest) -> None:
    """Click on something that glows."""
    chosen = choose(random, rest["seen"])
    click_on(page, chosen, rest["seen"][chosen])


def play_until_confirm(page: Page, random: Random) -> int:
    """Click on what glows until the turn is complete; the number of clicks."""
    for clicks in range(20):
        rest = wait_for_rest(page)
        if rest["complete"]:
            return clicks
        click_something(page, random, rest)
    raise AssertionError("a turn of more than twenty clicks")


def play_a_turn(page: Page, random: Random) -> None:
    """Click until a turn can be confirmed, confirm it, and wait until the server has it."""
    play_until_confirm(page, random)
    with page.expect_response("**/moves"):
        page.locator(CONFIRM).first.click()
    expect(page.locator(CONFIRM)).to_have_count(0)


def play_elsewhere(page: Page, game_id: str, address: str, *tokens: str) -> None:
    """Make a turn of this page's person without the page."""
    ply = page.request.get(f"{address}/api/v1/games/{game_id}").json()["ply"]
    answer = page.request.post(f"{address}/api/v1/games/{game_id}/moves", data={"ply": ply, "tokens": list(tokens)})
    assert answer.ok, answer.text()


def play_to_the_end(page: Page, random: Random) -> None:
    """Click on what glows and confirm turns, to the final scoring."""
    for _ in range(MOST_CLICKS):
        rest = wait_for_rest(page)
        if rest["over"]:
            return
        if rest["complete"]:
            click_on(page, CONFIRM, rest["confirm"])
        else:
            click_something(page, random, rest)
    raise AssertionError(f"the game is not over after {MOST_CLICKS} clicks")


@cache
def record_at(kind: str, players: int, palace: bool) -> tuple[str, str | None]:
    """The record of a game of random moves in which a question of a kind is open, not at its beginning; for "over",
    of one that lacks its last move, and that move.
    """
    for seed in range(40):
        game, random = Game.new(players, seed=seed, palace=palace), Random(seed)
        while not game.is_over:
            if len(game.plies) > 30 and game.question == kind:
                return game.record(), None
            game.push(random.choice([move for move in game.legal_moves if move != "pass"] or list(game.legal_moves)))
        if kind == "over":
            last = game.undo()
            return game.record(), last
    raise AssertionError(f"no game asks {kind}")


def game_at(page: Page, address: str, kind: str, players: int = 4, palace: bool = False) -> str:
    """Make a game of people at this page in which a question of a kind is open, or which is over; its id."""
    record, last = record_at(kind, players, palace)
    game_id = new_game(page, address, [ME] * players, record=record)
    if last:
        ply = page.request.get(f"{address}/api/v1/games/{game_id}").json()["ply"]
        body = {"ply": ply, "tokens": [last]}
        assert page.request.post(f"{address}/api/v1/games/{game_id}/moves", data=body).ok
    return game_id


def open_at(
    page: Page, address: str, kind: str, players: int = 4, palace: bool = False, *, by_link: bool = False
) -> str:
    """Open a table where a question of a kind is open; the id of its game."""
    game_id = game_at(page, address, kind, players, palace)
    open_table(page, address, game_id, by_link)
    if kind == "over":
        expect(page.locator(SCORING)).to_be_visible()
    else:
        wait_for(page, ".legal")
        expect(page.locator(".legal").first).to_be_visible()
        expect(page.locator(LAID)).to_be_visible()
    return game_id


# What shows that the content of a page has come, by the beginning of its path; the first that fits. The list of games
# is there for who has some.
CONTENT = {
    "/games": MY_GAMES,
    "/rules?box": "main table",
    "/rules": "[data-section]",
    "/learn": LAID,
    "/replay/": LAID,
    "/replay": "input[type=file]",
    "/position": LAID,
    "/account": "#entry-name",
    "/join/": LAID,
    "/table/": LAID,
    "/": "button:enabled:has(use[href='#play'])",
}


def visit(page: Page, address: str, path: str, *, by_link: bool = False) -> None:
    """Go to a page and wait until its content is there."""
    go(page, address, path, by_link)
    content = next(selector for start, selector in CONTENT.items() if path.startswith(start))
    wait_for(page, content)
    next_frame(page)


# For who looks at many pages, one after the other: a page that is loaded once takes less time than many.
walk = partial(visit, by_link=True)
walk_to_table = partial(open_at, by_link=True)


def open_record(page: Page, address: str, record: str) -> None:
    """Open a record as if it had been dropped on the page."""
    page.goto(f"{address}/replay")
    page.locator("input[type=file]").first.set_input_files(
        {"name": "game.amy", "mimeType": "text/plain", "buffer": record.encode()}
    )
    expect(page.locator(SLIDER)).to_be_visible()
    expect(page.locator(LAID)).to_be_visible()


def asked_of_server(page: Page) -> list[str]:
    """All that the page asks of the server from now on, as it is asked: `POST try`.

    Every tab looks once a minute for the games that wait, whatever is done in it.
    """
    asked: list[str] = []

    def note(method: str, address: str) -> None:
        if "/api/v1/" in address and not address.endswith("/me/waiting"):
            asked.append(f"{method} {address.partition('?')[0].rpartition('/')[2]}")

    page.on("request", lambda request: note(request.method, request.url))
    return asked


def next_frame(page: Page) -> None:
    """Wait until what the page knows is laid out."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def resize(page: Page, size: tuple[int, int]) -> None:
    """Another size of the window, and wait until the page is laid out for it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=list(size))
    next_frame(page)
