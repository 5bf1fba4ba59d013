"""What is sent to the server and what it answers, for checking requests and for the OpenAPI text."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from .view_models import Said, Seat, View

TokenText = Annotated[str, StringConstraints(min_length=1, max_length=40), Field(examples=["peasant/1"])]
NameText = Annotated[str, StringConstraints(min_length=1, max_length=60), Field(examples=["Amytis"])]
BotText = Annotated[str, StringConstraints(min_length=1, max_length=60), Field(examples=["Steward"])]
Ply = Annotated[int, Field(ge=0, le=1_000_000, description="The number of entries in the game's log.")]
RecordText = Annotated[str, StringConstraints(min_length=1, max_length=200_000)]

MOST_TOKENS = 40


class Asked(BaseModel):
    """Something asked of the server: nothing but these fields."""

    model_config = ConfigDict(extra="forbid")


class Naming(Asked):
    """A person says who they are."""

    name: NameText


class NewSeat(Asked):
    """A seat of a new game: mine (several for a hot seat), open for an invitation, or a bot's."""

    kind: Literal["me", "open", "bot"]
    name: NameText | None = None
    bot: BotText | None = None


class NewGameRequest(Asked):
    """A new game. Give `seats` (in order round the table), or `record` to go on with a record that is not over."""

    seats: Annotated[list[NewSeat], Field(min_length=2, max_length=4)]
    colours: Annotated[str | None, StringConstraints(pattern="^[WKBR]{2,4}$")] = None
    limited_supply: bool = False
    palace: bool = False
    public: Annotated[bool, Field(description="Listed for everyone; else only for those who know its address.")] = False
    seed: Annotated[
        str | None, StringConstraints(pattern="^[0-9]{1,20}$"), Field(description="Deals of your choice, not chance.")
    ] = None
    record: RecordText | None = None
    keys: Annotated[bool, Field(description="Answer with a bearer key for each seat of mine.")] = False


class MoveRequest(Asked):
    """One move, or the moves of a whole turn: all are played or none."""

    ply: Ply
    tokens: Annotated[list[TokenText], Field(min_length=1, max_length=MOST_TOKENS)]


class UndoRequest(Asked):
    """Take back my last decision."""

    ply: Ply


class TryRequest(Asked):
    """A line of moves to think through; nothing is saved."""

    ply: Ply
    tokens: Annotated[list[TokenText], Field(max_length=80)]
    options: Annotated[bool, Field(description="Say what each legal move at the end of the line would do.")] = False
    why_not: Annotated[
        list[TokenText], Field(max_length=60, description="Moves to be judged at the end of the line.")
    ] = []


class JoinRequest(Asked):
    """Take an open seat. The invitation may be left out where the game is public."""

    invitation: Annotated[str | None, StringConstraints(max_length=100)] = None
    name: NameText | None = None
    key: Annotated[bool, Field(description="Answer with a bearer key for the seat, for a program.")] = False


class LeaveRequest(Asked):
    """Leave a seat to a bot."""

    bot: BotText = "Steward"


class ReplayRequest(Asked):
    """A record to look at, and the ply to stop at."""

    record: RecordText
    ply: Ply | None = None


class Person(Said):
    """Who you are to the server."""

    known: bool
    name: str | None


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
    """The commitment to the deals; seed and nonce are revealed when the game is over."""

    commitment: str
    seed: str | None
    nonce: str | None
    seed_chosen: bool
    deals_from: int


class GameModel(Said):
    """A game at its latest ply, as the asker may see it. `legal` is there if the decision is yours."""

    type: Literal["game", "update"]
    id: str
    ply: int
    created: int
    public: bool
    yours: bool
    seats: list[SeatModel]
    decider: Seat | None
    waiting_for: Literal["person", "bot", "open"] | None
    over: bool
    can_undo: bool
    fairness: Fairness
    legal: list[str] | None
    position: str
    view: View
    entries: list[EntryModel]


class Created(Said):
    """A new game: where it is, who may come, and the keys asked for (shown only now)."""

    game: GameModel
    invitations: dict[str, str]
    keys: dict[str, str]


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
    """A game in a list."""

    id: str
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
    your_turn: bool
    yours: bool
    seats: list[SeatModel]


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
    """Why a move is not allowed; clause and missing are null if it is."""

    token: str
    legal: bool
    clause: str | None
    missing: str | None


class Option(Said):
    """A legal move and what it would do."""

    token: str
    events: list[EventModel]


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


class FairVerdict(Said):
    """The deals of a record checked against its seed."""

    deals: int
    committed: bool


class Replay(Said):
    """A record played back as far as asked."""

    headers: dict[str, str]
    plies: int
    ply: int
    over: bool
    scores: dict[str, int]
    winners: list[Seat]
    position: str
    view: View
    entries: list[EntryModel]
    fair: FairVerdict | None


class Bots(Said):
    """The bots that can take a seat; `levels` from weakest to strongest."""

    levels: list[str]
    names: list[str]


class ClauseModel(Said):
    """A clause of the rules."""

    number: str
    title: str
    text: str


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
