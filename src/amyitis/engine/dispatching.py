"""A `Dispatch` of the rules, written out as one function with a branch for each number: compilers make a switch of it.

A compiler cannot call a function that it learns of only when the program runs, or only slowly. Equal parameters and
one comparison after the other are what LLVM recognises as a switch: one jump, whatever the number.
"""

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, get_type_hints

from amyitis.rules.rule import Dispatch


@cache
def written_out(dispatch: Dispatch) -> Callable[..., None]:
    """A function that does what the dispatch does; a number without a function does nothing."""
    places = {number: function for number, function in enumerate(dispatch.functions) if function is not None}
    state, *more = get_type_hints(next(iter(places.values()))).items()
    if more.pop()[0] != "return":
        raise TypeError(f"{dispatch!r}: the first function does not say what it returns")
    rest = "".join(f", {name}" for name, _ in more)
    lines = [f"def {dispatch.name}({state[0]}, number{rest}):"]
    for number in places:
        word = "if" if number == min(places) else "elif"
        lines += [f"    {word} number == {number}:", f"        of_{number}({state[0]}{rest})"]
    scope: dict[str, Any] = {"__name__": __name__, **{f"of_{number}": function for number, function in places.items()}}
    exec("\n".join(lines), scope)  # the names in it are those of our own functions and parameters
    function: FunctionType = scope[dispatch.name]
    function.__annotations__ = {state[0]: state[1], "number": int, **dict(more), "return": type(None)}
    return function
