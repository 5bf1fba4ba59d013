"""The engine of a page as a review uses it: WebAssembly in the same worker (`web/src/engine/analyst.ts`)."""

import json
from typing import Any, Protocol

from amyitis.analysis.thinkers import Reading
from amyitis.bots.requests import halves, opinion
from amyitis.nets.cards import SMALL, packaged_card
from amyitis.rules.state import State
from amyitis.search.opinion import Opinion


class Analyst(Protocol):
    """An object of JavaScript. What it returns is JSON; a seed is two numbers, its lowest 32 bits and the others."""

    def ask(self, state: str) -> None:
        """From now on it is about this position."""

    def clear(self) -> None:
        """Forget what was read."""

    def glance(self, low: int, high: int) -> str:
        """What the network says at once: a row of numbers."""

    def think(self, visits: int, fresh: bool) -> str:
        """Opinions on all moves."""

    def visits(self) -> int:
        """How often the position that was thought about last was visited."""

    def expected(self) -> str:
        """The actions that are expected from there on."""

    def read(self, reader: int, visits: int) -> str:
        """What a reader finds: `{"opinions", "line"}`."""

    def roll_out(self, reader: int, visits: int, count: int, move: int, low: int, high: int, first: int) -> str:
        """Rollouts, a row of numbers for each; a move of -1 is none."""

    def line(self, move: int, visits: int) -> str:
        """The actions that are expected after a move."""


class BrowserThinker:
    """The engine in a page, as `analysis/thinkers.py` describes it."""

    def __init__(self, analyst: Analyst, seed: int = 0) -> None:
        self._analyst, self.seed = analyst, seed
        self.card = packaged_card(SMALL)
        self.for_this_box = True
        self._asked: State | None = None

    def start(self, seed: int) -> None:
        """Begin with a question that has nothing to do with those before."""
        self.seed = seed
        self._analyst.clear()

    def glance(self, s: State) -> list[float]:
        """What the network says of a position at once."""
        found: list[float] = json.loads(self._about(s).glance(*halves(self.seed)))
        return found

    def think(self, s: State, visits: int, fresh: bool = False) -> list[Opinion]:
        """Opinions on all moves of a decision, the most visited first, after so many visits."""
        return _opinions(json.loads(self._about(s).think(visits, fresh)))

    @property
    def visits(self) -> int:
        """How often the position that was thought about last was visited."""
        return self._analyst.visits()

    def expected(self) -> list[int]:
        """The moves that are expected from there on, to the end of the round."""
        found: list[int] = json.loads(self._analyst.expected())
        return found

    def read(self, s: State, visits: int, reader: int = 0) -> Reading:
        """What a reader finds in a decision that knows nothing of it yet."""
        found = json.loads(self._about(s).read(reader, visits))
        return Reading(_opinions(found["opinions"]), found["line"])

    def roll_out(
        self, s: State, reader: int, visits: int, count: int, move: int | None = None, *, first: int = 0
    ) -> list[list[float]]:
        """Rollouts of the line that a reader finds from a position on (after a move of it) over so many deals."""
        about, after = self._about(s), -1 if move is None else move
        found: list[list[float]] = json.loads(about.roll_out(reader, visits, count, after, *halves(self.seed), first))
        return found

    def line(self, s: State, move: int, visits: int) -> list[int]:
        """A move and the moves that are expected after it, to the end of the round, with so many visits."""
        return [move, *json.loads(self._about(s).line(move, visits))]

    def _about(self, s: State) -> Analyst:
        """The analyst, who knows the position then."""
        if self._asked != s:
            self._analyst.ask(json.dumps(s.as_dict()))
            self._asked = s.copy()
        return self._analyst


def _opinions(found: list[dict[str, Any]]) -> list[Opinion]:
    return [opinion(one) for one in found]
