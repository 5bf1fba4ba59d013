"""What can be set about a server, with the values that suit a table among friends."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")


def default_database() -> str:
    """The address of the database: DATABASE_URL, else a file of this user."""
    named = os.environ.get("DATABASE_URL")
    return named or f"sqlite:///{user_data_path('amyitis', appauthor=False) / 'games.sqlite'}"


def default_page() -> Path:
    """The folder of the built page: that of this checkout, or the one that was installed with the server."""
    checkout = Path(__file__).parents[3]
    folders = [Path(__file__).parent / "page"]
    if (checkout / "pyproject.toml").is_file():
        folders.insert(0, checkout / "build" / "web")
    return next((folder for folder in folders if folder.is_dir()), folders[0])


@dataclass(frozen=True)
class Limits:
    """How much one client (a network address), and all of them together, may ask for."""

    body_bytes: int = 256 * 1024
    requests_per_second: float = 50.0
    requests_at_once: int = 200
    games_per_hour: int = 60
    running_games: int = 100
    sockets_per_client: int = 60
    sockets: int = 2000
    socket_message_bytes: int = 1024
    send_seconds: float = 20.0

    @classmethod
    def none(cls) -> "Limits":
        """As good as no limits, for measuring."""
        most = 1_000_000_000
        return cls(
            requests_per_second=float(most),
            requests_at_once=most,
            games_per_hour=most,
            running_games=most,
            sockets_per_client=most,
            sockets=most,
            send_seconds=float(most),
        )


@dataclass(frozen=True)
class Settings:
    """Everything a server is told when it starts."""

    database: str = field(default_factory=default_database)
    host: str = "127.0.0.1"
    port: int = 8737
    names: tuple[str, ...] = ()  # further host names under which the server may be called
    secure: bool = False  # behind HTTPS: cookies say so
    secret: str | None = field(default_factory=lambda: os.environ.get("AMYITIS_SECRET"), repr=False)
    bot_workers: int = 1
    bot_seconds: float = 20.0
    cached_games: int = 400
    webhooks: bool = False  # whether people may be told of their turn at an address of theirs
    webhooks_anywhere: bool = False  # even inside the own network
    page: Path | None = field(default_factory=default_page)  # where the page was built
    limits: Limits = Limits()

    @property
    def public_address(self) -> str | None:
        """The address by which people call the server; None if it goes by no name of its own."""
        if not self.names:
            return None
        return f"https://{self.names[0]}/" if self.secure else f"http://{self.names[0]}:{self.port}/"

    @property
    def host_names(self) -> frozenset[str]:
        """The host names of requests that are answered."""
        own = {f"[{self.host}]"} if ":" in self.host else {self.host}
        return frozenset(name.lower() for name in (*LOOPBACK_NAMES, *own, *self.names))
