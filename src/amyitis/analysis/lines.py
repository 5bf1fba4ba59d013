"""Lines that the engine had in mind: a move and what it expects after it, to the end of the round."""

from amyitis.notation.tokens import token
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.state import State

from .thinking import Thinker


def line_on(thinker: Thinker, s: State, action: int, visits: int) -> list[str]:
    """A move and the moves that follow it to the end of the round, as the tree sees them after so many visits."""
    after = s.copy()
    apply(after, action)
    line = [token(action)]
    if after.asked not in (questions.DEAL, questions.OVER):
        thinker.think(after, visits)
        line += [token(one) for one in thinker.tree.best_line()]
    return line
