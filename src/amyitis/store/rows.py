"""What the store gives out and takes in, as plain records."""

from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["move", "deal", "undo"]
RECORD = "record"  # the actor of moves that were made before the game came here


@dataclass(frozen=True)
class LogRow:
    """One entry of a game's log: a move, a deal, or an undo of `count` moves."""

    ply: int
    kind: Kind
    seat: str
    token: str
    count: int
    actor: str
    at: int


@dataclass(frozen=True)
class SeatRow:
    """A seat: who holds it (None while it is open), and the bot that plays it (None if a person or program does)."""

    seat: str
    place: int
    name: str
    person: str | None
    bot: str | None
    key_hash: str | None
    invitation: int

    @property
    def is_open(self) -> bool:
        """Whether nobody has taken the seat yet."""
        return self.person is None and self.bot is None


@dataclass(frozen=True)
class GameRow:
    """A game as the store knows it, without its log.

    `seeded_start`: the seed made the set-up too; else the game went on from `start`, and the seed deals behind ply
    `deals_from`. `first` is the seat chosen to begin, None if it was drawn. `standing` is how the game stands, as JSON,
    for lists (empty in games of old). `rematch` is the game that was made to follow this one.
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


@dataclass(frozen=True)
class NewGame:
    """A game to be kept: its row, its seats, and what is in its log already."""

    game: GameRow
    seats: list[SeatRow]
    log: list[LogRow] = field(default_factory=list)
