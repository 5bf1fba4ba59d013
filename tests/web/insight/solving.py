"""A puzzle to solve, the move that solves it, and an engine that answers at once."""

import json

from playwright.sync_api import Page, Route

from amyitis.analysis.puzzles.puzzles import Puzzle, all_puzzles, is_asked
from amyitis.box.tables import TEMPLES
from amyitis.game import Game

COURT = ("banker", "caravaneer", "palace", "gardener")


def asked_moves(puzzle: Puzzle, line: list[str]) -> list[str]:
    """The moves of a line that the player has to click: the others follow by themselves."""
    game, asked = Game.from_position(puzzle.position), []
    for move in line:
        if is_asked(game, puzzle.seat):
            asked.append(move)
        game.push(move)
    return asked


def is_journey(puzzle: Puzzle) -> bool:
    """Whether a puzzle is to plant with the caravan, where it may go to several cities, and another round follows."""
    best, *rest = asked_moves(puzzle, puzzle.lines()[-1])
    cities = [move for move in Game.from_position(puzzle.position).legal_moves if move.startswith("go:")]
    return (
        best in cities
        and len(cities) > 1
        and puzzle.turns == 1
        and puzzle.players == 4
        and "last round" not in puzzle.themes
        and any(move.startswith("plant:") for move in rest)
        and all(move.startswith("plant:") or move in COURT for move in rest)
    )


def is_double(puzzle: Puzzle) -> bool:
    """Whether a puzzle is a cube for a temple, somebody else's reply, and a cube for a temple again."""
    moves, after = asked_moves(puzzle, puzzle.lines()[0]), Game.from_position(puzzle.position)
    after.push(puzzle.best)
    return puzzle.turns == len(moves) == 2 and set(moves) <= {*TEMPLES} and after.seat != puzzle.seat


JOURNEY = next(one for one in all_puzzles() if is_journey(one))
DOUBLE = min(filter(is_double, all_puzzles()), key=lambda one: len(one.best_line))

# A mistake of one's own there, as the browser keeps it.
MISTAKE = {
    "id": "game-7",
    "position": JOURNEY.position,
    "seat": JOURNEY.seat,
    "round": JOURNEY.round,
    "question": JOURNEY.question,
    "played": "pass",
    "best": JOURNEY.best,
    "themes": [],
    "box": 0,
    "due": 0,
}


def finish_turn(page: Page) -> None:
    """Click the rest of the turn that solves the puzzle, the square and the card of the Court."""
    for move in asked_moves(JOURNEY, JOURNEY.lines()[-1])[1:]:
        place = f"square:{move[6:]}" if move.startswith("plant:") else f"court:{move}"
        page.locator(f'[data-place^="{place}"].legal').first.click()


def click_move(page: Page, move: str, phone: bool) -> None:
    """Click a journey, a temple, or passing, where it lies on the table."""
    place = f"city:{move[3:]}" if move.startswith("go:") else f"temple:{move}" if move in TEMPLES else move
    if phone:
        page.get_by_role("tab", name="Caravan" if move.startswith("go:") else "Crafts").click()
    page.locator(f'[data-place="{place}"].legal').first.click()


def evaluation_of(position: str) -> dict[str, object]:
    """What an engine might say of a position: the first moves, each with a line of its own."""
    game = Game.from_position(position)
    even, prestige = dict.fromkeys(game.seats, 1 / game.players), dict.fromkeys(game.seats, 50.0)
    moves = list(game.legal_moves)[:3] if game.seat in game.seats else []
    lines = [{"move": one, "visits": 9, "wins": even, "prestige": prestige, "line": [one]} for one in moves]
    if position == JOURNEY.position:
        others = [one for one in lines if one["move"] != JOURNEY.best]
        lines = [{**lines[0], "move": JOURNEY.best, "line": JOURNEY.best_line}, *others[:2]]
    facts = {"position": position, "seats": game.seats, "seat": game.seat, "question": game.question}
    shares = {"wins": even, "powers": {"Scribe": 0.9, "Governor": None}}
    return {**facts, "trained_for_this_box": True, "visits": 1024, **shares, "prestige": prestige, "lines": lines}


def think(route: Route) -> None:
    """Answer at once for the engine, which other tests hear: here it is the page that counts."""
    asked = json.loads(route.request.post_data or "{}")
    job = {"key": "ab", "kind": "evaluation", "status": "done", "error": None, "done": 1, "total": 1}
    route.fulfill(json={**job, "evaluation": evaluation_of(asked["position"])})
