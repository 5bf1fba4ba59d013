"""The mark of a rule function.

A function marked with `rule` stays what it is: plain Python over the plain state. The mark only enters it in a
set, from which the engine makes compiled copies on demand (`engine/compiled.py`). For that its
annotations must be of the few types that both worlds know: `State`, `Player`, `Shuffler`, `int`, `bool`, `None`.
"""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

RULES: set[Callable[..., Any]] = set()


def rule(function: F) -> F:
    """Enter `function` in the set of rule functions; return it unchanged."""
    RULES.add(function)
    return function
