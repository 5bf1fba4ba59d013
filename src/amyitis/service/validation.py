"""Typed values from decoded JSON, from queries and from paths, by annotations.

An annotation is compiled once into a function that returns the typed value or raises InvalidRequest. Requests are
frozen dataclasses of texts, whole numbers, booleans, literals, lists, unions and other such dataclasses; anything else
is a TypeError when the annotation is compiled. A field whose JSON name is no Python name has `metadata={"alias": ...}`.

The work is linear in the size of the input. It stops after MOST_ERRORS errors, and repeats of what was sent only the
names of unknown fields, shortened.
"""

import re
import types
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from amyitis.errors import AmyitisError
from amyitis.extras import TypedDict
from amyitis.markers import Items, Text, Whole

MOST_ERRORS = 20
SENTENCE_LETTERS = 500
NAME_LETTERS = 60
MOST_DIGITS = 20
BOUNDS: dict[Any, type] = {str: Text, int: Whole, list: Items}

Validator = Callable[[Any], Any]


class FieldError(TypedDict):
    """A field of the request that is wrong."""

    where: str
    what: str


class InvalidRequest(AmyitisError):
    """A request whose values do not fit: at most MOST_ERRORS errors, each with its place (`body.tokens.0`)."""

    def __init__(self, errors: list[FieldError]) -> None:
        self.errors = errors[:MOST_ERRORS]
        super().__init__(self.errors)

    def __str__(self) -> str:
        sentence = "; ".join(f"{error['where']}: {error['what']}" for error in self.errors)
        return sentence if len(sentence) <= SENTENCE_LETTERS else f"{sentence[: SENTENCE_LETTERS - 3]}..."

    def under(self, name: str) -> list[FieldError]:
        """Returns the errors as the errors of a part with this name."""
        return [
            {"where": f"{name}.{error['where']}" if error["where"] else name, "what": error["what"]}
            for error in self.errors
        ]


class _Rule(NamedTuple):
    """What a value must be: its type in decoded JSON, the words for it, and the function that checks it."""

    kind: type
    words: str
    check: Validator


@cache
def json_validator(annotation: Any) -> Validator:
    """The function that checks a decoded JSON value; raises TypeError for an annotation that it cannot check."""
    return _rule(annotation, from_text=False).check


@cache
def text_validator(annotation: Any) -> Validator:
    """The function that checks a text of a query or a path, or a list of texts for a list; raises TypeError."""
    return _rule(annotation, from_text=True).check


def is_list(annotation: Any) -> bool:
    """Whether a parameter may be given several times."""
    return get_origin(get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation) is list


def wrong(what: str, where: str = "") -> InvalidRequest:
    """One error."""
    return InvalidRequest([{"where": where, "what": what}])


def shortened(name: str) -> str:
    """The name of an unknown field, in valid Unicode and at most NAME_LETTERS letters long."""
    shown = name if len(name) <= NAME_LETTERS else f"{name[: NAME_LETTERS - 3]}..."
    return shown if shown.isascii() else shown.encode("utf-8", "replace").decode("utf-8")


def _rule(annotation: Any, from_text: bool) -> _Rule:
    origin, parts = get_origin(annotation), get_args(annotation)
    markers: tuple[Any, ...] = ()
    if origin is Annotated:
        annotation, markers = parts[0], parts[1:]
        origin, parts = get_origin(annotation), get_args(annotation)
    bounds = [marker for marker in markers if isinstance(marker, Text | Whole | Items)]
    if len(bounds) > 1 or any(type(marker) is not BOUNDS.get(origin or annotation) for marker in bounds):
        raise TypeError(f"{annotation} cannot have the bounds {bounds}")
    bound: Any = bounds[0] if bounds else None
    if annotation is str:
        return _text(bound or Text())
    if annotation is int:
        return _whole(bound, from_text)
    if annotation is bool:
        return _boolean(from_text)
    if annotation is None or annotation is types.NoneType:
        return _Rule(types.NoneType, "null", _null)
    if origin is Literal:
        return _literal(parts)
    if origin is list:
        return _list(_rule(parts[0], from_text), bound)
    if origin in (Union, types.UnionType):
        return _union(parts, from_text)
    if isinstance(annotation, type) and is_dataclass(annotation) and not from_text:
        return _Rule(dict, "an object", _object(annotation))
    raise TypeError(f"{annotation} cannot be read from {'text' if from_text else 'JSON'}")


def _text(bound: Text) -> _Rule:
    least, most = bound.least, bound.most
    letters = f" of {least} to {most} letters" if least and most else f" of at most {most} letters" if most else ""
    words = f"a text{letters}" + (f" that matches {bound.pattern}" if bound.pattern else "")
    limit = most if most is not None else 1 << 62
    match = re.compile(bound.pattern).fullmatch if bound.pattern else None

    def check(value: Any) -> str:
        if type(value) is not str or not least <= len(value) <= limit or (match is not None and not match(value)):
            raise wrong(f"this must be {words}")
        if not value.isascii():
            _check_unicode(value)
        return value

    return _Rule(str, words, check)


def _check_unicode(value: str) -> None:
    """Refuse half of a surrogate pair, which JSON can carry and UTF-8 cannot."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise wrong("this must be valid Unicode") from None


def _whole(bound: Whole | None, from_text: bool) -> _Rule:
    if bound is None:
        raise TypeError("a whole number needs bounds: Annotated[int, Whole(least, most)]")
    least, most = bound.least, bound.most
    words = f"a whole number from {least} to {most}"

    def check(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise wrong(f"this must be {words}")
        return value

    def read(text: str) -> int:
        return check(int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None)

    return _Rule(int, words, read if from_text else check)


def _boolean(from_text: bool) -> _Rule:
    words = "true or false"

    def check(value: Any) -> bool:
        if value is not True and value is not False:
            raise wrong(f"this must be {words}")
        return value

    def read(text: str) -> bool:
        return check({"true": True, "false": False}.get(text))

    return _Rule(bool, words, read if from_text else check)


def _null(value: Any) -> None:
    if value is not None:
        raise wrong("this must be null")


def _literal(values: tuple[Any, ...]) -> _Rule:
    if not all(isinstance(value, str) for value in values):
        raise TypeError(f"only texts can be literals: {values}")
    allowed = frozenset(values)
    words = f"one of {', '.join(values)}" if len(values) > 1 else values[0]

    def check(value: Any) -> str:
        if type(value) is not str or value not in allowed:
            raise wrong(f"this must be {words}")
        return value

    return _Rule(str, words, check)


def _list(item: _Rule, bound: Items | None) -> _Rule:
    least, most = (bound.least, bound.most) if bound else (0, 1 << 62)
    words = f"a list of {least} to {most} items" if bound else "a list"
    check_item = item.check

    def check(value: Any) -> list[Any]:
        if type(value) is not list or not least <= len(value) <= most:
            raise wrong(f"this must be {words}")
        checked: list[Any] = []
        errors: list[FieldError] = []
        for place, part in enumerate(value):
            try:
                checked.append(check_item(part))
            except InvalidRequest as problem:
                errors += problem.under(str(place))
                if len(errors) >= MOST_ERRORS:
                    break
        if errors:
            raise InvalidRequest(errors)
        return checked

    return _Rule(list, words, check)


def _union(members: tuple[Any, ...], from_text: bool) -> _Rule:
    """The rule of a union, whose members differ in their JSON types; a text is never null."""
    rules = [_rule(member, from_text) for member in members if not (from_text and member is types.NoneType)]
    if len(rules) == 1:
        return rules[0]
    by_kind = {rule.kind: rule.check for rule in rules}
    if from_text or len(by_kind) < len(rules):
        raise TypeError(f"the members of a union must differ in JSON: {members}")
    words = f"{', '.join(rule.words for rule in rules[:-1])} or {rules[-1].words}"

    def check(value: Any) -> Any:
        check_member = by_kind.get(type(value))
        if check_member is None:
            raise wrong(f"this must be {words}")
        return check_member(value)

    return _Rule(object, words, check)


@cache
def _object(kind: type[Any]) -> Validator:
    """The function that makes one of these dataclasses of a JSON object."""
    hints = get_type_hints(kind, include_extras=True)
    known, needed = dict[str, tuple[str, Validator]](), set[str]()
    for field in fields(kind):
        name = field.metadata.get("alias", field.name)
        known[name] = field.name, json_validator(hints[field.name])
        if field.default is MISSING and field.default_factory is MISSING:
            needed.add(name)
    required = frozenset(needed)

    def check(value: Any) -> Any:
        if type(value) is not dict:
            raise wrong("this must be an object")
        arguments: dict[str, Any] = {}
        errors: list[FieldError] = []
        for name, part in value.items():
            field = known.get(name)
            if field is None:
                errors.append({"where": shortened(name), "what": "there is no such field"})
            else:
                try:
                    arguments[field[0]] = field[1](part)
                except InvalidRequest as problem:
                    errors += problem.under(name)
            if len(errors) >= MOST_ERRORS:
                raise InvalidRequest(errors)
        if not required <= value.keys():
            errors += [{"where": name, "what": "this is missing"} for name in known if name in required - value.keys()]
        if errors:
            raise InvalidRequest(errors)
        return kind(**arguments)

    return check
