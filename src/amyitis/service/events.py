"""A small event bus: parts of the service publish what has happened, and others subscribe to it."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from amyitis.table import Table

if TYPE_CHECKING:
    from .analysis.jobs import AnalysisJob


@dataclass(frozen=True)
class TableLoaded:
    """A table was loaded from the log, or its seats were changed elsewhere."""

    table: Table


@dataclass(frozen=True)
class TableChanged:
    """A table has changed here: a move, a seat, the lobby."""

    table: Table


@dataclass(frozen=True)
class TurnChanged:
    """Another seat must decide now, or the game has begun."""

    table: Table


@dataclass(frozen=True)
class Moved:
    """Some moves were accepted; `by` is `person`, `program` or `bot`."""

    by: str
    count: int


@dataclass(frozen=True)
class PeopleLeft:
    """The holders of some seats do not look at their table any more."""

    table: Table
    seats: frozenset[str]


@dataclass(frozen=True)
class TimeRunsOut:
    """A seat's clock runs, and a fifth of its time is left: so many milliseconds. Published by one of the servers."""

    table: Table
    seat: str
    left: int


@dataclass(frozen=True)
class TimeIsUp:
    """The time of a seat is up. Published by one of the servers."""

    table: Table
    seat: str


@dataclass(frozen=True)
class BotFailed:
    """A bot could not play its turn."""

    game_id: str
    problem: Exception


@dataclass(frozen=True)
class JobChanged:
    """An analysis job has a new status or result."""

    job: "AnalysisJob[Any]"


@dataclass(frozen=True)
class DevicesRevoked:
    """Some devices were revoked, and with them the keys of seats in these games."""

    devices: frozenset[str]
    games: frozenset[str] = frozenset()


@dataclass(frozen=True)
class PeopleBanned:
    """Some people were banned."""

    people: frozenset[str]


Event = (
    TableLoaded
    | TableChanged
    | TurnChanged
    | Moved
    | PeopleLeft
    | TimeRunsOut
    | TimeIsUp
    | BotFailed
    | JobChanged
    | DevicesRevoked
    | PeopleBanned
)
E = TypeVar("E", bound=Event)


class EventBus:
    """Delivers events to subscribers at once, in the order in which they subscribed."""

    def __init__(self) -> None:
        self._subscribers: defaultdict[type[Any], list[Callable[[Any], None]]] = defaultdict(list)

    def subscribe(self, kind: type[E], handler: Callable[[E], None]) -> None:
        """Call a function for each event of a kind."""
        self._subscribers[kind].append(handler)

    def unsubscribe(self, kind: type[E], handler: Callable[[E], None]) -> None:
        """Stop calling a function."""
        self._subscribers[kind].remove(handler)

    def publish(self, event: Event) -> None:
        """Deliver an event."""
        for handler in tuple(self._subscribers[type(event)]):
            handler(event)
