"""Which program plays: a digest of all that decides how a game goes, the rules and the bots.

Results say by which program their game was played, and all machines of a cluster must have the same one. What only
shows or serves games (the command line, for example) is not part of it, so it may change. A bot of another package
brings all files of that package with it, weights and tables too; one that a file is named for brings that file, and the
modules beside it that it imports, as they were loaded.
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from amyitis.bots.file_bots import bot_file, file_digest
from amyitis.bots.levels import ALL_LEVELS
from amyitis.bots.process_bots import words_of
from amyitis.bots.registry import BUILT_IN, entry_point
from amyitis.nets.cards import FOLDER
from amyitis.sources import LENGTH, package_digest

LineUp = tuple[str, ...]  # the bots of a game, by seat

PACKAGES = ("box", "rules", "engine", "notation", "game", "nets", "search", "bots")
NOT_SOURCES = "__pycache__"

# The cards of the networks, each with a digest of its weights.
CARDS = "".join(card.read_text(encoding="utf-8") for card in sorted(FOLDER.glob("*.json")))

# How the levels play, but not what was measured of them.
SETTINGS = "".join(f"{level.name} {level.setting} {level.by_hand}\n" for level in ALL_LEVELS)

PROGRAM = package_digest(*PACKAGES, also=CARDS + SETTINGS)


def program_of(bots: LineUp) -> str:
    """Returns the digest of the program that plays a line-up; raises Malformed for a bot that does not exist.

    It is that of our own sources, unless a bot comes from another package or is made from a file.
    """
    foreign = sorted({_package(bot) for bot in bots if bot.partition(":")[0] not in BUILT_IN and not bot_file(bot)})
    python = sorted({file for bot in bots if (file := bot_file(bot)) is not None and file.is_file()})
    made_from = sorted({file for bot in bots for file in _named_files(bot)})
    if not foreign and not python and not made_from:
        return PROGRAM
    packages = (f"{package} {_digest(package)}" for package in foreign)
    parts = [PROGRAM, *packages, *map(file_digest, python), *map(_file_digest, made_from)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:LENGTH]


def _package(bot: str) -> str:
    """Returns the name of the package that a bot comes from."""
    return entry_point(bot).module.partition(".")[0]


def _named_files(bot: str) -> list[Path]:
    """Returns the files that the argument of a bot names, `net:FOLDER/card.json`, `process:node my_bot.js`."""
    name, _, argument = bot.partition(":")
    words = words_of(argument) if name == "process" else argument.split(",")
    return [Path(word) for word in words if word and Path(word).is_file()]


@cache
def _file_digest(path: Path) -> str:
    """Returns a digest of a file; where it lies makes no difference."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


@cache  # an edit made while the program runs must not be taken for what is running
def _digest(package: str) -> str:
    """Returns a digest of all files of an installed package."""
    digest = hashlib.sha256()
    for root, path in _files(package):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _files(package: str) -> Iterator[tuple[Path, Path]]:
    """Yields the files of a package, each with the folder that the package lies in."""
    spec = find_spec(package)
    if spec is None:
        return
    if not spec.submodule_search_locations:
        if spec.origin is not None:
            yield Path(spec.origin).parent, Path(spec.origin)
        return
    for place in spec.submodule_search_locations:
        files = (path for path in Path(place).rglob("*") if path.is_file() and NOT_SOURCES not in path.parts)
        yield from ((Path(place), path) for path in sorted(files))
