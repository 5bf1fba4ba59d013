"""Time and websockets of the client, as the tests want them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from amyitis.client import connection
from tests.client.answering import Clock, Socket


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(connection, "time", made)
    return made


@pytest.fixture
def sockets(monkeypatch: pytest.MonkeyPatch) -> list[Socket | Exception]:
    """The sockets that are opened, one after the other, the last one for ever; asked addresses are kept in `.asked`."""
    found: list[Socket | Exception] = []

    @contextmanager
    def connect(address: str, **_: Any) -> Iterator[Socket]:
        asked.append(address)
        one = found.pop(0) if len(found) > 1 else found[0]
        if isinstance(one, Exception):
            raise one
        yield one

    asked: list[str] = []
    monkeypatch.setattr(connection, "connect", connect)
    monkeypatch.setattr(connection, "asked", asked, raising=False)
    return found
