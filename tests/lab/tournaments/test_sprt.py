"""Matches that end when the answer is clear."""

import random

import pytest

from amyitis.errors import Malformed
from amyitis.lab.tournaments.sprt import FEWEST, Sprt, play_until_clear
from amyitis.lab.tournaments.tournament import Tournament
from amyitis.lab.variants import Variant
from amyitis.lab.workers import OneProcess

MATCHES, AHEAD = 200, 0.2


def answers(really: float) -> list[str]:
    """What the test says of many matches in which the first bot is really so far ahead: wins, losses and ties."""
    chance, found = random.Random(1), list[str]()
    for _ in range(MATCHES):
        test = Sprt(AHEAD)
        while test.answer == "unclear" and len(test.deals) < 3000:
            test.deals.append(sum(chance.choice((1, -1)) if chance.random() > really else 1 for _ in range(2)) / 2)
        found.append(test.answer)
    return found


@pytest.mark.parametrize(("really", "wrong"), [(0.0, "ahead"), (AHEAD, "not ahead")])
def test_either_answer_is_wrong_once_in_twenty_matches(really: float, wrong: str) -> None:
    found = answers(really)
    assert found.count(wrong) <= 0.08 * MATCHES
    assert "unclear" not in found


def test_nothing_is_said_after_few_deals_and_equal_deals_do_not_convince_at_once() -> None:
    test = Sprt(0.05)
    test.deals += [1.0] * (FEWEST - 1)
    assert test.answer == "unclear"
    assert test.ratio < 3
    assert Sprt(0.05, [1.0] * 30).answer == "ahead"


@pytest.mark.slow
def test_a_match_ends_when_it_is_clear() -> None:
    plan = Tournament(("greedy", "random"), Variant(2), 1)
    test = Sprt(0.3)
    results = play_until_clear(plan, 200, OneProcess(), test)
    assert test.answer == "ahead"
    assert len(results) == 2 * len(test.deals) < 60
    assert [one.number for one in results] == list(range(len(results)))


def test_a_bot_is_not_ahead_of_itself() -> None:
    test = Sprt(0.5)
    results = play_until_clear(Tournament(("random", "random"), Variant(2), 1), 60, OneProcess(), test)
    assert test.answer == "not ahead"
    assert len(results) == 2 * len(test.deals)
    assert test.deals == [0.0] * len(test.deals)  # the same seeds, so the same games from both seats


def test_it_is_between_two_bots() -> None:
    three = Tournament(("random", "greedy", "random"), Variant(3))
    with pytest.raises(Malformed, match="such a match is between two bots, not 3"):
        play_until_clear(three, 10, OneProcess(), Sprt(0.1))
    with pytest.raises(Malformed, match="at most 100 points"):
        Sprt(1.5)
