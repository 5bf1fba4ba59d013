"""What does not change: bots, box, rules; and a position, and the server's health."""

from typing import Literal

from amyitis.game.view.shape import Kind, Seat, View

from .base import Model


class LevelModel(Model):
    """A level for people: its rating, and its win rate in games of two against the one below, with an interval."""

    name: str
    rating: int | None
    against: str | None
    win_rate: float | None
    interval: tuple[float, float] | None
    games: int | None


class Bots(Model):
    """The bots that can take a seat; `levels` from weakest to strongest, and what was `measured` of them."""

    levels: list[str]
    measured: list[LevelModel]
    names: list[str]


class ExampleModel(Model):
    """A picture for a clause: a position, the part of the table to show, and the names of what to mark there."""

    position: str
    view: View
    part: str
    marks: list[str]


class ClauseModel(Model):
    """A clause of the rules; `ruling` where the printed rules are silent and the decision is ours, and then `why` we
    decided so and what would be `otherwise`."""

    number: str
    title: str
    text: str
    ruling: bool
    why: str | None
    otherwise: str | None
    example: ExampleModel | None


class SectionModel(Model):
    """A section of the rules."""

    number: int
    title: str
    clauses: list[ClauseModel]


class Rules(Model):
    """All rules in a language."""

    lang: str
    languages: list[str]
    sections: list[SectionModel]


class PositionModel(Model):
    """A position: as text, with named fields, and what is asked; `legal` are the moves of whoever decides."""

    position: str
    hash: str
    players: int
    decider: Seat | None
    question: Kind | Literal["over"]
    legal: list[str]
    over: bool
    view: View


class Health(Model):
    """Whether the server is well."""

    status: Literal["ok"]
    version: str
    database: str
