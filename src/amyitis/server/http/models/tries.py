"""Thinking a decision through: tries, what moves would do, and why others are not allowed."""

from typing import Any, Literal

from amyitis.game.view.shape import Kind, Seat, SeatOrChance

from .base import Changes, EventModel, Model


class TryStep(Model):
    """One step of a line that was tried, with what it has changed in the view since the step before.

    The question `deal` says that nobody can know what comes next.
    """

    token: str
    seat: SeatOrChance
    events: list[EventModel]
    decider: SeatOrChance | None
    question: Kind | Literal["over"]
    legal: list[str]
    set: Changes


class Refusal(Model):
    """Why a move is not allowed: the clause, what is missing in words, and key and facts of it; null if it is."""

    token: str
    legal: bool
    clause: str | None
    missing: str | None
    key: str | None
    facts: dict[str, Any] | None


class LaterQuestion(Model):
    """A question that the same seat may be asked later in its turn, with the answers of all branches."""

    kind: Kind
    answers: list[str]


class Outcome(Model):
    """What a journey brings if this answer is given, with the first answer to every question after it."""

    token: str
    events: list[EventModel]


class Around(Model):
    """The cubes around a square before and after a canal, by seat, and whose are the most then; null on a tie."""

    square: str
    before: dict[Seat, int]
    after: dict[Seat, int]
    leader: Seat | None


class GardenChange(Model):
    """What a canal changes: squares that water comes to, sides that can be dug next, cubes around squares."""

    watered: list[str]
    opened: list[str]
    around: list[Around]


class Prospect(Model):
    """A legal move: what it does at once, what would be asked after it, and for a journey what each choice brings.

    For a canal also what it changes in the garden.
    """

    token: str
    events: list[EventModel]
    then: list[LaterQuestion]
    outcomes: list[Outcome]
    garden: GardenChange | None


class Outlook(Model):
    """What is needed to offer a decision and to explain it: the legal moves, and why others are not allowed."""

    options: list[Prospect]
    reasons: list[Refusal]


class Tried(Model):
    """A line of moves as far as it goes; the outlook is of its end, if the seat that began it decides there."""

    ply: int
    steps: list[TryStep]
    ends_with: Literal["decision", "deal", "over"]
    outlook: Outlook | None


class Explored(Model):
    """A line of moves and deals from a position, and the position at its end; the outlook is of whoever decides there.

    Deals that were drawn are named in the steps.
    """

    position: str
    steps: list[TryStep]
    ends_with: Literal["decision", "deal", "over"]
    outlook: Outlook | None


class Refusals(Model):
    """Why some moves are not allowed at the latest ply."""

    ply: int
    reasons: list[Refusal]
