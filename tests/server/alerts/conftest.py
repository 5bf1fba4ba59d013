"""Receivers for the tests of calls."""

from collections.abc import Iterator

import pytest

from tests.server.alerts.receiving import Receiver
from tests.server.running import Databases, RunningServer, run_server


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver at this machine."""
    made = Receiver()
    yield made
    made.close()


@pytest.fixture(scope="module")
def calling(databases: Databases) -> Iterator[RunningServer]:
    """A server that calls people, even at this machine, and soon again."""
    options = ("--webhooks", "--push", "--alerts-anywhere", "--limit", "alert_pause_seconds=0.05")
    with run_server(databases.sqlite(), *options) as running:
        yield running
