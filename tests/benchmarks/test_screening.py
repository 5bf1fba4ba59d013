"""The screening of boxes: their texts, the fractional design, and what is told of each factor."""

import tomllib
from itertools import combinations
from pathlib import Path

import pytest

from amyitis.box.loading import packaged_text, parse_box
from amyitis.errors import Malformed
from benchmarks.screening import (
    Task,
    box_text,
    boxes_of,
    changed,
    effects,
    figures,
    fraction,
    measure_box,
    table,
)

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
DESIGN, THREE = (
    tomllib.loads((BENCHMARKS / name).read_text(encoding="utf-8"))
    for name in ("screening.toml", "screening_three.toml")
)


def test_every_box_of_the_design_can_be_played() -> None:
    for design, runs in ((DESIGN, 32), (THREE, 16)):
        start = parse_box(box_text(design, [])).digest
        for factor in design["factors"]:
            assert parse_box(box_text(design, [factor["name"]])).digest != start
        for box in boxes_of(design, runs) + boxes_of(design, None):
            box_text(design, box)


def test_the_design_for_two_starts_from_the_draft_and_has_the_standard_box() -> None:
    chosen = ["two Caravaneer 1", "no Banker 2", "no Banker 3", "2 peasants", "3 merchants"]
    assert chosen in DESIGN["boxes"]
    assert parse_box(box_text(DESIGN, [])).digest == "32fe1ab32072"
    standard = parse_box(changed(box_text(DESIGN, chosen), [{"entry": "cubes", "set": {"each": 30, "total": 140}}]))
    assert standard.digest == parse_box(packaged_text()).digest


def test_a_change_sets_what_it_names_and_nothing_else() -> None:
    box = parse_box(box_text(DESIGN, ["plants ask one good", "two Caravaneer 1"]))
    assert [card.cards for card in box.court if (card.type, card.level) == ("caravaneer", 1)] == [(2, 2, 3)]
    assert [face.good for card in box.plants for face in card.faces] == [None, "palm", *[None] * 4, "barley", "salt"]
    assert parse_box(changed(packaged_text(), [{"entry": "end", "set": {"tiles": [6, 6, 6]}}])).end.tiles == (6, 6, 6)
    with pytest.raises(Malformed, match=r"tiles \{'quality': 9\}: 0 entries"):
        changed(packaged_text(), [{"entry": "tiles", "where": {"quality": 9}, "set": {"quality": 1}}])
    with pytest.raises(Malformed, match="no factor 'more gold'"):
        box_text(DESIGN, ["more gold"])


def test_single_factors_are_not_mixed_up_with_pairs() -> None:
    columns = list(zip(*fraction(8, 16), strict=True))
    assert all(sum(column) == 8 for column in columns)
    for one, other in combinations(columns, 2):
        both = tuple(a != b for a, b in zip(one, other, strict=True))
        assert sum(both) == 8
        assert all(sum(a != b for a, b in zip(both, third, strict=True)) == 8 for third in columns)
    for factors, runs in ((9, 16), (2, 6), (1, 1)):
        with pytest.raises(Malformed, match="a power of two"):
            fraction(factors, runs)
    assert boxes_of(DESIGN, 16)[0] == ()
    assert len({name for box in boxes_of(DESIGN, 16) for name in box}) == 8


def test_what_a_factor_does() -> None:
    boxes = [(), ("a",), ("b",), ("a", "b")]
    found = [{"margin": 20.0}, {"margin": 16.0}, {"margin": 21.0}, {"margin": 17.0, "banker 2": 50.0}]
    assert effects(boxes, found) == {"a": {"margin": -4.0}, "b": {"margin": 1.0}}
    assert table([("a", found[0]), ("b", found[3])]).splitlines() == [
        "| | margin | banker 2 |", "|---|---:|---:|", "| a | 20.0 |  |", "| b | 17.0 | 50.0 |",
    ]  # fmt: skip


@pytest.mark.slow
def test_a_box_is_measured_by_a_program_of_its_own() -> None:
    found = measure_box(Task("easy", box_text(DESIGN, ["no Banker 3"]), 2, 3, "random", 0.0, "", 64))
    assert (found["name"], found["games"]) == ("easy", 3)
    assert {"margin", "close", "rounds", "seat 1", "seat 2"} <= set(figures(found))
    assert "banker 3" not in figures(found)
