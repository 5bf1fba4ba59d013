"""Typed values from JSON and from text: what is taken, what is refused, and what hostile input costs."""

import time
from dataclasses import dataclass, field, is_dataclass
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amyitis.game import Switches
from amyitis.markers import Items, Text, Whole
from amyitis.service.shapes import alerts, requests, talk
from amyitis.service.shapes.alerts import AlertRequest, Unchanged
from amyitis.service.shapes.requests import JoinRequest, MoveRequest, NewGameRequest
from amyitis.service.validation import (
    MOST_ERRORS,
    NAME_LETTERS,
    SENTENCE_LETTERS,
    FieldError,
    InvalidRequest,
    json_validator,
    text_validator,
)

ME = {"kind": "me"}
LARGEST = (1 << 64) - 1
REQUESTS = [
    kind
    for module in (requests, alerts, talk)
    for kind in vars(module).values()
    if is_dataclass(kind) and kind.__module__ == module.__name__
]
SOON = 0.05  # seconds


@dataclass(frozen=True)
class Lists:
    """Lists in lists, without bounds."""

    rows: list[list[Annotated[int, Whole(0, 9)]]] = field(default_factory=list)


def errors_of(annotation: Any, value: object) -> list[FieldError]:
    with pytest.raises(InvalidRequest) as refused:
        json_validator(annotation)(value)
    return refused.value.errors


def test_a_body_becomes_the_dataclass_with_its_defaults() -> None:
    move = json_validator(MoveRequest)({"ply": 3, "tokens": ["pass"], "outlook": True})
    assert move == MoveRequest(ply=3, tokens=["pass"], outlook=True)
    game = json_validator(NewGameRequest)(
        {"seats": [ME, ME], "switches": {"palace": True}, "from": {"game": "abc", "ply": 7}, "first": 1}
    )
    assert game.switches == Switches(palace=True)
    assert (game.origin.game, game.origin.ply, game.first, game.seed) == ("abc", 7, 1, None)


def test_null_and_nothing_differ_where_they_mean_different_things() -> None:
    read = json_validator(AlertRequest)
    assert isinstance(read({}).quiet, Unchanged)
    assert read({"quiet": None}).quiet is None
    assert not isinstance(read({"quiet": "22:00-07:00"}).quiet, Unchanged)


@pytest.mark.parametrize("seed", [0, LARGEST, "0", str(LARGEST), None])
def test_a_seed_is_a_number_or_digits(seed: object) -> None:
    assert json_validator(NewGameRequest)({"seats": [ME, ME], "seed": seed}).seed == seed


@pytest.mark.parametrize("seed", [LARGEST + 1, -1, "-1", "0x7", "7\n", 1.5, True, "", [7], {}, "\u0661"])
def test_what_is_no_seed_is_refused(seed: object) -> None:
    assert [error["where"] for error in errors_of(NewGameRequest, {"seats": [ME, ME], "seed": seed})] == ["seed"]


@pytest.mark.parametrize(
    ("kind", "body", "where", "what"),
    [
        (MoveRequest, {"tokens": ["pass"]}, "ply", "this is missing"),
        (MoveRequest, {"ply": 1, "tokens": ["pass"], "more": 2}, "more", "there is no such field"),
        (MoveRequest, {"ply": 1.0, "tokens": ["pass"]}, "ply", "this must be a whole number from 0 to 1000000"),
        (MoveRequest, {"ply": True, "tokens": ["pass"]}, "ply", "this must be a whole number from 0 to 1000000"),
        (MoveRequest, {"ply": "1", "tokens": ["pass"]}, "ply", "this must be a whole number from 0 to 1000000"),
        (MoveRequest, {"ply": 1, "tokens": []}, "tokens", "this must be a list of 1 to 40 items"),
        (MoveRequest, {"ply": 1, "tokens": "pass"}, "tokens", "this must be a list of 1 to 40 items"),
        (MoveRequest, {"ply": 1, "tokens": ["pass", 7]}, "tokens.1", "this must be a text of 1 to 40 letters"),
        (MoveRequest, {"ply": 1, "tokens": ["\ud800"]}, "tokens.0", "this must be valid Unicode"),
        (MoveRequest, {"ply": 1, "tokens": ["pass"], "outlook": 1}, "outlook", "this must be true or false"),
        (MoveRequest, {"ply": 1, "tokens": ["pass"], "outlook": None}, "outlook", "this must be true or false"),
        (MoveRequest, [], "", "this must be an object"),
        (NewGameRequest, {"seats": [ME, {"kind": "he"}]}, "seats.1.kind", "this must be one of me, open, bot"),
        (NewGameRequest, {"seats": [ME, {"kind": "me", "hat": 1}]}, "seats.1.hat", "there is no such field"),
        (NewGameRequest, {"seats": [ME, ME], "from": {"game": "x"}}, "from.ply", "this is missing"),
        (NewGameRequest, {"seats": [ME, ME], "origin": None}, "origin", "there is no such field"),
        (NewGameRequest, {"seats": [ME, ME], "first": 7}, "first", "this must be a whole number from 0 to 3"),
        (
            NewGameRequest,
            {"seats": [ME, ME], "first": None},
            "first",
            "this must be chance or a whole number from 0 to 3",
        ),
        (NewGameRequest, {"seats": [ME, ME], "coach": 3}, "coach", "this must be true or false"),
        (NewGameRequest, {"seats": [ME, ME], "switches": {"x": 3}}, "switches.x", "there is no such field"),
        (JoinRequest, {"seal": "WX"}, "seal", "this must be a text that matches ^[0-9a-f]{64}$"),
    ],
)
def test_an_error_names_the_field_and_what_it_must_be(kind: type, body: object, where: str, what: str) -> None:
    assert errors_of(kind, body) == [{"where": where, "what": what}]


def test_all_errors_are_collected_in_the_order_of_the_body() -> None:
    body = {"tokens": ["pass", 1, 2], "whole": 0, "x": 1}
    assert [error["where"] for error in errors_of(MoveRequest, body)] == ["tokens.1", "tokens.2", "whole", "x", "ply"]


@pytest.mark.parametrize(
    ("annotation", "text", "value"),
    [
        (str, "a", "a"),
        (Annotated[int, Whole(0, 1000)], "007", 7),
        (bool, "true", True),
        (bool, "false", False),
        (bool | None, "true", True),
        (Literal["mine", "open"], "mine", "mine"),
        (Annotated[int, Whole(0, 9)] | None, "3", 3),
        (list[str], ["a", ""], ["a", ""]),
    ],
)
def test_text_of_queries_is_read_by_its_type(annotation: Any, text: Any, value: object) -> None:
    assert text_validator(annotation)(text) == value


@pytest.mark.parametrize(
    ("annotation", "text"),
    [
        (Annotated[int, Whole(0, 9)], "10"),
        (Annotated[int, Whole(0, 9)], "-1"),
        (Annotated[int, Whole(0, 9)], "1.0"),
        (Annotated[int, Whole(0, 9)], " 1"),
        (Annotated[int, Whole(0, 9)], "\u0661"),
        (Annotated[int, Whole(0, 9)], ""),
        (Annotated[int, Whole(0, 9)], "0" * 100_000),
        (bool, "1"),
        (bool, "True"),
        (Literal["mine", "open"], "other"),
        (Annotated[list[str], Items(2, 3)], ["a"]),
    ],
)
def test_other_text_is_refused(annotation: Any, text: Any) -> None:
    with pytest.raises(InvalidRequest):
        text_validator(annotation)(text)


@pytest.mark.parametrize(
    "annotation",
    [
        int,  # without bounds
        float,
        object,
        dict[str, int],
        Literal[1, 2],
        Annotated[int, Text(1, 2)],
        Annotated[str, Items(1, 2)],
        Annotated[str, Text(1, 2), Text(1, 3)],
        str | Literal["a"],  # both are texts
    ],
)
def test_what_cannot_be_checked_is_a_type_error(annotation: Any) -> None:
    with pytest.raises(TypeError):
        json_validator(annotation)


def test_a_query_cannot_hold_an_object_or_two_types() -> None:
    for annotation in (MoveRequest, Annotated[int, Whole(0, 1)] | Literal["chance"]):
        with pytest.raises(TypeError):
            text_validator(annotation)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
NAMES = sorted({name for kind in REQUESTS for name in kind.__dataclass_fields__} | {"from", "palace", "kind", "game"})
BODIES = st.dictionaries(
    st.sampled_from(NAMES) | st.text(max_size=3),
    JSON | st.lists(st.dictionaries(st.sampled_from(NAMES), JSON)) | st.dictionaries(st.sampled_from(NAMES), JSON),
)


@given(st.sampled_from(REQUESTS), BODIES | JSON)
def test_random_json_is_taken_or_refused_with_few_short_errors(kind: type, body: object) -> None:
    errors: list[FieldError] = []
    try:
        assert isinstance(json_validator(kind)(body), kind)
    except InvalidRequest as refused:
        errors = refused.errors
    assert len(errors) <= MOST_ERRORS
    assert len(str(InvalidRequest(errors))) <= SENTENCE_LETTERS
    for error in errors:
        error["where"].encode()


@pytest.mark.parametrize(
    ("kind", "body", "count"),
    [
        (MoveRequest, {f"key{number}": number for number in range(28_000)}, MOST_ERRORS),
        (MoveRequest, {"ply": 1, "tokens": [[]] * 100_000}, 1),
        (NewGameRequest, {"seats": [{f"k{number}": 0 for number in range(28_000)}, {}, {}, {}]}, MOST_ERRORS),
        (Lists, {"rows": [[77] * 100] * 1000}, MOST_ERRORS),
        (Lists, {"rows": [[[]]] * 100_000}, MOST_ERRORS),
    ],
)
def test_a_hostile_body_costs_little_and_gives_few_errors(kind: type, body: object, count: int) -> None:
    read = json_validator(kind)
    began = time.process_time()
    with pytest.raises(InvalidRequest) as refused:
        read(body)
    assert time.process_time() - began < SOON
    assert len(refused.value.errors) == count


def test_nested_lists_are_refused_at_the_first() -> None:
    body: list[Any] = []
    for _ in range(125_000):
        body = [body]
    try:
        assert errors_of(MoveRequest, body) == [{"where": "", "what": "this must be an object"}]
        assert errors_of(MoveRequest, {"ply": body, "tokens": ["pass"]})[0]["where"] == "ply"
    finally:
        while body:  # one by one: Python would end them all in one recursion
            body = body.pop()


def test_little_of_what_was_sent_is_repeated() -> None:
    (error,) = errors_of(AlertRequest, {"\ud800" + "x" * 100_000: 1})
    assert len(error["where"]) == NAME_LETTERS
    error["where"].encode()
    assert len(str(InvalidRequest([{"where": "w" * 60, "what": "x" * 60}] * 30))) == SENTENCE_LETTERS
