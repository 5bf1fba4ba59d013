"""Hints about the best move, in steps: each leaves at most half of the moves that were left."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from amyitis.box.tables import CITY_KIND, CITY_NAMES, COURT_CITY, MARKET

from .puzzles.puzzles import part_of

MOST_NAMED = 5  # moves in a sentence


@dataclass(frozen=True)
class HintStep:
    """A step: the moves that it leaves, and by what: the part of the table, the kind of move, or their names."""

    by: Literal["part", "kind", "names"]
    left: list[str]


def hint_steps(question: str, legal: Sequence[str], ranking: Sequence[str]) -> Iterator[HintStep]:
    """Yield the steps that lead from all legal moves to the best one: where to look, what kind of move, the move.

    `ranking` are the best moves, the best first. Where the place or the kind excludes less than half of the moves, the
    better ones are named. With few moves there are fewer steps.
    """
    best, left, named = ranking[0], list(legal), False
    ways: list[tuple[Literal["part", "kind"], Callable[[str], str | None]]] = [
        ("part", partial(part_of, question)),
        ("kind", kind_of),
    ]
    for by, of in ways:
        if len(left) == 1:
            break
        half = len(left) // 2
        alike = [move for move in left if of(move) == of(best)]
        named = not (of(best) and len(alike) <= half)
        better = [move for move in ranking if move in left][: min(half, MOST_NAMED)]
        left = [move for move in left if move in better] if named else alike  # not the best first
        yield HintStep("names" if named else by, left)
    if len(left) > 1 or not named:
        yield HintStep("names", [best])


def kind_of(token: str) -> str | None:
    """Return what kind of action a move is: a craft, a kind of city, passing, the Noble; None for other answers."""
    craft, slash, _group = token.removeprefix("free:").partition("/")
    if slash:
        return craft
    if not token.startswith("go:"):
        return token if token in ("pass", "noble") else None
    kind = CITY_KIND[CITY_NAMES.index(token.removeprefix("go:"))]
    return "market" if kind == MARKET else "court_city" if kind == COURT_CITY else "plant_city"
