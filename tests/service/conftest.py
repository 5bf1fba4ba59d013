"""Servers and databases for the tests of the service."""

from tests.server.conftest import database, postgresql, scratch, server
from tests.server.running import databases

__all__ = ["database", "databases", "postgresql", "scratch", "server"]
