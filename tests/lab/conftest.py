"""A bot that needs no compiler, beside `random`: tests of tournaments then need no time for it."""

import pytest

from amyitis.bots import registry
from amyitis.game import Game


class LastMoveBot:
    """Plays the last legal move of the list: it never passes if it can do something."""

    def choose(self, game: Game) -> str:
        return game.legal_moves[-1]


class FirstMoveBot:
    """Plays the first legal move of the list: it always passes."""

    def choose(self, game: Game) -> str:
        return game.legal_moves[0]


@pytest.fixture(autouse=True)
def simple_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots `first` and `last`, in this process only."""
    monkeypatch.setitem(registry.BUILT_IN, "first", FirstMoveBot)
    monkeypatch.setitem(registry.BUILT_IN, "last", LastMoveBot)
