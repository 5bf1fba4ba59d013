"""What games open with, and what the strategy page says of it. `openings.json` comes with the package.

`amyitis openings make` counts games of a network against itself (`lab/openings/`). Reading the counts needs the
standard library alone, so a page without a server reads them, too.
"""

import json
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, cast

from amyitis.box.tables import BOX_DIGEST
from amyitis.errors import AmyitisError
from amyitis.extras import TypedDict
from amyitis.markers import Doc

FILE = Path(__file__).parent / "openings.json"


class NoOpenings(AmyitisError):
    """Nothing was counted for the box in use."""


class WinRate(TypedDict):
    """How often some seats won, in percent, with its 95 % interval; a shared win counts as a part of one."""

    seats: Annotated[int, Doc("How many they were.")]
    rate: float
    low: float
    high: float


class OpeningTurn(TypedDict):
    """A turn in the first round: how many percent of the seats that could play it here did so, and how they did.

    `tried` are those that had to begin with it, whatever the position. `next` are the same seat's turns after it.
    """

    turn: Annotated[str, Doc("The action without its group, and the field row or temple: `priest marduk`.")]
    share: float
    won: WinRate
    tried: WinRate | None
    position: Annotated[str | None, Doc("Where it was played first by a seat that won.")]
    next: list["OpeningTurn"]


class OpeningThing(TypedDict):
    """The first city or Court card of some seats: how many percent they were, in which round, and how they did."""

    name: str
    share: float
    round: Annotated[float, Doc("The mean.")]
    won: WinRate
    position: str | None


class OpeningPlace(TypedDict):
    """A place in the turn order of the first round."""

    won: WinRate
    turns: list[OpeningTurn]


class OpeningSetup(TypedDict):
    """What was counted with a set-up: `all`, `plants=...` or `lying=...` as in a position's text."""

    key: str
    games: int
    places: list[OpeningPlace]
    cities: list[OpeningThing]
    cards: list[OpeningThing]


class StrategySentence(TypedDict):
    """A finding with its figures, and a position to look at. The page has the words."""

    key: Literal["seats", "try", "usual", "city", "city_wins", "card", "sources", "craft", "owner", "close", "lead"]
    words: Annotated[dict[str, str], Doc("Names: of a turn, a city, a card, a craft, a source.")]
    figures: dict[str, float]
    position: str | None


class Openings(TypedDict):
    """The openings of games with so many players. The first set-up is all of them together."""

    players: int
    games: int
    tried: Annotated[int, Doc("Games in which one seat's first action was drawn at random.")]
    network: str
    setups: list[OpeningSetup]
    strategy: list[StrategySentence]


@cache
def _table() -> dict[str, Openings]:
    """The openings by number of players; none for another box than the one they were counted with."""
    if not FILE.exists():
        return {}
    table = json.loads(FILE.read_text(encoding="utf-8"))
    return cast("dict[str, Openings]", table["kinds"]) if table["box"] == BOX_DIGEST else {}


def openings(players: int) -> Openings:
    """The openings of games with so many players; raises NoOpenings."""
    try:
        return _table()[str(players)]
    except KeyError:
        raise NoOpenings(f"no openings were counted for games of {players} players with the box in use") from None
