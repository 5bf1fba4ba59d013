"""The docstrings of the public API: a summary in one line, and examples that run."""

import doctest
import importlib
import inspect
from collections import ChainMap
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from typing import Any

import pytest

import amyitis
from amyitis.errors import AmyitisError
from tests.public_names import listed

NAMES = {name: getattr(amyitis, name) for name in amyitis.__all__ if name != "__version__"}


def everything() -> Iterator[tuple[str, Any]]:
    """Yield all public names and what they are; not those of an extra that is not installed."""
    for module, names in listed().items():
        with suppress(ImportError, AmyitisError):
            yield from ((name, getattr(importlib.import_module(module), name)) for name in sorted(names))


PUBLIC = {name: thing for name, thing in everything() if name != "__version__"}
# Errors of broken files and of failing bots; what needs a server or a GPU: their tests show them.
WITHOUT_EXAMPLE = {"BotError", "BoxError", "Drift", "GpuVectorGames", "SeenOnGpu"}
WITHOUT_EXAMPLE |= {"Client", "ServerProblem", "play_as", "play_seat"}
# What imports a framework when it is called runs with the tests of servers: `make check` installs none.
WITH_FRAMEWORK = {"write_dataset"}
EACH_METHOD = ("Game", "Batch", "VectorGames", "VersusBots")
OPTIONS = doctest.ELLIPSIS | doctest.REPORT_NDIFF


def ours(thing: type) -> list[type]:
    """Return a class and those of its bases that are ours, too."""
    return [base for base in thing.__mro__ if base.__module__.startswith("amyitis")]


def documented() -> Iterator[tuple[str, Any]]:
    """Yield every public object with its name, members of classes included."""
    for name, thing in PUBLIC.items():
        yield name, thing
        if inspect.isclass(thing):
            for member, value in ChainMap(*(dict(vars(base)) for base in ours(thing))).items():
                if not member.startswith("_") and (inspect.isroutine(value) or isinstance(value, property)):
                    yield f"{name}.{member}", getattr(thing, member)


def test_every_public_thing_has_a_summary_of_one_line() -> None:
    texts = {name: inspect.getdoc(thing) or "" for name, thing in documented()}
    wrong = [name for name, text in texts.items() if not text or text.partition("\n")[2].partition("\n")[0].strip()]
    assert wrong == []


def test_every_public_name_and_method_has_an_example() -> None:
    methods = [
        name for name, thing in documented() if name.partition(".")[0] in EACH_METHOD and inspect.isroutine(thing)
    ]
    assert len(methods) > 30
    things = dict(documented())
    wanted = (set(PUBLIC) - WITHOUT_EXAMPLE) | set(methods)
    assert sorted(name for name in wanted if ">>> " not in (inspect.getdoc(things[name]) or "")) == []


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.server] if name in WITH_FRAMEWORK else []) for name in PUBLIC]
)
def test_the_examples_of_a_public_name(name: str) -> None:
    finder, thing = doctest.DocTestFinder(exclude_empty=True), PUBLIC[name]
    bases = [base for base in ours(thing)[1:] if base not in PUBLIC.values()] if inspect.isclass(thing) else []
    found = (finder.find(part, name, module=False, globs=dict(NAMES)) for part in (thing, *bases))
    for example in chain.from_iterable(found):
        said: list[str] = []
        outcome = doctest.DocTestRunner(optionflags=OPTIONS).run(example, out=said.append)
        assert not outcome.failed, "".join(said)
