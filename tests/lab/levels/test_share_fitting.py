"""Win shares of a level as they are fitted and checked: on made-up games whose truth is known, and on fresh ones."""

import json
from dataclasses import replace

import numpy as np
import pytest

from amyitis.analysis.level_shares import NETWORK, SEARCH, LevelScale, Source, level_scales
from amyitis.bots.levels import ALL_LEVELS
from amyitis.lab.levels.share_fitting import (
    Positions,
    as_text,
    check,
    collect,
    fit,
    games_of,
    most_likely,
    play_judged,
)
from amyitis.lab.variants import Variant
from amyitis.lab.workers import OneProcess

TRUTH = LevelScale(early=0.5, late=0.9)


def made_up(games: int, players: int, rounds: int = 6, seed: int = 1) -> Positions:
    """Games whose winners are drawn by the true scale, with shares that come ever nearer to the end of the game."""
    chance = np.random.default_rng(seed)
    said = chance.dirichlet(np.ones(players), games)
    to_go = chance.random(games)
    blank = Positions(np.arange(games), to_go, said, np.zeros_like(said))
    true = blank.at(TRUTH)
    won = np.eye(players)[[chance.choice(players, p=row) for row in true]]
    return Positions(np.repeat(blank.games, rounds), *(np.repeat(x, rounds, 0) for x in (to_go, said, won)))


@pytest.mark.parametrize("players", [2, 4])
def test_the_true_scale_is_found(players: int) -> None:
    positions = made_up(6000, players)
    scale, covariance = most_likely(positions)
    late, slope = np.sqrt(np.diag(covariance))
    assert abs(scale.late - TRUTH.late) < 3 * late < 0.3
    assert abs((scale.early - scale.late) - (TRUTH.early - TRUTH.late)) < 3 * slope
    found = fit("Scribe", positions)
    low, high = found.ninety
    assert low < found.share < high
    assert found.games == 6000
    assert all(part.low - 0.01 <= part.said <= part.high + 0.01 for part in found.check)


def test_positions_of_one_game_count_once() -> None:
    few, many = made_up(500, 2, rounds=1), made_up(500, 2, rounds=9)
    assert np.allclose(most_likely(few)[1], most_likely(many)[1], rtol=1e-3)
    for one, nine in zip(check(few, few.said), check(many, many.said), strict=True):
        assert (one.said, one.won) == pytest.approx((nine.said, nine.won))
        assert (one.low, one.high) == pytest.approx((nine.low, nine.high), abs=1e-6)
        assert (nine.positions, nine.games) == (9 * one.positions, one.games)


def test_a_half_is_checked_by_what_the_other_half_says() -> None:
    positions = made_up(400, 2)
    even = positions.games % 2 == 0
    others = made_up(400, 2, seed=2).won
    turned = replace(positions, won=np.where(even[:, None], others, positions.won))
    before, after = fit("Scribe", positions), fit("Scribe", turned)
    assert before.share != after.share
    # The odd half alone says what is said of the even one, so its winners have no part in that.
    alone = positions.of(even).at(most_likely(positions.of(~even))[0])
    also = turned.of(even).at(most_likely(turned.of(~even))[0])
    assert (alone == also).all()
    both = np.concatenate([alone, positions.of(~even).at(most_likely(positions.of(even))[0])])
    assert sum(part.said * part.positions for part in before.check) == pytest.approx(both.sum())


def test_few_games_say_too_little() -> None:
    low, high = fit("Scribe", made_up(40, 2)).ninety
    assert high - low > 0.1


def test_quick_levels_play_more_games() -> None:
    assert [games_of(level, 400) for level in ALL_LEVELS] == [400, 400, 400, 400, 400, 400, 200, 100]


@pytest.mark.parametrize("source", [SEARCH, NETWORK])
def test_the_same_seeds_give_the_same_positions(source: Source) -> None:
    positions = collect("Water carrier", Variant(2), 3, 5, OneProcess(), source)
    again = play_judged(("Water carrier", Variant(2), 5, 3, source))
    assert (positions.said == again.said).all()
    assert set(positions.games.tolist()) == {5, 6, 7}
    assert positions.said.sum(1) == pytest.approx(1, abs=1e-5)
    assert (positions.won.sum(1) == 1).all()
    assert ((positions.to_go >= 0) & (positions.to_go <= 1)).all()


def test_scales_of_other_kinds_and_levels_are_kept_and_those_of_another_network_are_not() -> None:
    found = fit("Scribe", made_up(60, 2))
    old = {"digest": "another", "search": {"4": [{"level": "Steward"}]}, "network": {}}
    first = as_text(old, SEARCH, Variant(2), [found])
    assert '"4"' not in first
    kept = json.loads(first)
    more = json.loads(as_text(kept, SEARCH, Variant(2), [replace(found, level="Water carrier")]))
    assert [row["level"] for row in more["search"]["2"]] == ["Water carrier", "Scribe"]
    assert set(json.loads(as_text(more, SEARCH, Variant(3), [found]))["search"]) == {"2", "3"}
    assert json.loads(as_text(more, NETWORK, Variant(3), [found]))["search"] == more["search"]


@pytest.mark.slow
@pytest.mark.parametrize(("level", "source"), [("Water carrier", SEARCH), ("Scribe", SEARCH), ("Scribe", NETWORK)])
def test_what_a_scale_says_comes_true_in_fresh_games(level: str, source: Source) -> None:
    scale = level_scales(Variant(2).example(), source)[level]
    assert scale is not None
    positions = collect(level, Variant(2), 150, 91_000_001, OneProcess(), source)
    for part in check(positions, positions.at(scale)):
        half = (part.high - part.low) / 2  # of 95 %; twice as far off is one bin in 10,000
        assert abs(part.said - (part.low + part.high) / 2) < 2 * half, part
