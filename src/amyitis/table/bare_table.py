"""A table before anything was drawn: the boards and what each player begins with, and nothing that chance decides."""

from amyitis.game import Game, SetupFacts, Switches
from amyitis.rules.state import State


class _NothingDrawn(SetupFacts):
    """A set-up in which nothing was drawn yet."""

    def lay_out(self, s: State) -> None:
        """Leave the table as it is."""


def bare_table(players: int, switches: Switches, rules_version: int, colours: str) -> Game:
    """Returns a game that waits for its set-up: it can be looked at, and not be played."""
    nothing = _NothingDrawn({}, {}, (), colours[0])
    return Game.new(players, setup=nothing, **switches.as_dict(), rules_version=rules_version, colours=colours)
