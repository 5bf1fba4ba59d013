"""The coach at a table and the analysis board, with the engine that really thinks."""

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from amyitis.analysis.puzzles.puzzles import puzzle
from amyitis.analysis.shapes import Loss, MoveCost, Shares
from tests.server.playing import ME, OPEN, bot
from tests.server.running import Databases, RunningServer, run_server
from tests.web.conftest import DESKTOP, PAGE, PHONE, NewPage
from tests.web.looking import defects
from tests.web.playing import CONFIRM, asked_of_server, new_game, open_table, play_until_confirm, resize, wait_for_rest
from tests.web.table.test_log import last_to_pass

POSITION = puzzle("7817f603109c")  # White's turn of three: go:Mari, and priest/1 gives more than 27 points away
DONE = {"status": "done", "error": None}
SHARES: Shares = {"W": 0.1, "K": 0.3, "R": 0.3, "B": 0.3}
CARD = ".legal[data-place='craft:1/priest']"


# What lies over the text of the word, or is out of sight of it: nothing.
COVERED = """(word) => [...word.querySelectorAll('h3, .class')].filter((one) => {
  const box = one.getBoundingClientRect();
  return [box.top + 2, box.bottom - 2].some((y) => !one.contains(document.elementFromPoint(box.left + 4, y)));
}).map((one) => one.innerText)"""


@pytest.fixture(scope="module")
def thinking(databases: Databases) -> Iterator[RunningServer]:
    """A server that thinks."""
    with run_server(databases.sqlite(), "--page", str(PAGE), "--review-workers", "1") as server:
        yield server


def show_shares(coach: Locator) -> None:
    """Turn the win shares on, and wait until they are there."""
    wanted = coach.get_by_role("switch", name="Win shares")
    wanted.press(" ")
    expect(wanted).to_be_checked()
    expect(coach.get_by_role("img")).to_be_visible()


def test_hints_then_a_word_and_the_move_is_taken_back(
    thinking: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page = new_page(preferences='{"speed":0,"language":"en"}')
    seats = [ME, bot("Water carrier"), bot("Water carrier")]
    game_id = new_game(page, thinking.address, seats, position=POSITION.position)
    open_table(page, thinking.address, game_id)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Play with the coach").click()
    coach = page.get_by_role("region", name="Coach")
    expect(coach).to_be_visible()
    show_shares(coach)
    page.keyboard.press("h")  # the switch has the focus, and no use for it
    expect(coach).to_contain_text("Look at the caravan and its cities.")
    expect(coach).not_to_contain_text("Mari")
    page.keyboard.press("h")
    expect(coach.locator("li.last b")).to_have_text("2")
    page.keyboard.press("h")
    expect(coach).to_contain_text("Caravan to Mari.")
    expect(page.locator(".marks .better").first).to_be_attached()
    keep(page, "coach hint")
    for size in ((768, 1024), (1024, 768)):
        resize(page, size)
        garden = page.locator(".garden").bounding_box()
        words = coach.bounding_box()
        assert garden is not None
        assert words is not None
        assert garden["y"] + garden["height"] <= words["y"], "the coach lies on the garden"
        keep(page, f"coach hint {size[0]}")
    resize(page, DESKTOP)
    page.locator(CARD).first.click()
    word = page.locator("[data-word='priest/1']")
    expect(word).to_contain_text("gives away")
    keep(page, "coach word")
    assert defects(page, "coach") == []
    resize(page, PHONE)
    expect(word).to_be_visible()
    keep(page, "coach word phone")
    page.get_by_role("button", name="Take it back").click()
    expect(word).to_have_count(0)
    expect(page.locator(".legal").first).to_be_visible()
    page.locator("[data-hint]").click()
    expect(page.get_by_text("Look at the caravan and its cities.")).to_be_visible()
    keep(page, "coach hint phone")
    assert defects(page, "coach on a phone") == []


def test_the_bar_and_the_word_about_a_move_come_from_one_reading(
    thinking: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page = new_page(preferences='{"language":"en"}', reduced_motion="no-preference")
    seats = [ME, bot("Water carrier"), bot("Water carrier")]
    open_table(page, thinking.address, new_game(page, thinking.address, seats, position=POSITION.position))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Play with the coach").click()
    coach = page.get_by_role("region", name="Coach")
    show_shares(coach)
    expect(coach).to_contain_text("A first estimate")
    asked = asked_of_server(page)
    page.locator(CARD).first.click()
    expect(page.locator("[data-word='priest/1']")).to_be_visible()
    keep(page, "coach one reading")
    said = re.search(r"after it: (\d+)\. After the best move: (\d+)\.", coach.locator("[data-cost]").inner_text())
    assert said is not None
    after, best = int(said[1]), int(said[2])
    assert after < best
    bar = coach.get_by_role("img").get_attribute("aria-label") or ""
    assert re.search(rf"\b{after}\b", bar.split(",")[0]), bar
    assert "POST shares" not in asked, "a second reading may say something else"
    # The word stays when it is put away: the bar does not stand alone.
    coach.get_by_role("button", name="Keep it").click()
    expect(coach.locator("[data-cost]")).to_contain_text("This move costs about")
    # Once it is taken back, the bar stands where that reading had the best move.
    page.keyboard.press("Escape")
    expect(coach.get_by_role("img")).to_have_attribute("aria-label", re.compile(rf"^[^,]*\b{best}\b"))
    expect(coach).not_to_contain_text("A first estimate")


def test_the_word_about_a_move_is_read_beside_the_news(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page = new_page(preferences='{"language":"de"}', reduced_motion="no-preference")
    asked: list[Route] = []
    page.route("**/coach/move-cost", lambda route: asked.append(route))  # noqa: PLW0108 - Playwright marks it
    page.route("**/coach/shares", lambda route: route.fulfill(json=DONE | {"shares": SHARES}))
    table = [ME, bot(), bot(), bot()]
    open_table(page, server.address, new_game(page, server.address, table, record=last_to_pass(), coach=True))
    page.get_by_role("switch", name="Gewinnanteile").press(" ")
    page.locator("[data-place=pass].legal").click()
    play_until_confirm(page, Random(1))
    page.locator(CONFIRM).click()
    card, word = page.locator("section.news"), page.locator("[data-word=pass]")
    expect(card).to_contain_text("Seit deinem letzten Zug")
    wait_for_rest(page)
    for route in asked:  # the engine has thought until the next turn
        answer_blunder(route)
    expect(word).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        keep(page, f"coach word beside the news {scheme}")
    assert word.evaluate(COVERED) == []
    expect(card).to_be_visible()


def answer_blunder(route: Route) -> None:
    """Answer that a move gave 20 points away."""
    *_, move = json.loads(route.request.post_data or "")["tokens"]
    loss = Loss(20.0, 16.0, 24.0, 3.0, SHARES, SHARES)
    cost = MoveCost("", "W", "action", True, move, "priest/1", loss, "blunder", ["priest/1"], [move], [])
    route.fulfill(json=DONE | {"move_cost": cost.as_dict()})


def test_who_sits_down_at_a_table_with_a_coach_reads_of_it_first(
    thinking: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    owner, guest = new_page(), new_page(DESKTOP)
    answer = owner.request.post(f"{thinking.address}/api/v1/games", data={"seats": [ME, OPEN], "coach": True}).json()
    guest.goto(f"{thinking.address}/join/{answer['game']['id']}/K/{answer['invitations']['K']}")
    expect(guest.get_by_text("This table has a coach")).to_be_visible()
    keep(guest, "coach agreement")
    guest.get_by_role("button", name="Agree and take the seat").click()
    expect(guest).to_have_url(f"{thinking.address}/table/{answer['game']['id']}")


def test_the_analysis_board_hears_the_engine(thinking: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{thinking.address}/analysis?text={quote(POSITION.position)}")
    expect(page.get_by_role("list", name="The best moves").get_by_role("button").first).to_contain_text("Mari")
    line = page.get_by_role("region", name="The line of this move").get_by_role("listitem").get_by_role("button")
    line.first.click()
    expect(page.get_by_role("region", name="Played here").get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_role("list", name="The best moves").get_by_role("button").first).not_to_contain_text("Mari")
