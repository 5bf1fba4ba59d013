"""The shapes of messages about a table: entries, tries, games, replays."""

from typing import Annotated, Any, Literal

from amyitis.extras import TypedDict
from amyitis.game.garden_change import GardenChange
from amyitis.game.view.shape import Cube, Kind, Seat, SeatOrChance, Switches, View
from amyitis.markers import Doc

Changes = Annotated[dict[str, Any], Doc("New values in the view, each by its path of names and places, joined by `/`.")]
QuestionKind = Kind | Literal["over"]
LineEnd = Literal["decision", "deal", "over"]
SeatKind = Literal["person", "bot", "open"]
ShareState = Literal["expected", "sealed", "given", "late", "none", "bot"]


class EventModel(TypedDict):
    """One effect of a move, with the clause it follows from.

    `seat` is the player concerned, `N` for a grey cube.
    """

    clause: str
    seat: Cube | None
    what: str
    amount: int
    detail: str | None
    text: str


class EntryModel(TypedDict):
    """An entry of a game's log: a move, a deal (by seat `$`), an undo of the last `count` moves, or a `table` event.

    The token of a `table` event says what happened: `resign`, `time` (the seat is out), `time:stand-in`, `left`,
    `back`, `ask:pause`, `ask:end`, `decline`, `pause`, `resume`, `end` or `begin`. It changes nothing in the view.
    """

    ply: int
    kind: Literal["move", "deal", "undo", "table"]
    seat: Seat | Literal["$"]
    token: str
    opens_turn: Annotated[bool, Doc("Whether it is the choice of an action, with which a turn begins.")]
    count: int
    at: Annotated[int, Doc("Milliseconds since 1970.")]
    by_bot: bool
    events: list[EventModel]


class EntryUpdate(EntryModel):
    """An entry with the changes that it made to the view."""

    set: Changes


class TryStep(TypedDict):
    """One step of a line, with its changes to the view since the step before.

    The question `deal` means that nobody can know what comes next.
    """

    token: str
    seat: SeatOrChance
    events: list[EventModel]
    decider: SeatOrChance | None
    question: QuestionKind
    legal: list[str]
    set: Changes


class Refusal(TypedDict):
    """Why a move is not allowed: the clause, what is missing in words, and the same as a key with its facts.

    All four are null for a legal move.
    """

    token: str
    legal: bool
    clause: str | None
    missing: str | None
    key: str | None
    facts: dict[str, Any] | None


class LaterQuestion(TypedDict):
    """A question that the same seat may have to answer later in its turn, with the answers of all branches."""

    kind: Kind
    answers: list[str]


class Outcome(TypedDict):
    """What a journey brings with this answer, and with the first answer to every question after it."""

    token: str
    events: list[EventModel]


class Prospect(TypedDict):
    """A legal move: what it does at once, and the questions that may follow it.

    For a journey, `outcomes` has what each choice brings; for a canal, `garden` has what it changes there.
    """

    token: str
    events: list[EventModel]
    then: list[LaterQuestion]
    outcomes: list[Outcome]
    garden: GardenChange | None


class Outlook(TypedDict):
    """All that is needed to offer a decision and to explain it: the legal moves, and why others are not allowed."""

    options: list[Prospect]
    reasons: list[Refusal]


class Tried(TypedDict):
    """A line of moves as far as it goes, with the outlook at its end if the seat that began it decides there."""

    ply: int
    steps: list[TryStep]
    ends_with: LineEnd
    outlook: Outlook | None


class Explored(TypedDict):
    """A line of moves and deals from a position, and the position at its end with the outlook of the player to decide.

    The steps name the cards that were drawn.
    """

    position: str
    steps: list[TryStep]
    ends_with: LineEnd
    outlook: Outlook | None


Dropped = Literal["illegal", "changed"]


class PlannedTurn(TypedDict):
    """A turn that you have planned ahead.

    Once it is dropped, `dropped` says why: a move is `illegal` now (`refusal`), or does something else than it did when
    it was planned (`changed`).
    """

    seat: Seat
    tokens: list[str]
    dropped: Dropped | None
    refusal: Refusal | None


class TurnAhead(TypedDict):
    """The table as if it were your turn now: its changes to the view, what you may do, and a line that you try."""

    set: Changes
    legal: list[str]
    tried: Tried


class SeatModel(TypedDict):
    """A seat, and who sits there.

    `returnable`: a bot plays for a person, who may come back. `was_yours`: the seat was yours and is open again; you
    may take it without an invitation. `last_seen`: when its person was last here. `wish`: what the others are voting
    for (`open` or `bot:NAME`), with `votes` so far of the `votes_needed`.
    """

    seat: Seat
    name: str
    kind: SeatKind
    bot: str | None
    yours: bool
    returnable: bool
    was_yours: bool
    last_seen: int | None
    wish: str | None
    votes: int
    votes_needed: int


class Share(TypedDict):
    """What a seat adds to the seed.

    `expected`: its browser has still to seal a share. `sealed`: it has still to show the share. `given`: the share is
    in the seed. `late`: it did not come in time. `none`: nothing came, or the person has given a share at another seat.
    `bot`: bots give none.
    """

    seat: Seat
    state: ShareState
    seal: str | None
    share: str | None


class Fairness(TypedDict):
    """What was promised about the deals. What is needed to check it is shown when the game is over.

    In edition 2 the seed follows from `secret`, `commitment` and `shares`. In edition 1 it is `seed`, which the maker
    of the game chose and which is shown from the start. `stage` is null once the game has begun. Before that it waits
    for people (`waiting`), for the seals of their shares (`commit`) or for the shares (`reveal`), at most until
    `stage_until`. `seeded_start`: the set-up follows from the seed too; otherwise only the deals from ply `deals_from`
    on do. `same_deal`: set-up and deals are those of another game (a challenge), whose `terms` are shown at the end.
    """

    edition: int
    commitment: str
    terms: Annotated[str, Doc("What the commitment binds beside the secret; empty in edition 1.")]
    secret: str | None
    seed: str | None
    nonce: str | None
    shares: list[Share]
    shares_text: Annotated[str, Doc("The shares as they went into the seed; empty before there is one.")]
    stage: Literal["waiting", "commit", "reveal"] | None
    stage_until: int | None
    seed_chosen: bool
    deals_from: int
    seeded_start: bool
    first_chosen: bool
    same_deal: bool


class EndingModel(TypedDict):
    """Who has left the game for good (`out`), whether it `ended` before its end by the rules, and who has won.

    A player who is out has lost, and a bot plays the seat on. A game that ended early is shared by all the others.
    """

    out: dict[Seat, Literal["resigned", "time"]]
    ended: bool
    winners: list[Seat]


class ProposalModel(TypedDict):
    """What somebody proposes, and the seats that have agreed: it happens once all people have."""

    what: Literal["pause", "end"]
    agreed: list[Seat]


class ClockModel(TypedDict):
    """The clocks of a table at the moment of the message; all times are milliseconds.

    `live` clocks have a bank (`allowance`), to which each decision round adds the `increment`; `slow` ones have the
    `allowance` for each turn. With `warning` left, the owner of the running clock is warned. `asleep`: it stands still
    until its owner's waking hours. `given_back`: the time of this decision in which nobody was served, and which does
    not count.
    """

    kind: Literal["live", "slow"]
    allowance: int
    increment: int
    when_up: Literal["stand_in", "loss", "nothing"]
    warning: int
    left: dict[Seat, int]
    running: Seat | None
    asleep: bool
    given_back: int


class Head(TypedDict):
    """What a whole game and an update have in common. Only the player to decide gets `legal` and `outlook`."""

    id: str
    ply: int
    seats: list[SeatModel]
    online: Annotated[list[Seat], Doc("The seats whose people are watching now.")]
    decider: Seat | None
    waiting_for: SeatKind | None
    over: bool
    ending: EndingModel
    proposal: ProposalModel | None
    paused: bool
    clock: ClockModel | None
    plan: Annotated[PlannedTurn | None, Doc("Your own planned turn.")]
    can_undo: bool
    fairness: Fairness
    rematch: Annotated[str | None, Doc("The rematch of this game.")]
    coach: Annotated[Literal["off", "on", "was_on"], Doc("Whether everybody here agreed to a coach, now or earlier.")]
    challenge: Annotated[str | None, Doc("The challenge of this game: others play the same deal.")]
    absent_after: Annotated[
        int, Doc("The seconds after which a player who is not here is absent, by the pace of the game.")
    ]
    legal: list[str] | None
    outlook: Annotated[Outlook | None, Doc("Only if the request asked for it.")]


class GameModel(Head):
    """A game at its latest ply, as you may see it."""

    type: Literal["game"]
    created: int
    public: bool
    name: Annotated[str, Doc("The title of the table, empty if it has none.")]
    box: Annotated[str, Doc("Name and digest of the box that the game is played with.")]
    yours: bool
    several_seats: Annotated[bool, Doc("Whether one person may take several open seats.")]
    closed: Annotated[bool, Doc("Whether only its people see it before it is over.")]
    position: str
    view: View
    entries: list[EntryModel]


class Update(Head):
    """The entries after the ply that you know, each with its changes to the view.

    Applying these changes in order to the view that you know leads to the view at `ply`.
    """

    type: Literal["update"]
    entries: list[EntryUpdate]


class Summary(TypedDict):
    """A game in a list. Before the game begins `round` is 0 and `tiles_left` is null."""

    id: str
    name: str
    created: int
    updated: int
    players: int
    switches: Switches
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


class Frame(TypedDict):
    """An entry of the log, and its changes to the view."""

    entry: EntryModel
    set: Changes


class ReplayFrames(TypedDict):
    """The view at the start, and its changes entry by entry. What `set` does not name stays as it was."""

    start: View
    frames: list[Frame]


class Moment(TypedDict):
    """The table at a ply."""

    ply: int
    position: str
    view: View
    entries: list[EntryModel]
