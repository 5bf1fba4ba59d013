"""The review of a game: win shares all along, what every move cost, and how the result splits into skill and luck.

The win share of a moment is what the search says there; before a deal it is the mean over many deals that might have
come, and at the end it is the truth. What it changes by from one moment to the next is luck where cards were dealt and
skill where somebody moved; the sum of all changes is the result, so skill and luck add up to it exactly. And as the
deal that came is one of those that might have, luck is zero on average, whatever the search believes.

What a move cost is measured apart: the move and the best one are read on by several readers and rolled out over the
same deals (`thinking.py`), and the differences, reader by reader, give the loss and its interval.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np

from amyitis.box.tables import MAX_SEATS
from amyitis.game import Game
from amyitis.game.ply import Ply
from amyitis.notation.positions import seat_letter
from amyitis.notation.tokens import token
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import count_bits, has_bit
from amyitis.rules.scoring import winners
from amyitis.rules.state import State
from amyitis.search.searcher import Opinion

from .grades import bounds, grade, scale, skill_class
from .lines import line_on
from .reasons import reasons_between
from .shapes import VERSION, Dealt, Judged, Loss, Review, SeatSummary, Shares
from .thinking import READERS, Thinker, Values, is_at_home

POINTS = 100.0
T_95 = 2.571  # Student's distribution with READERS - 1 = 5 degrees of freedom
OBVIOUS = 10.0  # points, with two players, by which a move must lead at first sight to be the one sensible answer
DECIDED = 0.05  # a share so near to 0 or 1 that no move matters any more
LITTLE = 2.0  # points, with two players, that must lie between the best and the worst move for a decision to matter
NOTHING_BETWEEN = 1.0  # points, with two players, below which the search sees no difference worth measuring


@dataclass(frozen=True)
class Effort:
    """How much thought a review takes: visits of the tree and of each reader, deals rolled out and deals averaged."""

    visits: int = 48
    reading: int = 20
    deals: int = 16
    luck_visits: int = 16
    luck_deals: int = 12


USUAL = Effort()


class Reviewer:
    """Reviews one game, move by move. Equal games, seeds and efforts give equal reviews."""

    def __init__(self, game: Game, seed: int = 0, effort: Effort = USUAL, thinker: Thinker | None = None) -> None:
        self._plies, self._last = game.plies, game.state
        self._effort = effort
        self._thinker = thinker or Thinker(seed)
        self._thinker.seed = seed
        self._thinker.tree.plant(game.state, fresh=True)  # nothing of an earlier game
        self._scale = scale(game.players)
        self._seats = game.seats
        total = sum(not ply.is_deal for ply in self._plies)
        at_home, limits = is_at_home(self._thinker, game.state), bounds(game.players)
        self.review = Review(VERSION, seed, game.players, self._seats, game.is_over, at_home, limits, [], 0, total)

    def run(self) -> Review:
        """Returns the whole review."""
        for _ in self.steps():
            pass
        return self.review

    def steps(self) -> Iterator[Review]:
        """Yields the review as it grows: first a picture of the win shares at first sight, then after every decision.

        It is always the same object.
        """
        states = [*(ply.before for ply in self._plies), self._last]
        self.review.shares = [self._named(self._at_once(s)) for s in states]
        yield self.review
        known = self._value(states[0])
        self.review.shares[0] = self._named(known)
        even = np.full(len(self._seats), 1 / len(self._seats))
        self.review.deals.append(Dealt(0, 0, self._named((known - even) * POINTS)))
        for place, ply in enumerate(self._plies):
            # Before anything is thought about what follows: those visits would count for the move that was played.
            found = [] if ply.is_deal else self._thinker.think(ply.before, self._effort.visits)
            after = self._value(states[place + 1], fresh=ply.is_deal)
            self.review.shares[place + 1] = self._named(after)
            if ply.is_deal:
                change = self._named((after - known) * POINTS)
                self.review.deals.append(Dealt(place, states[place + 1].round_no, change))
            else:
                self.review.decisions.append(self._judged(place, ply, found))
                self.review.done += 1
                yield self.review
            known = after
        self.review.summary = [self._summary(p) for p in range(len(self._seats))]
        self.review.complete = True
        yield self.review

    def luck(self) -> Values:
        """What the set-up and all deals were worth to each seat, in points, without judging any move."""
        players = len(self._seats)
        start = self._plies[0].before if self._plies else self._last
        total = self._value(start) - 1 / players
        for place, ply in enumerate(self._plies):
            if ply.is_deal:
                after = self._plies[place + 1].before if place + 1 < len(self._plies) else self._last
                total += self._value(after) - self._value(ply.before)
        return total * POINTS

    def _named(self, values: Values) -> Shares:
        return {seat: float(value) for seat, value in zip(self._seats, values, strict=True)}

    def _at_once(self, s: State) -> Values:
        return _truth(s) if s.asked == questions.OVER else self._thinker.glance(s)[: s.players]

    def _value(self, s: State, fresh: bool = True) -> Values:
        """The win shares of a moment. One that follows a deal is read as those are that the deal is compared with."""
        if s.asked == questions.OVER:
            return _truth(s)
        if s.asked == questions.DEAL:
            dealt = [self._dealt(s, deal) for deal in self._thinker.deals(s, self._effort.luck_deals)]
            return np.asarray(np.mean(dealt, axis=0))
        if fresh:
            return np.array(self._thinker.read(s, 0, self._effort.luck_visits).wins)
        return np.array(self._thinker.think(s, self._effort.visits)[0].wins)

    def _dealt(self, s: State, deal: int) -> Values:
        after = s.copy()
        apply(after, deal)
        return self._value(after)

    def _judged(self, place: int, ply: Ply, found: list[Opinion]) -> Judged:
        s = ply.before
        best = found[0]
        played = next(one for one in found if one.action == ply.action)
        loss = self._nothing_lost(best) if played is best else self._loss(s, best, played)
        counts = self._matters(s, found) and (played is not best or not self._obvious(s, found))
        graded = grade(loss.low, s.players) if counts else None
        lines = [line_on(self._thinker, s, one, self._effort.visits) for one in (best.action, ply.action)]
        return Judged(
            ply=place,
            seat=ply.seat,
            round=s.round_no,
            question=questions.KIND_NAMES[s.asked],
            played=ply.token,
            best=token(best.action),
            before=self.review.shares[place],
            after=self.review.shares[place + 1],
            loss=loss,
            grade=graded,
            counts=counts,
            best_line=lines[0],
            played_line=lines[1],
            reasons=reasons_between(s, lines[0], lines[1]) if graded else [],
        )

    def _loss(self, s: State, best: Opinion, played: Opinion) -> Loss:
        """What the played move costs beside the best, measured if the search sees anything between them."""
        seen = (best.wins[s.seat] - played.wins[s.seat]) * POINTS
        prestige = best.prestige[s.seat] - played.prestige[s.seat]
        if played.visits and abs(seen) < NOTHING_BETWEEN * self._scale:
            points = max(0.0, seen)
            shares = [self._named(np.array(one.wins)) for one in (best, played)]
            return Loss(points, points, points, prestige, *shares)
        return paired_loss(self._thinker, s, best.action, played.action, self._effort)

    def _nothing_lost(self, best: Opinion) -> Loss:
        shares = self._named(np.array(best.wins))
        return Loss(0.0, 0.0, 0.0, 0.0, shares, shares)

    def _matters(self, s: State, found: list[Opinion]) -> bool:
        """Whether there is anything to lose: several moves, a game that is open, and a difference between them."""
        shares = [one.wins[s.seat] for one in found]
        differ = (max(shares) - min(shares)) * POINTS >= LITTLE * self._scale
        return count_bits(s.legal) > 1 and differ and DECIDED <= found[0].wins[s.seat] <= 1 - DECIDED

    def _obvious(self, s: State, found: list[Opinion]) -> bool:
        """Whether one move leads at first sight by so much that nobody would think about the others."""
        guesses = sorted((one.guess for one in found), reverse=True)
        return len(guesses) < 2 or (guesses[0] - guesses[1]) * POINTS >= OBVIOUS * self._scale

    def _summary(self, p: int) -> SeatSummary:
        seat, players = self._seats[p], len(self._seats)
        result = (self.review.shares[-1][seat] - 1 / players) * POINTS
        luck = sum(deal.luck[seat] for deal in self.review.deals)
        mine = [one for one in self.review.decisions if one.seat == seat]
        losses = [one.loss.points for one in mine if one.counts]
        mean = sum(losses) / len(losses) if losses else None
        grades: dict[str, int] = {name: sum(one.grade == name for one in mine) for name in self.review.bounds}
        like = None if mean is None else skill_class(mean, players)
        return SeatSummary(seat, result, result - luck, luck, len(losses), mean, like, grades)


def paired_loss(thinker: Thinker, s: State, best: int, played: int, effort: Effort) -> Loss:
    """What one move costs its player beside another: both read by every reader and rolled out over the same deals.

    The mean of the differences, never below 0; the ends of its interval are told as they are.
    """
    differences, prestige = np.zeros(READERS), np.zeros(READERS)
    shares = np.zeros((2, s.players))
    for reader in range(READERS):
        values = []
        for action in (best, played):
            after = s.copy()
            apply(after, action)
            values.append(thinker.roll_out(after, reader, effort.reading, effort.deals).mean(axis=0))
        differences[reader] = (values[0] - values[1])[s.seat] * POINTS
        prestige[reader] = (values[0] - values[1])[MAX_SEATS + s.seat]
        shares += np.array(values)[:, : s.players] / READERS
    mean = float(differences.mean())
    margin = T_95 * float(differences.std(ddof=1)) / sqrt(READERS)
    named = [{seat_letter(s, p): float(one[p]) for p in range(s.players)} for one in shares]
    return Loss(max(0.0, mean), mean - margin, mean + margin, float(prestige.mean()), *named)


def _truth(s: State) -> Values:
    """11.4: who has won shares a game equally."""
    best = winners(s)
    return np.array([1.0 / count_bits(best) if has_bit(best, p) else 0.0 for p in range(s.players)])


def review_game(game: Game, seed: int = 0, effort: Effort = USUAL) -> Review:
    """The review of a game as far as it was played. Equal seeds give equal reviews."""
    return Reviewer(game, seed, effort).run()
