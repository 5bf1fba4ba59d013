"""What the server answers, for the OpenAPI text."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from .view_models import Said, Seat, View


class Person(Said):
    """Who you are to the server; where it tells you of your turn, if it does such things, and the key it signs with."""

    known: bool
    name: str | None
    webhooks: Annotated[bool, Field(description="Whether this server sends webhooks.")]
    webhook: str | None
    webhook_key: str | None


class EventModel(Said):
    """One thing that a move did, with its clause."""

    clause: str
    seat: str | None
    what: str
    amount: int
    detail: str | None
    text: str


class EntryModel(Said):
    """An entry of the log: a move, a deal, or an undo of the last `count` moves."""

    ply: int
    kind: Literal["move", "deal", "undo"]
    seat: str
    token: str
    count: int
    at: Annotated[int, Field(description="Milliseconds since 1970.")]
    by_bot: bool
    events: list[EventModel]


class SeatModel(Said):
    """Who sits where. `returnable`: a bot plays for a person, who may come back."""

    seat: Seat
    name: str
    kind: Literal["person", "bot", "open"]
    bot: str | None
    yours: bool
    returnable: bool


class Fairness(Said):
    """The commitment to the deals; seed and nonce are revealed when the game is over.

    `seeded_start`: the seed made the set-up too; else it deals from ply `deals_from` on.
    """

    commitment: str
    seed: str | None
    nonce: str | None
    seed_chosen: bool
    deals_from: int
    seeded_start: bool
    first_chosen: bool


class GameModel(Said):
    """A game at its latest ply, as the asker may see it. `legal` is there if the decision is yours."""

    type: Literal["game", "update"]
    id: str
    ply: int
    created: int
    public: bool
    name: Annotated[str, Field(description="The title of the table, empty if it has none.")]
    yours: bool
    seats: list[SeatModel]
    online: Annotated[list[Seat], Field(description="Whose holders watch through this server now.")]
    decider: Seat | None
    waiting_for: Literal["person", "bot", "open"] | None
    over: bool
    can_undo: bool
    fairness: Fairness
    rematch: Annotated[str | None, Field(description="The game that was made to follow this one.")]
    legal: list[str] | None
    position: str
    view: View
    entries: list[EntryModel]


class Created(Said):
    """A new game: where it is, who may come, and the keys asked for (shown only now)."""

    game: GameModel
    invitations: dict[str, str]
    keys: dict[str, str]


class Deleted(Said):
    """A game that is gone."""

    id: str


class Joined(Said):
    """A seat taken, with its key if one was asked for (shown only now)."""

    game: GameModel
    seat: Seat
    key: str | None


class Key(Said):
    """A new bearer key of a seat; the one before no longer works."""

    seat: Seat
    key: str


class Invitations(Said):
    """The invitations to the seats that are open, by seat."""

    invitations: dict[str, str]


class Summary(Said):
    """A game in a list; `round` is 0 and `tiles_left` null where nothing has happened since lists know them."""

    id: str
    name: str
    created: int
    updated: int
    players: int
    limited_supply: bool
    palace: bool
    public: bool
    ply: int
    over: bool
    result: str
    decider: str | None
    waiting_for_names: list[str]
    your_turn: bool
    yours: bool
    seats: list[SeatModel]
    rematch: str | None
    round: int
    tiles_left: int | None
    scores: dict[str, int]


class Games(Said):
    """A list of games."""

    games: list[Summary]


class Log(Said):
    """Entries of a game's log."""

    ply: int
    entries: list[EntryModel]


class Moment(Said):
    """The table at a ply."""

    ply: int
    position: str
    view: View
    entries: list[EntryModel]


class TryStep(Said):
    """One step of a line that was tried; `deal` says that nobody can know what comes next."""

    token: str
    seat: str
    events: list[EventModel]
    decider: str | None
    question: str
    legal: list[str]
    view: View


class Reason(Said):
    """Why a move is not allowed: the clause, what is missing in words, and key and facts of it; null if it is."""

    token: str
    legal: bool
    clause: str | None
    missing: str | None
    key: str | None
    facts: dict[str, Any] | None


class LaterQuestion(Said):
    """A question that the same seat may be asked later in its turn, with the answers of all branches."""

    kind: str
    answers: list[str]


class Outcome(Said):
    """What a journey brings if this answer is given, with the first answer to every question after it."""

    token: str
    events: list[EventModel]


class Option(Said):
    """A legal move: what it does at once, what would be asked after it, and for a journey what each choice brings."""

    token: str
    events: list[EventModel]
    then: list[LaterQuestion]
    outcomes: list[Outcome]


class Tried(Said):
    """A line of moves as far as it goes; `options` and `reasons` where they were asked for."""

    ply: int
    steps: list[TryStep]
    ends_with: Literal["decision", "deal", "over"]
    options: list[Option]
    reasons: list[Reason]


class Reasons(Said):
    """Reasons for some moves at the latest ply."""

    ply: int
    reasons: list[Reason]


class Frame(Said):
    """An entry, and what it has changed in the view: a new value for each path of names and places, joined by `/`."""

    entry: EntryModel
    set: dict[str, Any]


class FilmModel(Said):
    """The view at the start, and what changed with each entry. What `set` does not name stays as it was."""

    start: View
    frames: list[Frame]


class GameReplay(Said):
    """A game as a film, as far as it has gone."""

    id: str
    ply: int
    over: bool
    seats: list[SeatModel]
    film: FilmModel


class FairVerdict(Said):
    """The deals of a record checked against its seed."""

    deals: int
    committed: bool


class Replay(Said):
    """A record played back as far as asked; the film is of all of it."""

    headers: dict[str, str]
    plies: int
    ply: int
    over: bool
    scores: dict[str, int]
    winners: list[Seat]
    position: str
    view: View
    entries: list[EntryModel]
    film: FilmModel | None
    fair: FairVerdict | None


class Bots(Said):
    """The bots that can take a seat; `levels` from weakest to strongest."""

    levels: list[str]
    names: list[str]


class ExampleModel(Said):
    """A picture for a clause: a position, the part of the table to show, and the names of what to mark there."""

    position: str
    view: View
    part: str
    marks: list[str]


class ClauseModel(Said):
    """A clause of the rules; `ruling` where the printed rules are silent and the decision is ours, and then `why` we
    decided so and what would be `otherwise`."""

    number: str
    title: str
    text: str
    ruling: bool
    why: str | None
    otherwise: str | None
    example: ExampleModel | None


class SectionModel(Said):
    """A section of the rules."""

    number: int
    title: str
    clauses: list[ClauseModel]


class Rules(Said):
    """All rules in a language."""

    lang: str
    languages: list[str]
    sections: list[SectionModel]


class PositionModel(Said):
    """A position: as text, with named fields, and what is asked; `legal` are the moves of whoever decides."""

    position: str
    hash: str
    players: int
    decider: Seat | None
    question: str
    legal: list[str]
    over: bool
    view: View


class BoxModel(BaseModel):
    """What is in the box, with the mark of each fact."""

    model_config = ConfigDict(extra="allow")

    digest: str


class Health(Said):
    """Whether the server is well."""

    status: Literal["ok"]
    version: str
    database: str


class FieldError(Said):
    """A field of the request that is wrong."""

    where: str
    what: str


class Problem(BaseModel):
    """A refusal (RFC 9457)."""

    type: Annotated[str, Field(examples=["urn:amyitis:problem:stale"])]
    title: str
    status: int
    detail: str
    ply: Annotated[int | None, Field(description="Where the game is.")] = None
    place: Annotated[int | None, Field(description="Which of the moves sent is refused, from 0.")] = None
    token: str | None = None
    clause: Annotated[str | None, Field(description="The clause of the rules that forbids the move.")] = None
    missing: Annotated[str | None, Field(description="What would have been needed.")] = None
    key: Annotated[str | None, Field(description="Why the move is illegal, as a name.")] = None
    facts: Annotated[dict[str, Any] | None, Field(description="What belongs to the key.")] = None
    decider: str | None = None
    field: str | None = None
    errors: list[FieldError] | None = None
    game: Annotated[GameModel | None, Field(description="With `stale`: the game as it is now.")] = None


def refuses(**kinds: str) -> dict[int | str, dict[str, Any]]:
    """The refusals of a route for the OpenAPI text: `_409="stale"`."""
    said = {"_400": "malformed", "_413": "too large", "_421": "wrong host", "_429": "a limit is reached"} | kinds
    body = {"content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    return {int(status[1:]): {"description": what, **body} for status, what in said.items()} | {
        "4XX": {"description": "another refusal", **body}
    }
