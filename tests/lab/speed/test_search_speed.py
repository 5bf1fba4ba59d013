"""The figure for the search's speed is made of what was counted."""

from amyitis.lab.speed.search_speed import search_speed


def test_the_speed_of_the_search_is_measured_over_positions() -> None:
    found = search_speed(3, positions=2, simulations=10)
    assert found.simulations == 20
    assert found.seconds > 0
    assert found.simulations_per_second == found.simulations / found.seconds
