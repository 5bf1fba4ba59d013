"""What annotations of requests and results say beyond their types: bounds, words, and how members of a union differ.

They mean nothing to Python. `validation` reads the bounds, and pydantic asks each marker for its JSON schema when a
server writes its OpenAPI text.
"""

from dataclasses import dataclass, fields
from typing import Any

JsonSchema = dict[str, Any]


@dataclass(frozen=True)
class Text:
    """The bounds of a text: its length, and a pattern that all of it must match."""

    least: int = 0
    most: int | None = None
    pattern: str = ""
    example: str = ""

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Any) -> JsonSchema:
        bounds = {"minLength": self.least or None, "maxLength": self.most, "pattern": self.pattern or None}
        return _extended(handler(core_schema), bounds | {"examples": [self.example] if self.example else None})


@dataclass(frozen=True)
class Whole:
    """The bounds of a whole number, both ends included."""

    least: int
    most: int

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Any) -> JsonSchema:
        return _extended(handler(core_schema), {"minimum": self.least, "maximum": self.most})


@dataclass(frozen=True)
class Items:
    """The bounds of a list's length, both ends included."""

    least: int
    most: int

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Any) -> JsonSchema:
        return _extended(handler(core_schema), {"minItems": self.least or None, "maxItems": self.most})


@dataclass(frozen=True)
class Doc:
    """A sentence about a field or a parameter."""

    text: str

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Any) -> JsonSchema:
        return _extended(handler(core_schema), {"description": self.text})


@dataclass(frozen=True)
class Discriminator:
    """The field that tells the members of a union apart."""

    field: str

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Any) -> JsonSchema:
        members: list[JsonSchema] = handler(core_schema)["anyOf"]
        values = [handler.resolve_ref_schema(member)["properties"][self.field]["const"] for member in members]
        mapping = {value: member["$ref"] for value, member in zip(values, members, strict=True)}
        return {"oneOf": members, "discriminator": {"propertyName": self.field, "mapping": mapping}}


@dataclass(frozen=True)
class Flags:
    """A dataclass of booleans that is written where it is used, because a result has its name."""

    kind: type

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> dict[str, Any]:
        return {"type": "any"}  # so that pydantic does not look at the dataclass and name it

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Any) -> JsonSchema:
        flags = {flag.name: {"type": "boolean", "default": flag.default} for flag in fields(self.kind)}
        return {"type": "object", "properties": flags, "additionalProperties": False}


def _extended(schema: JsonSchema, facts: JsonSchema) -> JsonSchema:
    return schema | {name: value for name, value in facts.items() if value is not None}
