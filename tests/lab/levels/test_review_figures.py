import numpy as np
import pytest

from amyitis.lab.workers import OneProcess
from benchmarks.review_figures import _level, luck


def test_a_level_is_measured_by_its_seats() -> None:
    level = _level("Scribe", np.array([[1.0, 10], [1.5, 20], [0.0, 10]]))
    assert (level["mean"], level["low"], level["high"]) == (1.0, 0.0, 1.5)
    assert (level["seats"], level["decisions"]) == (3, 40)


@pytest.mark.slow
def test_luck_is_found_for_every_seat_and_sums_to_zero() -> None:
    found = luck(2, 2, 5, OneProcess())
    first, second = found["seats"]
    assert first["mean"] == pytest.approx(-second["mean"], abs=0.02)
    assert found["spread"] > 0
    assert found == luck(2, 2, 5, OneProcess())
