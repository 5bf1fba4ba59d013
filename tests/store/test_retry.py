"""What happens while a database is away: everything that opens a connection says so, or tries again."""

import inspect

import asyncpg
import pytest
from sqlalchemy.exc import DBAPIError, IntegrityError

from amyitis.store import GameStore
from amyitis.store.parts.part import StorePart
from amyitis.store.retry import is_away

CONNECTING = ("transaction()", "reading()", "_engine.connect()", "_engine.begin()", "_at_once.connect()")


def dbapi_error(kind: type[DBAPIError], driver: Exception) -> DBAPIError:
    """An error of the driver, as it comes out of SQLAlchemy."""
    wrapped = Exception("wrapped")
    wrapped.__cause__ = driver
    return kind("SELECT 1", None, wrapped)


@pytest.mark.parametrize(
    "driver", [asyncpg.TooManyConnectionsError("all taken"), ConnectionResetError(), TimeoutError()]
)
def test_a_connection_that_cannot_be_had_is_tried_again(driver: Exception) -> None:
    assert is_away(driver)
    assert is_away(dbapi_error(DBAPIError, driver))


def test_what_the_database_refuses_is_not_tried_again() -> None:
    assert not is_away(dbapi_error(IntegrityError, asyncpg.UniqueViolationError("twice")))


def test_whatever_opens_a_connection_says_that_the_database_is_away() -> None:
    """A bare TimeoutError of the driver would be an error of the server (500) instead of a 503."""
    parts: list[type] = [GameStore, *StorePart.__subclasses__()]
    bare = [
        f"{part.__name__}.{name}"
        for part in parts
        for name, method in vars(part).items()
        if inspect.iscoroutinefunction(method) and not hasattr(method, "__wrapped__") and not name.startswith("_")
        if any(sign in inspect.getsource(method) for sign in CONNECTING)
    ]
    assert bare == []
    assert len(parts) > 8
