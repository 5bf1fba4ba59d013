"""A bot that needs no compiler, beside `random`: tests of tournaments then need no time for it."""

import pytest

from amyitis.bots import Bot, MoveValue, registry
from amyitis.rules.bits import lowest_bit
from amyitis.rules.questions import FIRST_ACTION
from amyitis.rules.state import State


class LastMoveBot(Bot):
    """Plays the last legal move of the list: it never passes if it can do something."""

    def choose(self, s: State) -> int:
        return FIRST_ACTION[s.asked] + s.legal.bit_length() - 1

    def explain(self, s: State) -> list[MoveValue]:
        return []


class FirstMoveBot(LastMoveBot):
    """Plays the first legal move of the list: it always passes."""

    def choose(self, s: State) -> int:
        return FIRST_ACTION[s.asked] + lowest_bit(s.legal)


@pytest.fixture(autouse=True)
def simple_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots `first` and `last`, in this process only."""
    monkeypatch.setitem(registry.BUILT_IN, "first", lambda argument, seed: FirstMoveBot())
    monkeypatch.setitem(registry.BUILT_IN, "last", lambda argument, seed: LastMoveBot())
