"""A compiled function bound to its arguments: for calls that are made millions of times from Python."""

from collections.abc import Callable
from functools import partial
from typing import Any

from .compiled import engine


def bound(function: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
    """The compiled copy of a rule function with these arguments for ever.

    Arrays must not be moved or resized: they are read and written where they lie now.
    """
    compiled: Any = engine(function)
    bind = getattr(compiled, "bind", None)
    return partial(compiled, *arguments) if bind is None else bind(*arguments)
