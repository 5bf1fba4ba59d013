"""What the service needs from outside: a store, an analyzer, a clock, quotas, the boxes' rules, a notifier.

Each edition of the game brings its own: the server a database, worker processes and webhooks, the browser IndexedDB and
WebAssembly. The service itself uses the standard library only. What the server alone has (accounts, devices, clocks,
alerts, challenges, talk) is kept by the parts of its store: the type checker knows them by name.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from amyitis.box import Box
from amyitis.table import Entry, GameMetadata, LogEntry, NewGame, SeatMetadata, Step, Table
from amyitis.table.likeness import KnownRow
from amyitis.table.metadata import Coach, Stage
from amyitis.table.people.puzzle_tries import PuzzleRating, PuzzleTry, Ratings, TryChange

from .accounts.ports import AccountPorts
from .alerts.ports import Alerting
from .codec import Codec

if TYPE_CHECKING:
    from amyitis.store.parts.challenges import ChallengeStore
    from amyitis.store.parts.devices import DeviceStore
    from amyitis.store.parts.talk import TalkStore
    from amyitis.store.parts.timing import TimingStore

T = TypeVar("T")

REPLAY_COST = 4.0  # requests that replaying a whole game counts as
STEPS_PER_REQUEST = 8  # tried moves that count as one request


class Clock(Protocol):
    """The only source of time."""

    def now(self) -> int:
        """Return the milliseconds since 1970."""

    def monotonic(self) -> float:
        """Return seconds that never go back."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class PeopleStore(Protocol):
    """Names of people."""

    def name(self, person: str) -> Awaitable[str | None]:
        """Return a person's name, or None if they have none."""

    def change(self, person: str, *, name: str) -> Awaitable[None]:
        """Keep a person's name."""


class PuzzleStore(Protocol):
    """Puzzle attempts and ratings."""

    def change(self, person: str, puzzle: str, starts: Ratings, change: TryChange) -> Awaitable[PuzzleTry]:
        """Change an attempt, and with its result both ratings, in one transaction; `starts` are the initial ratings."""

    def tries(self, person: str) -> Awaitable[list[PuzzleTry]]:
        """Return a person's attempts, the latest first."""

    def person(self, person: str) -> Awaitable[PuzzleRating | None]:
        """Return a person's rating; None if they have tried no puzzle."""

    def puzzles(self) -> Awaitable[dict[str, PuzzleRating]]:
        """Return the ratings of all puzzles that somebody has tried."""


class DerivedStore(Protocol):
    """Replays and reviews of finished games, each with the digest of the code that made it."""

    def replay(self, game_id: str, made_by: str) -> Awaitable[bytes | None]:
        """Return the replay of a game, or None if this code has made none."""

    def keep_replay(self, game_id: str, made_by: str, replay: bytes) -> Awaitable[None]:
        """Keep the replay of a game."""

    def without_replay(self, made_by: str, after: str = "") -> Awaitable[list[str]]:
        """Return some finished games without a replay by this code, ordered by id from behind one on."""

    def review(self, game_id: str) -> Awaitable[tuple[str, bytes] | None]:
        """Return the digest of the code that reviewed a game, and the review; None if there is none."""

    def keep_review(self, game_id: str, made_by: str, review: bytes) -> Awaitable[None]:
        """Keep the review of a game."""


class Store(Protocol):
    """The append-only log of games and everything else that is kept."""

    @property
    def shared(self) -> bool:
        """Whether other servers or browser tabs may write to the same store."""

    @property
    def listening(self) -> bool:
        """Whether changes made by others would be announced now."""

    @property
    def has_clocks(self) -> bool:
        """Whether games may be played with clocks."""

    @property
    def timing(self) -> "TimingStore": ...  # noqa: D102
    @property
    def people(self) -> PeopleStore: ...  # noqa: D102
    @property
    def puzzles(self) -> PuzzleStore: ...  # noqa: D102
    @property
    def derived(self) -> DerivedStore: ...  # noqa: D102
    @property
    def challenges(self) -> "ChallengeStore": ...  # noqa: D102
    @property
    def devices(self) -> "DeviceStore": ...  # noqa: D102

    def create(self, new: NewGame, rematch_of: str | None = None) -> Awaitable[str]:
        """Keep a new game; return its id, or the id of the rematch that the game before it has already."""

    def delete(self, game_id: str) -> Awaitable[bool]:
        """Delete a game with all that belongs to it; False, and it stays, if others play in it."""

    def append(self, step: Step) -> Awaitable[None]:
        """Append to a game's log and return when it is durable; raises Taken, and then nothing was written."""

    def advance(self, metadata: GameMetadata, was: Stage, seating: int, entries: Sequence[LogEntry]) -> Awaitable[bool]:
        """Take a game in the lobby to its next stage; False, and nothing is written, if it has changed meanwhile."""

    def game(self, game_id: str) -> Awaitable[GameMetadata | None]:
        """Return a game, or None."""

    def seats(self, game_id: str) -> Awaitable[list[SeatMetadata]]:
        """Return the seats of a game in the order of the table."""

    def seats_of(self, game_ids: list[str]) -> Awaitable[dict[str, list[SeatMetadata]]]:
        """Return the seats of several games."""

    def log(self, game_id: str, after: int = 0, upto: int | None = None) -> Awaitable[list[LogEntry]]:
        """Return the log entries behind ply `after`, up to ply `upto`."""

    def head(self, game_id: str) -> Awaitable[tuple[int, int] | None]:
        """Return the ply and the seating number of a game, or None."""

    def games_of(self, person: str) -> Awaitable[list[GameMetadata]]:
        """Return a person's games, the running and the latest first."""

    def open_games(self) -> Awaitable[list[GameMetadata]]:
        """Return the public games with an open seat."""

    def public_games(self) -> Awaitable[list[GameMetadata]]:
        """Return the public games that are being played."""

    def waiting_since(self, before: int) -> Awaitable[list[str]]:
        """Return games that have not begun, and at which nothing has happened since a time."""

    def compared_games(self, players: Iterable[int], since: int) -> Awaitable[list[KnownRow]]:
        """Return the rows of running games in which people play against each other without a coach.

        Those in which nothing has happened since a time are left out.
        """

    def running_games(self, owner: str) -> Awaitable[int]:
        """Count the unfinished games of an owner."""

    def change_seat(
        self, game_id: str, was: SeatMetadata, changes: Mapping[str, Any], device: str | None = None, /
    ) -> Awaitable[bool]:
        """Change a seat if it is still as it was; False if somebody else changed it first, or a device was revoked."""

    def change_coach(self, game_id: str, was: Coach, coach: Coach) -> Awaitable[bool]:
        """Turn the coach of a table on or off; False if somebody else changed that first."""

    def saw(self, seen: Sequence[tuple[str, str, int]]) -> Awaitable[None]:
        """Note when the holders of seats (game, letter) were last here."""

    def waiting_bots(self, watched: Collection[str] = ()) -> Awaitable[list[str]]:
        """Return the running games in which a bot must decide; games of bots alone only if they are watched."""

    def planned_turns(self) -> Awaitable[list[str]]:
        """Return the running games in which the player to decide has planned the turn."""

    def claim(self, game_id: str, ply: int, holder: str, seconds: float) -> Awaitable[bool]:
        """Claim a bot's turn for some seconds; False while another server has it, or if the game is gone."""


class Analyzer(Protocol):
    """Runs bots and analysis jobs, outside of the event loop."""

    @property
    def can_analyse(self) -> bool:
        """Whether it runs analysis jobs, or bots only."""

    @property
    def compiling(self) -> tuple[int, int] | None:
        """How many rule functions are compiled, and of how many; None while none is being compiled."""

    def bot_names(self) -> Sequence[str]:
        """Return the bots that may take a seat."""

    def check_bot(self, name: str, field: str = "bot") -> str:
        """Return the name of a bot that may take a seat; raises BadRequest, naming the request's field."""

    def count_expensive(self, bots: Sequence[str | None]) -> Awaitable[int]:
        """Count the bots that need much computing time."""

    def choose(self, table: Table, bot: str, owner: str) -> Awaitable[str]:
        """Return a bot's move at a table; `owner` is the quota owner that the computing time is charged to."""

    def run(self, job: Mapping[str, Any], owner: str, box: str) -> AsyncIterator[Mapping[str, Any]]:
        """Run an analysis job and yield its updates, both as plain data (`amyitis.analysis.jobs`)."""

    def warm_up(self) -> None:
        """Get ready for a review that is likely to come soon."""


class Quotas(Protocol):
    """Limits how much one client may ask for."""

    @property
    def running_games(self) -> int:
        """How many unfinished games a person may own."""

    @property
    def absent_seconds(self) -> float:
        """The seconds after which a player who was not seen counts as away."""

    @property
    def share_seconds(self) -> float:
        """The seconds that a lobby waits for the share of a browser."""

    @property
    def alert_pause_seconds(self) -> float:
        """The seconds between two calls to a person who is away."""

    def charge(self, what: str, owner: str, amount: float = 1.0) -> None:
        """Charge a client or person for something; raises TooMuch."""


class Boxes(Protocol):
    """Runs the rules of games with any box: in this process, or in another one for another box."""

    @property
    def own(self) -> str:
        """The digest of the box that new games are played with."""

    def check(self, metadata: GameMetadata) -> Awaitable[None]:
        """Raise Conflict for a game whose rules version or box is not available."""

    def printed(self, digest: str) -> Awaitable[Box]:
        """Return what is printed in a box; raises Conflict if it is not available."""

    def open_table(
        self, metadata: GameMetadata, seats: list[SeatMetadata], log: list[LogEntry]
    ) -> Awaitable[tuple[Table, list[Entry]]]:
        """Rebuild a table from its log."""

    def follow(self, table: Table, log: list[LogEntry]) -> Awaitable[None]:
        """Replay entries that were appended elsewhere on a table."""

    def ask(self, table: Table, question: Callable[[Table], T]) -> Awaitable[T]:
        """Call a function of a table where its rules run; raises WorkerLost if its process no longer has the table."""

    def call(
        self, box: str, function: Callable[..., T], *arguments: Any, owner: str = "", isolated: bool = False
    ) -> Awaitable[T]:
        """Call a function with the rules of a box, outside of the event loop, queued fairly by quota owner.

        `isolated`: it reads what a stranger has sent; nobody else should wait for it in the same process.

        Raises Conflict without that box, and TooMuch if too many calls are waiting.
        """


@dataclass(frozen=True)
class Ports:
    """What an edition brings; without a server there are no accounts, and nobody is called or talks."""

    store: Store
    analyzer: Analyzer
    clock: Clock
    quotas: Quotas
    boxes: Boxes
    codec: Codec
    accounts: AccountPorts | None = None
    alerting: Alerting | None = None
    talk: "TalkStore | None" = None
    lobby_talk: bool = False
