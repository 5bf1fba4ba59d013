"""What people say at a table."""

from dataclasses import dataclass
from typing import Annotated, Literal

from amyitis.extras import TypedDict
from amyitis.game.view.shape import Seat
from amyitis.markers import Doc, Text, Whole
from amyitis.table.people.talk import LONGEST, Kind, Reaction, Side


class SaidModel(TypedDict):
    """Something that was said: a text, or the name of one of six pictures."""

    id: int
    seat: Annotated[Seat | None, Doc("Null for those who watch.")]
    name: str
    by: Annotated[str, Doc("A mark of who said it, by which they can be muted.")]
    yours: bool
    at: int
    kind: Kind
    text: str
    links: Annotated[bool, Doc("Whether links in it may be followed: strangers' may not.")]


class TalkMessage(TypedDict):
    """What was said on your side of the table since the last message."""

    type: Literal["talk"]
    side: Side
    said: list[SaidModel]


class Muted(TypedDict):
    """Somebody whom you do not want to hear."""

    by: str
    name: str


class TalkModel(TypedDict):
    """What was said of late on your side of the table; `on` is whether this server lets people talk."""

    on: bool
    side: Side
    said: list[SaidModel]
    muted: list[Muted]


@dataclass(frozen=True, kw_only=True)
class SayRequest:
    """What I say: a text, or one of six pictures."""

    text: Annotated[str, Text(1, 4 * LONGEST)] | None = None
    reaction: Reaction | None = None


@dataclass(frozen=True, kw_only=True)
class MuteRequest:
    """Whom I do not want to hear any more, or (`on` false) again."""

    by: Annotated[str, Text(pattern="^[0-9a-f]{16}$")]
    on: bool = True


@dataclass(frozen=True, kw_only=True)
class ReportRequest:
    """What the operator should look at."""

    id: Annotated[int, Whole(1, 1 << 31)]
