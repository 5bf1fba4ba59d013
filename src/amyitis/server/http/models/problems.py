"""Refusals, for the OpenAPI text."""

from typing import Annotated, Any

from pydantic import BaseModel, Field

from .base import Model
from .games import GameModel


class FieldError(Model):
    """A field of the request that is wrong."""

    where: str
    what: str


class FaultModel(BaseModel):
    """One thing that is wrong with a position, with what it is about as far as that is known."""

    key: Annotated[str, Field(examples=["dry"])]
    seat: str | None = None
    card: Annotated[str | None, Field(description="A Court card, with its level if it has one.")] = None
    level: int | None = None
    places: Annotated[list[str] | None, Field(description="Squares or sides of the garden.")] = None
    tile: str | None = None
    city: str | None = None
    section: Annotated[str | None, Field(description="A section of the text, and what is written there.")] = None
    text: str | None = None
    found: int | None = None
    expected: int | None = None


class Problem(BaseModel):
    """A refusal (RFC 9457)."""

    type: Annotated[str, Field(examples=["urn:amyitis:problem:stale"])]
    title: str
    status: int
    detail: str
    ply: Annotated[int | None, Field(description="Where the game is.")] = None
    place: Annotated[int | None, Field(description="Which of the moves sent is refused, from 0.")] = None
    token: str | None = None
    clause: Annotated[str | None, Field(description="The clause of the rules that forbids the move.")] = None
    missing: Annotated[str | None, Field(description="What would have been needed.")] = None
    key: Annotated[
        str | None, Field(description="Why, as a name: of an illegal move, a limit, a seat; `drift` of a record.")
    ] = None
    line: Annotated[int | None, Field(description="The line of a record that is at fault.")] = None
    facts: Annotated[dict[str, Any] | None, Field(description="What belongs to the key.")] = None
    decider: str | None = None
    field: str | None = None
    errors: list[FieldError] | None = None
    faults: Annotated[
        list[FaultModel] | None, Field(description="With the key `impossible`: what is wrong with a position.")
    ] = None
    game: Annotated[GameModel | None, Field(description="With `stale`: the game as it is now.")] = None


def refuses(**kinds: str) -> dict[int | str, dict[str, Any]]:
    """The refusals of a route for the OpenAPI text: `_409="stale"`."""
    said = {"_400": "malformed", "_413": "too large", "_421": "wrong host", "_429": "a limit is reached"} | kinds
    body = {"content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    return {int(status[1:]): {"description": what, **body} for status, what in said.items()} | {
        "4XX": {"description": "another refusal", **body}
    }
