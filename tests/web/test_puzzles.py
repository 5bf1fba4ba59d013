"""Puzzles in a real browser: one solved, one failed, on a wide screen and on a phone; and what axe finds there."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from amyitis.analysis.puzzles import Puzzle, all_puzzles
from amyitis.game import Game
from tests.server.running import RunningServer
from tests.web.conftest import DESKTOP, PHONE, NewPage
from tests.web.test_everyone import defects

Keep = Callable[[Page, str], Path]
JOURNEY = next(one for one in all_puzzles() if one.best.startswith("go:"))


def wrong_moves(puzzle: Puzzle) -> list[str]:
    """Moves of the table that are not the solution and lie at a place of their own."""
    moves = Game.from_position(puzzle.position).legal_moves
    return [move for move in moves if move != puzzle.best and (move.startswith("go:") or move == "pass")]


def click_move(page: Page, move: str, phone: bool) -> None:
    """Click a journey, or passing, where it lies on the table."""
    place = f"city:{move[3:]}" if move.startswith("go:") else move
    if phone:
        page.get_by_role("tab", name="Caravan" if move.startswith("go:") else "Crafts").click()
    page.locator(f'[data-place="{place}"].legal').first.click()


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
    expect(page.get_by_text("Solved: Caravan to")).to_be_visible()
    line = page.get_by_role("region", name=re.compile("The engine.s line"))
    moves = line.get_by_role("listitem").get_by_role("button")
    expect(moves).to_have_count(len(JOURNEY.best_line))
    line.get_by_role("button", name="One move on").click()
    expect(moves.first).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowLeft")
    expect(moves.first).not_to_have_attribute("aria-current", "step")
    keep(page, f"puzzle-solved-{size[0]}")
    assert defects(page, "solved") == []
    page.reload()
    expect(page.get_by_text("Solved: Caravan to")).to_be_visible()
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_text("Solved: Caravan to")).to_have_count(0)
    expect(page.get_by_role("button", name="Hint 1")).to_be_enabled()


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
