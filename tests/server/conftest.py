"""Real servers for the tests, on databases of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import KINDS, Databases, RunningServer, databases, run_server

__all__ = ["databases"]


@pytest.fixture(scope="session")
def server(databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server on SQLite, without limits on clients and without a page: one for all tests of a worker."""
    with run_server(databases.sqlite(), "--page", str(tmp_path_factory.mktemp("no_page"))) as running:
        yield running


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, databases: Databases) -> str:
    """A fresh database of each kind; the test is skipped where there is no PostgreSQL."""
    return databases.of_kind(request.param)


@pytest.fixture
def postgresql(databases: Databases) -> str:
    """A fresh PostgreSQL database; the test is skipped where there is none."""
    return databases.postgresql()


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """A folder for files of the test."""
    return tmp_path
