"""The review of a game: win shares all along, what every move cost, and how the result splits into skill and luck.

The win share of a position is what the search returns there. Before a deal it is the mean over possible deals, at the
end it is the result. From one position to the next the share changes by luck where cards were dealt, and by skill where
somebody moved. All changes together are the result, so skill and luck add up to it exactly. And as the deal that came
is one of the possible ones, luck is zero on average, whatever the search believes.

The cost of a move is measured apart (`move_costs.py`), and only where it matters.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from amyitis.game import Game
from amyitis.game.events import Ply
from amyitis.notation.positions import seat_letter, seat_letters
from amyitis.notation.tokens import token
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import count_bits, has_bit
from amyitis.rules.course.scoring import last_round, winners
from amyitis.rules.state import State
from amyitis.search.evaluation import MoveEvaluation

from .decks import deals_of_deck
from .grades import Grade, bounds, grade, scale, skill_class
from .move_costs import POINTS, USUAL, Effort, line_after, paired_loss
from .position_analyzer import PositionAnalyzer, SearchResult, difference, is_trained_for, make_analyzer, means
from .puzzles import themes, themes_of
from .reasons import Reason, reasons_between
from .shapes import VERSION, DealLuck, Loss, Review, ReviewedMove, SeatSummary, Shares

OBVIOUS = 10.0  # points, with two players, by which a move must lead before any search to be the one sensible answer
DECIDED = 0.05  # a share so near to 0 or 1 that no move matters any more
LITTLE = 2.0  # points, with two players, that must lie between the best and the worst move for a decision to matter
NOTHING_BETWEEN = 1.0  # points, with two players, below which the search sees no difference worth measuring
LUCK_DECKS = 1000  # the number of the first deck that luck is measured with, one for each round

Values = Sequence[float]  # by seat


@dataclass(frozen=True)
class _Measured:
    """A move beside the best one: its loss, whether that counts, its grade, and both lines if it has a grade."""

    result: SearchResult
    loss: Loss
    counts: bool
    grade: Grade | None = None
    lines: tuple[list[str], list[str]] | None = None


class Reviewer:
    """Reviews one game, move by move. Equal games, seeds and efforts give equal reviews."""

    def __init__(
        self, game: Game, seed: int = 0, effort: Effort = USUAL, analyzer: PositionAnalyzer | None = None
    ) -> None:
        self._plies, self._last = game.plies, game.state
        self._effort = effort
        self._analyzer = analyzer or make_analyzer(seed)
        self._analyzer.reset(seed)
        self._latest: tuple[State, SearchResult] | None = None
        self._scale = scale(game.players)
        self._seats = seat_letters(game.state)
        self.review = Review(
            version=VERSION,
            seed=seed,
            players=game.players,
            seats=self._seats,
            over=game.is_over,
            trained_for_this_box=is_trained_for(self._analyzer, game.state),
            bounds=bounds(game.players),
            shares=[],
            done=0,
            total=sum(not ply.is_deal for ply in self._plies),
        )

    def run(self) -> Review:
        """Returns the complete review."""
        for _ in self.steps():
            pass
        return self.review

    def preliminary(self) -> Review:
        """Returns the review with the network's own win shares all along, before any move is measured."""
        self.review.shares = [self._by_seat(self._preliminary_shares(s)) for s in self._states()]
        return self.review

    def steps(self) -> Iterator[Review]:
        """Yields the review as it grows: first the preliminary one, then after every decision.

        It is always the same object.
        """
        yield self.preliminary()
        states = self._states()
        before = self._value(states[0])
        self.review.shares[0] = self._by_seat(before)
        even = [1 / len(self._seats)] * len(self._seats)
        self.review.deals.append(DealLuck(0, 0, self._points_gained(even, before)))
        for place, ply in enumerate(self._plies):
            following = states[place + 1]
            measured = None if ply.is_deal else self._measure(ply)  # first: what follows may lie in another tree
            after = self._after(ply, following, before)
            self.review.shares[place + 1] = self._by_seat(after)
            if measured is None:
                self.review.deals.append(DealLuck(place, following.round_no, self._points_gained(before, after)))
            else:
                self.review.decisions.append(self._reviewed_move(place, ply, following, measured))
                self.review.done += 1
                yield self.review
            before = after
        self.review.summary = [self._summary(p) for p in range(len(self._seats))]
        self.review.complete = True
        yield self.review

    def luck(self) -> Values:
        """What the set-up and all deals were worth to each seat, in points, without measuring any move."""
        players, states = len(self._seats), self._states()
        total = [share - 1 / players for share in self._value(states[0])]
        for place, ply in enumerate(self._plies):
            if ply.is_deal:
                gained = difference(self._value(states[place + 1]), self._value(ply.before))
                total = [share + more for share, more in zip(total, gained, strict=True)]
        return [share * POINTS for share in total]

    def _states(self) -> list[State]:
        """The position before every ply, and the last one."""
        return [*(ply.before for ply in self._plies), self._last]

    def _by_seat(self, values: Values) -> Shares:
        return dict(zip(self._seats, values, strict=True))

    def _points_gained(self, before: Values, after: Values) -> Shares:
        return self._by_seat([share * POINTS for share in difference(after, before)])

    def _preliminary_shares(self, s: State) -> Values:
        if s.asked == questions.OVER:
            return _final_shares(s)
        return [float(value) for value in self._analyzer.preliminary(s)][: s.players]

    def _value(self, s: State) -> Values:
        """The win shares of a position after a deal, or in which a deal is due."""
        if s.asked == questions.OVER:
            return _final_shares(s)
        if s.asked == questions.DEAL:
            return self._expected(s)
        return self._analyzer.read(s, self._effort.luck_visits).best.wins

    def _expected(self, s: State) -> Values:
        """The win shares before a deal: the network's mean over a deck of deals, corrected by searching some."""
        deck = LUCK_DECKS + s.round_no
        deals = deals_of_deck(s, self._analyzer.seed, deck)
        rows = self._analyzer.roll_out(s, 0, 0, len(deals), first=deck)
        network = [[float(value) for value in row][: s.players] for row in rows]
        chosen = [len(deals) * i // self._effort.luck_deals for i in range(min(self._effort.luck_deals, len(deals)))]
        errors = means([difference(self._value_after(s, deals[i]), network[i]) for i in chosen])
        return [share + error for share, error in zip(means(network), errors, strict=True)]

    def _value_after(self, s: State, deal: int) -> Values:
        after = s.copy()
        apply(after, deal)
        return self._value(after)

    def _after(self, ply: Ply, following: State, before: Values) -> Values:
        """The win shares after a ply. A forced move changes nothing."""
        if ply.is_deal or following.asked in (questions.DEAL, questions.OVER):
            return self._value(following)
        if count_bits(ply.before.legal) == 1:
            return before
        return self._search(following).best.wins

    def _search(self, s: State) -> SearchResult:
        """The result of a decision with the usual visits; the latest is cached."""
        if self._latest is None or self._latest[0] is not s:
            self._latest = s, self._analyzer.read(s, self._effort.visits)
        return self._latest[1]

    def _measure(self, ply: Ply) -> _Measured:
        """What a move cost, measured by rollouts only where the search sees a difference that counts."""
        s = ply.before
        result = self._search(s)
        moves, best = result.evaluations, result.best
        played = next(move for move in moves if move.action == ply.action)
        if played is best:
            counts = self._matters(s, moves) and not self._is_obvious(s, moves)
            return _Measured(result, self._searched_loss(s, best, best), counts)
        counts = self._matters(s, moves)
        apart = abs(best.wins[s.seat] - played.wins[s.seat]) * POINTS
        if not counts or (played.visits and apart < NOTHING_BETWEEN * self._scale):
            return _Measured(result, self._searched_loss(s, best, played), counts)
        limits = tuple(self.review.bounds.values())
        loss = paired_loss(self._analyzer, s, best.action, played.action, self._effort, limits)
        graded = grade(loss.low, s.players)
        if graded is None:
            return _Measured(result, loss, counts)
        lines = [line_after(self._analyzer, s, move.action, self._effort.visits) for move in (best, played)]
        return _Measured(result, loss, counts, graded, (lines[0], lines[1]))

    def _reviewed_move(self, place: int, ply: Ply, following: State, measured: _Measured) -> ReviewedMove:
        s = ply.before
        best_line, played_line = measured.lines or self._searched_lines(ply, following, measured.result)
        question, best = questions.ASKED_NAMES[s.asked], token(measured.result.best.action)
        reasons = reasons_between(s, best_line, played_line) if measured.grade else []
        return ReviewedMove(
            ply=place,
            seat=seat_letter(s, s.seat),
            round=s.round_no,
            question=question,
            played=ply.token,
            best=best,
            before=self.review.shares[place],
            after=self.review.shares[place + 1],
            loss=measured.loss,
            grade=measured.grade,
            counts=measured.counts,
            best_line=best_line,
            played_line=played_line,
            reasons=reasons,
            themes=self._puzzle_themes(s, question, best, reasons) if measured.grade else [],
        )

    def _puzzle_themes(self, s: State, question: str, best: str, reasons: list[Reason]) -> list[str]:
        """The themes of a loss that there are puzzles about."""
        return [theme for theme in themes_of(question, best, reasons, is_last=last_round(s)) if theme in themes()]

    def _searched_lines(self, ply: Ply, following: State, result: SearchResult) -> tuple[list[str], list[str]]:
        """The best line of the search before the move, and the played move with the best line after it."""
        line = [token(action) for action in result.line]
        if ply.action == result.best.action:
            return line, line
        goes_on = following.asked not in (questions.DEAL, questions.OVER)
        return line, [ply.token, *map(token, self._search(following).line if goes_on else ())]

    def _searched_loss(self, s: State, best: MoveEvaluation, played: MoveEvaluation) -> Loss:
        """What the played move costs beside the best by the search alone, where no rollouts are needed."""
        points = max(0.0, (best.wins[s.seat] - played.wins[s.seat]) * POINTS)
        prestige = best.prestige[s.seat] - played.prestige[s.seat]
        return Loss(points, points, points, prestige, self._by_seat(best.wins), self._by_seat(played.wins))

    def _matters(self, s: State, moves: list[MoveEvaluation]) -> bool:
        """Whether there is anything to lose: several moves, an open game, and a difference between the moves."""
        shares = [move.wins[s.seat] for move in moves]
        differ = (max(shares) - min(shares)) * POINTS >= LITTLE * self._scale
        return count_bits(s.legal) > 1 and differ and DECIDED <= moves[0].wins[s.seat] <= 1 - DECIDED

    def _is_obvious(self, s: State, moves: list[MoveEvaluation]) -> bool:
        """Whether one move leads before any search by so much that nobody would consider the others."""
        guesses = sorted((move.guess for move in moves), reverse=True)
        return len(guesses) < 2 or (guesses[0] - guesses[1]) * POINTS >= OBVIOUS * self._scale

    def _summary(self, p: int) -> SeatSummary:
        seat, players = self._seats[p], len(self._seats)
        result = (self.review.shares[-1][seat] - 1 / players) * POINTS
        luck = sum(deal.luck[seat] for deal in self.review.deals)
        own = [move for move in self.review.decisions if move.seat == seat]
        losses = [move.loss.points for move in own if move.counts]
        mean = sum(losses) / len(losses) if losses else None
        grades: dict[str, int] = {name: sum(move.grade == name for move in own) for name in self.review.bounds}
        level = None if mean is None else skill_class(mean, players)
        return SeatSummary(seat, result, result - luck, luck, len(losses), mean, level, grades)


def _final_shares(s: State) -> Values:
    """11.4: the winners share a finished game equally."""
    best = winners(s)
    return [1.0 / count_bits(best) if has_bit(best, p) else 0.0 for p in range(s.players)]


def review_game(game: Game, seed: int = 0, effort: Effort = USUAL) -> Review:
    """The review of a game as far as it was played. Equal seeds give equal reviews."""
    return Reviewer(game, seed, effort).run()
