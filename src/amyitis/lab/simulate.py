"""Random games in bulk, and what they say: speed, length, scores by seat, and whether the rules held."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from amyitis.errors import Malformed
from amyitis.rules.switches import NO_SWITCHES, Switches

from .batches import Results, Violation, cores, play_many
from .variants import Variant

VIOLATIONS_KEPT = 100


@dataclass
class Simulation:
    """What a simulation found: sums, extremes, and the first violations. A shared win counts for each who shares it."""

    players: int
    switches: Switches
    seed: int
    checked: bool
    threads: int
    games: int = 0
    decisions: int = 0
    rounds: int = 0
    seconds: float = 0.0
    scores: list[int] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    shared_wins: int = 0
    lowest_score: int = 0
    highest_score: int = 0
    violations: int = 0
    violation_list: list[Violation] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scores, self.wins = [0] * self.players, [0] * self.players

    @property
    def decisions_per_second(self) -> float:
        """Decisions of the players a second."""
        return self.decisions / self.seconds

    @property
    def games_per_second(self) -> float:
        """Games a second."""
        return self.games / self.seconds

    @property
    def mean_rounds(self) -> float:
        """Rounds of a game."""
        return self.rounds / self.games

    @property
    def mean_decisions(self) -> float:
        """Decisions of a game."""
        return self.decisions / self.games

    @property
    def mean_scores(self) -> list[float]:
        """Prestige by seat."""
        return [total / self.games for total in self.scores]

    def add(self, results: Results) -> None:
        """Count in the results of some games."""
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

    def as_json(self) -> dict[str, Any]:
        """The findings as plain lists and numbers."""
        rates = ("decisions_per_second", "games_per_second", "mean_rounds", "mean_decisions", "mean_scores")
        return asdict(self) | {name: getattr(self, name) for name in rates}


def simulate(
    players: int,
    games: int,
    seed: int = 0,
    *,
    check: bool = False,
    switches: Switches = NO_SWITCHES,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play the games of consecutive seeds with random moves, on all cores unless `threads` says how many.

    `progress` is called after each chunk with the number of games done. Raises Malformed for a number out of range.
    """
    variant = Variant(players, switches)
    if games < 1:
        raise Malformed(f"a simulation needs at least 1 game, not {games}")
    threads = cores() if threads is None else threads
    if threads < 1:
        raise Malformed(f"a simulation needs at least 1 thread, not {threads}")
    simulation = Simulation(players, switches, seed, check, threads)
    chunks = play_many(variant, games, seed, check=check, threads=threads)
    started = time.perf_counter()
    for results in chunks:
        simulation.add(results)
        if progress is not None:
            progress(simulation.games)
    simulation.seconds = time.perf_counter() - started
    return simulation
