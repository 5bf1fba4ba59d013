"""What can be set about a server, with the values that suit a table among friends."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from platformdirs import user_data_path

from amyitis.errors import Malformed
from amyitis.service.accounts.ports import Registration
from amyitis.table.lobby import SHARE_SECONDS
from amyitis.table.people.absence import ABSENT_SECONDS

MOST = 1_000_000_000  # as good as no limit
# What protects the server from a single request or message, and how a table waits: `Limits.none` keeps these.
NEVER_LIFTED = {
    *("body_bytes", "head_seconds", "body_seconds", "share_seconds", "absent_seconds", "alert_pause_seconds"),
    *("socket_message_bytes", "socket_messages_at_once", "socket_messages_per_second"),
}
MOST_REVIEW_WORKERS = 64
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")


def default_database() -> str:
    """The address of the database: DATABASE_URL, else a file of this user."""
    return os.environ.get("DATABASE_URL") or f"sqlite:///{default_folder() / 'games.sqlite'}"


def default_folder() -> Path:
    """The folder of this user for databases."""
    return user_data_path("amyitis", appauthor=False)


def default_page() -> Path:
    """The folder of the built page: that of this checkout, or the one that was installed with the server."""
    checkout = Path(__file__).parents[3]
    folders = [Path(__file__).parent / "page"]
    if (checkout / "pyproject.toml").is_file():
        folders.insert(0, checkout / "build" / "web")
    return next((folder for folder in folders if folder.is_dir()), folders[0])


def default_review_workers() -> int:
    """How many processes review games: AMYITIS_REVIEW_WORKERS, else one; raises Malformed."""
    text = os.environ.get("AMYITIS_REVIEW_WORKERS", "1")
    if not text.isdecimal() or int(text) > MOST_REVIEW_WORKERS:
        raise Malformed(f"AMYITIS_REVIEW_WORKERS is a number from 0 to {MOST_REVIEW_WORKERS}, not {text!r}")
    return int(text)


@dataclass(frozen=True)
class Limits:
    """How much one client (a network address), and all of them together, may ask for."""

    body_bytes: int = 256 * 1024
    requests_per_second: float = 50.0
    requests_at_once: int = 200
    games_per_hour: int = 60
    running_games: int = 100
    people_per_hour: int = 60  # who name themselves for the first time, and further devices
    sign_ins_per_hour: int = 60  # attempts to sign in or to register
    guesses_per_hour: int = 20  # of the password of one account; a device that its owner has used counts by itself
    exports_per_hour: int = 6  # of all that is kept about a person
    expensive_bots_per_hour: int = 40  # seats for bots that think long
    reviews_per_hour: int = 60  # of records
    evaluations_per_hour: int = 600  # of single moves and of positions
    coaching_per_hour: int = 1500  # questions of one person to the coach
    reports_per_hour: int = 20  # of what was said
    alert_tests_per_hour: int = 20  # messages to try out webhooks and push
    mails_per_hour: int = 6  # to confirm an address
    sockets_per_client: int = 60
    sockets: int = 2000
    socket_message_bytes: int = 1024
    socket_messages_at_once: int = 60
    socket_messages_per_second: float = 2.0
    connections_per_client: int = 300
    connections: int = 4000  # or as many as the table of open files has room for
    head_seconds: float = 20.0
    body_seconds: float = 30.0
    send_seconds: float = 20.0
    outgoing_bytes_per_client: int = 24 * 1024 * 1024  # that were written, and that nobody has read yet
    outgoing_bytes: int = 256 * 1024 * 1024
    share_seconds: float = SHARE_SECONDS  # that a table waits for the share of a browser
    absent_seconds: float = ABSENT_SECONDS  # after which one who was not seen is away
    alert_pause_seconds: float = 60.0  # between two calls to one who is away

    @classmethod
    def chosen(cls, given: Iterable[str] = (), usual: "Limits | None" = None) -> "Limits":
        """The limits with `NAME=NUMBER` as given, else as `AMYITIS_LIMIT_NAME` says, else usual; raises Malformed."""
        names = {field.name: float if field.type is float else int for field in fields(cls)}
        before = ((name, os.environ.get(f"AMYITIS_LIMIT_{name.upper()}")) for name in names)
        pairs = [(name, text) for name, text in before if text]
        pairs += [
            (name.strip().replace("-", "_"), text) for name, _, text in (setting.partition("=") for setting in given)
        ]
        chosen: dict[str, float] = {}
        for name, text in pairs:
            if name not in names:
                raise Malformed(f"there is no limit {name!r}; there are {', '.join(names)}")
            try:
                chosen[name] = names[name](text)
            except ValueError:
                raise Malformed(f"the limit {name} is a number, not {text!r}") from None
            if not 0 < chosen[name] <= MOST:
                raise Malformed(f"the limit {name} is more than 0 and at most {MOST}, not {text}")
        return replace(usual or cls(), **chosen)  # type: ignore[arg-type]

    @classmethod
    def none(cls) -> "Limits":
        """As good as no limits, for measuring."""
        return cls(**{field.name: MOST for field in fields(cls) if field.name not in NEVER_LIFTED})


@dataclass(frozen=True)
class Settings:
    """The settings of a server."""

    database: str = field(default_factory=default_database)
    host: str = "127.0.0.1"
    port: int = 8737
    names: tuple[str, ...] = ()  # further host names under which the server may be called
    secure: bool = False  # behind HTTPS: cookies say so
    trusted_proxies: tuple[str, ...] = ()  # addresses and networks of proxies that say who asks
    metrics_port: int | None = None  # of this machine, for figures
    metrics_token: str | None = field(default_factory=lambda: os.environ.get("AMYITIS_METRICS_TOKEN"), repr=False)
    secret: str | None = field(default_factory=lambda: os.environ.get("AMYITIS_SECRET"), repr=False)
    # A secret that signed before and is still accepted.
    secret_before: str | None = field(default_factory=lambda: os.environ.get("AMYITIS_SECRET_BEFORE"), repr=False)
    bot_workers: int = 1
    bot_seconds: float = 20.0
    # Processes that review games; 0 for none. They give way to everything else on the machine.
    review_workers: int = field(default_factory=default_review_workers)
    cached_games: int = 400
    webhooks: bool = False  # whether people may name an address that is called on their turn
    registration: Registration | None = None  # who may make an account; None for what suits the names
    talk: bool = True  # whether people may talk at their tables
    lobby_talk: bool = False  # and all of them in the lobby
    push: bool | None = None  # whether browsers get push messages; if nothing is said, where people come by HTTPS
    # The mail server of digests, with the password; None for no mail.
    mail: str | None = field(default_factory=lambda: os.environ.get("AMYITIS_MAIL") or None, repr=False)
    alerts_anywhere: bool = False  # webhooks and push services even inside the own network
    page: Path | None = field(default_factory=default_page)  # where the page was built
    limits: Limits = Limits()

    @property
    def secrets(self) -> list[str]:
        """The secrets that were given, the one that signs first; none if the database's own are used."""
        return [] if self.secret is None else [key for key in (self.secret, self.secret_before) if key is not None]

    @property
    def who_registers(self) -> Registration:
        """Who may make an account: unless told otherwise those invited, where the server goes by a name of its own."""
        return self.registration or ("invitation" if self.names else "open")

    @property
    def sends_push(self) -> bool:
        """Whether browsers get push messages."""
        return self.secure if self.push is None else self.push

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
