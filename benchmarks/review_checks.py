"""Checks of what a review says: planted mistakes, false alarms, proofs, hints, and how long a review takes.

    python benchmarks/review_checks.py planted --games 15
    python benchmarks/review_checks.py alarms --games 10
    python benchmarks/review_checks.py proofs --players 3 --games 20
    python benchmarks/review_checks.py hints --games 6
    python benchmarks/review_checks.py times --games 1

Each prints one JSON object; `docs/figures/review.md` has the figures.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from itertools import pairwise
from statistics import median
from typing import Any

from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
from amyitis.analysis.evaluation import evaluate
from amyitis.analysis.hints import hint_steps
from amyitis.analysis.review.grades import bounds
from amyitis.analysis.review.measuring import CONFIRMING, measure
from amyitis.analysis.review.move_costs import USUAL, paired_loss, play_out
from amyitis.analysis.review.review import Reviewer
from amyitis.analysis.shapes import POINTS, PlayedOut
from amyitis.bots import play
from amyitis.game import Game
from amyitis.lab.workers import OneProcess, Processes, Workers
from amyitis.rules.bits import count_bits
from amyitis.rules.course.scoring import last_round
from amyitis.rules.state import State
from amyitis.search.native_solver import native_solver

STRONG = "Nebuchadnezzar"
QUICK_BOT = "net:small"
PLAYERS_OF_TIMES = ("Architect", "Steward", "random")
GAMES = 400  # pairs that are played to the end behind a move
OTHER_SEED, AGAIN_SEED = 99, 98
Z = 1.96
LAST = (6, 10, 14)  # decisions before the end
LONG = 40_000_000  # positions that a proof may look at
LONG_SECONDS = 10.0
HINTS_EVERY = 7

Job = tuple[int, int]  # players, the seed of the game


@cache
def _analyzer() -> NativeAnalyzer:
    return NativeAnalyzer()


def _decisions(game: Game) -> list[State]:
    return [ply.before for ply in game.plies if not ply.is_deal and count_bits(ply.before.legal) > 1]


def planted(jobs: list[Job], workers: Workers) -> dict[str, Any]:
    """Mistakes in quick games, each dearer than an inaccuracy by rollouts to the end, and how many are found.

    `holds`: three times as many rollouts with other deals say so again. (Of many moves, the first rollouts pick some
    that were unlucky.)
    """
    rows = [row for row in workers.each(_planted_in, jobs) if row is not None]
    holding = [row for row in rows if row["holds"]]
    return {
        "planted": len(rows),
        "found": sum(row["grade"] is not None for row in rows),
        "holding": len(holding),
        "holding_found": sum(row["grade"] is not None for row in holding),
        "each": rows,
    }


def _planted_in(job: Job) -> dict[str, Any] | None:
    """A move in the middle of a game that rollouts call a mistake, compared with the best move of the search."""
    players, seed = job
    analyzer, limit = _analyzer(), bounds(players)["inaccuracy"]
    decisions = _decisions(play([QUICK_BOT] * players, seed))
    for s in decisions[len(decisions) // 4 :: 5]:
        analyzer.reset(OTHER_SEED)
        best, *others = analyzer.read(s, CONFIRMING * USUAL.visits).evaluations
        lost = [(move.action, (best.wins[s.seat] - move.wins[s.seat]) * POINTS) for move in others]
        dear = [action for action, points in lost if 2 * limit <= points <= 5 * limit]
        if not dear:
            continue
        ends = play_out(analyzer, s, best.action, dear[0], GAMES)
        if ends.points - Z * ends.points_error <= limit:
            continue
        analyzer.reset(AGAIN_SEED)
        again = play_out(analyzer, s, best.action, dear[0], 3 * GAMES)
        analyzer.reset(0)
        return {
            "grade": measure(analyzer, s, dear[0]).grade,
            "holds": again.points - Z * again.points_error > limit,
            **_played_out(ends),
            "again": _played_out(again),
        }
    return None


def alarms(jobs: list[Job], workers: Workers) -> dict[str, Any]:
    """What a review calls mistakes in games of the strongest level, and how many of them hold.

    `supported`: the interval of the rollouts to the end reaches the bound of an inaccuracy; `longer`: four times the
    effort and another seed give the loss a class, too.
    """
    games = list(workers.each(_alarms_in, jobs))
    rows = [row for found in games for row in found]
    return {
        "games": len(games),
        "alarms": len(rows),
        "supported": sum(row["supported"] for row in rows),
        "longer": sum(row["longer"] for row in rows),
        "each": rows,
    }


def _alarms_in(job: Job) -> list[dict[str, Any]]:
    players, seed = job
    game, analyzer, limit = play([STRONG] * players, seed), _analyzer(), bounds(players)["inaccuracy"]
    found = []
    for move in Reviewer(game, 0, analyzer=analyzer).run().decisions:
        if not move.grade or move.scale != "share" or move.loss.proven:
            continue
        s = game.plies[move.ply].before
        best, played = (Game(s).check(token) for token in (move.best, move.played))
        analyzer.reset(OTHER_SEED)
        ends = play_out(analyzer, s, best, played, GAMES)
        longer = paired_loss(analyzer, s, best, played, USUAL.times(4 * CONFIRMING))
        found.append(
            {
                "grade": move.grade,
                "points": round(move.loss.points, 1),
                "supported": ends.points + Z * ends.points_error >= limit,
                "longer": longer.low >= limit,
                **_played_out(ends),
            }
        )
    return found


def _played_out(ends: PlayedOut) -> dict[str, Any]:
    return {"rollouts": round(ends.points, 1), "error": round(ends.points_error, 1)}


def proofs(jobs: list[Job], workers: Workers) -> dict[str, Any]:
    """How long proofs take near the end of games.

    `near`: some decisions before the end; `certain`: from the first decision of which it is certain that its round is
    the last; `whole`: the whole round in which the game ends.
    """
    rows = list(workers.each(_proofs_in, jobs))
    found: dict[str, Any] = {"games": len(rows)}
    for name in (*(f"near_{last}" for last in LAST), "certain", "whole"):
        taken = [place for row in rows if (place := row[name]) is not None]
        known = [seconds for _, seconds in taken if seconds is not None]
        found[name] = {
            "asked": len(taken),
            "decisions": median(count for count, _ in taken) if taken else None,
            "proven": len(known),
            "in_ten_seconds": sum(seconds <= LONG_SECONDS for seconds in known),
            "median": round(median(known), 3) if known else None,
            "slowest": round(max(known), 3) if known else None,
        }
    return found


def _proofs_in(job: Job) -> dict[str, tuple[int, float | None] | None]:
    """For each place in a game, how many decisions it is before the end, and the seconds of a proof from there."""
    players, seed = job
    game = play(["Steward"] * players, seed)
    decisions = _decisions(game)
    places = {f"near_{last}": len(decisions) - last for last in LAST}
    places["whole"] = next(at for at, s in enumerate(decisions) if s.round_no == game.state.round_no)
    certain = [at for at, s in enumerate(decisions) if last_round(s)]
    found = {name: (len(decisions) - at, _seconds(decisions[at])) for name, at in places.items()}
    return {**found, "certain": (len(decisions) - certain[0], _seconds(decisions[certain[0]])) if certain else None}


def _seconds(s: State) -> float | None:
    """Seconds of one core for a proof of who wins, by a solver that knows nothing yet; None if it gives up."""
    native_solver(known_bits=4).prove(s, 1)  # compiles
    start = time.process_time()
    solver = native_solver()
    nodes = 100_000
    while nodes < LONG and time.process_time() - start < LONG_SECONDS:
        if solver.prove(s, nodes) is not None:
            return time.process_time() - start
        nodes *= 2
    return None


def hints(jobs: list[Job], workers: Workers) -> dict[str, Any]:
    """By what each step of a hint narrows the choice, and whether each leaves at most half of the moves."""
    rows = [row for found in workers.each(_hints_in, jobs) for row in found]
    steps = Counter((number, by) for _, ways in rows for number, (by, _) in enumerate(ways, 1))
    counts = [[count, *(left for _, left in ways)] for count, ways in rows]
    halved = [all(after == 1 or 2 * after <= before for before, after in pairwise(each)) for each in counts]
    return {
        "decisions": len(rows),
        "each_step_halves": sum(halved),
        "steps": {f"{number} by {by}": count for (number, by), count in sorted(steps.items())},
    }


def _hints_in(job: Job) -> list[tuple[int, list[tuple[str, int]]]]:
    players, seed = job
    found = []
    for s in _decisions(play([QUICK_BOT] * players, seed))[::HINTS_EVERY]:
        game = Game(s)
        *_, last = evaluate(game, CONFIRMING * USUAL.visits, _analyzer())
        steps = hint_steps(game.question, game.legal_moves, [line.move for line in last.lines])
        found.append((len(game.legal_moves), [(step.by, len(step.left)) for step in steps]))
    return found


def times(jobs: list[Job], workers: Workers) -> dict[str, Any]:
    """Seconds of one core for a review of a game between equals, by who plays."""
    _analyzer()
    for name in PLAYERS_OF_TIMES[:1]:  # what is compiled is compiled before
        Reviewer(play([name] * 2, 1), 0, analyzer=_analyzer()).run()
    each = [partial(_time_of, name) for name in PLAYERS_OF_TIMES]
    return {name: list(workers.each(one, jobs)) for name, one in zip(PLAYERS_OF_TIMES, each, strict=True)}


def _time_of(name: str, job: Job) -> dict[str, Any]:
    players, seed = job
    game, analyzer = play([name] * players, seed), _analyzer()
    Reviewer(game, 0, analyzer=analyzer).preliminary()
    start = time.process_time()
    review = Reviewer(game, 0, analyzer=analyzer).run()
    return {"decisions": review.total, "seconds": round(time.process_time() - start, 1)}


CHECKS: dict[str, Callable[[list[Job], Workers], dict[str, Any]]] = {
    "planted": planted,
    "alarms": alarms,
    "proofs": proofs,
    "hints": hints,
    "times": times,
}


def main() -> None:
    """Check one thing and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=CHECKS)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    workers = OneProcess() if asked.workers == 1 else Processes(asked.workers)
    jobs = [(asked.players, asked.seed + game) for game in range(asked.games)]
    found = CHECKS[asked.what](jobs, workers)
    print(json.dumps({"players": asked.players, "games": asked.games, **found}))


if __name__ == "__main__":
    main()
