"""What a move costs beside another: several readers search both moves and roll them out over the same deals.

Each reader shuffles a deck of its own, and both moves meet all the deals of that deck (`decks.py`). The differences,
reader by reader, give the loss and its interval. Once it is clear between which bounds a loss lies, the remaining
readers are skipped.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import stdev

from amyitis.box.tables import MAX_SEATS
from amyitis.game import Game
from amyitis.notation.positions import seat_letter
from amyitis.notation.tokens import token
from amyitis.rules.questions import ASKED_NAMES
from amyitis.rules.state import State

from .decks import deck_size
from .grades import grade
from .position_analyzer import READERS, PositionAnalyzer, is_trained_for, make_analyzer, means
from .reasons import reasons_between
from .shapes import Loss, MoveCost

POINTS = 100.0
FEWEST_READERS = 3
# Student's t by degrees of freedom (readers less one): for the interval of a loss, and a wider one to stop early by.
T_95 = {2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571}
T_99 = {2: 9.925, 3: 5.841, 4: 4.604, 5: 4.032}

Pair = tuple[list[float], list[float]]  # the mean rows of one reader after the best move and after the played one


@dataclass(frozen=True)
class Effort:
    """The budget of a review: visits of the search and of each reader, decks of each reader, and deals for luck."""

    visits: int = 48
    reading: int = 20
    decks: int = 1
    luck_visits: int = 16
    luck_deals: int = 6

    def times(self, factor: int) -> "Effort":
        """The same budget for a move, multiplied."""
        return replace(self, visits=factor * self.visits, reading=factor * self.reading)


USUAL = Effort()
MOST_TIMES = 10  # the greatest multiple of the usual budget that may be requested


def move_cost(
    game: Game,
    move: str,
    beside: str | None = None,
    effort: Effort = USUAL,
    analyzer: PositionAnalyzer | None = None,
) -> MoveCost:
    """What a move costs beside another, or beside the best one, and why; raises Malformed or Illegal."""
    analyzer = analyzer or make_analyzer()
    played, s = game.check(move), game.state
    analyzer.reset(0)
    best = analyzer.read(s, effort.visits).best.action if beside is None else game.check(beside)
    loss = paired_loss(analyzer, s, best, played, effort)
    best_line, move_line = (line_after(analyzer, s, action, effort.visits) for action in (best, played))
    return MoveCost(
        position=game.position,
        seat=seat_letter(s, s.seat),
        question=ASKED_NAMES[s.asked],
        trained_for_this_box=is_trained_for(analyzer, s),
        move=token(played),
        best=token(best),
        loss=loss,
        grade=grade(loss.low, game.players),
        best_line=best_line,
        move_line=move_line,
        reasons=[] if played == best else reasons_between(s, best_line, move_line),
    )


def line_after(analyzer: PositionAnalyzer, s: State, action: int, visits: int) -> list[str]:
    """A move and the moves that the analyzer expects after it, to the end of the round, as tokens."""
    return [token(expected) for expected in analyzer.line(s, action, visits)]


def paired_loss(
    analyzer: PositionAnalyzer, s: State, best: int, played: int, effort: Effort, limits: Sequence[float] = ()
) -> Loss:
    """What one move costs its player beside another: the mean of the differences, never below 0.

    The interval is not cut off at 0. With `limits`, readers follow each other until it is certain (99 %) between which
    of the limits the loss lies; without, all of them read.
    """
    count = effort.decks * deck_size(s)
    pairs: list[Pair] = []
    for reader in range(READERS):
        first = reader * effort.decks
        best_mean, played_mean = (
            means(analyzer.roll_out(s, reader, effort.reading, count, move, first=first)) for move in (best, played)
        )
        pairs.append((best_mean, played_mean))
        if limits and len(pairs) >= FEWEST_READERS and _is_settled(_differences(pairs, s.seat), limits):
            break
    points = _differences(pairs, s.seat)
    mean, margin = _mean(points), T_95[len(points) - 1] * _standard_error(points)
    best_values, played_values = (means(rows) for rows in zip(*pairs, strict=True))
    shares = [{seat_letter(s, p): row[p] for p in range(s.players)} for row in (best_values, played_values)]
    prestige = best_values[MAX_SEATS + s.seat] - played_values[MAX_SEATS + s.seat]
    return Loss(max(0.0, mean), mean - margin, mean + margin, prestige, *shares)


def _differences(pairs: list[Pair], seat: int) -> list[float]:
    """By how many points the best move is better for a seat, reader by reader."""
    return [(best[seat] - played[seat]) * POINTS for best, played in pairs]


def _mean(points: list[float]) -> float:
    return sum(points) / len(points)


def _standard_error(points: list[float]) -> float:
    return stdev(points) / sqrt(len(points))


def _is_settled(points: list[float], limits: Sequence[float]) -> bool:
    """Whether the mean certainly lies above or below each of the limits."""
    mean, margin = _mean(points), T_99[len(points) - 1] * _standard_error(points)
    return all(abs(mean - limit) > margin for limit in limits)
