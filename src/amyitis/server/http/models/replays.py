"""Looking back: logs, moments, films, records."""

from typing import Annotated

from pydantic import Field

from amyitis.game.view.shape import Seat, View

from .base import Changes, EntryModel, Model
from .games import SeatModel


class Frame(Model):
    """An entry, and what it has changed in the view."""

    entry: EntryModel
    set: Changes


class FilmModel(Model):
    """The view at the start, and what changed with each entry. What `set` does not name stays as it was."""

    start: View
    frames: list[Frame]


class GameReplay(Model):
    """A game as a film, as far as it has gone."""

    id: str
    ply: int
    over: bool
    box: str
    seats: list[SeatModel]
    film: FilmModel


class Finding(Model):
    """Something found about the deals: a word for programs, and a sentence."""

    key: str
    sentence: str


class FairVerdict(Model):
    """What was found about the deals: by which edition they were dealt, and how many follow from the seed.

    They are `fair` if there are no `faults`; `notes` say what one should know.
    """

    fair: bool
    edition: int
    deals: int
    all_deals: int
    deck: Annotated[dict[str, int], Field(description="The Craft cards of each deal, by letter, in their order.")]
    faults: list[Finding]
    notes: list[Finding]


class Replay(Model):
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


class RecordOfSeveral(Model):
    """A game of a text that holds several: its headers (none if they cannot be read), and a record of its own.

    Its lines have the numbers that they have in the whole text.
    """

    number: int
    headers: dict[str, str]
    record: str


class RecordsOfText(Model):
    """The games of a text, in their order."""

    games: list[RecordOfSeveral]


class Log(Model):
    """Entries of a game's log."""

    ply: int
    entries: list[EntryModel]


class Moment(Model):
    """The table at a ply."""

    ply: int
    position: str
    view: View
    entries: list[EntryModel]
