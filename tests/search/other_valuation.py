"""A valuation of our own for the search: a module for itself, so that it can be compiled before the tests begin."""

from amyitis.engine.arrays import Reals
from amyitis.rules.rule import rule
from amyitis.rules.state import State
from amyitis.search.valuation import value_position


@rule
def prestige_alone(s: State, worth: Reals) -> None:
    """A valuation that sees the score and nothing else."""
    for p in range(s.players):
        worth[p] = float(s.seats[p].prestige)


PARTS = {value_position: prestige_alone}
