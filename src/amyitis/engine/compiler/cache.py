"""Where compiled machine code is kept between runs, and for how long.

Each function called from Python has a folder of its own, named by a fingerprint of everything its code was made from
(`reach.py`), so an edit anywhere is noticed. Numba's own cache would not notice one in another file.

Kept code is run, so it is taken only from a folder that nobody else can write to, and only with a seal that is made
with a secret beside it.
"""

import hmac
import logging
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from amyitis.files import write_atomically
from amyitis.sources import source_digest

from .reach import fingerprint

CACHE_SWITCH = "AMYITIS_CACHE"
COMPILER_SWITCHES = "NUMBA_"
COMPILERS = ("compiler", "native")  # what decides on the code
PREFIX = "engine-"
KEPT = 40  # folders that are never pruned, those used last
SAFE_AGE = 3600.0  # seconds in which a folder may still be in use by somebody else
LOCK = "compiling.lock"
KEY, KEY_BYTES = "key", 32
OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH
LONGEST_WAIT = 300.0  # seconds for which another process is waited for, before its work is done once more

logger = logging.getLogger(__name__)


def cache_roots() -> Iterator[Path]:
    """The folders that may hold caches, the best first: AMYITIS_CACHE, the user's cache folder, a temporary one."""
    chosen = os.environ.get(CACHE_SWITCH)
    if chosen:
        yield Path(chosen)
    import platformdirs

    yield Path(platformdirs.user_cache_dir("amyitis"))
    owner = os.getuid() if hasattr(os, "getuid") else "user"
    yield Path(tempfile.gettempdir()) / f"amyitis-{owner}"


@cache
def cache_root() -> Path | None:
    """The first of the folders that can be used, or None where nothing can be written."""
    return next(filter(_is_ours, cache_roots()), None)


def _is_ours(folder: Path) -> bool:
    """Whether a folder can be made and written to, by this user alone: code that others may have written is not run."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        status = folder.stat()
    except OSError:
        return False
    if not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & OTHERS_MAY_WRITE):
        return True
    logger.warning("no compiled code is kept in %s: it belongs to somebody else, or others may write to it", folder)
    return False


def seal(folder: Path, content: bytes) -> str:
    """What shows that this program has kept this content in a folder of the cache; raises OSError."""
    return hmac.digest(_key(folder.parent), folder.name.encode() + b"\0" + content, "sha256").hex()


def _key(root: Path) -> bytes:
    """The secret of a cache, drawn when it is first wanted; raises OSError."""
    path = root / KEY
    if not path.is_file():
        write_atomically(path, os.urandom(KEY_BYTES))
        path.chmod(0o600)
    return path.read_bytes()


def cache_folder(function: Callable[..., Any], type_text: Callable[[str], str]) -> Path | None:
    """The folder for the machine code of this very function; None if nothing can be kept.

    `type_text` tells what the name of a type stands for.
    """
    root = cache_root()
    if root is None:
        return None
    folder = root / (PREFIX + fingerprint(function, type_text, compiler_text()))
    try:
        folder.mkdir(exist_ok=True)
        os.utime(folder)
    except OSError:
        return None
    return folder


@contextmanager
def compiling_alone(folders: Iterable[Path]) -> Iterator[None]:
    """Hold the folders while their code is made: other processes that want the same code wait, and then load it.

    Where a folder cannot be locked, or its holder does not come to an end, the work may be done twice.
    """
    from filelock import FileLock, Timeout

    with ExitStack() as held:
        # Everybody takes them in the same order, so nobody waits for one who waits for them.
        for folder in sorted(set(folders)):
            try:
                held.enter_context(FileLock(folder / LOCK, timeout=LONGEST_WAIT))
            except (OSError, NotImplementedError, Timeout) as problem:
                logger.info("compiling without a lock: %s", problem)
        yield


@cache
def compiler_text() -> str:
    """The compiler, our use of it, its switches and the processor, as text."""
    from llvmlite.binding import get_host_cpu_features, get_host_cpu_name, get_process_triple

    here = Path(__file__).parents[1]
    switches = sorted(item for item in os.environ.items() if item[0].startswith(COMPILER_SWITCHES))
    processor = (get_process_triple(), get_host_cpu_name(), get_host_cpu_features().flatten())
    ours = source_digest(*(here / name for name in COMPILERS))
    return repr((version("numba"), version("llvmlite"), processor, switches, ours))


def prune(root: Path) -> list[Path]:
    """Remove the folders of code that was not used for long; returns those removed."""
    last_used_first = sorted(_last_used(root), reverse=True)
    stale = [folder for used, folder in last_used_first[KEPT:] if time.time() - used > SAFE_AGE]
    for folder in stale:
        shutil.rmtree(folder, ignore_errors=True)
    return stale


def _last_used(root: Path) -> Iterator[tuple[float, Path]]:
    """The folders of code with the time of their last use; one that somebody else removes meanwhile is passed over."""
    for folder in root.glob(PREFIX + "*"):
        try:
            if folder.is_dir():
                yield folder.stat().st_mtime, folder
        except OSError:
            continue
