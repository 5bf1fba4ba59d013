"""What the engine thinks of any position, growing with time: win shares, expected prestige, and its best lines."""

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
from .shapes import Shares, rounded
from .thinkers import AnyThinker, is_at_home, means, own_thinker

FIRST_VISITS = 16
GROWTH = 2  # every opinion has so many times the visits of the one before
MOST_VISITS = 4096
MOST_LINES = 5
DECKS = 2  # whose deals are averaged where one is due


@dataclass(frozen=True)
class LineOpinion:
    """A move, how often the search visited it, what it is worth to each seat, and the line after it."""

    move: str
    visits: int
    wins: Shares
    prestige: Shares
    line: list[str]


@dataclass(frozen=True)
class PositionOpinion:
    """What the engine thinks after so many visits: the win share and the expected prestige of each seat, and its lines.

    The best line comes first. Where a deal is due, or the game is over, there are none.
    """

    position: str
    seats: list[Seat]
    seat: SeatOrChance
    question: Kind | Literal["over"]
    at_home: bool
    visits: int
    wins: Shares
    prestige: Shares
    lines: list[LineOpinion]

    def as_dict(self) -> dict[str, Any]:
        """Returns the opinion as plain data."""
        plain: dict[str, Any] = rounded(asdict(self))
        return plain


def opinions(
    game: Game, most_visits: int = MOST_VISITS, thinker: AnyThinker | None = None
) -> Iterator[PositionOpinion]:
    """Yields what the engine thinks of the position of a game, with more and more visits."""
    thinker = thinker or own_thinker()
    s = game.state
    if s.asked in (questions.DEAL, questions.OVER):
        expected = _before_a_deal(s, thinker)
        yield _opinion(game, thinker, expected[: s.players], expected[MAX_SEATS : MAX_SEATS + s.players], 0, [])
        return
    visits, before = min(FIRST_VISITS, most_visits), 0
    while True:
        found = thinker.think(s, visits, fresh=not before)
        reached = thinker.visits
        lines = [
            LineOpinion(
                token(one.action), one.visits, _named(s, one.wins), _named(s, one.prestige),
                _line(thinker, s, one.action),
            )
            for one in found[:MOST_LINES]
            if one.visits
        ]  # fmt: skip
        yield _opinion(game, thinker, found[0].wins, found[0].prestige, reached, lines)
        if visits >= most_visits or reached == before:
            return
        visits, before = min(GROWTH * visits, most_visits), reached


def _line(thinker: AnyThinker, s: State, action: int) -> list[str]:
    """A move and what the tree that has grown so far expects after it."""
    after = s.copy()
    apply(after, action)
    line = [token(action)]
    if after.asked not in (questions.DEAL, questions.OVER):
        thinker.think(after, 1)
        line += [token(one) for one in thinker.expected()]
    return line


def _before_a_deal(s: State, thinker: AnyThinker) -> list[float]:
    """The mean over deals that might come; the truth if the game is over."""
    return means(thinker.roll_out(s, 0, 1, DECKS * deck_size(s)))


def _opinion(
    game: Game,
    thinker: AnyThinker,
    wins: Sequence[float],
    prestige: Sequence[float],
    visits: int,
    lines: list[LineOpinion],
) -> PositionOpinion:
    s = game.state
    return PositionOpinion(
        game.position, seat_letters(s), decider_letter(s), questions.KIND_NAMES[s.asked], is_at_home(thinker, s),
        visits, _named(s, wins), _named(s, prestige), lines,
    )  # fmt: skip


def _named(s: State, values: Sequence[float]) -> Shares:
    return dict(zip(seat_letters(s), values, strict=True))
