"""Compare rows, simulations and reviews with an earlier program: `python -m benchmarks.before --chart FILE.svg`.

With `--reviews` only the reviews, of games of several strengths.

Processor time, in turns, so that whatever else the machine does weighs on both alike. The ratio is the median of those
of the turns, above 1 where today's program is faster.
"""

import argparse
from pathlib import Path
from statistics import median
from typing import Any

from amyitis.lab.plots import COLOUR, LINE, Picture

from .programs import COMMIT, SMALL, Child, fetch_before

ROUNDS, FEW_ROUNDS = 7, 3
SEED = 1
TIMES = 20  # the rows of a game, in one measurement
PLAYERS = (2, 3, 4)
SIMULATIONS = (1, 8, 64, 512)  # in an empty tree
EVERY = 12  # the position of so many that is searched
SOME = f"netsearch:N=16,{SMALL}"  # whose games are measured
STRONG = f"netsearch:N=42,{SMALL}"  # as many simulations as a Governor's
SEEDS = (SEED, 2, 3)  # of the games that are reviewed


class Comparison:
    """Both programs."""

    def __init__(self) -> None:
        fetch_before()
        self.children = [Child(version) for version in ("before", "now")]
        self.rates: dict[str, tuple[float, float]] = {}
        print(f"{'beside commit ' + COMMIT[:7]:<46}{'before':>12}{'now':>12}{'ratio':>8}")

    def game(self, bot: str, players: int, seed: int = SEED) -> tuple[list[str], str]:
        """The positions and the record of a game."""
        positions, record = self.children[1].ask("game", bot, players, seed)
        return positions, record

    def look_at(self, positions: list[str]) -> None:
        """Take the positions that are asked about next."""
        for child in self.children:
            child.ask("positions", positions)

    def measure(self, what: str, rounds: int, question: str, *more: Any, times: bool = False) -> None:
        """Ask in turns, and print the medians; whether the answers are times, of which less is better."""
        turns = [[child.ask(question, *more) for child in self.children] for _ in range(rounds)]
        before, now = (median(column) for column in zip(*turns, strict=True))
        ratio = median(a / b if times else b / a for a, b in turns)
        self.rates[what] = before, now
        print(f"{what:<46}{before:>12,.4g}{now:>12,.4g}{ratio:>8.2f}", flush=True)


def searches(players: int, each: int) -> str:
    """What is measured of searches."""
    return f"simulations a second, {each} each, game of {players}"


def draw(rates: dict[str, tuple[float, float]], path: Path) -> None:
    """Simulations a second by their number, of both programs."""
    picture = Picture(path, columns=len(PLAYERS), sharey=True)
    for players, axes in zip(PLAYERS, picture.axes, strict=True):
        lines = zip(*(rates[searches(players, each)] for each in SIMULATIONS), strict=True)
        for speeds, colour, version in zip(lines, (LINE, COLOUR), ("before", "now"), strict=True):
            axes.plot(SIMULATIONS, speeds, marker="o", color=colour, label=version)
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_title(f"{players} players", fontsize="medium")
        axes.set_xlabel("simulations in an empty tree")
    picture.axes[0].set_ylabel("a second, one core")
    picture.save("Simulations with the small network")


def compare_rates(programs: Comparison) -> None:
    """Rows and simulations."""
    for players in PLAYERS:
        positions, _ = programs.game(SOME, players)
        programs.look_at(positions)
        programs.measure(f"rows a second, game of {players}", ROUNDS, "rows", TIMES)
        programs.measure(f"rows a second in WebAssembly, game of {players}", FEW_ROUNDS, "wasm_rows")
        programs.look_at(positions[::EVERY])
        for each in SIMULATIONS:
            programs.measure(searches(players, each), FEW_ROUNDS, "simulations", each)


def compare_reviews(programs: Comparison) -> None:
    """Reviews of games between equals."""
    _, record = programs.game(SOME, 2)
    for child in programs.children:
        child.ask("review", record)  # compiles
    for players in PLAYERS:
        for seed in SEEDS:
            _, record = programs.game(STRONG, players, seed)
            programs.measure(f"seconds for a review, {players} players, game {seed}", 1, "review", record, times=True)


def main() -> None:
    """Measure, print and draw."""
    parser = argparse.ArgumentParser(description="This program beside an earlier one.")
    parser.add_argument("--chart", type=Path)
    parser.add_argument("--reviews", action="store_true", help="compare only reviews")
    wanted = parser.parse_args()
    if wanted.chart and wanted.reviews:
        parser.error("the chart is one of simulations")
    programs = Comparison()
    if not wanted.reviews:
        compare_rates(programs)
    compare_reviews(programs)
    if wanted.chart:
        draw(programs.rates, wanted.chart)


if __name__ == "__main__":
    main()
