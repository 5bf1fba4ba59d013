"""Random games in bulk, and what they say: speed, length, scores by seat, and whether the rules held."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from amyitis.errors import Malformed
from amyitis.rules.switches import NO_SWITCHES, Switches

from .batches import Results, Violation, cores, play_many
from .variants import Variant

VIOLATIONS_KEPT = 100

Progress = Callable[[int], None]


@dataclass
class Tally:
    """What is kept of any number of games: sums and extremes, and the first violations."""

    players: int
    games: int = 0
    decisions: int = 0
    rounds: int = 0
    scores: list[int] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    shared_wins: int = 0
    lowest_score: int = 0
    highest_score: int = 0
    violations: int = 0
    violation_list: list[Violation] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scores = self.scores or [0] * self.players
        self.wins = self.wins or [0] * self.players

    def add(self, results: Results) -> None:
        """Count in the results of some games; a shared win counts for each who shares it."""
        scores, winners = results.scores[:, : self.players], results.winners
        lowest, highest = int(scores.min()), int(scores.max())
        self.lowest_score = min(self.lowest_score, lowest) if self.games else lowest
        self.highest_score = max(self.highest_score, highest) if self.games else highest
        self.games += len(results)
        self.decisions += int(results.decisions.sum())
        self.rounds += int(results.rounds.sum())
        for p in range(self.players):
            self.scores[p] += int(scores[:, p].sum())
            self.wins[p] += int((winners >> p & 1).sum())
        self.shared_wins += int((winners & (winners - 1) != 0).sum())
        violations = results.violations
        self.violations += len(violations)
        self.violation_list += violations[: VIOLATIONS_KEPT - len(self.violation_list)]


@dataclass(frozen=True)
class Simulation:
    """What a simulation found. `wins` counts a shared win for each who shares it."""

    players: int
    switches: Switches
    seed: int
    checked: bool
    threads: int
    games: int
    decisions: int
    seconds: float
    decisions_per_second: float
    games_per_second: float
    violations: int
    mean_rounds: float
    mean_decisions: float
    mean_scores: list[float]
    lowest_score: int
    highest_score: int
    wins: list[int]
    shared_wins: int
    violation_list: list[Violation] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The findings as plain lists and numbers."""
        plain = {**vars(self), "switches": self.switches.as_dict()}
        plain["violation_list"] = [
            {"seed": one.seed, "ply": one.ply, "faults": list(one.faults)} for one in self.violation_list
        ]
        return plain


def simulate(
    players: int,
    games: int,
    seed: int = 0,
    *,
    check: bool = False,
    switches: Switches = NO_SWITCHES,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Play the games of consecutive seeds with random moves, on all cores unless told otherwise.

    `progress` is told after each chunk how many games are done. Raises Malformed for a number out of range.
    """
    variant = Variant(players, switches)
    if games < 1:
        raise Malformed(f"a simulation needs at least 1 game, not {games}")
    threads = cores() if threads is None else threads
    if threads < 1:
        raise Malformed(f"a simulation needs at least 1 thread, not {threads}")
    tally = Tally(players)
    chunks = play_many(variant, games, seed, check=check, threads=threads)
    started = time.perf_counter()
    for results in chunks:
        tally.add(results)
        if progress is not None:
            progress(tally.games)
    seconds = time.perf_counter() - started
    return Simulation(
        players=players,
        switches=switches,
        seed=seed,
        checked=check,
        threads=threads,
        games=tally.games,
        decisions=tally.decisions,
        seconds=seconds,
        decisions_per_second=tally.decisions / seconds,
        games_per_second=tally.games / seconds,
        violations=tally.violations,
        mean_rounds=tally.rounds / tally.games,
        mean_decisions=tally.decisions / tally.games,
        mean_scores=[total / tally.games for total in tally.scores],
        lowest_score=tally.lowest_score,
        highest_score=tally.highest_score,
        wins=tally.wins,
        shared_wins=tally.shared_wins,
        violation_list=tally.violation_list,
    )
