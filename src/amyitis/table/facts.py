"""What is kept of a game: its facts, its seats, and its log, which is appended to and never changed."""

import time
from dataclasses import dataclass, field
from typing import Literal

from amyitis.game import Switches

EntryKind = Literal["move", "deal", "undo"]
Stage = Literal["open", "reveal"]
Coach = Literal["off", "on", "was_on"]
BOT = "bot:"  # the actor of a bot's moves, before its name
CHANCE = "$"  # the actor and the seat of deals
RECORD = "record"  # the actor of moves that were made before the game came here


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class LogEntry:
    """One entry of a game's log: a move, a deal, or an undo of `count` moves."""

    ply: int
    kind: EntryKind
    seat: str
    token: str
    count: int
    actor: str
    at: int


@dataclass(frozen=True)
class SeatFacts:
    """A seat: who holds it (None while it is open), and the bot that plays it (None if a person or program does).

    `seal` is the seal of the share that its browser adds to the seed (empty while one is expected, None if there is
    none), `share` the share itself, once it was shown (`amyitis.game.fair_deals`). `former` held the seat before it
    was opened again, `seen` is when its holder was last here, `votes` what the others wish for it (`absence.py`).
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

    @property
    def is_open(self) -> bool:
        """Whether nobody has taken the seat yet."""
        return self.person is None and self.bot is None


@dataclass(frozen=True)
class GameFacts:
    """A game without its log.

    `seeded_start`: the seed made the set-up too; else the game went on from `start`, and the seed deals behind ply
    `deals_from`. `first` is the seat chosen to begin, None if it was drawn. `standing` is how the game stands, as JSON,
    for lists (empty in games of old). `rematch` is the game that was made to follow this one.

    `deals` is the edition of fair deals: 1 with `seed` and `nonce`, 2 with `secret`, `terms` and `shares`. `stage` says
    that the game has not begun: it waits for people and seals (`open`), or for their shares (`reveal`), at most until
    `stage_until`; a game whose set-up is drawn has no `start` before it begins. `several_seats`: one person may take
    more than one of its open seats. `coach`: whether everybody here has agreed to a coach, or had once
    (`coaching.py`). `challenge`: the same deal is played by others too; `deals_of` is the game whose set-up and deals
    it has then, None for that game itself (`challenges.py`).
    """

    id: str
    owner: str
    created: int
    updated: int
    rules_version: int
    box: str
    players: int
    limited_supply: bool
    palace: bool
    public: bool
    start: str
    seed: str
    seed_chosen: bool
    nonce: str
    commitment: str
    deals_from: int
    ply: int
    seating: int
    decider: str
    over: bool
    result: str
    title: str = ""
    rematch: str | None = None
    standing: str = ""
    seeded_start: bool = True
    first: str | None = None
    full_lap: bool = False
    unlimited_noble: bool = False
    deals: int = 1
    secret: str = ""
    terms: str = ""
    shares: str = ""
    stage: Stage | None = None
    stage_until: int | None = None
    several_seats: bool = False
    coach: Coach = "off"
    challenge: str | None = None
    deals_of: str | None = None

    @property
    def switches(self) -> Switches:
        """The switches of the rules that the game is played with."""
        return Switches(self.limited_supply, self.palace, self.full_lap, self.unlimited_noble)


@dataclass(frozen=True)
class NewGame:
    """A game to be kept: its facts, its seats, and what is in its log already."""

    game: GameFacts
    seats: list[SeatFacts]
    log: list[LogEntry] = field(default_factory=list)


@dataclass(frozen=True)
class Step:
    """What one move adds to a log: its entries (a deal that follows included), and how the game stands then."""

    game_id: str
    before: int
    entries: list[LogEntry]
    decider: str
    over: bool
    result: str
    standing: str = ""
