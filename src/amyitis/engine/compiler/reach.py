"""What a rule function uses and calls, read from its code; and a fingerprint of all of it.

The fingerprint names the machine code made from a function: it changes with the code of any function that is called
below it, with any number or table that one of them uses, and with the types they work on, and with nothing else.
"""

import hashlib
from collections.abc import Callable, Iterator
from functools import cache, partial
from types import FunctionType, ModuleType
from typing import Any, get_type_hints

from amyitis.rules.rule import RULES, Dispatch

Function = Callable[..., Any]


def rule_function(value: Any) -> Function | None:
    """The rule function that a value is, or stands for; None if it is nothing of the kind."""
    if isinstance(value, Dispatch):
        return written_out(value)
    return value if isinstance(value, FunctionType) and value in RULES else None


def values_used(function: Function) -> Iterator[tuple[str, Any]]:
    """Every global value that a function may use, by name, those of modules it names included."""
    scope, names = function.__globals__, function.__code__.co_names
    for name in names:
        value = scope.get(name)
        if isinstance(value, ModuleType):
            yield from ((f"{name}.{inner}", getattr(value, inner)) for inner in names if hasattr(value, inner))
        elif name in scope:
            yield name, value


def reached_from(*functions: Function) -> list[Function]:
    """These functions and all rule functions that they call, directly or not, each once and in a fixed order."""
    reached: dict[int, Function] = {}
    waiting = list(reversed(functions))
    while waiting:
        here = waiting.pop()
        if id(here) not in reached:
            reached[id(here)] = here
            called = (rule_function(value) for _, value in values_used(here))
            waiting += [function for function in called if function is not None]
    return list(reached.values())


def fingerprint(function: Function, type_text: Callable[[str], str], also: str = "") -> str:
    """A hash of all that the machine code of a function is made from, and of a further text.

    `type_text` tells what the name of a type stands for: the fields of a record and where they lie.
    """
    digest = hashlib.sha256(also.encode())
    known: dict[Any, bytes] = {}

    def hash_once(key: Any, text: Callable[[], str]) -> bytes:
        if key not in known:
            known[key] = hashlib.sha256(text().encode()).digest()
        return known[key]

    for reached in reached_from(function):
        digest.update(_code_text(reached).encode())
        for parameter, hint in get_type_hints(reached).items():
            digest.update(parameter.encode() + hash_once(hint.__name__, partial(type_text, hint.__name__)))
        for name, value in values_used(reached):
            digest.update(name.encode() + hash_once(id(value), partial(value_text, value)))
    return digest.hexdigest()[:16]


def value_text(value: Any) -> str:
    """A global value: a number or a table in full; a function or a module by its name.

    What of them matters is looked at by itself, and where on the disk they lie does not: another clone of the same
    sources, or the same release installed again, finds the machine code that is there.
    """
    if isinstance(value, ModuleType):
        return value.__name__
    function = rule_function(value) or value
    return f"{function.__module__}.{function.__qualname__}" if isinstance(function, FunctionType) else repr(value)


def _code_text(function: Function) -> str:
    """A function's own code, without its docstring and its place in the file."""
    code = function.__code__
    constants = [constant for constant in code.co_consts if constant != function.__doc__]
    where = f"{function.__module__}.{function.__qualname__}"
    return repr((where, code.co_code, constants, code.co_names, code.co_varnames, function.__defaults__))


@cache
def written_out(dispatch: Dispatch) -> Callable[..., None]:
    """A function that does what the dispatch does, with a branch for each number; without a function it does nothing.

    A compiler cannot call a function that it learns of only when the program runs, or only slowly. Equal parameters
    and one comparison after the other are what LLVM recognises as a switch: one jump, whatever the number.
    """
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
