"""Databases for the tests of accounts."""

import pytest

from tests.server.running import Databases


@pytest.fixture
def sqlite(databases: Databases) -> str:
    """A fresh SQLite file, where the kind of database is no part of the question."""
    return databases.sqlite()
