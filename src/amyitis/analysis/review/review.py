"""The review of a game: win shares all along, what every move cost, and where the result came from.

The win share of a position is what the search returns there. Before a deal it is the mean over possible deals, at the
end it is the result, and where the end can be proven it is exact. What a deal changed is luck: as the deal that came is
one of the possible ones, luck is zero on average, whatever the search believes.

The cost of a move is measured apart (`measuring.py`), and only where it matters. Skill is the sum of these costs
(`summaries.py`).
"""

from collections.abc import Iterator, Sequence

from amyitis.analysis.analyzers.decks import deals_of_deck
from amyitis.analysis.analyzers.position_analyzer import (
    PositionAnalyzer,
    SearchResult,
    difference,
    is_trained_for,
    make_analyzer,
    means,
)
from amyitis.analysis.level_shares import powers_of_game
from amyitis.analysis.proofs import final_shares, middle, quick
from amyitis.analysis.puzzles.puzzles import themes, themes_of
from amyitis.analysis.shapes import POINTS, VERSION, DealLuck, Review, ReviewedMove, Shares
from amyitis.game import Game
from amyitis.game.events import Ply
from amyitis.notation.positions import seat_letter, seat_letters
from amyitis.notation.tokens import token
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import count_bits
from amyitis.rules.course.scoring import last_round
from amyitis.rules.state import State

from .grades import PRESTIGE, bounds
from .measuring import Measured, is_as_good, measure
from .move_costs import USUAL, Effort
from .reasons import Reason, reasons_between
from .summaries import summaries

LUCK_DECKS = 1000  # the number of the first deck that luck is measured with, one for each round

Values = Sequence[float]  # by seat


class Reviewer:
    """Reviews one game, move by move. Equal games, seeds and efforts give equal reviews."""

    def __init__(
        self, game: Game, seed: int = 0, effort: Effort = USUAL, analyzer: PositionAnalyzer | None = None
    ) -> None:
        self._plies, self._last = game.plies, game.state
        self._effort = effort
        self._analyzer = analyzer or make_analyzer(seed)
        self._analyzer.reset(seed)
        self._latest: list[tuple[State, SearchResult]] = []  # of a decision and of the one after it
        self._seats = seat_letters(game.state)
        self.review = Review(
            version=VERSION,
            seed=seed,
            players=game.players,
            seats=self._seats,
            over=game.is_over,
            trained_for_this_box=is_trained_for(self._analyzer, game.state),
            bounds=bounds(game.players),
            prestige_bounds=bounds(game.players, PRESTIGE),
            shares=[],
            powers=powers_of_game(self._states()),
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
                if measured.confirmed:  # a deeper look corrects the shares, too
                    self.review.shares[place] = measured.loss.best
                    if following.asked != questions.OVER:
                        self.review.shares[place + 1] = measured.loss.played
                self.review.decisions.append(self._reviewed_move(place, ply, following, measured))
                self.review.done += 1
                yield self.review
            before = after
        self.review.summary = summaries(self.review)
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
            return final_shares(s)
        return [float(value) for value in self._analyzer.preliminary(s)][: s.players]

    def _value(self, s: State) -> Values:
        """The win shares of a position after a deal, or in which a deal is due."""
        if s.asked == questions.OVER:
            return final_shares(s)
        if s.asked == questions.DEAL:
            return self._expected(s)
        return self._proven(s) or self._analyzer.read(s, self._effort.luck_visits).best.wins

    def _proven(self, s: State) -> Values | None:
        """The win shares of a decision, if they can be proven."""
        proof = self._analyzer.solver.prove(s, quick(s))
        return None if proof is None else middle(proof)

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
        return self._proven(following) or self._search(following).best.wins

    def _search(self, s: State) -> SearchResult:
        """The result of a decision with the usual visits; the latest two are cached."""
        for known, result in self._latest:
            if known is s:
                return result
        result = self._analyzer.read(s, self._effort.visits)
        self._latest = [*self._latest[-1:], (s, result)]
        return result

    def _measure(self, ply: Ply) -> Measured:
        """What a move cost."""
        return measure(self._analyzer, ply.before, ply.action, self._effort, self._search(ply.before))

    def _reviewed_move(self, place: int, ply: Ply, following: State, measured: Measured) -> ReviewedMove:
        s = ply.before
        best_line, played_line = measured.lines or self._searched_lines(ply, following)
        question, best = questions.ASKED_NAMES[s.asked], token(measured.best)
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
            scale=measured.scale,
            reasons=reasons,
            themes=self._puzzle_themes(s, question, best, reasons) if measured.grade else [],
            as_good=is_as_good(measured, s.players),
        )

    def _puzzle_themes(self, s: State, question: str, best: str, reasons: list[Reason]) -> list[str]:
        """The themes of a loss that there are puzzles about."""
        return [theme for theme in themes_of(question, best, reasons, is_last=last_round(s)) if theme in themes()]

    def _searched_lines(self, ply: Ply, following: State) -> tuple[list[str], list[str]]:
        """The best line of the search before the move, and the played move with the best line after it."""
        result = self._search(ply.before)
        line = [token(action) for action in result.line]
        if ply.action == result.best.action:
            return line, line
        goes_on = following.asked not in (questions.DEAL, questions.OVER)
        return line, [ply.token, *map(token, self._search(following).line if goes_on else ())]


def review_game(game: Game, seed: int = 0, effort: Effort = USUAL) -> Review:
    """The review of a game as far as it was played. Equal seeds give equal reviews."""
    return Reviewer(game, seed, effort).run()
