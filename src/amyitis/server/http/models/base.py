"""What all models of answers share: exactly these fields, the shape of a view, and entries of logs."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from amyitis.game.view import shape
from amyitis.game.view.shape import Cube, Seat

# The shape of a view knows nothing of pydantic; here its parts become models with exactly these fields.
for part in vars(shape).values():
    if isinstance(part, type) and hasattr(part, "__total__"):  # a TypedDict, whichever it is made with
        part.__pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[attr-defined]


class Model(BaseModel):
    """Something the server says: exactly these fields."""

    model_config = ConfigDict(extra="forbid")


class EventModel(Model):
    """One thing that a move did, with its clause; `seat` is whose it was, `N` for a grey cube."""

    clause: str
    seat: Cube | None
    what: str
    amount: int
    detail: str | None
    text: str


class EntryModel(Model):
    """An entry of the log: a move, a deal (of seat `$`), or an undo of the last `count` moves."""

    ply: int
    kind: Literal["move", "deal", "undo"]
    seat: Seat | Literal["$"]
    token: str
    count: int
    at: Annotated[int, Field(description="Milliseconds since 1970.")]
    by_bot: bool
    events: list[EventModel]


Changes = Annotated[
    dict[str, Any],
    Field(description="New values in the view, each by its path of names and places, joined by `/`."),
]


class ToldEntry(EntryModel):
    """An entry with what it has changed in the view."""

    set: Changes
