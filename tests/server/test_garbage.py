"""When a server collects garbage, by clocks of the tests' own."""

import gc
from collections.abc import Iterator

import pytest

from amyitis.server.garbage import LATEST, LOOK_SECONDS, NEVER, SOONEST, QuietCollector


class Machine:
    """A clock, the processor time used by then, and when everything was collected."""

    def __init__(self) -> None:
        self.now = self.used = 0.0
        self.collected = list[float]()
        self.collector = QuietCollector(
            lambda: self.now, lambda: self.used, lambda: self.collected.append(round(self.now))
        )

    def go_on(self, seconds: float, load: float) -> None:
        """So much later, with so much of a core used meanwhile."""
        for _ in range(round(seconds / LOOK_SECONDS)):
            self.now += LOOK_SECONDS
            self.used += load * LOOK_SECONDS
            self.collector.look()


@pytest.fixture
def thresholds() -> Iterator[None]:
    """The collector of this process as it was."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_a_quiet_server_collects_from_time_to_time() -> None:
    machine = Machine()
    machine.go_on(3 * SOONEST, 0.01)
    assert machine.collected == [SOONEST, 2 * SOONEST, 3 * SOONEST]


def test_a_busy_server_waits_for_a_quiet_moment() -> None:
    machine = Machine()
    machine.go_on(2 * SOONEST, 0.9)
    assert machine.collected == []
    machine.go_on(LOOK_SECONDS, 0.0)
    assert machine.collected == [2 * SOONEST + LOOK_SECONDS]


def test_a_server_that_is_never_quiet_collects_in_the_end() -> None:
    machine = Machine()
    machine.go_on(2 * LATEST, 0.9)
    assert machine.collected == [LATEST, 2 * LATEST]


@pytest.mark.usefixtures("thresholds")
def test_python_itself_looks_at_the_young_alone() -> None:
    machine = Machine()
    machine.collector.begin()
    assert machine.collected == [0]
    assert gc.get_threshold()[1:] == (NEVER, NEVER)
    assert gc.get_freeze_count() > 0
