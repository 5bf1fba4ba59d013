"""Lines that the engine had in mind: a move and what it expects after it, to the end of the round."""

from amyitis.notation.tokens import token
from amyitis.rules.state import State

from .thinkers import AnyThinker


def line_on(thinker: AnyThinker, s: State, action: int, visits: int) -> list[str]:
    """A move and the moves that follow it to the end of the round, as they are read with so many visits."""
    return [token(one) for one in thinker.line(s, action, visits)]
