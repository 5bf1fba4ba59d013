"""The results of an analysis: the shapes that the command line, the API and the page share."""

from dataclasses import asdict, dataclass, field
from typing import Any

from amyitis.game.view.shape import Kind, Seat

from .review.grades import SHARE, Grade, Scale
from .review.reasons import Reason

VERSION = 1  # of the shape and of how figures are computed: a review of another version is made anew

POINTS = 100.0  # of a whole win

Shares = dict[Seat, float]


@dataclass(frozen=True)
class Loss:
    """What a move cost beside the best, with intervals of 95 %: points of win share, and prestige.

    Prestige is that of the lead: the seat's own less that of the best other. `best` and `played` are the win shares of
    all seats after either move, from the same rollouts. A proven loss is exact: both moves were searched to the end of
    the game.
    """

    points: float
    low: float
    high: float
    prestige: float
    best: Shares
    played: Shares
    prestige_low: float = 0.0
    prestige_high: float = 0.0
    proven: bool = False

    def on(self, scale: Scale) -> float:
        """The loss on a scale."""
        return self.points if scale == SHARE else self.prestige

    def low_on(self, scale: Scale) -> float:
        """The lower end of its interval on a scale."""
        return self.low if scale == SHARE else self.prestige_low


@dataclass(frozen=True)
class PlayedOut:
    """Pairs of games played to the end after both moves, with the same deals in each pair: what the played move lost.

    Points of win share and prestige of the lead, each with its standard error. That covers chance and the line of the
    round at hand, but not the errors of the engine, which then plays for all seats without a search.
    """

    games: int
    points: float
    points_error: float
    prestige: float
    prestige_error: float


@dataclass(frozen=True)
class Proven:
    """How a position ends for sure: each seat's least and greatest share of the win, and the best moves.

    The shares differ only where somebody who is equally well off with two moves decides between the others. `line` is
    one way to the end with best moves, and `prestige` what it ends with; it is None where the line is not proven whole.
    """

    least: Shares
    most: Shares
    moves: list[str]
    line: list[str]
    prestige: Shares | None


@dataclass(frozen=True)
class ReviewedMove:
    """One decision: who, what was played, what was best, and what that cost.

    `ply` is the number of moves before it, deals counted. `counts` is False for a decision with one sensible answer,
    between moves that are alike, or in a game that is decided. The lines begin with the moves themselves and end with
    the round. Where the search sees no difference between two moves there is no interval: both ends are the loss. The
    grade is on the `scale` of prestige where the game is lost. `as_good`: the move may have cost nothing, and does not
    look like an inaccuracy.
    """

    ply: int
    seat: Seat
    round: int
    question: Kind
    played: str
    best: str
    before: Shares
    after: Shares
    loss: Loss
    grade: Grade | None
    counts: bool
    best_line: list[str]
    played_line: list[str]
    reasons: list[Reason] = field(default_factory=list)
    themes: list[str] = field(default_factory=list)  # of a loss, as puzzles have them
    scale: Scale = SHARE
    as_good: bool = False


@dataclass(frozen=True)
class MoveCost:
    """What one move of a position costs beside another (by default the best one): the loss, its grade, and why.

    A position knows nothing of its game, so the grade depends on the loss alone. `as_good`: the move may cost nothing,
    and does not look like an inaccuracy.
    """

    position: str
    seat: Seat
    question: Kind
    trained_for_this_box: bool
    move: str
    best: str
    loss: Loss
    grade: Grade | None
    best_line: list[str]
    move_line: list[str]
    reasons: list[Reason]
    scale: Scale = SHARE
    played_out: PlayedOut | None = None
    as_good: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Returns the cost as plain data."""
        plain: dict[str, Any] = rounded(asdict(self))
        return plain


@dataclass(frozen=True)
class DealLuck:
    """What a deal, or the set-up (ply 0), was worth to each seat, in points of win share."""

    ply: int
    round: int
    luck: Shares


@dataclass(frozen=True)
class SeatSummary:
    """A seat at the end: what it got beyond an even share, in points, and where that came from.

    `skill` is what its own measured losses cost it, with half an interval of 95 %; `gifts` what those of the others
    brought it; `luck` what the set-up and the deals did. `unexplained` is the rest: the engine valued the same position
    differently before and after a move. All four add up to the result.

    `mean_loss` is over the decisions that count, None if there were none. `plays_like` are the levels of which a
    measured seat lost about as much, from the gentlest to the strongest; empty where too little is known.
    """

    seat: Seat
    result: float
    skill: float
    skill_margin: float
    gifts: float
    luck: float
    unexplained: float
    decisions: int
    mean_loss: float | None
    mean_loss_margin: float | None
    plays_like: list[str]
    grades: dict[str, int]


@dataclass
class Review:
    """A review, as far as it has come: `done` of `total` decisions.

    `shares` holds the win shares before every ply and after the last, in strong play. `powers` turns them into those of
    a level of the bots: by level, for each of them the power that they are raised to before they are made to add up to
    1 again; None for a level of which too little is known. Losses and all else are those of strong play.
    `trained_for_this_box` is False for a box or a kind of game that the network was not trained for; figures are
    rougher there.
    """

    version: int
    seed: int
    players: int
    seats: list[Seat]
    over: bool
    trained_for_this_box: bool
    bounds: dict[Grade, float]
    prestige_bounds: dict[Grade, float]
    shares: list[Shares]
    powers: dict[str, list[float] | None]
    done: int
    total: int
    decisions: list[ReviewedMove] = field(default_factory=list)
    deals: list[DealLuck] = field(default_factory=list)
    summary: list[SeatSummary] = field(default_factory=list)
    complete: bool = False  # every decision has been reviewed

    def as_dict(self) -> dict[str, Any]:
        """Returns the review as plain data, numbers rounded."""
        plain: dict[str, Any] = rounded(asdict(self))
        return plain


def rounded(value: Any) -> Any:
    """Plain data with numbers rounded to four decimals."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [rounded(item) for item in value]
    return value
