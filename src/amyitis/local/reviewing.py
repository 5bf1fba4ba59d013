"""Analysis jobs in a worker of the page, beside the one with the table; WebAssembly searches there."""

import asyncio
import json
from collections.abc import Callable
from typing import Any, Protocol

from amyitis.analysis.analyzers.position_analyzer import SearchResult
from amyitis.analysis.jobs import ReviewJob, job_from_dict, run_job
from amyitis.bots.searching import halves
from amyitis.nets.cards import SMALL, find_card
from amyitis.rules.state import State
from amyitis.search.evaluation import MoveEvaluation
from amyitis.search.solver import Search, Solver


class PageAnalyzer(Protocol):
    """An object of JavaScript. What it returns is JSON; a seed is two numbers, its lowest 32 bits and the others."""

    def ask(self, state: str) -> None:
        """From now on it is about this position."""

    def clear(self) -> None:
        """Forget what was read."""

    def preliminary(self, low: int, high: int) -> str:
        """The network's values without a search: a row of numbers."""

    def search(self, visits: int, fresh: bool) -> str:
        """The evaluation of every move."""

    def visits(self) -> int:
        """The visits of the position that was searched last."""

    def expected_line(self) -> str:
        """The actions that are expected from there on."""

    def read(self, reader: int, visits: int, move: int) -> str:
        """What a reader finds: `{"evaluations", "line"}`; a move of -1 is none."""

    def roll_out(
        self, reader: int, visits: int, count: int, move: int, rounds: int, low: int, high: int, first: int
    ) -> str:
        """Rollouts, a row of numbers for each; a move of -1 is none."""

    def line(self, move: int, visits: int) -> str:
        """The actions that are expected after a move."""

    def forget(self) -> None:
        """Forget all positions that the solver knows."""

    def margin(self, beta: int, behind: int, nodes: int) -> str:
        """The solver's search for a margin: `[value, answer, nodes]`, or null."""

    def outcomes(self, nodes: int) -> str:
        """The solver's search for outcomes: `[value, answer, nodes]`, or null."""


class BrowserPositionAnalyzer:
    """The engine in a page, as `analysis/analyzers/position_analyzer.py` describes it."""

    def __init__(self, analyzer: PageAnalyzer, seed: int = 0) -> None:
        self._wasm, self.seed = analyzer, seed
        self.card = find_card(SMALL)
        self.for_this_box = True
        self.solver = Solver(self)
        self._asked: State | None = None

    def reset(self, seed: int) -> None:
        """Set the seed, and forget what the readers have read."""
        self.seed = seed
        self._wasm.clear()

    def preliminary(self, s: State) -> list[float]:
        """The network's values of a position, without any search."""
        result: list[float] = json.loads(self._about(s).preliminary(*halves(self.seed)))
        return result

    def search(self, s: State, visits: int, fresh: bool = False) -> list[MoveEvaluation]:
        """The evaluation of every move of a decision, the most visited first, after so many visits."""
        return _evaluations(json.loads(self._about(s).search(visits, fresh)))

    @property
    def visits(self) -> int:
        """The visits of the position that was searched last."""
        return self._wasm.visits()

    def expected_line(self) -> list[int]:
        """The moves that are expected from there on, to the end of the round."""
        result: list[int] = json.loads(self._wasm.expected_line())
        return result

    def read(self, s: State, visits: int, reader: int = 0, move: int | None = None) -> SearchResult:
        """What a reader finds in a decision (in the one after a move of it) that knows nothing of it yet."""
        result = json.loads(self._about(s).read(reader, visits, -1 if move is None else move))
        return SearchResult(_evaluations(result["evaluations"]), result["line"])

    def roll_out(
        self,
        s: State,
        reader: int,
        visits: int,
        count: int,
        move: int | None = None,
        *,
        rounds: int = 0,
        first: int = 0,
    ) -> list[list[float]]:
        """Rollouts of the line that a reader finds from a position on (after a move of it) over so many deals."""
        about, after = self._about(s), -1 if move is None else move
        seed = halves(self.seed)
        result: list[list[float]] = json.loads(about.roll_out(reader, visits, count, after, rounds, *seed, first))
        return result

    def line(self, s: State, move: int, visits: int) -> list[int]:
        """A move and the moves that are expected after it, to the end of the round, with so many visits."""
        return [move, *json.loads(self._about(s).line(move, visits))]

    def forget(self) -> None:
        """Forget all positions that the solver knows."""
        self._wasm.forget()

    def margin(self, s: State, beta: int, behind: int, nodes: int) -> Search | None:
        """Search whether a margin is at least `beta`; None where so many positions are too few."""
        return _search(json.loads(self._about(s).margin(beta, behind, nodes)))

    def outcomes(self, s: State, nodes: int) -> Search | None:
        """Search the outcomes of a position; None where so many positions are too few."""
        return _search(json.loads(self._about(s).outcomes(nodes)))

    def _about(self, s: State) -> PageAnalyzer:
        """The analyzer, who knows the position then."""
        if self._asked != s:
            self._wasm.ask(json.dumps(s.as_dict()))
            self._asked = s.copy()
        return self._wasm


def _evaluations(result: list[dict[str, Any]]) -> list[MoveEvaluation]:
    return [MoveEvaluation.from_dict(evaluation) for evaluation in result]


def _search(result: list[int] | None) -> Search | None:
    return None if result is None else Search(*result)


class Reviewing:
    """Does jobs (`analysis/jobs.py`): one review after the other, and what somebody waits for between its steps.

    That disturbs no review: what its readers find does not depend on what they were asked before.
    """

    def __init__(self, analyzer: PageAnalyzer) -> None:
        self._analyzer = BrowserPositionAnalyzer(analyzer)
        self._reviews, self._questions = asyncio.Lock(), asyncio.Lock()

    async def work(self, text: str, tell: Callable[[str], None]) -> None:
        """Do a job, and send its updates, the last one when it is done."""
        job = job_from_dict(json.loads(text))
        async with self._reviews if isinstance(job, ReviewJob) else self._questions:
            for update in run_job(job, self._analyzer):
                tell(json.dumps(update.as_dict()))
                await asyncio.sleep(0)  # requests that came meanwhile are read
