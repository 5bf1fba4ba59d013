"""Bots from a file: `my_bot.py:MyBot`, without a package around it. An argument may follow behind another colon."""

import re
import sys
import traceback
from functools import cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from amyitis.errors import Malformed

DRIVE = r"(?:[A-Za-z]:[\\/])?"  # the only other colon in a path
SPEC = re.compile(rf"(?P<path>{DRIVE}[^:]+\.py)(?::(?P<name>[^:]*)(?::(?P<argument>.*))?)?", re.DOTALL)


def bot_file(spec: str) -> Path | None:
    """Returns the file that a bot is named by; None if it is named in another way."""
    found = SPEC.fullmatch(spec)
    return Path(found["path"]) if found else None


def factory_in_file(spec: str) -> tuple[Any, str]:
    """Returns the class or function that makes a bot, and its argument; raises Malformed, saying what is wrong.

    Without a name it is the only class of the file that has a method `choose`.
    """
    found = SPEC.fullmatch(spec)
    if found is None:
        raise Malformed(f"a bot in a file is named FILE.py:CLASS, not {spec!r}")
    module = _loaded(Path(found["path"]).resolve())
    name, argument = found["name"] or "", found["argument"] or ""
    classes = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__]
    bots = [one.__name__ for one in classes if callable(getattr(one, "choose", None))]
    if not name and len(bots) == 1:
        name = bots[0]
    factory = getattr(module, name, None) if name else None
    if not callable(factory):
        there = f"its classes with a method choose(game) are {', '.join(bots)}" if bots else "it has no class of bots"
        wrong = f"there is no {name!r} in it" if name else "which bot?"
        raise Malformed(f"{found['path']}: {wrong}; {there}")
    return factory, argument


@cache  # a tournament makes its bots anew for every game
def _loaded(path: Path) -> ModuleType:
    """Returns the module of a file; what lies beside it can be imported. Raises Malformed."""
    if not path.is_file():
        raise Malformed(f"there is no file {path}")
    name = f"amyitis_bot_{sha256(str(path).encode()).hexdigest()[:12]}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise Malformed(f"{path} cannot be loaded")
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as problem:
        del sys.modules[name]
        raise Malformed(f"{path}{_line(path, problem)}: {type(problem).__name__}: {problem}") from problem
    return module


def _line(path: Path, problem: Exception) -> str:
    """Returns the line of a file where something went wrong, as `, line 3`."""
    lines = [frame.lineno for frame in traceback.extract_tb(problem.__traceback__) if frame.filename == str(path)]
    return f", line {lines[-1]}" if lines else ""
