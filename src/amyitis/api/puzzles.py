"""What is told of puzzles: how many there are, and each without its solution."""

from collections.abc import Callable
from typing import Any

from amyitis.analysis import puzzles
from amyitis.analysis.puzzles import NoPuzzles, Puzzle
from amyitis.game import Game
from amyitis.table.outlook import outlook

from .refusals import NotFound
from .solving import Solving

HIDDEN = ("box", "best", "second", "points", "low", "high", "best_line", "second_line")
KEY = "[0-9a-f]{1,32}"


def themes_told() -> dict[str, Any]:
    """How many puzzles there are, and of which themes."""
    return {"count": len(puzzles.all_puzzles()), "themes": puzzles.themes()}


async def puzzle_told(puzzle: Puzzle, solving: Solving, person: str | None) -> dict[str, Any]:
    """A puzzle without its solution, and what a person has made of it."""
    game = Game.from_position(puzzle.position)
    plain = {name: value for name, value in puzzle.as_dict().items() if name not in HIDDEN}
    table = {"moves": list(game.legal_moves), "view": game.view(), "outlook": outlook(game)}
    number = 1 + puzzles.all_puzzles().index(puzzle)
    return {**plain, "number": number, **table, **await solving.about(puzzle, person)}


def puzzle_found(find: Callable[..., Puzzle], *given: Any) -> Puzzle:
    """What is looked for; raises NotFound."""
    try:
        return find(*given)
    except NoPuzzles as problem:
        raise NotFound(str(problem)) from None


async def next_puzzle_found(solving: Solving, person: str | None, after: str | None, theme: str | None) -> Puzzle:
    """A puzzle that fits a person, the one behind `after` for whom nobody knows; raises NotFound."""
    if person is None:
        return puzzle_found(puzzles.next_puzzle, after, theme)
    try:
        return await solving.next(person, after, theme)
    except NoPuzzles as problem:
        raise NotFound(str(problem)) from None
