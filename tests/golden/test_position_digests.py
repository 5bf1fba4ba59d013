"""Random games go as they always went: a digest of every position, over all numbers of players and all switches."""

import json
from pathlib import Path

import pytest

from amyitis.engine.compiled import PLAIN_SWITCH
from amyitis.lab.variants import Variant
from amyitis.rules.switches import Switches
from tests.golden.position_digests import position_digest, position_digests

KEPT = json.loads((Path(__file__).parent / "positions.json").read_text(encoding="utf-8"))


def test_every_position_of_random_games_is_as_it_was() -> None:
    assert position_digests(600) == KEPT["600"]


def test_the_plain_engine_has_the_same_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = Variant(2, Switches(limited_supply=True, palace=True))
    compiled = position_digest(variant, 3)
    assert position_digest(variant, 2) != compiled
    monkeypatch.setenv(PLAIN_SWITCH, "1")
    assert position_digest(variant, 3) == compiled
