"""Analysis jobs, and the answers of the coach."""

from typing import Annotated, Literal

from amyitis.analysis.evaluation import Evaluation
from amyitis.analysis.reasons import Reason
from amyitis.analysis.shapes import MoveCost, Review, Shares
from amyitis.extras import TypedDict
from amyitis.markers import Discriminator, Doc

Status = Literal["waiting", "running", "done", "failed"]
JobKind = Literal["review", "evaluation", "move_cost"]
JobName = Annotated[str, Doc("By which `/jobs/{key}` finds the job again.")]


class ReviewJob(TypedDict):
    """The review of a game or a record, as far as it has come.

    Its plies are those of the record, in which moves that were taken back are missing.
    """

    key: JobName
    kind: Literal["review"]
    status: Status
    error: str | None
    done: int
    total: int
    review: Review | None


class EvaluationJob(TypedDict):
    """The evaluation of a position, as far as it has come."""

    key: JobName
    kind: Literal["evaluation"]
    status: Status
    error: str | None
    done: int
    total: int
    evaluation: Evaluation | None


class MoveCostJob(TypedDict):
    """The cost of a move, once it is known."""

    key: JobName
    kind: Literal["move_cost"]
    status: Status
    error: str | None
    done: int
    total: int
    move_cost: MoveCost | None


AnalysisJob = Annotated[ReviewJob | EvaluationJob | MoveCostJob, Discriminator("kind")]


class Hint(TypedDict):
    """A hint about the best move, in steps.

    Step 1 names the `part` of the table. Step 2 adds its `kind` and the `reason` for it. Step 3 adds the `move`, the
    engine's `line`, and another move that is `as_good`. What belongs to later steps is null. `only`: there is only one
    legal move.
    """

    step: int
    only: bool
    part: str | None
    kind: Annotated[str | None, Doc("A craft, `court_city`, `plant_city`, `market`, `pass` or `noble`.")]
    reason: Reason | None
    move: str | None
    line: list[str] | None
    as_good: str | None


class HintAnswer(TypedDict):
    """A hint, once it is known."""

    status: Status
    error: str | None
    hint: Hint | None


class MoveCostAnswer(TypedDict):
    """The cost of a move, once it is known."""

    status: Status
    error: str | None
    move_cost: MoveCost | None


class SharesAnswer(TypedDict):
    """The win shares by seat, as far as they are known."""

    status: Status
    error: str | None
    shares: Shares | None
