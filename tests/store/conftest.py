"""Databases for the tests of the store."""

import pytest

from tests.server.running import KINDS, Databases, databases

__all__ = ["databases"]


@pytest.fixture(scope="module", params=KINDS)
def database(request: pytest.FixtureRequest, databases: Databases) -> str:
    """A database of each kind in which nothing is yet; the test is skipped where there is no PostgreSQL."""
    return databases.without_schema(request.param)
