"""The parameters of paths and queries, and the texts and numbers that several requests share."""

from typing import Annotated, Literal

from amyitis.box.tables import MAX_SEATS
from amyitis.game.view.shape import Seat
from amyitis.learn import PARTS
from amyitis.markers import Doc, Items, Text, Whole

MOST_TOKENS = 40
MOST_TRIED = 80
MOST_REASONS = 60

HEX = "^[0-9a-f]{64}$"

TokenText = Annotated[str, Text(1, 40, example="peasant/1")]
NameText = Annotated[str, Text(1, 60, example="Amytis")]
BotText = Annotated[str, Text(1, 60, example="Steward")]
PositionText = Annotated[str, Text(1, 4000, example="amy1_players=WK")]
RecordText = Annotated[str, Text(1, 200_000)]
SealText = Annotated[
    str, Text(pattern=HEX), Doc("The seal of a share of the seed: the SHA-256 of `amyitis-share-2:SHARE`.")
]
ShareText = Annotated[str, Text(pattern=HEX), Doc("The share that belongs to the seal.")]
Ply = Annotated[int, Whole(0, 1_000_000), Doc("The number of entries in the game's log.")]

# In paths.
GameId = Annotated[str, Text(pattern="^[A-Za-z0-9_-]{1,32}$")]
SeatLetter = Seat
ChallengeId = Annotated[str, Text(pattern="^[A-Za-z0-9_-]{1,32}$")]
DeviceId = Annotated[str, Text(pattern="^[A-Za-z0-9_-]{1,40}$"), Doc("`others` stands for all devices but this one.")]
PuzzleKey = Annotated[str, Text(pattern="^[0-9a-f]{1,32}$")]
JobKey = Annotated[str, Text(pattern="^[A-Za-z0-9_-]{1,64}$")]
ClauseNumber = Annotated[str, Text(pattern=r"^[0-9]{1,4}\.[0-9]{1,4}$", example="6.3")]

# In queries.
CalledBy = Literal["webhook", "push"]
WhichGames = Literal["mine", "open", "watch"]
Language = Annotated[Literal["en", "de", "cs", "fr"], Doc("The language of the text.")]
BoxDigest = Annotated[
    Annotated[str, Text(pattern="^[0-9a-f]{12}$")] | None,
    Doc("The digest of another box than the server's, as its games name it."),
]
LessonPart = Annotated[int, Whole(1, len(PARTS)), Doc("1 is the guided first game, 2 the lesson after it.")]
Players = Annotated[int, Whole(2, MAX_SEATS)]
Theme = Annotated[str, Text(0, 40)]
AfterPuzzle = Annotated[str, Text(0, 32)]
AskedTokens = Annotated[list[Annotated[str, Text(0, 40)]], Items(1, MOST_REASONS)]
