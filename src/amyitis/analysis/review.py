"""The review of a game: win shares all along, what every move cost, and how the result splits into skill and luck.

The win share of a moment is what the search says there; before a deal it is the mean over deals that might have come,
and at the end it is the truth. What it changes by from one moment to the next is luck where cards were dealt and skill
where somebody moved; the sum of all changes is the result, so skill and luck add up to it exactly. And as the deal that
came is one of those that might have, luck is zero on average, whatever the search believes.

What a move cost is measured apart (`losses.py`), and only where it matters.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from amyitis.game import Game
from amyitis.game.ply import Ply
from amyitis.notation.positions import seat_letter, seat_letters
from amyitis.notation.tokens import token
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import count_bits, has_bit
from amyitis.rules.scoring import last_round, winners
from amyitis.rules.state import State
from amyitis.search.opinion import Opinion

from .decks import deals_of_deck
from .grades import Grade, bounds, grade, scale, skill_class
from .lines import line_on
from .losses import POINTS, USUAL, Effort, paired_loss
from .puzzles import themes, themes_of
from .reasons import Reason, reasons_between
from .shapes import VERSION, Dealt, Judged, Loss, Review, SeatSummary, Shares
from .thinkers import AnyThinker, Reading, difference, is_at_home, means, own_thinker

OBVIOUS = 10.0  # points, with two players, by which a move must lead at first sight to be the one sensible answer
DECIDED = 0.05  # a share so near to 0 or 1 that no move matters any more
LITTLE = 2.0  # points, with two players, that must lie between the best and the worst move for a decision to matter
NOTHING_BETWEEN = 1.0  # points, with two players, below which the search sees no difference worth measuring
LUCK_DECKS = 1000  # the number of the first deck that luck is measured with, one for each round

Values = Sequence[float]  # by seat


@dataclass(frozen=True)
class Weighed:
    """A move beside the best one: what it cost, whether that counts, its class, and the lines if it has one."""

    seen: Reading
    loss: Loss
    counts: bool
    grade: Grade | None = None
    lines: tuple[list[str], list[str]] | None = None


class Reviewer:
    """Reviews one game, move by move. Equal games, seeds and efforts give equal reviews."""

    def __init__(self, game: Game, seed: int = 0, effort: Effort = USUAL, thinker: AnyThinker | None = None) -> None:
        self._plies, self._last = game.plies, game.state
        self._effort = effort
        self._thinker = thinker or own_thinker(seed)
        self._thinker.start(seed)
        self._seen: tuple[State, Reading] | None = None
        self._scale = scale(game.players)
        self._seats = seat_letters(game.state)
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
        even = [1 / len(self._seats)] * len(self._seats)
        self.review.deals.append(Dealt(0, 0, self._change(even, known)))
        for place, ply in enumerate(self._plies):
            weighed = None if ply.is_deal else self._weighed(ply)  # first: what follows may lie in another tree
            after = self._after(ply, states[place + 1], known)
            self.review.shares[place + 1] = self._named(after)
            if weighed is None:
                self.review.deals.append(Dealt(place, states[place + 1].round_no, self._change(known, after)))
            else:
                self.review.decisions.append(self._judged(place, ply, states[place + 1], weighed))
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
        total = [share - 1 / players for share in self._value(start)]
        for place, ply in enumerate(self._plies):
            if ply.is_deal:
                after = self._plies[place + 1].before if place + 1 < len(self._plies) else self._last
                change = difference(self._value(after), self._value(ply.before))
                total = [one + more for one, more in zip(total, change, strict=True)]
        return [one * POINTS for one in total]

    def _named(self, values: Values) -> Shares:
        return dict(zip(self._seats, values, strict=True))

    def _change(self, before: Values, after: Values) -> Shares:
        """What a deal was worth, in points."""
        return self._named([one * POINTS for one in difference(after, before)])

    def _at_once(self, s: State) -> Values:
        return _truth(s) if s.asked == questions.OVER else [float(one) for one in self._thinker.glance(s)][: s.players]

    def _value(self, s: State) -> Values:
        """The win shares of a moment that a deal has led to, or in which one is due."""
        if s.asked == questions.OVER:
            return _truth(s)
        if s.asked == questions.DEAL:
            return self._expected(s)
        return self._thinker.read(s, self._effort.luck_visits).best.wins

    def _expected(self, s: State) -> Values:
        """The win shares before a deal: the network on a deck of deals, put right by some that are read."""
        deck = LUCK_DECKS + s.round_no
        deals = deals_of_deck(s, self._thinker.seed, deck)
        rows = self._thinker.roll_out(s, 0, 0, len(deals), first=deck)
        looks = [[float(one) for one in row][: s.players] for row in rows]
        chosen = [len(deals) * i // self._effort.luck_deals for i in range(min(self._effort.luck_deals, len(deals)))]
        wrong = means([difference(self._dealt(s, deals[i]), looks[i]) for i in chosen])
        return [look + more for look, more in zip(means(looks), wrong, strict=True)]

    def _dealt(self, s: State, deal: int) -> Values:
        after = s.copy()
        apply(after, deal)
        return self._value(after)

    def _after(self, ply: Ply, following: State, known: Values) -> Values:
        """The win shares after a ply. A move that was forced changes nothing."""
        if ply.is_deal or following.asked in (questions.DEAL, questions.OVER):
            return self._value(following)
        if count_bits(ply.before.legal) == 1:
            return known
        return self._read(following).best.wins

    def _read(self, s: State) -> Reading:
        """What is found in a decision with the usual visits; the latest one is remembered."""
        if self._seen is None or self._seen[0] is not s:
            self._seen = s, self._thinker.read(s, self._effort.visits)
        return self._seen[1]

    def _weighed(self, ply: Ply) -> Weighed:
        s = ply.before
        seen = self._read(s)
        found, best = seen.opinions, seen.best
        played = next(one for one in found if one.action == ply.action)
        if played is best:
            counts = self._matters(s, found) and not self._obvious(s, found)
            return Weighed(seen, self._seen_loss(s, best, best), counts)
        counts = self._matters(s, found)
        apart = abs(best.wins[s.seat] - played.wins[s.seat]) * POINTS
        if not counts or (played.visits and apart < NOTHING_BETWEEN * self._scale):
            return Weighed(seen, self._seen_loss(s, best, played), counts)
        limits = tuple(self.review.bounds.values())
        loss = paired_loss(self._thinker, s, best.action, played.action, self._effort, limits)
        graded = grade(loss.low, s.players)
        if graded is None:
            return Weighed(seen, loss, counts)
        lines = [line_on(self._thinker, s, one.action, self._effort.visits) for one in (best, played)]
        return Weighed(seen, loss, counts, graded, (lines[0], lines[1]))

    def _judged(self, place: int, ply: Ply, following: State, weighed: Weighed) -> Judged:
        s = ply.before
        best_line, played_line = weighed.lines or self._lines_seen(ply, following, weighed.seen)
        question, best = questions.ASKED_NAMES[s.asked], token(weighed.seen.best.action)
        reasons = reasons_between(s, best_line, played_line) if weighed.grade else []
        return Judged(
            ply=place,
            seat=seat_letter(s, s.seat),
            round=s.round_no,
            question=question,
            played=ply.token,
            best=best,
            before=self.review.shares[place],
            after=self.review.shares[place + 1],
            loss=weighed.loss,
            grade=weighed.grade,
            counts=weighed.counts,
            best_line=best_line,
            played_line=played_line,
            reasons=reasons,
            themes=self._to_practise(s, question, best, reasons) if weighed.grade else [],
        )

    def _to_practise(self, s: State, question: str, best: str, reasons: list[Reason]) -> list[str]:
        """What a loss is about, as far as there are puzzles about it."""
        return [one for one in themes_of(question, best, reasons, is_last=last_round(s)) if one in themes()]

    def _lines_seen(self, ply: Ply, following: State, seen: Reading) -> tuple[list[str], list[str]]:
        """The best line as it was seen before the move, and the one that was seen after it."""
        line = [token(one) for one in seen.line]
        if ply.action == seen.best.action:
            return line, line
        goes_on = following.asked not in (questions.DEAL, questions.OVER)
        return line, [ply.token, *map(token, self._read(following).line if goes_on else ())]

    def _seen_loss(self, s: State, best: Opinion, played: Opinion) -> Loss:
        """What the played move costs beside the best as the search sees it, where nothing is to be measured."""
        points = max(0.0, (best.wins[s.seat] - played.wins[s.seat]) * POINTS)
        prestige = best.prestige[s.seat] - played.prestige[s.seat]
        shares = [self._named(one.wins) for one in (best, played)]
        return Loss(points, points, points, prestige, *shares)

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


def _truth(s: State) -> Values:
    """11.4: who has won shares a game equally."""
    best = winners(s)
    return [1.0 / count_bits(best) if has_bit(best, p) else 0.0 for p in range(s.players)]


def review_game(game: Game, seed: int = 0, effort: Effort = USUAL) -> Review:
    """The review of a game as far as it was played. Equal seeds give equal reviews."""
    return Reviewer(game, seed, effort).run()
