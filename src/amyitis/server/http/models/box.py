"""The box as the API tells it: a model for each kind of entry, made from the dataclasses of the box itself."""

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from pydantic import Field, create_model

from amyitis.box.garden_model import Tile
from amyitis.box.model import Box
from amyitis.box.origin import Mark, Origin

from .base import Model

ORIGIN: dict[str, Any] = {
    "mark": Annotated[Mark | dict[str, Mark], Field(description="How sure the entry is, as a whole or part by part.")],
    "source": Annotated[str, Field(description="Where it comes from.")],
}
TILE_NAME: dict[str, Any] = {"name": Annotated[str, Field(description="The tile as it is written.")]}
WHICH_BOX: dict[str, Any] = {
    "digest": str,
    "own": Annotated[bool, Field(description="Whether new games of this server are played with it.")],
}


@cache
def entry_model(kind: type) -> type[Model]:
    """The model of a kind of entry, as `amyitis.box.plain` writes it: its fields, and its origin beside them."""
    parts: dict[str, Any] = dict(TILE_NAME) if kind is Tile else {}
    hints = get_type_hints(kind)
    for field in fields(kind):
        parts |= ORIGIN if hints[field.name] is Origin else {field.name: _plain(hints[field.name])}
    return create_model(f"Box{kind.__name__}", __base__=Model, __doc__=kind.__doc__, **parts)


def _plain(hint: Any) -> Any:
    if isinstance(hint, type) and is_dataclass(hint):
        return entry_model(hint)
    if get_origin(hint) is not tuple:
        return hint
    parts = [_plain(part) for part in get_args(hint)]
    return list[parts[0]] if parts[-1] is Ellipsis else tuple[*parts]  # type: ignore[valid-type] # made as it runs


BoxModel = create_model(
    "BoxModel", __base__=entry_model(Box), __doc__="What is in the box, with the mark of each fact.", **WHICH_BOX
)
