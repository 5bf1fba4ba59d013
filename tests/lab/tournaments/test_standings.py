"""Intervals, ratings and standings, against numbers worked out by hand or known from elsewhere."""

import json
from dataclasses import asdict
from itertools import count

import pytest

from amyitis.lab.intervals import Interval, bootstrap, wilson
from amyitis.lab.tournaments.match import MatchResult, places
from amyitis.lab.tournaments.standings import rate, standings

NUMBERS = count()


def result(bots: str, *scores: int, seed: int = 0, seconds: float = 1.0) -> MatchResult:
    """A result made by hand; each bot made four decisions."""
    seats = len(bots)
    thinking = (seconds,) * seats
    found = tuple(places(scores))
    return MatchResult(next(NUMBERS), seed, tuple(bots), scores, found, 10, (4,) * seats, thinking, thinking, "x")


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
        (99, 100, 0.9455, 0.9982),
        (15, 148, 0.0624, 0.1605),  # Newcombe 1998
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998
        (5.5, 10, 0.2737, 0.7986),
    ],
)
def test_wilson_interval(wins: float, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=6e-5)


def test_wilson_interval_holds_the_rate_and_knows_nothing_without_games() -> None:
    assert all(wins / 37 in wilson(wins, 37) for wins in range(38))
    assert wilson(0, 0) == (0, 1)


def test_bootstrap_is_near_the_normal_interval_and_repeats() -> None:
    values = [float(value % 7) for value in range(200)]
    mean = sum(values) / 200
    error = (sum((value - mean) ** 2 for value in values) / 200 / 200) ** 0.5
    found = bootstrap(values)
    assert found == pytest.approx((mean - 1.96 * error, mean + 1.96 * error), abs=0.05)
    assert found == bootstrap(values)


def test_values_that_are_all_alike_have_no_interval() -> None:
    assert bootstrap([1.0]) is None
    assert bootstrap([0.5] * 20) is None


def test_ratings_follow_the_order() -> None:
    found = rate([result("ABC", 30, 20, 10) for _ in range(20)])
    assert found["A"].mu > found["B"].mu > found["C"].mu
    assert all(rating.sigma < 25 / 3 for rating in found.values())


def test_a_first_win_is_rated_as_openskill_says() -> None:
    found = rate([result("AB", 30, 20)])
    assert (found["A"].mu, found["B"].mu) == pytest.approx((27.6354, 22.3646), abs=1e-3)
    assert found["A"].sigma == pytest.approx(8.0659, abs=1e-3)


def test_a_tie_moves_nobody_and_a_bot_against_itself_is_left_out() -> None:
    assert rate([result("AB", 30, 30)])["A"].mu == pytest.approx(25)
    assert rate([result("AA", 30, 20)])["A"].sigma == pytest.approx(25 / 3)


def test_one_against_three_is_rated_as_two() -> None:
    found = rate([result("ABBB", 40, 30, 20, 10), result("BABB", 10, 40, 30, 20)])
    assert set(found) == {"A", "B"}
    assert found["A"].mu > 25 > found["B"].mu


def test_standings_of_two() -> None:
    found = standings(
        [
            result("AB", 50, 40, seed=1),
            result("BA", 45, 45, seed=1),
            result("AB", 60, 30, seed=2, seconds=3.0),
            result("BA", 50, 44, seed=2),
        ]
    )
    first, second = found.bots
    assert (first.bot, second.bot) == ("A", "B")
    assert (found.games, found.deals, found.mean_rounds) == (4, 2, 10)
    assert (first.games, first.seats_held, first.wins, first.win_rate, first.chance) == (4, 4, 2.5, 0.625, 0.5)
    assert first.win_rate_interval == wilson(2.5, 4)
    assert (first.mean_score, first.mean_place, first.mean_margin) == (49.75, 1.25, 8.5)
    assert (second.win_rate, second.mean_margin) == (0.375, -8.5)
    assert (first.decisions, first.seconds, first.seconds_per_decision, first.slowest_decision) == (16, 6.0, 0.375, 3.0)
    (pair,) = found.pairs
    assert (pair.first, pair.second, pair.deals) == ("A", "B", 2)
    assert pair.win_rate_difference == pytest.approx(0.25)  # deal 1: +1 and 0; deal 2: +1 and -1
    assert pair.win_rate_difference_interval == (0.0, 0.5)
    assert pair.score_difference == pytest.approx((5 + 12) / 2)


def test_standings_of_one_against_three() -> None:
    found = standings([result("ABBB", 40, 30, 40, 10, seed=1), result("BABB", 50, 40, 30, 20, seed=1)])
    by_name = {one.bot: one for one in found.bots}
    one, three = by_name["A"], by_name["B"]
    assert (one.games, one.seats_held, one.wins, one.chance) == (2, 2, 0.5, 0.25)
    assert (three.games, three.seats_held, three.wins) == (2, 6, 1.5)
    assert three.win_rate == 0.25
    (pair,) = found.pairs
    assert abs(pair.win_rate_difference) == pytest.approx(abs(((1 / 2 - 1 / 6) + (0 - 1 / 3)) / 2))
    assert pair.win_rate_difference_interval is None  # one deal says nothing about others


def test_the_order_of_results_does_not_matter() -> None:
    results = [result("AB", 50 + (7 * game) % 13, 55, seed=game // 2) for game in range(8)]
    assert standings(results) == standings(results[::-1])


def test_standings_as_json() -> None:
    results = [result("AB", 50, 40), result("BA", 50, 40, seed=1)]
    plain = json.loads(json.dumps(asdict(standings(results))))
    assert set(plain) == {"games", "deals", "mean_rounds", "bots", "pairs", "programs"}
    assert plain["bots"][0]["win_rate_interval"] == pytest.approx(list(wilson(1, 2)))
    assert set(plain["bots"][0]["rating"]) == {"mu", "sigma"}
    assert isinstance(standings(results).bots[0].win_rate_interval, Interval)
