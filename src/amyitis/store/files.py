"""The file of a SQLite database: for its owner alone, since it holds the secret that signs cookies, and seeds."""

import os
import shutil
import stat
from pathlib import Path

from amyitis.errors import AmyitisError

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
LEAST_ROOM = 16 * 2**20  # bytes: the file beside the database grows to some of them before it is written back
BESIDE = ("-wal", "-shm")  # what SQLite keeps beside it, with the same mode


def private_file(file: Path) -> None:
    """Make a database's file, and its folder, if they are not there, for their owner alone; raises OSError.

    A file that others may read is closed to them. A folder that was there before is left as it is: it may be anybody's.
    """
    make_private_folder(file.parent)
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, PRIVATE_FILE))
    for path in (file, *(Path(f"{file}{end}") for end in BESIDE)):
        close_to_others(path, PRIVATE_FILE)


def make_private_folder(folder: Path) -> None:
    """Make a folder for its owner alone, if it is not there."""
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)


class NoRoom(AmyitisError):
    """The disk of a database is full, or as good as full."""


def check_room(file: str) -> None:
    """Raise NoRoom if hardly anything more can be written beside a file."""
    free = shutil.disk_usage(Path(file).parent).free
    if free < LEAST_ROOM:
        raise NoRoom(
            f"only {free // 2**20} MiB are left on the disk of the database, of {LEAST_ROOM // 2**20} at least"
        )


def close_to_others(path: Path, mode: int) -> None:
    """Take from others what they may do with a file or folder of ours."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return
    if stat.S_IMODE(status.st_mode) & 0o077 and hasattr(os, "getuid") and status.st_uid == os.getuid():
        path.chmod(mode)
