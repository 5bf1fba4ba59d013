"""Looking back: logs, moments, replays, records."""

from typing import Annotated

from amyitis.extras import TypedDict
from amyitis.game.view.shape import Seat, View
from amyitis.markers import Doc
from amyitis.table.messages.shapes import EntryModel, ReplayFrames, SeatModel


class GameReplay(TypedDict):
    """The replay of a game, as far as it has been played."""

    id: str
    ply: int
    over: bool
    box: str
    seats: list[SeatModel]
    replay: ReplayFrames


class Finding(TypedDict):
    """A finding about the deals: a key for programs, and a sentence."""

    key: str
    sentence: str


class FairVerdict(TypedDict):
    """The check of a record's deals: which edition they follow, and how many of all deals follow from the seed.

    They are `fair` if there are no `faults`; `notes` say what one should know.
    """

    fair: bool
    edition: int
    deals: int
    all_deals: int
    deck: Annotated[dict[str, int], Doc("The Craft cards of each deal, by letter, in their order.")]
    faults: list[Finding]
    notes: list[Finding]


class Replay(TypedDict):
    """A record played back up to `ply`; `replay` covers all of it, if it was asked for."""

    headers: dict[str, str]
    plies: int
    ply: int
    over: bool
    scores: dict[str, int]
    winners: list[Seat]
    position: str
    view: View
    entries: list[EntryModel]
    replay: ReplayFrames | None
    fair: FairVerdict | None


class RecordOfSeveral(TypedDict):
    """One game of a text that holds several: its headers (none if they cannot be read), and its own record.

    Its lines keep the numbers that they have in the whole text.
    """

    number: int
    headers: dict[str, str]
    record: str


class RecordsOfText(TypedDict):
    """The games of a text, in order."""

    games: list[RecordOfSeveral]


class Log(TypedDict):
    """Entries of a game's log."""

    ply: int
    entries: list[EntryModel]
