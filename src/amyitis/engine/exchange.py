"""A rule function with some of those it calls exchanged for others.

`exchanged(run_search, {value_position: mine})` is a copy of the search in which every call of the hand-made evaluation
is one of `mine`: a rule function with the same annotations. It runs plain and compiled like any other.
"""

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, TypeVar, cast

from amyitis.rules.rule import RULES, Dispatch, rule

from .compiler.reach import reached_from

F = TypeVar("F", bound=Callable[..., Any])
Parts = Mapping[Callable[..., Any], Callable[..., Any]]


def exchanged(function: F, parts: Parts) -> F:
    """The function with some of the rule functions it calls, directly or not, replaced by others.

    Raises ValueError if one of them is no rule function.
    """
    if not parts:
        return function
    copies: dict[Any, Any] = {}
    for part, other in parts.items():
        if part not in RULES or other not in RULES:
            raise ValueError(f"{part.__name__} and {other.__name__} must both be rule functions")
        copies[part] = other
    return cast("F", _copy(function, copies))


def _copy(function: Any, copies: dict[Any, Any]) -> Any:
    """The function itself if it reaches nothing that is exchanged, else a copy that does not."""
    if function not in copies:
        touched = any(reached in copies and copies[reached] is not reached for reached in reached_from(function))
        copies[function] = _rewired(function, copies) if touched else function
    return copies[function]


def _rewired(function: Any, copies: dict[Any, Any]) -> Any:
    scope = dict(function.__globals__)
    for name in function.__code__.co_names:
        value = scope.get(name)
        if isinstance(value, FunctionType) and value in RULES:
            scope[name] = _copy(value, copies)
        elif isinstance(value, Dispatch):
            scope[name] = Dispatch(value.name, [choice and _copy(choice, copies) for choice in value.functions])
    twin = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    twin.__annotations__, twin.__qualname__, twin.__doc__ = (
        function.__annotations__,
        function.__qualname__,
        function.__doc__,
    )
    twin.__module__ = function.__module__
    return rule(twin)
