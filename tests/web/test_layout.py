"""What fits on the screen: no scroll bars on the table, nothing cut off, small to load; and pictures to look at."""

import gzip
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.playing import ME
from tests.server.running import RunningServer
from tests.web.conftest import DESKTOP, PAGE, PHONE, NewPage, game_seed
from tests.web.playing import new_game, open_table

FIRST_LOAD_BYTES = 250_000
BAR = 52  # pixels
SIZES = {"desktop": DESKTOP, "phone": PHONE}
# Questions of a game, each a state of the table worth looking at.
QUESTIONS = ("action", "row", "temple", "dig", "pay", "court", "plant", "take", "sell", "swap", "ishtar", "drop")
PALACE_QUESTIONS = ("action", "bonus")

OUTSIDE = """() => {
  const wide = document.documentElement.clientWidth, found = [];
  for (const one of document.querySelectorAll('button, a, h1, h2, p, [data-place]')) {
    const box = one.getBoundingClientRect();
    if (box.width === 0 || one.closest('[hidden], .hidden, [inert]')) continue;
    const scrolls = (() => { for (let up = one.parentElement; up; up = up.parentElement) {
      const look = getComputedStyle(up);
      if (/auto|scroll/.test(look.overflowX + look.overflowY)) return true;
    } return false; })();
    if (scrolls) continue;
    const over = Math.max(-box.left, box.right - wide, -box.top, box.bottom - innerHeight);
    if (over > 14) found.push(`${one.tagName} ${one.dataset.place ?? one.textContent.trim().slice(0, 30)}: ${over}`);
  }
  return found;
}"""


def play_until(page: Page, address: str, game_id: str, kind: str, seed: int) -> bool:
    """Play random moves over the API until a question of a kind is open; whether one was."""
    random = Random(seed)
    game: dict[str, Any] = page.request.get(f"{address}/api/v1/games/{game_id}").json()
    while not game["over"]:
        if game["ply"] > 30 and game["view"]["question"]["kind"] == kind:
            return True
        token = random.choice([move for move in game["legal"] if move != "pass"] or game["legal"])
        body = {"ply": game["ply"], "tokens": [token]}
        game = page.request.post(f"{address}/api/v1/games/{game_id}/moves", data=body).json()
    return False


def table_with_question(page: Page, address: str, kind: str, palace: bool) -> None:
    """Open a table of four where a question of a kind is open."""
    for seed in range(20):
        game_id = new_game(page, address, [ME] * 4, palace=palace, seed=str(seed))
        if play_until(page, address, game_id, kind, seed):
            open_table(page, address, game_id)
            page.wait_for_timeout(300)
            return
    raise AssertionError(f"no game asks {kind}")


def overflow(page: Page) -> tuple[bool, bool]:
    """Whether the page scrolls sideways, and up and down."""
    found = page.evaluate(
        "[document.documentElement.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight]"
    )
    return bool(found[0]), bool(found[1])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", [*QUESTIONS, *[f"palace {kind}" for kind in PALACE_QUESTIONS]])
def test_everything_is_in_view(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], Path], size: str, kind: str
) -> None:
    page = new_page(SIZES[size])
    table_with_question(page, server.address, kind.removeprefix("palace "), kind.startswith("palace"))
    keep(page, f"table {kind} {size}")
    assert overflow(page) == (False, False)
    assert page.evaluate(OUTSIDE) == []
    assert page.locator(".legal:visible").count() > 0


@pytest.mark.parametrize("players", [2, 3])
def test_tables_for_two_and_three(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], Path], players: int
) -> None:
    page = new_page()
    game_id = new_game(page, server.address, [ME] * players, seed=game_seed())
    play_until(page, server.address, game_id, "action", 3)
    open_table(page, server.address, game_id)
    keep(page, f"table for {players}")
    assert overflow(page) == (False, False)
    assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("width", [700, 820, 1000, 1100, 1280, 1920])
def test_sizes_in_between(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], Path], width: int
) -> None:
    page = new_page((width, round(width * 0.62)))
    table_with_question(page, server.address, "action", palace=False)
    keep(page, f"table {width} wide")
    assert overflow(page) == (False, False)


HIDDEN_NAMES = """() => [...document.querySelectorAll('[aria-label=Players] h3')].filter((head) => {
  const [outer, inner] = [head, head.querySelector('.name')].map((one) => one.getBoundingClientRect());
  return inner.width < 50 || inner.top < outer.top - 2 || inner.bottom > outer.bottom + 2;
}).map((head) => head.textContent)"""


@pytest.mark.parametrize("name", ["Apprentice", "Nebuchadnezzar of Babylo"])
def test_a_name_is_there_beside_crown_and_tag(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], Path], name: str
) -> None:
    page = new_page()
    game_id = new_game(page, server.address, [ME | {"name": name}] * 3)
    game = page.request.get(f"{server.address}/api/v1/games/{game_id}").json()
    body = {"ply": game["ply"], "tokens": ["pass"]}
    assert page.request.post(f"{server.address}/api/v1/games/{game_id}/moves", data=body).ok
    open_table(page, server.address, game_id)
    expect(page.locator(".tag.passed")).to_have_count(1)
    keep(page, f"table names {len(name)}")
    assert page.evaluate(HIDDEN_NAMES) == []
    asked = page.locator(".prompt p").bounding_box()
    assert asked is not None
    assert asked["y"] >= 0
    assert asked["height"] <= BAR


CARDS_IN_SIGHT = """() => {
  const foot = document.querySelector('footer').getBoundingClientRect().top;
  const cards = [...document.querySelectorAll('[data-place^="craft:"].legal')];
  return cards.filter((card) => card.getBoundingClientRect().bottom <= foot + 1).length;
}"""


@pytest.mark.parametrize("size", [(390, 664), (375, 600), (360, 640)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_cards_are_in_sight_on_a_phone_with_bars_of_its_browser(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], Path], size: tuple[int, int]
) -> None:
    page = new_page(size, has_touch=True)
    table_with_question(page, server.address, "action", palace=False)
    keep(page, f"table {size[0]}x{size[1]}")
    assert overflow(page) == (False, False)
    assert page.evaluate(CARDS_IN_SIGHT) >= 4


def test_the_night(server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], Path]) -> None:
    page = new_page(color_scheme="dark")
    table_with_question(page, server.address, "plant", palace=False)
    keep(page, "table plant night")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_the_first_load_is_small(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(server.address)
    page.wait_for_load_state("networkidle")
    files = [PAGE / url.removeprefix(f"{server.address}/") for url in loaded if "/api/" not in url]
    sizes = [len(gzip.compress(file.read_bytes(), 6)) for file in files if file.is_file()]
    assert len(sizes) >= 3
    assert sum(sizes) < FIRST_LOAD_BYTES
