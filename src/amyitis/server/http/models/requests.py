"""What is asked of the server, for checking requests and for the OpenAPI text."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from amyitis.analysis.losses import MOST_TIMES
from amyitis.analysis.opinions import MOST_VISITS
from amyitis.api.new_games import AskedGame, AskedMoment, AskedSeat
from amyitis.rules.seeds import SEED_LIMIT

TokenText = Annotated[str, StringConstraints(min_length=1, max_length=40), Field(examples=["peasant/1"])]
NameText = Annotated[str, StringConstraints(min_length=1, max_length=60), Field(examples=["Amytis"])]
BotText = Annotated[str, StringConstraints(min_length=1, max_length=60), Field(examples=["Steward"])]
Ply = Annotated[int, Field(strict=True, ge=0, le=1_000_000, description="The number of entries in the game's log.")]
PositionText = Annotated[str, StringConstraints(min_length=1, max_length=4000), Field(examples=["amy2_players=WK"])]
RecordText = Annotated[str, StringConstraints(min_length=1, max_length=200_000)]

SeedText = Annotated[str, StringConstraints(pattern="^[0-9]{1,20}$"), Field(examples=["7"])]
Seed = Annotated[int, Field(strict=True, ge=0, lt=SEED_LIMIT)]

HEX = "^[0-9a-f]{64}$"
SealText = Annotated[
    str,
    StringConstraints(pattern=HEX),
    Field(description="The seal of a share of the seed: the SHA-256 of `amyitis-share-2:SHARE`."),
]
ShareText = Annotated[str, StringConstraints(pattern=HEX), Field(description="The share that belongs to the seal.")]

MOST_TOKENS = 40
MOST_TRIED = 80


class Asked(BaseModel):
    """Something asked of the server: nothing but these fields."""

    model_config = ConfigDict(extra="forbid")


class AboutMe(Asked):
    """A person says who they are, and where they want to be told of their turn; what is left out stays."""

    name: NameText | None = None
    webhook: Annotated[str | None, StringConstraints(max_length=500), Field(description="Null for none.")] = None


class NewSeat(Asked):
    """A seat of a new game: mine (several for a hot seat), open for an invitation, or a bot's."""

    kind: Literal["me", "open", "bot"]
    name: NameText | None = None
    bot: BotText | None = None


class Fork(Asked):
    """A moment of another game."""

    game: Annotated[str, StringConstraints(max_length=32, pattern="^[A-Za-z0-9_-]+$")]
    ply: Ply


class NewGameRequest(Asked):
    """A new game with its `seats` in order round the table.

    It begins with the set-up, or goes on from a `record` (as far as `ply`), from a `position`, or from a moment of
    another game (`from`); the deals from there on are new. Then colours and switches are given.
    """

    seats: Annotated[list[NewSeat], Field(min_length=2, max_length=4)]
    name: Annotated[str | None, StringConstraints(max_length=60), Field(description="A title for lists.")] = None
    colours: Annotated[str | None, StringConstraints(pattern="^[WKBR]{2,4}$")] = None
    limited_supply: bool = False
    palace: bool = False
    full_lap: Annotated[bool, Field(description="House rule: the caravan may go all the way round (7.1).")] = False
    unlimited_noble: Annotated[
        bool, Field(description="House rule: the Noble as often as one can pay (13.3); with `palace` alone.")
    ] = False
    public: Annotated[bool, Field(description="Listed for everyone; else only for those who know its address.")] = False
    seed: Annotated[SeedText | Seed | None, Field(description="Deals of your choice, not chance.")] = None
    first: Annotated[
        Literal["chance"] | Annotated[int, Field(strict=True, ge=0, le=3)],
        Field(description="Who begins: drawn, or the seat at this place of `seats`, from 0."),
    ] = "chance"
    record: RecordText | None = None
    ply: Ply | None = None
    position: PositionText | None = None
    origin: Annotated[Fork | None, Field(alias="from")] = None
    keys: Annotated[bool, Field(description="Answer with a bearer key for each seat of mine.")] = False
    seal: SealText | None = None
    several_seats: Annotated[bool, Field(description="Whether one person may take several of the open seats.")] = False
    coach: Annotated[bool, Field(description="With a coach, to which everybody who sits down must agree.")] = False

    def as_asked(self) -> AskedGame:
        """The same as plain data."""
        given = self.model_dump(exclude={"seats", "origin"})
        seats = [AskedSeat(**seat.model_dump()) for seat in self.seats]
        origin = None if self.origin is None else AskedMoment(**self.origin.model_dump())
        return AskedGame(seats, origin=origin, **given)


class RematchRequest(Asked):
    """The same people once more."""

    seal: SealText | None = None


class ShareRequest(Asked):
    """Add to the seed: the `seal` of a share while the table gathers, the `share` itself once everyone is there."""

    seal: SealText | None = None
    share: ShareText | None = None


class Moving(Asked):
    """How one who moves wants to be told what has become of it."""

    watcher: Annotated[
        str | None, StringConstraints(max_length=40), Field(description="My websocket, which is then not told of it.")
    ] = None
    outlook: Annotated[bool, Field(description="With the outlook, if I decide next.")] = False
    whole: Annotated[bool, Field(description="Answer with the whole game instead of what is new in it.")] = False


class MoveRequest(Moving):
    """One move, or the moves of a whole turn: all are played or none."""

    ply: Ply
    tokens: Annotated[list[TokenText], Field(min_length=1, max_length=MOST_TOKENS)]


class UndoRequest(Moving):
    """Take back my last decision."""

    ply: Ply


class TryRequest(Asked):
    """A line of moves to think through; nothing is saved."""

    ply: Ply
    tokens: Annotated[list[TokenText], Field(max_length=MOST_TRIED)]


class JoinRequest(Asked):
    """Take an open seat. The invitation may be left out where the game is public."""

    invitation: Annotated[str | None, StringConstraints(max_length=100)] = None
    name: NameText | None = None
    key: Annotated[bool, Field(description="Answer with a bearer key for the seat, for a program.")] = False
    seal: SealText | None = None
    coach: Annotated[bool, Field(description="I agree to the coach of this table, if it has one.")] = False


class InvitedRequest(Asked):
    """An invitation to look at."""

    invitation: Annotated[str, StringConstraints(max_length=100)]


class LeaveRequest(Asked):
    """Leave a seat to a bot."""

    bot: BotText = "Steward"


class ReplaceRequest(Asked):
    """Give the seat of somebody who is away to a bot, or open it again."""

    by: Literal["bot", "open"]
    bot: BotText = "Steward"


class PositionRequest(Asked):
    """A position to look at."""

    position: PositionText


class ExploreRequest(PositionRequest):
    """A line of moves to think through from any position, whoever plays them; `deal` draws the cards by chance."""

    tokens: Annotated[list[TokenText], Field(max_length=80)]


class ReviewRequest(Asked):
    """A record to review."""

    record: RecordText


class AnalysisRequest(PositionRequest):
    """A position to think about, and how far: the search stops after so many visits."""

    visits: Annotated[int, Field(strict=True, ge=1, le=MOST_VISITS)] = 1024


class JudgementRequest(PositionRequest):
    """A move of a position to judge, beside the best one or beside another."""

    move: TokenText
    beside: TokenText | None = None
    times: Annotated[int, Field(strict=True, ge=1, le=MOST_TIMES, description="So many times the usual thought.")] = 1


class CoachRequest(Asked):
    """Whether the table is to have a coach."""

    on: bool


class CoachedRequest(Asked):
    """A moment of a game: behind entry `ply` of its log, and behind moves that are tried there."""

    ply: Ply
    tokens: Annotated[list[TokenText], Field(max_length=MOST_TRIED)] = []


class HintRequest(CoachedRequest):
    """How much to tell of the best move: where to look, what kind of move it is, the move."""

    step: Annotated[int, Field(strict=True, ge=1, le=3)] = 1


class WordRequest(CoachedRequest):
    """A move to judge: the last of the `tokens`."""

    tokens: Annotated[list[TokenText], Field(min_length=1, max_length=MOST_TRIED)]


class PositionTryRequest(PositionRequest):
    """A line of moves to think through from a position; nothing is saved."""

    tokens: Annotated[list[TokenText], Field(max_length=MOST_TRIED)]


class PuzzleAnswerRequest(Asked):
    """The move that somebody thinks is best."""

    token: TokenText


class RecordsRequest(Asked):
    """A text with one record, or with several, one after the other."""

    record: RecordText


class ReplayRequest(Asked):
    """A record to look at, and the ply to stop at; with `film`, all of it as a film instead of its entries."""

    record: RecordText
    ply: Ply | None = None
    film: bool = False
