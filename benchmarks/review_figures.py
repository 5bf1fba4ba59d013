"""What reviews are measured by: pairing, whether luck is zero on average, what levels lose, how sure intervals are.

    python benchmarks/review_figures.py pairing --games 4
    python benchmarks/review_figures.py luck --games 1000
    python benchmarks/review_figures.py skill --games 20 --write
    python benchmarks/review_figures.py calibration --games 20 --palace

Each prints one JSON object; `docs/figures/review.md` has the figures. They depend on the seed and the number of
games, not on how many `--workers` play them.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from math import sqrt
from typing import Any

import numpy as np

from amyitis.analysis.analyzers.decks import deck_size
from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
from amyitis.analysis.analyzers.position_analyzer import READERS
from amyitis.analysis.proofs import QUICK
from amyitis.analysis.review.grades import SHARE, SKILL_FILE, bounds, scale
from amyitis.analysis.review.move_costs import T_95, USUAL, Effort, paired_loss, play_out, played_on_loss
from amyitis.analysis.review.review import Reviewer
from amyitis.analysis.shapes import POINTS
from amyitis.bots import play
from amyitis.bots.levels import ALL_LEVELS
from amyitis.lab.workers import OneProcess, Processes, Workers
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import count_bits
from amyitis.rules.state import State

Z = 1.96
WHOLE_GAME = 40  # rounds: more than are left of any game
WHOLE_GAMES = 6  # that are played to their end for each move
DECKS = 12  # whose means are compared with each other
EVERY = 12  # the decision of so many that is looked at
RARELY = 24
TIMES = 10
TO_THE_END = 480  # pairs of games
LIGHT = Effort(luck_visits=2, luck_deals=3)  # luck is zero on average with any effort
BOT = "net:small"  # plays quickly
TRIED = "Steward"  # whose decisions pairing is measured in

Job = tuple[str, int, int]  # who plays, how many of them, the seed of the game
Variances = tuple[float, float, float, float]


@cache
def _analyzer() -> NativeAnalyzer:
    """One for all the games of a process."""
    return NativeAnalyzer()


def pairing(players: int, games: int, seed: int, workers: Workers) -> dict[str, Any]:
    """How much the variance of a difference between two moves shrinks, for equal numbers of rollouts.

    Compared are the two moves that the search likes best, with rollouts as in a review. `same_deals`: both meet the
    same deals; `decks`: and these are all the deals of one deck, as in a review; `whole_games`: decks, beside
    independent games to the end. Each beside independent rollouts, all decisions together and the median one.
    """
    rows = [row for found in workers.each(_variances, _jobs([TRIED], players, games, seed)) for row in found]
    apart, together, decks, whole = np.sum(rows, axis=0)
    medians = [[row[0] / row[way] for row in rows if row[way] > 0] for way in (1, 2)]
    return {
        "players": players,
        "games": games,
        "decisions": len(rows),
        "same_deals": _rounded(apart / together),
        "same_deals_median": _rounded(np.median(medians[0])),
        "decks": _rounded(apart / decks),
        "decks_median": _rounded(np.median(medians[1])),
        "whole_games": _rounded(whole / decks),
    }


def _variances(job: Job) -> list[Variances]:
    """For decisions of a game: the variance of one rollout of the difference, by the way that deals are chosen."""
    level, players, seed = job
    plies = play([level] * players, seed).plies
    states = [ply.before for ply in plies if not ply.is_deal and count_bits(ply.before.legal) > 1]
    found = (_variances_in(s, seed) for s in states[::EVERY])
    return [one for one in found if one is not None]


def _variances_in(s: State, seed: int) -> Variances | None:
    analyzer, size = _analyzer(), deck_size(s)
    analyzer.reset(seed)
    moves = [one.action for one in analyzer.read(s, USUAL.visits).evaluations[:2]]
    if any(_ends(s, move) for move in moves):
        return None
    a, b = (
        analyzer.roll_out(s, 0, USUAL.reading, DECKS * size, move)[:, s.seat].reshape(DECKS, size) * POINTS
        for move in moves
    )
    far = [
        analyzer.roll_out(s, 0, USUAL.reading, WHOLE_GAMES, move, WHOLE_GAME, seed + i)[:, s.seat] * POINTS
        for i, move in enumerate(moves)
    ]
    if not a.var() + b.var():
        return None
    return (
        float(a.var(ddof=1) + b.var(ddof=1)),
        float((a - b).var(ddof=1)),
        float((a - b).mean(axis=1).var(ddof=1) * size),
        float(sum(one.var(ddof=1) for one in far)),
    )


def _ends(s: State, move: int) -> bool:
    after = s.copy()
    apply(after, move)
    return after.asked == questions.OVER


def luck(players: int, games: int, seed: int, workers: Workers) -> dict[str, Any]:
    """The mean luck of each seat over many games, in points of win share, with intervals of 95 %."""
    table = np.array(list(workers.each(_luck_of, _jobs([BOT], players, games, seed))))
    means, margins = table.mean(axis=0), Z * table.std(axis=0, ddof=1) / sqrt(games)
    rows = [
        {"mean": round(float(mean), 2), "margin": round(float(margin), 2)}
        for mean, margin in zip(means, margins, strict=True)
    ]
    return {"players": players, "games": games, "spread": _rounded(table.std()), "seats": rows}


def _luck_of(job: Job) -> list[float]:
    bot, players, seed = job
    return [float(one) for one in Reviewer(play([bot] * players, seed), seed, LIGHT, _analyzer()).luck()]


def skill(players: int, games: int, seed: int, workers: Workers) -> dict[str, Any]:
    """The mean loss of every level in games against itself, in points a decision, and the range of its seats.

    `named` says what reviews with the ranges of the package say of the seats: a few levels with theirs among them,
    others, or that it is too little.
    """
    seats: dict[str, list[tuple[float, int]]] = {level.name: [] for level in ALL_LEVELS}
    named = {name: Counter[str]() for name in seats}
    for name, lost, plays_like in workers.each(_lost_by, _jobs(list(seats), players, games, seed)):
        seats[name] += lost
        named[name].update("too little" if not one else "right" if name in one else "wrong" for one in plays_like)
    levels = [_level(name, np.array(rows)) | {"named": dict(named[name])} for name, rows in seats.items()]
    return {"games": games, "seed": seed, "levels": levels}


def _lost_by(job: Job) -> tuple[str, list[tuple[float, int]], list[list[str]]]:
    """What each seat of a game lost a decision and how many counted, and the levels that the seats play like."""
    level, players, seed = job
    summary = Reviewer(play([level] * players, seed), seed, USUAL, _analyzer()).run().summary
    return level, [(seat.mean_loss or 0.0, seat.decisions) for seat in summary], [seat.plays_like for seat in summary]


def _level(name: str, rows: "np.ndarray[Any, np.dtype[np.float64]]") -> dict[str, Any]:
    """The mean loss of a level from those of its seats and their numbers of decisions, and the range of the seats."""
    means, decisions = rows[:, 0], rows[:, 1]
    return {
        "level": name,
        "mean": round(float(np.average(means, weights=decisions)), 2),
        "low": round(float(means.min()), 2),
        "high": round(float(means.max()), 2),
        "seats": len(rows),
        "decisions": int(decisions.sum()),
    }


def calibration(players: int, games: int, seed: int, workers: Workers, palace: bool = False) -> dict[str, Any]:
    """How often a longer look lies in the interval of a shorter one.

    `inside`: the mean of ten times the usual effort in the interval of the usual one. `inside_later`: the mean of games
    played to the end in the interval of those that are played on for some rounds, as a review does before it calls a
    move a mistake; that interval is widened by the standard error of the games.

    Compared are the best move and the one that was played, or the next best, in games between equals of all levels.
    All in points as with two players.
    """
    levels = [level.name for level in ALL_LEVELS]
    jobs = [(levels[game % len(levels)], players, seed + game, palace) for game in range(games)]
    rows = np.array([row for found in workers.each(_calibration_of, jobs) for row in found])
    found: dict[str, Any] = {"players": players, "palace": palace, "games": games, "decisions": len(rows)}
    for place, name in enumerate(("", "_later", "_prestige", "_prestige_later")):
        middle, half, longer, error = rows[:, 4 * place : 4 * place + 4].T
        inside = np.abs(longer - middle) <= np.hypot(half, T_95[READERS - 1] * error)
        found |= {f"inside{name}": round(float(inside.mean()), 3), f"mean_width{name}": _rounded(2 * half.mean())}
    return found


def _calibration_of(job: tuple[str, int, int, bool]) -> list[tuple[float, ...]]:
    """For decisions of a game, four times: a mean loss, half its interval, the mean and error of a longer look."""
    level, players, seed, palace = job
    plies = play([level] * players, seed, palace=palace).plies
    decisions = [ply for ply in plies if not ply.is_deal and count_bits(ply.before.legal) > 1]
    found = []
    for ply in decisions[seed % RARELY :: RARELY]:
        s, analyzer = ply.before, _analyzer()
        if analyzer.solver.prove(s, QUICK) is not None:
            continue
        analyzer.reset(seed)
        best, *others = (move.action for move in analyzer.read(s, USUAL.visits).evaluations)
        played = ply.action if ply.action != best else others[0]
        usual = paired_loss(analyzer, s, best, played, USUAL)
        analyzer.reset(seed + TIMES)
        longer = paired_loss(analyzer, s, best, played, USUAL.times(TIMES))
        limits = tuple(bounds(players).values())
        later = played_on_loss(analyzer, s, best, played, USUAL.times(TIMES), limits, SHARE)
        analyzer.reset(seed + 2 * TIMES)
        ends = play_out(analyzer, s, best, played, TO_THE_END)
        numbers = (
            *_middle_and_half(usual.low, usual.high), (longer.low + longer.high) / 2, 0.0,
            *_middle_and_half(later.low, later.high), ends.points, ends.points_error,
            *_middle_and_half(usual.prestige_low, usual.prestige_high), longer.prestige, 0.0,
            *_middle_and_half(later.prestige_low, later.prestige_high), ends.prestige, ends.prestige_error,
        )  # fmt: skip
        found.append(tuple(number / scale(players) for number in numbers))
    return found


def _middle_and_half(low: float, high: float) -> tuple[float, float]:
    """The middle of an interval and half its length."""
    return (low + high) / 2, (high - low) / 2


def _jobs(bots: Sequence[str], players: int, games: int, seed: int) -> list[Job]:
    return [(bot, players, seed + game) for game in range(games) for bot in bots]


def _rounded(value: Any) -> float:
    return round(float(value), 1)


MEASURES: dict[str, Callable[..., dict[str, Any]]] = {
    "pairing": pairing,
    "luck": luck,
    "skill": skill,
    "calibration": calibration,
}


def main() -> None:
    """Measure one thing and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=MEASURES)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--palace", action="store_true", help="of calibration: with the expansion")
    parser.add_argument("--write", action="store_true", help="keep these skill figures in the package")
    asked = parser.parse_args()
    if asked.write and asked.what != "skill":
        parser.error("only skill figures are written")
    if asked.games < 2 or asked.workers < 1:
        parser.error("two games and one worker are the least")
    workers = OneProcess() if asked.workers == 1 else Processes(asked.workers)
    more = (asked.palace,) if asked.what == "calibration" else ()
    found = MEASURES[asked.what](asked.players, asked.games, asked.seed, workers, *more)
    print(json.dumps(found))
    if asked.write:
        classes = json.loads(SKILL_FILE.read_text(encoding="utf-8")) | {str(asked.players): found}
        SKILL_FILE.write_text(json.dumps(classes, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
