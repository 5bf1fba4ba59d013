"""The evaluation of a position, which improves with time: win shares, expected prestige, and the best lines."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from amyitis.box.tables import MAX_SEATS
from amyitis.game import Game
from amyitis.game.view.shape import Kind, Seat, SeatOrChance
from amyitis.notation.positions import decider_letter, seat_letters
from amyitis.notation.tokens import token
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.state import State

from .decks import deck_size
from .position_analyzer import PositionAnalyzer, is_trained_for, make_analyzer, means
from .shapes import Shares, rounded

FIRST_VISITS = 16
GROWTH = 2  # the visits of each evaluation, divided by those of the one before
MOST_VISITS = 4096
MOST_LINES = 5
DECKS = 2  # whose deals are averaged where a deal is due


@dataclass(frozen=True)
class EvaluatedLine:
    """A move: its visits, what it is worth to each seat, and the line after it."""

    move: str
    visits: int
    wins: Shares
    prestige: Shares
    line: list[str]


@dataclass(frozen=True)
class Evaluation:
    """A position after so many visits: the win share and the expected prestige of each seat, and the best lines.

    The best line comes first. Where a deal is due, or the game is over, there are none.
    """

    position: str
    seats: list[Seat]
    seat: SeatOrChance
    question: Kind | Literal["over"]
    trained_for_this_box: bool
    visits: int
    wins: Shares
    prestige: Shares
    lines: list[EvaluatedLine]

    def as_dict(self) -> dict[str, Any]:
        """Returns the evaluation as plain data."""
        plain: dict[str, Any] = rounded(asdict(self))
        return plain


def evaluate(
    game: Game, most_visits: int = MOST_VISITS, analyzer: PositionAnalyzer | None = None
) -> Iterator[Evaluation]:
    """Yields evaluations of the position of a game, each with more visits."""
    analyzer = analyzer or make_analyzer()
    s = game.state
    if s.asked in (questions.DEAL, questions.OVER):
        row = means(analyzer.roll_out(s, 0, 1, DECKS * deck_size(s)))  # of a finished game: its result
        yield _evaluation(game, analyzer, row[: s.players], row[MAX_SEATS : MAX_SEATS + s.players], 0, [])
        return
    visits, before = min(FIRST_VISITS, most_visits), 0
    while True:
        moves = analyzer.search(s, visits, fresh=not before)
        reached = analyzer.visits
        lines = [
            EvaluatedLine(
                token(move.action), move.visits, _by_seat(s, move.wins), _by_seat(s, move.prestige),
                _line(analyzer, s, move.action),
            )
            for move in moves[:MOST_LINES]
            if move.visits
        ]  # fmt: skip
        yield _evaluation(game, analyzer, moves[0].wins, moves[0].prestige, reached, lines)
        if visits >= most_visits or reached == before:
            return
        visits, before = min(GROWTH * visits, most_visits), reached


def _line(analyzer: PositionAnalyzer, s: State, action: int) -> list[str]:
    """A move and what the present tree expects after it."""
    after = s.copy()
    apply(after, action)
    line = [token(action)]
    if after.asked not in (questions.DEAL, questions.OVER):
        analyzer.search(after, 1)
        line += [token(expected) for expected in analyzer.expected_line()]
    return line


def _evaluation(
    game: Game,
    analyzer: PositionAnalyzer,
    wins: Sequence[float],
    prestige: Sequence[float],
    visits: int,
    lines: list[EvaluatedLine],
) -> Evaluation:
    s = game.state
    return Evaluation(
        game.position, seat_letters(s), decider_letter(s), questions.KIND_NAMES[s.asked], is_trained_for(analyzer, s),
        visits, _by_seat(s, wins), _by_seat(s, prestige), lines,
    )  # fmt: skip


def _by_seat(s: State, values: Sequence[float]) -> Shares:
    return dict(zip(seat_letters(s), values, strict=True))
