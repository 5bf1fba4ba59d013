"""Bots from a file: `my_bot.py:MyBot`, without a package around it. An argument may follow behind another colon.

A bot in a file is its file and the modules beside it that it imports, one by way of another. They are loaded once, and
anew when one of them was edited since.
"""

import ast
import re
import threading
import traceback
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from amyitis.errors import Malformed

from .neighbours import Neighbours, lies_beside

DRIVE = r"(?:[A-Za-z]:[\\/])?"  # the only other colon in a path
SPEC = re.compile(rf"(?P<path>{DRIVE}[^:]+\.py)(?::(?P<name>[^:]*)(?::(?P<argument>.*))?)?", re.DOTALL)

Contents = dict[Path, str]  # files, each with a digest of what is in it


@dataclass(frozen=True)
class _Loaded:
    """The file of a bot as it was loaded, and what was in it and in the modules beside it at that time."""

    module: ModuleType
    contents: Contents


_lock = threading.RLock()  # a bot may make another one while it is loaded
_loaded: dict[Path, _Loaded] = {}
_folders: dict[Path, tuple[Neighbours, Contents]] = {}  # the latest of each folder: bots of one folder share modules


def bot_file(spec: str) -> Path | None:
    """Returns the file that a bot is named by; None if it is named in another way."""
    parts = SPEC.fullmatch(spec)
    return Path(parts["path"]) if parts else None


def factory_in_file(spec: str, *, as_loaded: bool = False) -> tuple[Any, str]:
    """Returns the class or function that makes a bot, and its argument; raises Malformed, saying what is wrong.

    Without a name it is the only class of the file that has a method `choose`. `as_loaded` takes a file that was loaded
    before as it was then, edited or not.
    """
    parts = SPEC.fullmatch(spec)
    if parts is None:
        raise Malformed(f"a bot in a file is named FILE.py:CLASS, not {spec!r:.200}")
    module = _module(Path(parts["path"]).resolve(), as_loaded)
    name, argument = parts["name"] or "", parts["argument"] or ""
    classes = [
        member for member in vars(module).values() if isinstance(member, type) and member.__module__ == module.__name__
    ]
    bots = [member.__name__ for member in classes if callable(getattr(member, "choose", None))]
    if not name and len(bots) == 1:
        name = bots[0]
    factory = getattr(module, name, None) if name else None
    if not callable(factory):
        there = f"its classes with a method choose(game) are {', '.join(bots)}" if bots else "it has no class of bots"
        wrong = f"there is no {name!r} in it" if name else "which bot?"
        raise Malformed(f"{parts['path']}: {wrong}; {there}")
    return factory, argument


def file_digest(path: Path) -> str:
    """Returns a digest of the file of a bot and of the modules beside it: as it was loaded, else as it is now.

    Where the folder lies makes no difference. Raises OSError.
    """
    path = path.resolve()
    with _lock:
        known = _loaded.get(path)
        contents = known.contents if known is not None else _contents(path)
    lines = sorted(f"{file.relative_to(path.parent).as_posix()} {digest}" for file, digest in contents.items())
    return sha256("\n".join(lines).encode()).hexdigest()


def _module(path: Path, as_loaded: bool) -> ModuleType:
    """Returns the module of a file; raises Malformed."""
    with _lock:
        known = _loaded.get(path)
        if known is not None and as_loaded:
            return known.module
        try:
            if not path.is_file():
                raise Malformed(f"there is no file {path}")
            contents = _contents(path)
        except OSError as problem:
            raise Malformed(f"{problem.filename or path!s:.200} cannot be read: {problem.strerror}") from None
        if known is not None and known.contents == contents:
            return known.module
        neighbours, seen = _folders.get(path.parent, (None, {}))
        if neighbours is None or known is not None or any(seen.get(file, now) != now for file, now in contents.items()):
            neighbours, seen = Neighbours(path.parent), {}
        _folders[path.parent] = neighbours, seen | contents
        try:
            module = neighbours.load(path)
        except (Exception, SystemExit) as problem:
            raise Malformed(f"{path}{_line(path, problem)}: {type(problem).__name__}: {problem}") from problem
        _loaded[path] = _Loaded(module, contents)
        return module


def _contents(path: Path) -> Contents:
    """Returns what is in the file of a bot and in the modules beside it that it imports. Raises OSError."""
    contents: Contents = {}
    left = [path]
    while left:
        one = left.pop()
        if one in contents:
            continue
        text = one.read_bytes()
        contents[one] = sha256(text).hexdigest()
        for name, relative in _imported(text):
            if relative or lies_beside(path.parent, name):
                beside = path.parent / name
                left += [file for file in (beside.with_suffix(".py"), *beside.rglob("*.py")) if file.is_file()]
    return contents


def _imported(text: bytes) -> set[tuple[str, bool]]:
    """Returns the names of the modules and packages that a Python file imports, and whether from where it lies.

    None if it cannot be read as a Python file: making the bot says what is wrong with it.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return set()
    modules = set[tuple[str, bool]]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {(alias.name, False) for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names = [node.module] if node.module else [alias.name for alias in node.names]
            modules |= {(name, node.level > 0) for name in names}
    return {(name.partition(".")[0], relative) for name, relative in modules}


def _line(path: Path, problem: BaseException) -> str:
    """Returns the line of a file where something went wrong, as `, line 3`."""
    lines = [frame.lineno for frame in traceback.extract_tb(problem.__traceback__) if frame.filename == str(path)]
    return f", line {lines[-1]}" if lines else ""
