"""The results of an analysis: the shapes that the command line, the API and the page share."""

from dataclasses import asdict, dataclass, field
from typing import Any

from amyitis.game.view.shape import Kind, Seat

from .grades import Grade
from .reasons import Reason

VERSION = 1  # of the shape and of how figures are computed: a review of another version is made anew

Shares = dict[Seat, float]


@dataclass(frozen=True)
class Loss:
    """What a move cost beside the best: points of win share with an interval of 95 %, and prestige.

    `best` and `played` are the win shares of all seats after either move, from the same rollouts as the points.
    """

    points: float
    low: float
    high: float
    prestige: float
    best: Shares
    played: Shares


@dataclass(frozen=True)
class ReviewedMove:
    """One decision: who, what was played, what was best, and what that cost.

    `ply` is the number of moves before it, deals counted. `counts` is False for a decision with one sensible answer,
    between moves that are alike, or in a game that is decided. The lines begin with the moves themselves and end with
    the round. Where the search sees no difference between two moves there is no interval: both ends are the loss.
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


@dataclass(frozen=True)
class MoveCost:
    """What one move of a position costs beside another (by default the best one): the loss, its grade, and why.

    A position knows nothing of its game, so the grade depends on the loss alone.
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
    """A seat at the end: what it got beyond an even share, split into skill and luck, which add up to it.

    Skill is what all moves did to its share, its own and the others'; luck what the set-up and the deals did. All in
    points. `mean_loss` is over the decisions that count, None if there were none; `plays_like` is the nearest level.
    """

    seat: Seat
    result: float
    skill: float
    luck: float
    decisions: int
    mean_loss: float | None
    plays_like: str | None
    grades: dict[str, int]


@dataclass
class Review:
    """A review, as far as it has come: `done` of `total` decisions.

    `shares` holds the win shares before every ply and after the last. `trained_for_this_box` is False for a box or a
    kind of game that the network was not trained for; figures are rougher there.
    """

    version: int
    seed: int
    players: int
    seats: list[Seat]
    over: bool
    trained_for_this_box: bool
    bounds: dict[Grade, float]
    shares: list[Shares]
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
