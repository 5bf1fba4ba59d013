"""The bodies of requests."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from amyitis.analysis.evaluation import MOST_VISITS
from amyitis.analysis.review.move_costs import MOST_GAMES, MOST_TIMES
from amyitis.game import Switches
from amyitis.markers import Doc, Flags, Items, Text, Whole
from amyitis.rules import SEED_LIMIT

from .parameters import (
    MOST_TOKENS,
    MOST_TRIED,
    BotText,
    GameId,
    NameText,
    Ply,
    PositionText,
    RecordText,
    SealText,
    ShareText,
    TokenText,
)

TriedTokens = Annotated[list[TokenText], Items(0, MOST_TRIED)]
SeedText = Annotated[str, Text(pattern="^[0-9]{1,20}$", example="7")]
SeedNumber = Annotated[int, Whole(0, SEED_LIMIT - 1)]
NO_SWITCHES = Switches()


@dataclass(frozen=True, kw_only=True)
class AboutMe:
    """A person's name. What the request leaves out stays as it is."""

    name: NameText | None = None


@dataclass(frozen=True, kw_only=True)
class LinkRequest:
    """Become the person whose link this is; with `replace`, even if this device has games of its own."""

    code: Annotated[str, Text(1, 60)]
    replace: bool = False


@dataclass(frozen=True, kw_only=True)
class NewSeat:
    """A seat of a new game: mine (several of them for a hot seat), open for an invitation, or a bot's."""

    kind: Literal["me", "open", "bot"]
    name: NameText | None = None
    bot: BotText | None = None


@dataclass(frozen=True, kw_only=True)
class Fork:
    """A moment of another game."""

    game: GameId
    ply: Ply


@dataclass(frozen=True, kw_only=True)
class ClockRequest:
    """Clocks: `live` ones with a bank and an increment for each decision round, or `slow` ones with a time per turn.

    When a time is up, a stand-in plays until its owner returns (`stand_in`), the game is lost (`loss`), or nothing
    happens.
    """

    kind: Literal["live", "slow"]
    allowance: Annotated[int, Whole(60, 30 * 24 * 3600), Doc("Seconds of the bank, or for each turn.")]
    increment: Annotated[int, Whole(0, 600), Doc("Seconds.")] = 0
    when_up: Literal["stand_in", "loss", "nothing"] = "stand_in"


@dataclass(frozen=True, kw_only=True)
class NewGameRequest:
    """A new game, with its `seats` in order round the table.

    It begins with the set-up, or continues from a `record` (up to `ply`), from a `position`, or from a moment of
    another game (`from`). Its deals from there on are new. A game that continues has its colours and switches already.
    """

    seats: Annotated[list[NewSeat], Items(2, 4)]
    name: Annotated[Annotated[str, Text(0, 60)] | None, Doc("A title for lists.")] = None
    colours: Annotated[str, Text(pattern="^[WKBR]{2,4}$")] | None = None
    switches: Annotated[Switches, Flags(Switches), Doc("Rules of the game; those that are left out are off.")] = (
        NO_SWITCHES
    )
    public: Annotated[bool, Doc("Listed for everyone. Otherwise one needs to know its address.")] = False
    seed: Annotated[SeedText | SeedNumber | None, Doc("The seed of the deals, if you choose it yourself.")] = None
    first: Annotated[
        Literal["chance"] | Annotated[int, Whole(0, 3)],
        Doc("Who begins: drawn by chance, or the seat at this place of `seats`, from 0."),
    ] = "chance"
    record: RecordText | None = None
    ply: Ply | None = None
    position: PositionText | None = None
    origin: Fork | None = field(default=None, metadata={"alias": "from"})
    keys: Annotated[bool, Doc("Answer with a bearer key for each of my seats.")] = False
    seal: SealText | None = None
    several_seats: Annotated[bool, Doc("Whether one person may take several of the open seats.")] = False
    closed: Annotated[bool, Doc("Only its people see it before it is over: nobody watches.")] = False
    coach: Annotated[bool, Doc("With a coach, to which everybody who sits down must agree.")] = False
    clock: Annotated[ClockRequest | None, Doc("Null for no clocks.")] = None


@dataclass(frozen=True, kw_only=True)
class RematchRequest:
    """Another game with the same people."""

    seal: SealText | None = None


@dataclass(frozen=True, kw_only=True)
class ShareRequest:
    """Add to the seed: the `seal` of a share at the stage `commit`, the `share` itself at the stage `reveal`."""

    seal: SealText | None = None
    share: ShareText | None = None


@dataclass(frozen=True, kw_only=True)
class Moving:
    """How the answer to a move should look."""

    watcher: Annotated[
        Annotated[str, Text(0, 40)] | None, Doc("My websocket, which then gets no message about this move.")
    ] = None
    outlook: Annotated[bool, Doc("Include the outlook if I decide next.")] = False
    whole: Annotated[bool, Doc("Answer with the whole game instead of an update.")] = False


@dataclass(frozen=True, kw_only=True)
class MoveRequest(Moving):
    """One move, or the moves of a whole turn. All of them are played or none."""

    ply: Ply
    tokens: Annotated[list[TokenText], Items(1, MOST_TOKENS)]
    thought: Annotated[
        Annotated[int, Whole(0, 10**10)] | None,
        Doc("Milliseconds from when I saw the question until I sent this: what the way took is free, within a quota."),
    ] = None


@dataclass(frozen=True, kw_only=True)
class UndoRequest(Moving):
    """Take back my last decision."""

    ply: Ply


@dataclass(frozen=True, kw_only=True)
class TryRequest:
    """A line of moves to try out. Nothing is saved."""

    ply: Ply
    tokens: TriedTokens


@dataclass(frozen=True, kw_only=True)
class PlanRequest:
    """A whole turn that is played when it comes; no moves for no plan."""

    ply: Ply
    tokens: TriedTokens


@dataclass(frozen=True, kw_only=True)
class JoinRequest:
    """Take an open seat. A public game needs no invitation."""

    invitation: Annotated[str, Text(0, 100)] | None = None
    name: NameText | None = None
    key: Annotated[bool, Doc("Answer with a bearer key for the seat, for a program.")] = False
    seal: SealText | None = None
    coach: Annotated[bool, Doc("I agree to the coach of this table, if it has one.")] = False


@dataclass(frozen=True, kw_only=True)
class InvitedRequest:
    """An invitation to check."""

    invitation: Annotated[str, Text(0, 100)]


@dataclass(frozen=True, kw_only=True)
class LeaveRequest:
    """Leave a seat to a bot."""

    bot: BotText = "Steward"


@dataclass(frozen=True, kw_only=True)
class ReplaceRequest:
    """Give the seat of somebody who is away to a bot, or open it again."""

    by: Literal["bot", "open"]
    bot: BotText = "Steward"


@dataclass(frozen=True, kw_only=True)
class ProposeRequest:
    """Propose to pause the clocks or to end the game, agree with that, refuse it, or go on after a pause."""

    what: Literal["pause", "end", "decline", "resume"]


@dataclass(frozen=True, kw_only=True)
class PositionRequest:
    """A position to look at."""

    position: PositionText


@dataclass(frozen=True, kw_only=True)
class PositionTryRequest(PositionRequest):
    """A line of moves to try out from a position. Nothing is saved."""

    tokens: TriedTokens


@dataclass(frozen=True, kw_only=True)
class ExploreRequest(PositionRequest):
    """A line of moves of all seats to try out from a position; the token `deal` draws the cards by chance."""

    tokens: TriedTokens


@dataclass(frozen=True, kw_only=True)
class ReviewRequest:
    """A record to review."""

    record: RecordText


@dataclass(frozen=True, kw_only=True)
class EvaluationRequest(PositionRequest):
    """A position to evaluate, and the number of visits after which the search stops."""

    visits: Annotated[int, Whole(1, MOST_VISITS)] = 1024


@dataclass(frozen=True, kw_only=True)
class MoveCostRequest(PositionRequest):
    """A move of a position to compare with the best one, or with the move `beside`."""

    move: TokenText
    beside: TokenText | None = None
    times: Annotated[int, Whole(1, MOST_TIMES), Doc("The usual search budget, multiplied.")] = 1
    games: Annotated[int, Whole(0, MOST_GAMES), Doc("Pairs of games to be played to the end after both moves.")] = 0


@dataclass(frozen=True, kw_only=True)
class TurnRequest(PositionRequest):
    """Moves of a turn from a position on, of which the last is tried; `best` is the best first one."""

    best: TokenText
    tokens: Annotated[list[TokenText], Items(1, MOST_TRIED)]


@dataclass(frozen=True, kw_only=True)
class CoachRequest:
    """Whether the table is to have a coach."""

    on: bool


@dataclass(frozen=True, kw_only=True)
class CoachedRequest:
    """A moment of a game: after entry `ply` of its log, and after moves that are tried out there."""

    ply: Ply
    tokens: TriedTokens = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class HintRequest(CoachedRequest):
    """How much to say about the best move: where to look (1), which kind of move it is (2), the move itself (3)."""

    step: Annotated[int, Whole(1, 3)] = 1


@dataclass(frozen=True, kw_only=True)
class CoachMoveCostRequest:
    """A move whose cost to estimate: the last of the `tokens`, which are tried out after entry `ply` of the log."""

    ply: Ply
    tokens: Annotated[list[TokenText], Items(1, MOST_TRIED)]


@dataclass(frozen=True, kw_only=True)
class PuzzleAnswerRequest:
    """Moves from the position of a puzzle on, with the replies of the others; the last one is tried."""

    tokens: Annotated[list[TokenText], Items(1, MOST_TRIED)]


@dataclass(frozen=True, kw_only=True)
class PuzzleHintRequest:
    """The right moves so far, with the replies of the others; the hint is to what follows them."""

    tokens: TriedTokens


@dataclass(frozen=True, kw_only=True)
class RecordsRequest:
    """A text with one or several records."""

    record: RecordText


@dataclass(frozen=True, kw_only=True)
class ReplayRequest:
    """A record to look at, up to `ply`; with `replay`, all of it as frames instead of its entries."""

    record: RecordText
    ply: Ply | None = None
    replay: bool = False
