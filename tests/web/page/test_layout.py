"""What fits on the screen: no scroll bars on the table, nothing cut off, small to load; and pictures to look at."""

import gzip
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server.playing import ME
from tests.server.running import RunningServer
from tests.web.conftest import PAGE, PHONE, SIZES, NewPage
from tests.web.first_load import ASKED_BEFORE, LOBBY_AT
from tests.web.looking import OUTSIDE, overflow
from tests.web.playing import MY_GAMES, new_game, open_at, open_table, resize, visit

FIRST_LOAD_BYTES = 260_000
BAR = 52  # pixels
# Questions of a game, each a state of the table worth looking at.
QUESTIONS = ("action", "row", "temple", "dig", "pay", "court", "plant", "take", "sell", "swap", "ishtar", "drop")
PALACE_QUESTIONS = ("action", "bonus")


@pytest.mark.parametrize("kind", [*QUESTIONS, *[f"palace {kind}" for kind in PALACE_QUESTIONS]])
def test_everything_is_in_view(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None], kind: str
) -> None:
    page = new_page()
    open_at(page, server.address, kind.removeprefix("palace "), palace=kind.startswith("palace"))
    for name, size in SIZES.items():
        resize(page, size)
        keep(page, f"table {kind} {name}")
        assert overflow(page) == (False, False), name
        assert page.evaluate(OUTSIDE) == [], name
        assert page.locator(".legal:visible").count() > 0, name


@pytest.mark.parametrize("players", [2, 3])
def test_tables_for_two_and_three(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None], players: int
) -> None:
    page = new_page()
    open_at(page, server.address, "action", players)
    keep(page, f"table for {players}")
    assert overflow(page) == (False, False)
    assert page.evaluate(OUTSIDE) == []


def test_sizes_in_between(server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]) -> None:
    page = new_page()
    open_at(page, server.address, "action")
    for width in (700, 820, 1000, 1100, 1280, 1920):
        resize(page, (width, round(width * 0.62)))
        keep(page, f"table {width} wide")
        assert overflow(page) == (False, False), width


HIDDEN_NAMES = """() => [...document.querySelectorAll('[aria-label=Players] h3')].filter((head) => {
  const [outer, inner] = [head, head.querySelector('.name')].map((one) => one.getBoundingClientRect());
  return inner.width < 50 || inner.top < outer.top - 2 || inner.bottom > outer.bottom + 2;
}).map((head) => head.textContent)"""


@pytest.mark.parametrize("name", ["Apothecary", "Nebuchadnezzar of Babylo"])
def test_a_name_is_there_beside_crown_and_tag(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None], name: str
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


def test_the_cards_are_in_sight_on_a_phone_with_bars_of_its_browser(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page = new_page(PHONE)
    open_at(page, server.address, "action")
    for size in ((390, 664), (375, 600), (360, 640)):
        resize(page, size)
        keep(page, f"table {size[0]}x{size[1]}")
        assert overflow(page) == (False, False), size
        assert page.evaluate(CARDS_IN_SIGHT) >= 4, size


def test_the_night(server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]) -> None:
    page = new_page(color_scheme="dark")
    open_at(page, server.address, "plant")
    keep(page, "table plant night")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_the_first_load_is_small(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script(LOBBY_AT)
    new_game(page, server.address, [ME, ME])
    visit(page, server.address, "/")
    expect(page.locator(MY_GAMES).first).to_be_visible()
    loaded = [f"{server.address}/index.html", *page.evaluate(ASKED_BEFORE)]
    files = [PAGE / url.removeprefix(f"{server.address}/") for url in loaded if "/api/" not in url]
    sizes = [len(gzip.compress(file.read_bytes(), 6)) for file in files if file.is_file()]
    assert len(sizes) >= 3
    assert sum(sizes) < FIRST_LOAD_BYTES
