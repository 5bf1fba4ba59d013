"""Win shares at the level of the players: the scales of the package, and what is said where too little is known."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amyitis.analysis import level_shares
from amyitis.analysis.level_shares import (
    FILE,
    WIDEST,
    LevelScale,
    at_level,
    check_level,
    level_powers,
    level_scales,
    powers_of_game,
    to_go,
)
from amyitis.bots.levels import ALL_LEVELS
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.nets.network import packaged_network
from amyitis.rules.course.scoring import last_round
from tests.golden_games import GOLDEN

NAMES = [level.name for level in ALL_LEVELS]


@given(st.lists(st.floats(0.01, 1), min_size=2, max_size=4), st.floats(0.3, 1.5))
def test_shares_add_up_and_keep_their_order(parts: list[float], power: float) -> None:
    shares = [part / sum(parts) for part in parts]
    scaled = at_level(shares, power)
    assert sum(scaled) == pytest.approx(1)
    ranked = sorted(range(len(shares)), key=lambda seat: shares[seat])
    assert [scaled[seat] for seat in ranked] == sorted(scaled)
    assert (max(scaled) <= max(shares) + 1e-9) == (power <= 1 or max(scaled) - max(shares) < 1e-9)


def test_what_is_certain_stays_certain() -> None:
    assert at_level([1.0, 0.0, 0.0], 0.4) == [1.0, 0.0, 0.0]
    assert at_level([0.5, 0.5, 0.0], 0.4) == [0.5, 0.5, 0.0]


def test_a_power_lies_between_that_of_the_first_tiles_and_of_the_last() -> None:
    scale = LevelScale(early=0.5, late=0.9)
    assert [scale.power(left) for left in (1.0, 0.5, 0.0)] == pytest.approx([0.5, 0.7, 0.9])


@pytest.mark.parametrize("name", ["two-again", "palace-three", "four-again"])
def test_tiles_to_go_shrink_from_all_to_none(name: str) -> None:
    game = Game.from_record((GOLDEN / f"{name}.amy").read_text(encoding="utf-8"))
    states = [*(ply.before for ply in game.plies), game.state]
    left = [to_go(s) for s in states]
    assert (left[0], left[-1]) == (1.0, 0.0)
    assert left == sorted(left, reverse=True)
    for s, part in zip(states, left, strict=True):
        assert (part == 0) == last_round(s)


def test_the_scales_are_those_of_the_network_in_the_package() -> None:
    fitted = json.loads(FILE.read_text(encoding="utf-8"))
    digest = packaged_network("small").card["sha256"]
    assert digest.startswith(fitted["digest"]), "fit again: python benchmarks/level_shares.py --write ..."
    for rows in [*fitted["search"].values(), *fitted["network"].values()]:
        levels = [row["level"] for row in rows]
        assert levels == [name for name in NAMES if name in levels]


def test_every_position_of_a_game_has_the_powers_of_all_levels() -> None:
    game = Game.new(2, 7)
    powers = powers_of_game([game.state, game.state])
    assert list(powers) == list(level_powers(game.state)) == NAMES
    assert powers["Scribe"] == [level_powers(game.state)["Scribe"]] * 2


def test_a_lead_is_worth_less_to_the_weakest_and_as_much_to_none_above() -> None:
    powers = level_powers(Game.new(2, 7).state)
    weakest = powers["Water carrier"]
    assert weakest is not None
    assert weakest < 0.85
    assert all(power is None or power > weakest for name, power in powers.items() if name != "Water carrier")


def test_what_was_not_measured_is_not_known() -> None:
    unknown = dict.fromkeys(NAMES)
    assert level_scales(Game.new(3, 1, limited_supply=True).state) == unknown
    assert powers_of_game([Game.new(3, 1, limited_supply=True).state]) == unknown
    with pytest.raises(Malformed, match="too little is known of win shares at the level Scribe"):
        check_level("Scribe", Game.new(3, 1, limited_supply=True).state)
    with pytest.raises(Malformed, match="no level 'Clerk'; the levels are Water carrier"):
        check_level("Clerk", Game.new(2, 1).state)
    check_level("Scribe", Game.new(2, 1).state)


def test_an_interval_that_is_too_wide_says_too_little(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        {"level": "Scribe", "early": 0.9, "late": 0.7, "ninety": [0.8, 0.8 + WIDEST - 0.001]},
        {"level": "Steward", "early": 0.9, "late": 0.7, "ninety": [0.8, 0.8 + WIDEST + 0.001]},
    ]
    fitted = {"digest": packaged_network("small").card["sha256"][:12], "search": {"2": rows}, "network": {}}
    monkeypatch.setattr(level_shares, "_fitted", lambda: fitted)
    scales = level_scales(Game.new(2, 1).state)
    assert (scales["Scribe"], scales["Steward"]) == (LevelScale(0.9, 0.7), None)
    assert level_scales(Game.new(2, 1).state, "network")["Scribe"] is None
    fitted["digest"] = "another"
    assert level_scales(Game.new(2, 1).state)["Scribe"] is None
