"""What the server says about games and those who play them."""

from typing import Annotated, Literal

from pydantic import Field

from amyitis.game.view.shape import Seat, View

from .base import EntryModel, Model, ToldEntry
from .tries import Outlook


class Person(Model):
    """Who you are to the server; where it tells you of your turn, if it does such things, and the key it signs with."""

    known: bool
    name: str | None
    webhooks: Annotated[bool, Field(description="Whether this server sends webhooks.")]
    webhook: str | None
    webhook_key: str | None


class SeatModel(Model):
    """Who sits where. `returnable`: a bot plays for a person, who may come back.

    `was_yours`: the seat was yours and is open again: you may take it without an invitation. `last_seen` is when the
    person of the seat was last here, `wish` what the others have begun to vote for (`open` or `bot:NAME`), with so
    many `votes` of those that decide (`votes_needed`).
    """

    seat: Seat
    name: str
    kind: Literal["person", "bot", "open"]
    bot: str | None
    yours: bool
    returnable: bool
    was_yours: bool
    last_seen: int | None
    wish: str | None
    votes: int
    votes_needed: int


class Share(Model):
    """What a seat adds to the seed.

    `expected`: its browser has still to seal a share; `sealed`: to show it; `given`: it is in the seed; `late`: it did
    not come in time; `none`: nothing came from there, or it is another seat of the same person; `bot`.
    """

    seat: Seat
    state: Literal["expected", "sealed", "given", "late", "none", "bot"]
    seal: str | None
    share: str | None


class Fairness(Model):
    """What was promised of the deals; what is needed to check it is revealed when the game is over.

    `edition` 2: the seed follows from `secret`, `commitment` and `shares`. 1: it is `seed` (games of old, and those
    whose maker chose it: then it is shown from the start). `stage`: the game has not begun; it waits for people and
    seals (`open`) or for their shares (`reveal`), at most until `stage_until`.
    `seeded_start`: the seed made the set-up too; else it deals from ply `deals_from` on. `same_deal`: set-up and
    deals are those of another game (a challenge), which others have played; its `terms` are shown at the end.
    """

    edition: int
    commitment: str
    terms: Annotated[str, Field(description="What the commitment binds beside the secret; empty in edition 1.")]
    secret: str | None
    seed: str | None
    nonce: str | None
    shares: list[Share]
    shares_text: Annotated[str, Field(description="The shares as they went into the seed; empty before it is made.")]
    stage: Literal["open", "reveal"] | None
    stage_until: int | None
    seed_chosen: bool
    deals_from: int
    seeded_start: bool
    first_chosen: bool
    same_deal: bool


class Head(Model):
    """What the whole game and an update have in common; `legal` and `outlook` are there if the decision is yours."""

    id: str
    ply: int
    seats: list[SeatModel]
    online: Annotated[list[Seat], Field(description="Whose holders watch through this server now.")]
    decider: Seat | None
    waiting_for: Literal["person", "bot", "open"] | None
    over: bool
    can_undo: bool
    fairness: Fairness
    rematch: Annotated[str | None, Field(description="The game that was made to follow this one.")]
    coach: Annotated[
        Literal["off", "on", "was_on"], Field(description="Whether everybody here agreed to a coach, or had once.")
    ]
    challenge: Annotated[str | None, Field(description="The challenge of this game: others play the same deal.")]
    legal: list[str] | None
    outlook: Annotated[Outlook | None, Field(description="Only where it was asked for.")]


class GameModel(Head):
    """A game at its latest ply, as the asker may see it."""

    type: Literal["game"]
    created: int
    public: bool
    name: Annotated[str, Field(description="The title of the table, empty if it has none.")]
    box: Annotated[str, Field(description="Name and digest of the box that the game is played with.")]
    yours: bool
    several_seats: Annotated[bool, Field(description="Whether one person may take several open seats.")]
    position: str
    view: View
    entries: list[EntryModel]


class Update(Head):
    """What is new in a game: the entries behind what you know, each with what it has changed in the view.

    To set these changes one after the other leads from the view that you know to the view at `ply`.
    """

    type: Literal["update"]
    entries: list[ToldEntry]


class Hello(Model):
    """The first message of a websocket: the name of this watcher, to be sent with moves, which are then told once."""

    type: Literal["hello"]
    watcher: str


LiveMessage = Annotated[Hello | GameModel | Update, Field(discriminator="type")]
AfterMove = Annotated[Update | GameModel, Field(discriminator="type")]


class Created(Model):
    """A new game: where it is, who may come, and the keys asked for (shown only now)."""

    game: GameModel
    invitations: dict[str, str]
    keys: dict[str, str]


class Deleted(Model):
    """A game that is gone."""

    id: str


class Joined(Model):
    """A seat taken, with its key if one was asked for (shown only now)."""

    game: GameModel
    seat: Seat
    key: str | None


class Key(Model):
    """A new bearer key of a seat; the one before no longer works."""

    seat: Seat
    key: str


class Invitations(Model):
    """The invitations to the seats that are open, by seat."""

    invitations: dict[str, str]


class Invited(Model):
    """Whether an invitation is good for a seat."""

    good: bool


class Summary(Model):
    """A game in a list; `round` is 0 and `tiles_left` null where nothing has happened since lists know them."""

    id: str
    name: str
    created: int
    updated: int
    players: int
    limited_supply: bool
    palace: bool
    full_lap: bool
    unlimited_noble: bool
    public: bool
    ply: int
    over: bool
    result: str
    decider: Seat | None
    waiting_for_names: list[str]
    your_turn: bool
    yours: bool
    seats: list[SeatModel]
    rematch: str | None
    round: int
    tiles_left: int | None
    scores: dict[Seat, int]


class Games(Model):
    """A list of games."""

    games: list[Summary]
