"""Puzzles, attempts at them, and how well somebody solves them."""

from typing import Annotated, Literal

from amyitis.analysis.review.reasons import Reason
from amyitis.extras import TypedDict
from amyitis.game.view.shape import Kind, Seat, View
from amyitis.markers import Doc, Whole
from amyitis.table.messages.shapes import Outlook


class PuzzleThemes(TypedDict):
    """The number of puzzles, and how many of them have each theme."""

    count: int
    themes: dict[str, int]


class PuzzleSolution(TypedDict):
    """The solution: by how many points it leads the second best move, and why."""

    best: str
    second: str
    points: float
    low: float
    high: float
    proven: Annotated[bool, Doc("Whether every move was searched to the end of the game.")]
    best_line: list[str]
    second_line: list[str]
    reasons: list[Reason]


class PuzzleHint(TypedDict):
    """A hint: the `part` of the table where the solution lies (`where`), or the first `reason` for it (`why`)."""

    name: Literal["where", "why"]
    part: str | None
    reason: Reason | None


class PuzzleAttempt(TypedDict):
    """Somebody's attempt at a puzzle: wrong turns, hints, and when it is over the solution.

    The result `first` means solved at the first try and without hints, `later` with more tries or with hints.
    `change` is the change of the person's rating.
    """

    right: Annotated[bool | None, Doc("Whether all moves of this request are right.")]
    reply: Annotated[list[str], Doc("What follows right moves by itself: others' moves, and those without a choice.")]
    turn: Annotated[int, Doc("The turn that is to be found after the moves of this request, from 1.")]
    wrong: list[list[str]]
    tries_left: int
    hints: list[PuzzleHint]
    hints_left: int
    result: Literal["first", "later", "failed"] | None
    change: int
    solution: PuzzleSolution | None


class PuzzleModel(TypedDict):
    """A puzzle without its solution: the position, and what `seat` may play there.

    `turns` are to be found, with replies of the others between them. `played` counts the attempts, `solved` those that
    were right at the first try.
    """

    id: str
    number: int
    players: int
    seat: Seat
    round: int
    question: Kind
    position: str
    themes: list[str]
    difficulty: Annotated[int, Whole(1, 5)]
    turns: int
    moves: list[str]
    view: View
    outlook: Outlook
    rating: int
    played: int
    solved: int
    attempt: PuzzleAttempt | None


class PuzzleDay(TypedDict):
    """A day in UTC, and whether a puzzle was solved on it."""

    day: str
    solved: bool


class PuzzleStanding(TypedDict):
    """How well somebody solves puzzles. A rating that is not `sure` rests on few attempts."""

    rating: int
    sure: bool
    played: int
    solved: int
    streak: int
    days: list[PuzzleDay]
