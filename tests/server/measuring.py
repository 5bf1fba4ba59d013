"""What the measurements share: a server of this or another checkout, its processor time, and lean connections to it.

The driver shares the machine with the server, so it speaks HTTP and websockets itself, as cheaply as can be, and counts
every byte on the wire.
"""

import asyncio
import base64
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

API = "/api/v1"
MAIN = "from amyitis.cli import main; main()"
START_SECONDS = 60
CLOSE, PING, PONG = 8, 9, 10


@dataclass
class MeasuredServer:
    """A server process and where it listens."""

    pid: int
    address: str

    @property
    def processor_seconds(self) -> float:
        """The processor time that all its threads have used (Linux)."""
        used = 0
        for thread in Path(f"/proc/{self.pid}/task").iterdir():
            used += int((thread / "schedstat").read_text(encoding="ascii").split()[0])
        return used / 1e9

    @property
    def memory_now(self) -> int:
        """The memory it uses now, in MiB (Linux)."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) // 1024

    @property
    def memory(self) -> int:
        """The most memory it has used, in MiB (Linux)."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) // 1024


@contextmanager
def measured_server(
    database: str, checkout: Path | None = None, options: Sequence[str] = ("--unlimited",), files: int = 0
) -> Iterator[MeasuredServer]:
    """A server, without limits unless told otherwise, of this program or of another checkout.

    That one has a virtual environment of its own, or shares ours. `files` is the size of the table of open files.
    """
    python, environment = sys.executable, dict(os.environ)
    if checkout is not None:
        own = checkout / ".venv/bin/python"
        python = str(own) if own.exists() else python
        environment["PYTHONPATH"] = str(checkout / "src")
    command = [python, "-c", MAIN, "serve", "--no-browser", *options, "--database", database, "--port", "0"]
    if files:
        command = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh", *command]
    with tempfile.NamedTemporaryFile() as said, tempfile.NamedTemporaryFile() as problems:
        process = subprocess.Popen(command, stdout=said, stderr=problems, env=environment)
        try:
            until = time.monotonic() + START_SECONDS
            while not (line := os.pread(said.fileno(), 1000, 0).decode()).endswith("\n"):
                assert process.poll() is None, os.pread(problems.fileno(), 4000, 0).decode()
                assert time.monotonic() < until, "the server did not start"
                time.sleep(0.05)
            address = line.split(" served at ")[1].split()[0].rstrip("/")
            yield MeasuredServer(process.pid, address.replace("//localhost:", "//127.0.0.1:"))
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(10)


class Connection:
    """One kept connection that asks and reads; `sent` and `received` count the bytes."""

    def __init__(self, address: str, key: str, compressed: bool = False, local: str = "127.0.0.1") -> None:
        self._host, self._key, self._local = address.removeprefix("http://"), key, local
        self._accept = "Accept-Encoding: gzip\r\n" if compressed else ""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.requests = self.sent = self.received = 0

    async def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes, bool]:
        """Status and body of the answer, and whether the body is compressed."""
        head = f"{method} {API}{path} HTTP/1.1\r\nHost: {self._host}\r\nAuthorization: Bearer {self._key}\r\n"
        head += f"{self._accept}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        kept = self._streams is not None
        try:
            answered, reader = await self._answered(head.encode() + body)
        except (asyncio.IncompleteReadError, ConnectionError):
            if not kept:
                raise
            self._streams = None  # the server has closed a connection that nobody used for a while
            answered, reader = await self._answered(head.encode() + body)
        lines = answered.decode().lower().split("\r\n")
        length = next(int(line.partition(":")[2]) for line in lines if line.startswith("content-length"))
        found = await reader.readexactly(length)
        self.requests += 1
        self.sent += len(head) + len(body)
        self.received += len(answered) + length
        return int(lines[0].split()[1]), found, "content-encoding: gzip" in lines

    async def _answered(self, request: bytes) -> tuple[bytes, asyncio.StreamReader]:
        if self._streams is None:
            host, port = self._host.split(":")
            here = (self._local, 0)
            self._streams = await asyncio.open_connection(host, int(port), limit=1 << 22, local_addr=here)
        reader, writer = self._streams
        writer.write(request)
        return await reader.readuntil(b"\r\n\r\n"), reader

    async def close(self) -> None:
        """Let go."""
        if self._streams is not None:
            self._streams[1].close()
            await self._streams[1].wait_closed()


class Socket:
    """A websocket that listens; `received` counts the bytes."""

    def __init__(self, address: str, path: str, key: str) -> None:
        self._host, self._path, self._key = address.removeprefix("http://"), path, key
        self._writer: asyncio.StreamWriter | None = None
        self.received = 0

    async def messages(self) -> AsyncIterator[bytes]:
        """Every message until the server closes."""
        host, port = self._host.split(":")
        reader, self._writer = await asyncio.open_connection(host, int(port), limit=1 << 22)
        nonce = base64.b64encode(secrets.token_bytes(16)).decode()
        head = f"GET {API}{self._path} HTTP/1.1\r\nHost: {self._host}\r\nAuthorization: Bearer {self._key}\r\n"
        head += "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        head += f"Sec-WebSocket-Key: {nonce}\r\n\r\n"
        self._writer.write(head.encode())
        answered = await reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in answered, answered
        while True:
            try:
                first, length = await reader.readexactly(2)
                if length >= 126:
                    length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8), "big")
                payload = await reader.readexactly(length)
            except (asyncio.IncompleteReadError, ConnectionError):
                return
            self.received += 2 + length + (0 if length < 126 else 2 if length < 65536 else 8)
            if first & 15 == PING:
                self._writer.write(bytes([128 | PONG, 128 | length, 0, 0, 0, 0]) + payload)
            elif first & 15 == CLOSE:
                return
            else:
                yield payload

    def close(self) -> None:
        """Let go."""
        if self._writer is not None:
            self._writer.close()
