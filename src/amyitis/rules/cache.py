"""Where compiled machine code is kept between runs, and for how long.

A folder is named by a hash of everything the code was made from: all sources of the package, the box and the
compiler's switches. So an edit anywhere is noticed, which numba's own cache would not do for an edit in another file.
"""

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

from amyitis.box.tables import BOX_DIGEST

CACHE_SWITCH = "AMYITIS_CACHE"
COMPILER_SWITCHES = "NUMBA_"
PREFIX = "engine-"
KEPT = 4  # folders of other sources that are not pruned
SAFE_AGE = 3600.0  # seconds in which a folder may still be in use by somebody else

PACKAGE = Path(__file__).parent.parent


def source_digest(package: Path = PACKAGE) -> str:
    """A hash of every source file of the package, of the box, and of the compiler and its switches."""
    digest = hashlib.sha256(BOX_DIGEST.encode())
    for path in sorted(package.rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(path.read_bytes())
    switches = sorted(item for item in os.environ.items() if item[0].startswith(COMPILER_SWITCHES))
    digest.update(repr((version("numba"), switches)).encode())
    return digest.hexdigest()[:16]


# Taken at once: an edit made while the program runs must not be taken for what is running.
SOURCE_DIGEST = source_digest()


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
def cache_folder() -> Path | None:
    """The folder for the machine code of this very source, or None where nothing can be written."""
    name = PREFIX + SOURCE_DIGEST
    for root in cache_roots():
        folder = root / name
        if _is_ours(folder):
            return folder
    return None


def _is_ours(folder: Path) -> bool:
    """Whether a folder can be made, written to, and belongs to this user: code from others' folders is not run."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        os.utime(folder)
        return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
    except OSError:
        return False


def prune(root: Path, keep: Iterable[Path] = ()) -> list[Path]:
    """Remove the folders of other sources but for the few used last; answers with those removed."""
    kept = set(keep)
    others = [folder for folder in root.glob(PREFIX + "*") if folder not in kept and folder.is_dir()]
    aged = sorted(((folder.stat().st_mtime, folder) for folder in others), reverse=True)
    stale = [folder for used, folder in aged[KEPT:] if time.time() - used > SAFE_AGE]
    for folder in stale:
        shutil.rmtree(folder, ignore_errors=True)
    return stale
