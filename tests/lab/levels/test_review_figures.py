from itertools import pairwise

import numpy as np
import pytest

from amyitis.lab.workers import OneProcess
from benchmarks.review_figures import _level, luck, smooth


def test_classes_fall_by_the_same_share_from_level_to_level() -> None:
    found = smooth([8.0, 4.0, 2.0, 1.0])
    assert found == pytest.approx([8, 4, 2, 1], rel=0.01)
    mixed = smooth([4.0, 5.0, 1.0, 0.0])
    assert all(weaker > stronger for weaker, stronger in pairwise(mixed))


def test_a_level_loses_what_its_games_lose_together() -> None:
    rows = np.array([[10.0, 10], [30.0, 20], [0.0, 10]])
    found = _level("Scribe", rows)
    assert (found["measured"], found["decisions"]) == (1.0, 40)
    # Beside the mean of 1 the games lie at 0, +10 and -10 points, of 13.3 decisions each.
    assert found["margin"] == pytest.approx(1.96 * 10 / (40 / 3) / 3**0.5, abs=0.01)


@pytest.mark.slow
def test_luck_is_found_for_every_seat_and_sums_to_zero() -> None:
    found = luck(2, 2, 5, OneProcess())
    first, second = found["seats"]
    assert first["mean"] == pytest.approx(-second["mean"], abs=0.02)
    assert found["spread"] > 0
    assert found == luck(2, 2, 5, OneProcess())
