"""Games played in the terminal by somebody who types."""

from collections.abc import Callable
from pathlib import Path

from amyitis.game import Game

Session = Callable[..., str]  # plays with what is typed and with options; returns what was shown


def moves_in(path: Path) -> list[str]:
    """The moves of a game that was saved."""
    return Game.from_record(path.read_text()).moves
