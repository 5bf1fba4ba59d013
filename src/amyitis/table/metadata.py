"""What is stored of a game: its metadata, its seats, and its log, which is appended to and never changed."""

import secrets
import string
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, Self, cast

from amyitis.box.words import Seat
from amyitis.game.deals import fair_deals, first_deals
from amyitis.rules.switches import Switches

EntryKind = Literal["move", "deal", "undo", "table"]
Stage = Literal["waiting", "commit", "reveal"]
Coach = Literal["off", "on", "was_on"]
BOT = "bot:"  # the actor of a bot's moves, before its name
CHANCE = "$"  # the actor and the seat of deals
SERVER = "server"  # the actor of what the server does because a time is up
RECORD = "record"  # the actor of moves from the record that a game goes on from


ID_SIGNS = string.ascii_letters + string.digits  # with a dash before it, an id would be an option of a command
ID_LENGTH = 12


def new_id(length: int = ID_LENGTH) -> str:
    """A random id that nobody can guess."""
    return "".join(secrets.choice(ID_SIGNS) for _ in range(length))


def seat_letter(text: str) -> Seat:
    """A seat's letter with its type (that of `$`, too): a store and a game give plain text."""
    return cast(Seat, text)


@dataclass(frozen=True)
class LogEntry:
    """One entry of a game's log: a move, a deal, an undo of `count` moves, or a `table` event (`conduct.py`).

    `spent`: the milliseconds that the clock of its seat was charged.
    """

    ply: int
    kind: EntryKind
    seat: str
    token: str
    count: int
    actor: str
    at: int
    spent: int = 0


@dataclass(frozen=True)
class SeatMetadata:
    """A seat: who holds it (None while it is open), and the bot that plays it (None if a person or program does).

    - `seal`: the seal of the share that its browser adds to the seed; empty while one is expected, None if there is
      none. `share`: the share itself, once it was revealed (`amyitis.game.deals.fair_deals`).
    - `former`: who held the seat before it was opened again.
    - `seen`: when its holder was last here.
    - `votes`: what the others want to do with the seat of an absent person (`people/absence.py`).
    - `plan`: the turn that its holder has planned ahead (`plans.py`); empty if there is none.
    """

    seat: str
    place: int
    name: str
    person: str | None
    bot: str | None
    key_hash: str | None
    invitation: int
    seal: str | None = None
    share: str | None = None
    former: str | None = None
    seen: int = 0
    votes: str = ""
    plan: str = ""

    @property
    def is_open(self) -> bool:
        """Whether nobody has taken the seat yet."""
        return self.person is None and self.bot is None


@dataclass(frozen=True)
class GameMetadata:
    """A game without its log.

    - `start`: the position it starts from; empty until the set-up is drawn. `seeded_start`: the seed draws the set-up,
      too. Otherwise the game goes on from `start`, and the seed deals after ply `deals_from`.
    - `commitment`: what everybody may see of the seed before the game is over. If its owner chose the seed, it commits
      to `seed` and `nonce`. Otherwise it commits to `secret` and `terms`, and the seed also depends on the `shares`.
    - `first`: the seat chosen to begin; None if it is drawn.
    - `stage`: where a game stands that has not begun, with a deadline `stage_until` (`lobby.py`); None once it has.
    - `decider`, `over`, `result`, `standing` (JSON, for lists of games): how the game stands. `likeness`: the row of
      its position (`likeness.py`) if people play against each other there; else empty.
    - `seating`: counts the changes of seats and of metadata, as `ply` counts those of the log.
    - `rematch`: the game that follows this one.
    - `several_seats`: one person may take more than one of its open seats.
    - `closed`: nobody but its people sees it before it is over.
    - `coach`: whether everybody has agreed to a coach, or had once (`people/absence.py`).
    - `clock`: the clocks it is played with, as text (`clocks/time_control.py`); empty for none. `due`: when the server
      must look at its clocks next; None while none runs.
    - `challenge`: the challenge that it belongs to. `deals_of`: the game whose set-up and deals it has; None for that
      game itself (`challenges.py`).
    """

    id: str
    owner: str
    created: int
    updated: int
    rules_version: int
    box: str
    players: int
    switches: Switches
    public: bool
    start: str
    decider: str
    over: bool
    result: str
    standing: str
    likeness: str = ""
    ply: int = 0
    seating: int = 0
    title: str = ""
    several_seats: bool = False
    closed: bool = False
    coach: Coach = "off"
    first: str | None = None
    seeded_start: bool = True
    deals_from: int = 0
    commitment: str = ""
    seed: str = ""
    nonce: str = ""
    secret: str = ""
    terms: str = ""
    shares: str = ""
    stage: Stage | None = None
    stage_until: int | None = None
    rematch: str | None = None
    challenge: str | None = None
    deals_of: str | None = None
    clock: str = ""
    due: int | None = None

    @property
    def seed_chosen(self) -> bool:
        """Whether the owner chose the seed; otherwise all at the table have a share in it."""
        return self.seed != ""

    @property
    def drawn(self) -> bool:
        """Whether its set-up was drawn for it alone, or for its challenge."""
        return self.seeded_start and not self.seed_chosen

    @property
    def edition(self) -> int:
        """The edition of fair deals: the first for a chosen seed, the second for a shared one."""
        return first_deals.EDITION if self.seed_chosen else fair_deals.EDITION

    def to_row(self) -> dict[str, Any]:
        """Return the columns of a database; the switches are one text."""
        return {**vars(self), "switches": str(self.switches)}

    @classmethod
    def from_row(cls, row: Mapping[Any, Any]) -> Self:
        """Return the metadata in a row of a database; further columns are ignored."""
        values = {column.name: row[column.name] for column in fields(cls)}
        return cls(**values | {"switches": Switches.parse(row["switches"])})

    def as_dict(self) -> dict[str, Any]:
        """Return the metadata as JSON."""
        return {**vars(self), "switches": self.switches.as_dict()}

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> Self:
        """Return the metadata from JSON; raises TypeError for fields that this version does not know."""
        return cls(**{**content, "switches": Switches.from_dict(content["switches"])})


@dataclass(frozen=True)
class NewGame:
    """A game to be stored: its metadata, its seats, and the beginning of its log."""

    metadata: GameMetadata
    seats: list[SeatMetadata]
    log: list[LogEntry] = field(default_factory=list)


@dataclass(frozen=True)
class Step:
    """What to append to a log at once: a move with the deal that follows it, or an undo; and how the game stands then.

    `before` is the ply that the log must be at, `due` as in `GameMetadata`.
    """

    game_id: str
    before: int
    entries: list[LogEntry]
    decider: str
    over: bool
    result: str
    standing: str
    likeness: str = ""
    due: int | None = None
