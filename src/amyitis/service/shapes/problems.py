"""Refusals (RFC 9457). Both shapes may have more fields than these."""

from typing import Annotated, Any, NotRequired

from amyitis.extras import TypedDict
from amyitis.markers import Doc
from amyitis.service.validation import FieldError
from amyitis.table.messages.shapes import GameModel


class FaultModel(TypedDict):
    """One thing that is wrong with a position, and what it concerns as far as that is known."""

    key: str
    seat: NotRequired[str | None]
    card: NotRequired[Annotated[str | None, Doc("A Court card, with its level if it has one.")]]
    level: NotRequired[int | None]
    places: NotRequired[Annotated[list[str] | None, Doc("Squares or sides of the garden.")]]
    tile: NotRequired[str | None]
    city: NotRequired[str | None]
    section: NotRequired[Annotated[str | None, Doc("A section of the text; `text` is what is written there.")]]
    text: NotRequired[str | None]
    found: NotRequired[int | None]
    expected: NotRequired[int | None]


class Problem(TypedDict):
    """A refusal (RFC 9457)."""

    type: Annotated[str, Doc("As in `urn:amyitis:problem:stale`.")]
    title: str
    status: int
    detail: str
    ply: NotRequired[Annotated[int | None, Doc("The ply at which the game is now.")]]
    place: NotRequired[Annotated[int | None, Doc("Which of the moves was refused, from 0.")]]
    token: NotRequired[str | None]
    clause: NotRequired[Annotated[str | None, Doc("The clause of the rules that forbids the move.")]]
    missing: NotRequired[Annotated[str | None, Doc("What the move would have needed.")]]
    key: NotRequired[
        Annotated[str | None, Doc("The reason as a name: of an illegal move, a limit, a seat; `drift` of a record.")]
    ]
    line: NotRequired[Annotated[int | None, Doc("The line of a record that is at fault.")]]
    facts: NotRequired[Annotated[dict[str, Any] | None, Doc("Values that belong to the key.")]]
    decider: NotRequired[str | None]
    field: NotRequired[str | None]
    errors: NotRequired[list[FieldError] | None]
    faults: NotRequired[Annotated[list[FaultModel] | None, Doc("With the key `impossible`: faults of a position.")]]
    game: NotRequired[Annotated[GameModel | None, Doc("With `stale`: the game as it is now.")]]
