"""Puzzles and the analysis board in a real browser, on a wide screen and on a phone; and what axe finds there."""

import json
import re
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

from amyitis.analysis.puzzles.puzzles import Puzzle, all_puzzles
from amyitis.game import Game
from tests.server.running import RunningServer
from tests.web.conftest import DESKTOP, PHONE, NewPage
from tests.web.insight.solving import DOUBLE, JOURNEY, MISTAKE, click_move, finish_turn, think
from tests.web.looking import defects

Keep = Callable[[Page, str], None]


def wrong_moves(puzzle: Puzzle) -> list[str]:
    """Moves of the table that are not the solution and lie at a place of their own."""
    moves = Game.from_position(puzzle.position).legal_moves
    return [move for move in moves if move != puzzle.best and (move.startswith("go:") or move == "pass")]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["wide", "phone"])
def test_a_puzzle_is_solved_and_its_line_shown(
    server: RunningServer, new_page: NewPage, keep: Keep, size: tuple[int, int]
) -> None:
    page = new_page(size)
    page.goto(f"{server.address}/puzzle/{JOURNEY.id}")
    expect(page.get_by_text("Find the best move.")).to_be_visible()
    page.get_by_role("button", name="Hint 1").click()
    expect(page.get_by_text("Look at the caravan and its cities.")).to_be_visible()
    click_move(page, JOURNEY.best, size == PHONE)
    expect(page.get_by_role("status").get_by_text(f"Caravan to {JOURNEY.best[3:]} is right.")).to_be_visible()
    expect(page.get_by_role("button", name="Show the answer")).to_be_enabled()
    keep(page, f"puzzle-half-{size[0]}")
    finish_turn(page)
    expect(page.get_by_text("Solved: Caravan to")).to_be_visible()
    line = page.get_by_role("region", name=re.compile("The engine.s line"))
    moves = line.get_by_role("listitem").get_by_role("button")
    expect(moves).to_have_count(len(JOURNEY.best_line))
    line.get_by_role("button", name="One move on").click()
    expect(moves.first).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowLeft")
    expect(moves.first).not_to_have_attribute("aria-current", "step")
    keep(page, f"puzzle-solved-{size[0]}")
    assert size == PHONE or defects(page, "solved") == []
    page.reload()
    expect(page.get_by_text("Solved: Caravan to")).to_be_visible()
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_text("Solved: Caravan to")).to_have_count(0)
    expect(page.get_by_role("button", name="Hint 1")).to_be_enabled()


def test_after_the_reply_the_second_turn_is_to_be_found(server: RunningServer, new_page: NewPage, keep: Keep) -> None:
    page = new_page()
    page.goto(f"{server.address}/puzzle/{DOUBLE.id}")
    expect(page.get_by_text("Turn 1 of 2")).to_be_visible()
    click_move(page, DOUBLE.best, phone=False)
    expect(page.get_by_text("Turn 2 of 2")).to_be_visible()
    reply = page.get_by_role("region", name="What followed").get_by_role("listitem")
    expect(reply).to_have_count(len(DOUBLE.progress([DOUBLE.best]).reply))
    expect(page.get_by_role("status").get_by_text("is right.")).to_be_visible()
    temple = page.locator(f'[data-place="temple:{DOUBLE.lines()[0][-1]}"].legal')
    expect(temple).to_be_visible()
    keep(page, "puzzle-second-turn")
    assert defects(page, "second turn") == []
    temple.click()
    expect(page.get_by_text("Solved:")).to_be_visible()


def test_a_puzzle_is_failed_after_three_wrong_moves(server: RunningServer, new_page: NewPage, keep: Keep) -> None:
    puzzle = next(one for one in all_puzzles() if len(wrong_moves(one)) >= 3)
    page = new_page()
    page.goto(f"{server.address}/puzzle/{puzzle.id}")
    for move, left in zip(wrong_moves(puzzle), ("2 tries left.", "One try left.", ""), strict=False):
        click_move(page, move, phone=False)
        if left:
            expect(page.get_by_role("status").get_by_text(left)).to_be_visible()
    expect(page.get_by_text("Not this time.")).to_be_visible()
    expect(page.get_by_text("a loss against the puzzle")).to_be_visible()
    keep(page, "puzzle-failed")
    page.goto(f"{server.address}/puzzle/0123")
    expect(page.get_by_text("There is no such puzzle here.")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["wide", "phone"])
def test_a_position_is_analysed_and_its_lines_are_played(
    server: RunningServer, new_page: NewPage, keep: Keep, size: tuple[int, int]
) -> None:
    page = new_page(size)
    page.route("**/api/v1/evaluations", think)
    page.goto(f"{server.address}/analysis?text={quote(JOURNEY.position)}")
    moves = page.get_by_role("list", name="The best moves").get_by_role("button")
    expect(moves).to_have_count(3)
    line = page.get_by_role("region", name="The line of this move").get_by_role("listitem").get_by_role("button")
    expect(line).to_have_count(len(JOURNEY.best_line))
    keep(page, f"analysis-{size[0]}")
    assert size == DESKTOP or defects(page, "analysis") == []
    line.nth(1).click()
    trail = page.get_by_role("region", name="Played here").get_by_role("listitem").get_by_role("button")
    expect(trail).to_have_count(2)
    expect(trail.nth(1)).to_have_attribute("aria-current", "step")
    page.keyboard.press("[")
    expect(trail.first).to_have_attribute("aria-current", "step")
    page.keyboard.press("[")
    expect(page.locator("[aria-current=step]")).to_have_count(0)
    click_move(page, next(one for one in wrong_moves(JOURNEY) if one.startswith("go:")), size == PHONE)
    expect(trail.first).to_have_attribute("aria-current", "step")
    address = page.url
    page.get_by_role("button", name="Paste text").click()
    page.get_by_role("textbox").fill("amy1_nonsense")
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert page.url == address
    page.get_by_role("textbox").fill(JOURNEY.position)
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("region", name="Played here")).to_have_count(0)
    expect(moves).to_have_count(3)


def test_cards_are_drawn_or_named_on_the_analysis_board(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    page.route("**/api/v1/evaluations", think)
    page.goto(f"{server.address}/analysis")
    page.get_by_role("button", name="2 players", exact=True).click()
    expect(page.get_by_role("region", name="Evaluation")).to_be_visible()
    ended = Game.from_position(JOURNEY.position)
    for move in JOURNEY.best_line:
        ended.push(move)
    page.goto(f"{server.address}/analysis?text={quote(ended.position)}")
    dealing = page.get_by_role("region", name="Deal the Craft cards")
    dealing.get_by_role("textbox").fill("XYZ")
    dealing.get_by_role("button", name="Deal these").click()
    expect(page.get_by_role("status").filter(has_text="XYZ")).to_be_visible()
    dealing.get_by_role("button", name="Draw the cards").click()
    expect(dealing).to_have_count(0)
    expect(page.locator(".legal").first).to_be_visible()
    page.get_by_role("region", name="Played here").get_by_role("button", name="One move back").click()
    dealing.get_by_role("textbox").fill("fte/tem/ftm/tee")
    dealing.get_by_role("button", name="Deal these").click()
    expect(page.locator('[data-place="craft:2/merchant"]')).to_be_visible()


def judge_journey(route: Route) -> None:
    """Say of a turn what its puzzle says; of its first move, that needs no engine, the server does."""
    tokens = cast(Any, route.request.post_data_json)["tokens"]
    if len(tokens) == 1:
        return route.continue_()
    progress = JOURNEY.progress(tokens)
    answer = {"right": progress.right, "reply": progress.reply, "over": progress.solved, "cost": None}
    return route.fulfill(json={"status": "done", "error": None, **answer})


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["wide", "phone"])
def test_a_mistake_of_mine_comes_back_and_openings_are_looked_at(
    server: RunningServer, new_page: NewPage, keep: Keep, size: tuple[int, int]
) -> None:
    page = new_page(size)
    lost = {"points": 9, "n": 3}
    game = {
        "id": "game-W",
        "at": 0,
        "players": 2,
        "result": -50,
        "luck": -20,
        "themes": {"caravan": 12},
        "phases": dict.fromkeys(("early", "middle", "late"), lost),
    }
    page.goto(f"{server.address}/openings")
    page.evaluate(
        "(kept) => localStorage.setItem('amyitis.mistakes', kept)",
        json.dumps({"games": [game], "mistakes": [MISTAKE]}),
    )
    cost = {
        "loss": {"points": 12, "low": 9, "high": 15, "prestige": 1, "best": {}, "played": {}},
        "grade": "mistake",
        "reasons": [],
        "best_line": JOURNEY.best_line,
        "move_line": ["pass"],
        "move": "pass",
        "best": JOURNEY.best,
    }
    said = {"key": "k", "kind": "move_cost", "status": "done", "error": None, "done": 1, "total": 1, "move_cost": cost}
    page.route("**/api/v1/move-costs", lambda route: route.fulfill(json=said))
    page.route("**/api/v1/turn-answers", judge_journey)
    expect(page.get_by_role("heading", name="First turns")).to_be_visible()
    page.get_by_role("row").nth(1).get_by_role("button").click()
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    keep(page, f"openings-{size[0]}")
    assert defects(page, "openings") == []
    page.get_by_role("link", name="Strategy").click()
    expect(page.get_by_role("listitem").first).to_be_visible()
    keep(page, f"strategy-{size[0]}")
    assert defects(page, "strategy") == []
    page.get_by_role("listitem").first.get_by_role("link", name="Look").click()
    expect(page).to_have_url(re.compile("/analysis"))
    page.goto(f"{server.address}/progress")
    expect(page.get_by_text("One mistake is due.")).to_be_visible()
    keep(page, f"progress-{size[0]}")
    assert defects(page, "progress") == []
    page.get_by_role("link", name="Begin").click()
    expect(page.get_by_text("Find the best move.")).to_be_visible()
    click_move(page, JOURNEY.best, size == PHONE)
    expect(page.get_by_text("find the rest of the turn").first).to_be_visible()
    finish_turn(page)
    expect(page.get_by_text("Solved: Caravan to")).to_be_visible()
    expect(page.get_by_text("You had played passing")).to_be_visible()
    expect(page.get_by_text("It comes back tomorrow.")).to_be_visible()
    keep(page, f"own-mistake-{size[0]}")
    page.goto(f"{server.address}/progress")
    expect(page.get_by_text("right once, in a day")).to_be_visible()
    page.clock.set_fixed_time(page.evaluate("() => new Date().setHours(24)"))  # midnight
    page.reload()
    page.get_by_role("link", name="Begin").click()
    click_move(page, JOURNEY.best, size == PHONE)
    finish_turn(page)
    expect(page.get_by_text("It comes back in 3 days.")).to_be_visible()
