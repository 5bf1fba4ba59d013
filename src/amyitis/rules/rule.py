"""The mark of a rule function, and the choice of one by its number.

A function marked with `rule` stays what it is: plain Python over the plain state. The mark only enters it in a
set, from which the engine makes compiled copies on demand (`engine/compiled.py`). For that its
annotations must be of the few types that both worlds know: `State`, `Player`, `Shuffler`, `int`, `bool`, `None`.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from .state import State

F = TypeVar("F", bound=Callable[..., Any])

RULES: set[Callable[..., Any]] = set()
ENTRIES: set[Callable[..., Any]] = set()


def rule(function: F) -> F:
    """Enter `function` in the set of rule functions; return it unchanged."""
    RULES.add(function)
    return function


def entry(function: F) -> F:
    """Enter `function` in the set of rule functions that Python calls, too: the package brings them compiled."""
    ENTRIES.add(function)
    return rule(function)


class Dispatch:
    """One of several rule functions, by a number: `dispatch(s, number, more)` calls `functions[number](s, more)`.

    All have the same parameters: the state, then whole numbers. A place may be empty: its number is never chosen. In
    compiled code the choice is one switch, written out by the engine (`engine/compiler/reach.py`).
    """

    def __init__(self, name: str, functions: Sequence[Callable[..., None] | None]) -> None:
        self.name = name
        self.functions = tuple(functions)

    def __call__(self, s: "State", number: int, *more: int) -> None:
        """Call the function of a number; raises ValueError where there is none."""
        chosen = self.functions[number]
        if chosen is None:
            raise ValueError(f"{self.name}: there is nothing at {number}")
        chosen(s, *more)

    def __repr__(self) -> str:
        return f"<Dispatch {self.name} of {len(self.functions)}>"
