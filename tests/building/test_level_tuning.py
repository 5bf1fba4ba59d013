"""Tuning the levels: whoever is off moves the right way, and ratings make one scale."""

from dataclasses import replace
from math import inf

from amyitis.bots.levels import ALL_LEVELS
from amyitis.lab.levels.meetings import Meeting, Pairing, meet_all
from amyitis.lab.variants import Variant
from amyitis.lab.workers import OneProcess
from building.levels.level_tuning import WEAKEST, _turned, neighbours, ratings

PAIRS = len(ALL_LEVELS) - 1


def met(rate: float, games: int = 1_000_000) -> Meeting:
    """A meeting that ended with this win rate."""
    return Meeting("above", "below", 2, False, games, rate * games, 1.0, 1.0, 14.0)


def test_nobody_moves_where_all_is_as_wanted() -> None:
    assert _turned(ALL_LEVELS, [met(0.7)] * PAIRS, 0.7, [inf] * PAIRS) == ALL_LEVELS


def test_who_loses_too_often_becomes_stronger_and_so_do_all_below() -> None:
    all_met = [met(0.7)] * PAIRS
    all_met[4] = met(0.8)  # the fifth level loses too often against the sixth
    before, after = ([one.setting.skill for one in levels] for levels in (ALL_LEVELS, _turned(
        ALL_LEVELS, all_met, 0.7, [inf] * PAIRS)))  # fmt: skip
    assert all(new > old for new, old in zip(after[:5], before[:5], strict=True))
    assert after[5:] == before[5:]


def test_a_second_round_counts_as_much_as_it_is_sure() -> None:
    sure, unsure = [0.0001] * PAIRS, [inf] * PAIRS
    all_met = [met(0.7)] * (PAIRS - 1) + [met(0.8)]
    little, much = (_turned(ALL_LEVELS, all_met, 0.7, known)[-2].setting.skill for known in (sure, unsure))
    assert ALL_LEVELS[-2].setting.skill < little < much


def test_ratings_add_up_from_the_gentlest() -> None:
    found = ratings([met(10 / 11, 10**6), met(0.5, 10**6)])
    assert found == [WEAKEST, WEAKEST + 400, WEAKEST + 400]


def test_those_who_think_little_play_more() -> None:
    pairs = neighbours(ALL_LEVELS, Variant(2), 100, 1)
    assert len(pairs) == PAIRS
    assert pairs[0].bot == ALL_LEVELS[-1].setting.spec
    assert (pairs[0].games, pairs[-1].games) == (100, 200)
    stronger = replace(ALL_LEVELS[1], setting=replace(ALL_LEVELS[1].setting, skill=1.0))
    assert neighbours([ALL_LEVELS[0], stronger], Variant(2), 100, 1)[0].games == 100


def test_several_meetings_are_kept_apart() -> None:
    pairings = [Pairing("greedy", "random", Variant(2), 4, 1), Pairing("random", "greedy", Variant(3), 3, 1)]
    strong, weak = meet_all(pairings, OneProcess())
    assert (strong.games, strong.rate, strong.players) == (4, 1.0, 2)
    assert (weak.games, weak.rate, weak.players) == (3, 0.0, 3)
    assert strong.slowest > 0
