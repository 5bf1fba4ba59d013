"""Servers as processes of their own on free ports of this machine, and databases for them."""

import asyncio
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import asyncpg
import pytest

from amyitis.client import Client
from amyitis.store.opening import bring_up_to_date
from tests.server.spawning import POLL_SECONDS, Spawned
from tests.store.postgresql import ADDRESS

FAILED_AFTER = 60.0  # seconds until something that does not happen has failed; a busy machine is no failure
KINDS = ("sqlite", "postgresql")
METRICS_TOKEN = "the-figures-of-the-tests"
MAIN = "from amyitis.cli import main; main()"


class Databases:
    """Databases for tests, each fresh, all dropped at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: list[str] = []
        self._empty = folder / "empty.sqlite"
        asyncio.run(bring_up_to_date(f"sqlite:///{self._empty}"))
        self._empty_postgresql: str | None = None

    def sqlite(self) -> str:
        """The address of a new SQLite file: a copy of one whose schema the program has made."""
        file = self._folder / f"{secrets.token_hex(4)}.sqlite"
        shutil.copy(self._empty, file)
        return f"sqlite:///{file}"

    def postgresql(self) -> str:
        """The address of a new PostgreSQL database; skips the test where there is no PostgreSQL."""
        address = self.find("postgresql")
        if address is None:
            pytest.skip("there is no PostgreSQL")
        return address

    def of_kind(self, kind: str) -> str:
        """The address of a new database of a kind; skips the test where there is no PostgreSQL."""
        return self.sqlite() if kind == "sqlite" else self.postgresql()

    def find(self, kind: str) -> str | None:
        """The address of a new database of a kind; None where there is no PostgreSQL."""
        if kind == "sqlite":
            return self.sqlite()
        try:
            if self._empty_postgresql is None:
                self._empty_postgresql = self._create("template1")
                asyncio.run(bring_up_to_date(_address(self._empty_postgresql)))
            return _address(self._create(self._empty_postgresql))
        except (OSError, asyncpg.PostgresError):
            return None

    def without_schema(self, kind: str) -> str:
        """The address of a new database in which nothing is yet; skips the test where there is no PostgreSQL."""
        if kind == "sqlite":
            return f"sqlite:///{self._folder / secrets.token_hex(4)}.sqlite"
        try:
            return _address(self._create("template1"))
        except (OSError, asyncpg.PostgresError):
            pytest.skip("there is no PostgreSQL")

    def _create(self, like: str) -> str:
        name = f"amyitis_test_{secrets.token_hex(6)}"
        # What is in it need not outlive a crash of PostgreSQL itself: no commit waits for the disk.
        asyncio.run(
            _execute(
                f'CREATE DATABASE "{name}" TEMPLATE "{like}"',
                f'ALTER DATABASE "{name}" SET synchronous_commit TO off',
            )
        )
        self._made.append(name)
        return name

    def drop_all(self) -> None:
        """Drop what was made."""
        for name in self._made:
            asyncio.run(_execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))


@pytest.fixture(scope="session")
def databases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Databases]:
    """Makes databases and drops them at the end."""
    made = Databases(tmp_path_factory.mktemp("databases"))
    yield made
    made.drop_all()


def _address(name: str) -> str:
    return f"{ADDRESS.rpartition('/')[0]}/{name}"


async def _execute(*commands: str) -> None:
    connection = await asyncpg.connect(ADDRESS, timeout=FAILED_AFTER)
    try:
        for command in commands:
            await connection.execute(command)
    finally:
        await connection.close()


@dataclass
class RunningServer:
    """A server process and where it listens."""

    process: Spawned | subprocess.Popen[bytes]
    address: str
    database: str
    problems: Path
    clients: list[Client] = field(default_factory=list)

    @property
    def spoken_address(self) -> str:
        """The address that the server says itself: with the name of this machine."""
        return self.address.replace("127.0.0.1", "localhost")

    def client(self, key: str | None = None) -> Client:
        """Somebody new."""
        made = Client(self.address, key, timeout=FAILED_AFTER)
        self.clients.append(made)
        return made

    def log(self) -> str:
        """What it has logged so far."""
        return self.problems.read_text(encoding="utf-8")

    def kill(self) -> None:
        """End it without warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(FAILED_AFTER)
        self.problems.unlink(missing_ok=True)

    def stop(self) -> int:
        """End it as Ctrl-C does; the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.problems.unlink(missing_ok=True)
        try:
            return self.process.wait(FAILED_AFTER)
        except subprocess.TimeoutExpired:
            self.kill()
            raise


def start_server(database: str, *options: str, port: int = 0, unlimited: bool = True) -> RunningServer:
    """Start a server; it must be stopped. One with another box is no fork: it must import the rules itself."""
    argv = ["serve", "--no-browser", "--database", database, "--port", str(port)]
    os.environ["AMYITIS_METRICS_TOKEN"] = METRICS_TOKEN
    argv += [*(["--unlimited"] if unlimited else []), *options]
    with tempfile.NamedTemporaryFile() as said, tempfile.NamedTemporaryFile(delete=False) as problems:
        process: Spawned | subprocess.Popen[bytes]
        if "--box" in options:
            process = subprocess.Popen([sys.executable, "-c", MAIN, *argv], stdout=said, stderr=problems)
        else:
            process = Spawned(argv, Path(said.name), Path(problems.name))
        until = time.monotonic() + FAILED_AFTER
        while time.monotonic() < until and process.poll() is None:
            line = os.pread(said.fileno(), 1000, 0).decode()
            if line.endswith("\n"):
                address = line.split(" served at ")[1].split()[0].rstrip("/")
                address = address.replace("//localhost:", "//127.0.0.1:")  # no name is looked up for each request
                return RunningServer(process, address, database, Path(problems.name))
            time.sleep(POLL_SECONDS)
        process.kill()
        process.wait(FAILED_AFTER)
        raise AssertionError("the server did not start: " + os.pread(problems.fileno(), 4000, 0).decode())


@contextmanager
def run_server(database: str, *options: str, unlimited: bool = True) -> Iterator[RunningServer]:
    """A server for a while; it must stop cleanly."""
    running = start_server(database, *options, unlimited=unlimited)
    try:
        yield running
    finally:
        for client in running.clients:
            client.close()
        status = running.stop()
    assert status == 0, f"the server ended with status {status}"


def workers_of(pid: int) -> list[int]:
    """The processes that a server has started."""
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as children:
        return [int(child) for child in children.read().split()]
