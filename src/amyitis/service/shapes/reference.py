"""What does not change: bots, rules, the lesson; any position; and the server's health."""

from typing import Literal

from amyitis.extras import TypedDict
from amyitis.game.view.shape import Seat, View
from amyitis.table.messages.shapes import EntryModel, Outlook, QuestionKind


class LevelModel(TypedDict):
    """A level of the bots for people: its rating, and its win rate in games of two `against` the level below.

    The win rate comes with its interval and the number of games.
    """

    name: str
    rating: int | None
    against: str | None
    win_rate: float | None
    interval: tuple[float, float] | None
    games: int | None


class Compiling(TypedDict):
    """How many rule functions are compiled, and of how many."""

    done: int
    total: int


class Bots(TypedDict):
    """The bots that can take a seat: `levels` from weakest to strongest, their measured strength, and all `names`.

    `compiling` is set while the server compiles the rules, once after an update: until then the bots wait.
    """

    levels: list[str]
    measured: list[LevelModel]
    names: list[str]
    compiling: Compiling | None


class ExampleModel(TypedDict):
    """A picture for a clause: a position, the part of the table to show, and the names of what to mark there."""

    position: str
    view: View
    part: str
    marks: list[str]


class ClauseModel(TypedDict):
    """A clause of the rules.

    `ruling`: the printed rules are silent and the decision is ours. Then `why` has the reason for it, and `otherwise`
    what would change without it.
    """

    number: str
    title: str
    text: str
    ruling: bool
    why: str | None
    otherwise: str | None
    example: ExampleModel | None


class SectionModel(TypedDict):
    """A section of the rules."""

    number: int
    title: str
    clauses: list[ClauseModel]


class Rules(TypedDict):
    """All rules in one language."""

    lang: str
    languages: list[str]
    sections: list[SectionModel]


class PositionModel(TypedDict):
    """A position as text and as a view, the open question, and the legal moves of the player to decide."""

    position: str
    hash: str
    players: int
    decider: Seat | None
    question: QuestionKind
    legal: list[str]
    over: bool
    view: View


class LessonStep(TypedDict):
    """A step of the lesson, from a ply on: something to read, a move to make or to confirm, or moves to watch.

    The moves of a `leap` are skipped at once.
    """

    key: str
    kind: Literal["read", "do", "confirm", "watch"]
    ply: int
    tokens: list[str]
    marks: list[str]
    clause: str
    leap: bool


class LessonMoment(TypedDict):
    """The table at a ply and its legal moves, with the outlook where it is the learner's move."""

    ply: int
    decider: Seat | None
    over: bool
    legal: list[str]
    view: View
    outlook: Outlook | None


class LessonModel(TypedDict):
    """A guided game of `learner`: its steps, its moves, and the table before and after each move.

    Within a leap there is no table. `numbers` are the facts of the box that the words of the lesson repeat, by name.
    """

    learner: Seat
    position: str
    numbers: dict[str, int]
    steps: list[LessonStep]
    entries: list[EntryModel]
    moments: list[LessonMoment | None]


class Health(TypedDict):
    """The state of a healthy server."""

    status: Literal["ok"]
    version: str
    database: str
