"""The box, as the API shows it: one shape for each kind of entry, made from the dataclasses of the box itself."""

from dataclasses import fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

from amyitis.box.model import Box, Tile
from amyitis.box.origin import Mark, Origin
from amyitis.extras import TypedDict
from amyitis.markers import Doc

ORIGIN: dict[str, Any] = {
    "mark": Annotated[Mark | dict[str, Mark], Doc("How sure the entry is, as a whole or part by part.")],
    "source": Annotated[str, Doc("Where it comes from.")],
}
TILE_NAME: dict[str, Any] = {"name": Annotated[str, Doc("The tile in the notation.")]}
WHICH_BOX: dict[str, Any] = {
    "digest": str,
    "own": Annotated[bool, Doc("Whether new games of this server are played with it.")],
}


@cache
def entry_shape(kind: type) -> Any:
    """The shape of a kind of entry, as `amyitis.box.plain` writes it: its fields, and its origin beside them."""
    return _shape(f"Box{kind.__name__}", kind.__doc__, (TILE_NAME if kind is Tile else {}) | _parts(kind))


def _shape(name: str, doc: str | None, parts: dict[str, Any]) -> Any:
    make: Any = TypedDict  # the type checker knows only shapes that are written out
    shape = make(name, parts)
    shape.__doc__ = doc
    return shape


def _parts(kind: type) -> dict[str, Any]:
    hints, parts = get_type_hints(kind), dict[str, Any]()
    for field in fields(kind):
        parts |= ORIGIN if hints[field.name] is Origin else {field.name: _plain(hints[field.name])}
    return parts


def _plain(hint: Any) -> Any:
    if isinstance(hint, type) and is_dataclass(hint):
        return entry_shape(hint)
    if get_origin(hint) is not tuple:
        return hint
    parts = [_plain(part) for part in get_args(hint)]
    return list[parts[0]] if parts[-1] is Ellipsis else tuple[*parts]  # type: ignore[valid-type] # made as it runs


if TYPE_CHECKING:
    BoxModel = dict[str, Any]
else:
    BoxModel = _shape("BoxModel", "What is in the box, with the mark of each fact.", _parts(Box) | WHICH_BOX)
