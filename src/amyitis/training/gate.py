"""The gate: a new network is admitted only if it beats the one before, both with a tree on top, seats rotated."""

from collections.abc import Sequence

from amyitis.lab.levels.meetings import Meeting, meet

__all__ = ["SIMULATIONS", "Meeting", "admitted", "meet"]

SIMULATIONS = 64  # of the tree that both have on top


def admitted(meetings: Sequence[Meeting]) -> bool:
    """Whether a network may take the place of the one before: better in some kind of game, clearly worse in none."""
    return any(one.better for one in meetings) and all(one.interval.high >= 1 / one.players for one in meetings)
