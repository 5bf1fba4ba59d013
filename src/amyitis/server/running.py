"""Running a server: one process, one SQLite file that is its own, a clean stop."""

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any

import uvicorn
from fastapi import FastAPI
from prometheus_client import start_http_server
from sqlalchemy.exc import SQLAlchemyError

from amyitis.errors import AmyitisError
from amyitis.server.connections.addresses import TrustedProxies
from amyitis.server.connections.bounded_http import BoundedHttp
from amyitis.server.connections.bounded_websocket import BoundedWebSocket
from amyitis.server.connections.bounds import ConnectionBounds
from amyitis.server.identity import Cookies
from amyitis.service.background_tasks import BackgroundTasks
from amyitis.store import GameStore
from amyitis.store.files import PRIVATE_FILE, PRIVATE_FOLDER, close_to_others, private_file
from amyitis.store.opening import sqlite_file
from amyitis.store.retry import from_driver

from .app import create_app
from .garbage import QuietCollector
from .settings import Settings, default_folder

STOP_SECONDS = 10
LEAVE_SECONDS = 2.0
CLOSING_STEP_SECONDS = 0.01
BACKLOG = 2048
PING_SECONDS = 20.0
SWITCH_SECONDS = 0.001  # the thread that writes the log waits no longer for the busy event loop

logger = logging.getLogger(__name__)


class AddressedServer(uvicorn.Server):
    """A server that says where it listens, once it does, and takes leave of those who watch before it stops."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, on_start: Callable[[str], None]) -> None:
        super().__init__(config)
        self._app, self._on_start = app, on_start
        self._garbage, self._tasks = QuietCollector(), BackgroundTasks()

    async def startup(self, sockets: Any = None) -> None:
        """Start, then tell the address."""
        await super().startup(sockets)
        self._garbage.begin()
        self._tasks.start(self._garbage.run())
        sys.setswitchinterval(SWITCH_SECONDS)
        if self.started and self.servers:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            address = f"http://{spoken_host(host)}:{port}/"
            self._app.state.sender.address = self._app.state.settings.public_address or address
            self._on_start(address)

    async def shutdown(self, sockets: Any = None) -> None:
        """Close the websockets in good order, then everything else."""
        until = time.monotonic() + LEAVE_SECONDS
        await self._app.state.service.watchers.close(LEAVE_SECONDS)
        limiter = self._app.state.context.limiter
        while limiter.open_sockets and time.monotonic() < until:  # they have left, and get the reason
            await asyncio.sleep(CLOSING_STEP_SECONDS)
        await super().shutdown(sockets)
        await self._tasks.stop()


def spoken_host(host: str) -> str:
    """Return how a host stands in the address that people open: this machine by its name, where passkeys work."""
    if host == "127.0.0.1":
        return "localhost"
    return f"[{host}]" if ":" in host else host


def serve(settings: Settings, on_start: Callable[[str], None]) -> None:
    """Serve until a signal comes; raises AmyitisError if the address or the database cannot be had."""
    app = create_app(settings)
    bounds = ConnectionBounds(settings.limits, app.state.bound_log, TrustedProxies(settings.trusted_proxies))
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        http=partial(BoundedHttp, bounds),  # type: ignore[arg-type]
        ws=partial(BoundedWebSocket, bounds),  # type: ignore[arg-type]
        ws_max_size=settings.limits.socket_message_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        lifespan="on",
    )
    server = AddressedServer(config, app, on_start)
    with (
        own_file(settings.database),
        contextlib.suppress(KeyboardInterrupt),  # Ctrl-C is the way to stop it
        _listen(settings.host, settings.port) as listening,
        _figures_on_port(app, settings.metrics_port),
        asyncio.Runner(loop_factory=config.get_loop_factory()) as runner,
    ):
        runner.run(_prepare(settings))
        # Once it has stopped, uvicorn sends itself the signal again: for Ctrl-C see above, and SIGTERM is no failure.
        before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
        runner.run(server.serve(sockets=[listening]))
        bounds.stop()
        signal.signal(signal.SIGTERM, before)
    if not server.started:
        raise AmyitisError(f"the server could not start on {settings.host}:{settings.port}; its log says why")


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as problem:
        reason = str(problem.strerror).partition(" (")[0]
        raise AmyitisError(f"{host}:{port} cannot be listened on: {reason}") from None


@contextlib.contextmanager
def _figures_on_port(app: FastAPI, port: int | None) -> Iterator[None]:
    """Figures for Prometheus on a port of this machine that is nothing else's; raises AmyitisError."""
    if port is None:
        yield
        return
    try:
        server, thread = start_http_server(port, "127.0.0.1", app.state.metrics.registry)
    except OSError as problem:
        raise AmyitisError(f"figures cannot be had at 127.0.0.1:{port}: {problem.strerror}") from None
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


async def _prepare(settings: Settings) -> None:
    """Make or migrate the schema before anybody is let in, so that what is wrong can be said in a sentence."""
    try:
        store = await GameStore.open(settings.database)
    except Exception as problem:
        if not isinstance(problem, (OSError, SQLAlchemyError)) and not from_driver(problem, "PostgresError"):
            raise
        reason = str(getattr(problem, "orig", None) or problem).splitlines()[0]
        raise AmyitisError(f"the database cannot be opened: {reason}") from None
    async with store:
        Cookies(settings.secrets or await store.secrets())


@contextlib.contextmanager
def own_file(database: str) -> Iterator[None]:
    """Keep other servers off a SQLite file, which is one server's alone; raises AmyitisError."""
    path = sqlite_file(database)
    if path is None:
        yield
        return
    try:
        private_file(path)
        if path.parent == default_folder().resolve():
            close_to_others(path.parent, PRIVATE_FOLDER)
        opened = open(f"{path}.lock", "w", encoding="utf-8")  # noqa: SIM115 - closed by the with below
        close_to_others(Path(opened.name), PRIVATE_FILE)
    except OSError as problem:
        raise AmyitisError(f"games cannot be kept in {path}: {problem.strerror}") from None
    with opened as lock:
        if not _lock(lock):
            raise AmyitisError(f"another server keeps its games in {path}")
        yield


def _lock(file: IO[str]) -> bool:
    try:
        import fcntl
    except ImportError:  # not on this system: the log itself still takes each ply only once
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def open_browser(address: str) -> None:
    """Open the server's page if there is a screen; no browser can hold the server up."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    if not sys.platform.startswith("linux") or any(os.environ.get(name) for name in screens):
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
