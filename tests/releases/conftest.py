"""Databases for the tests of releases."""

from tests.server.running import databases

__all__ = ["databases"]
