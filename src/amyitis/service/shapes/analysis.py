"""Analysis jobs, and the answers of the coach."""

from typing import Annotated, Literal

from amyitis.analysis.evaluation import Evaluation
from amyitis.analysis.review.reasons import Reason
from amyitis.analysis.shapes import MoveCost, Review, Shares
from amyitis.extras import TypedDict
from amyitis.markers import Discriminator, Doc

Status = Literal["waiting", "running", "done", "failed"]
JobKind = Literal["review", "evaluation", "move_cost"]
JobName = Annotated[str, Doc("By which `/jobs/{key}` finds the job again.")]


class Pending(TypedDict):
    """An answer that may not be known yet: ask until it is done."""

    status: Status
    error: str | None


class Job(Pending):
    """A job, and how much of it is done."""

    key: JobName
    done: int
    total: int


class ReviewJob(Job):
    """The review of a game or a record, as far as it has come.

    Its plies are those of the record, in which moves that were taken back are missing.
    """

    kind: Literal["review"]
    review: Review | None


class EvaluationJob(Job):
    """The evaluation of a position, as far as it has come."""

    kind: Literal["evaluation"]
    evaluation: Evaluation | None


class MoveCostJob(Job):
    """The cost of a move, once it is known."""

    kind: Literal["move_cost"]
    move_cost: MoveCost | None


AnalysisJob = Annotated[ReviewJob | EvaluationJob | MoveCostJob, Discriminator("kind")]


class Hint(TypedDict):
    """A hint about the best move, in steps, each of which leaves at most half of the moves that were left.

    Step 1 names the `part` of the table and step 2 the `kind` of the move, with the `reason` for it. A step that would
    exclude too little that way names the better moves instead (`named`, one list for each step). The step that names
    one move alone gives the `move`, with the engine's `line`. `left` counts the moves that are left, and `as_good` is
    another one as good as the best, once both are among them. What belongs to later steps is null. `only`: there is
    only one legal move.
    """

    step: int
    only: bool
    part: str | None
    kind: Annotated[str | None, Doc("A craft, `court_city`, `plant_city`, `market`, `pass` or `noble`.")]
    named: list[list[str]]
    left: int
    reason: Reason | None
    move: str | None
    line: list[str] | None
    as_good: str | None


class HintAnswer(Pending):
    """A hint, once it is known."""

    hint: Hint | None


class MoveCostAnswer(Pending):
    """The cost of a move, once it is known."""

    move_cost: MoveCost | None


class Refutation(TypedDict):
    """What answers a wrong move: a turn with the moves that follow it, and what its last move cost.

    Where it is not `proven`, the engine expects these moves, and the points of win share have an interval of 95 %.
    """

    moves: list[str]
    proven: Annotated[bool, Doc("Whether the cost and the line are exact: all was searched to the end of the game.")]
    points: float
    low: float
    high: float
    final: Annotated[dict[str, int] | None, Doc("The prestige of every seat, if the line ends with the game.")]


class RefutationAnswer(Pending):
    """What answers a wrong move, once it is known."""

    refutation: Refutation | None


class TurnAnswer(Pending):
    """Whether the last move of a turn is right, once it is known.

    `over`: the turn is found. `cost` is what the move loses beside the best one; null where nothing was measured.
    """

    right: bool | None
    reply: Annotated[list[str], Doc("The moves without a choice that follow a right one in its turn.")]
    over: bool
    cost: MoveCost | None


class SharesAnswer(Pending):
    """The win shares by seat, as far as they are known."""

    shares: Shares | None
