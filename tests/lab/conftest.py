"""Bots that need no compiler, beside `random`: tests of tournaments then need no time for it."""

import pytest

from amyitis.bots import registry
from tests.simple_bots import FirstMove, LastMove


@pytest.fixture(autouse=True)
def simple_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots `first` and `last`, in this process only."""
    monkeypatch.setitem(registry.BUILT_IN, "first", FirstMove)
    monkeypatch.setitem(registry.BUILT_IN, "last", LastMove)
