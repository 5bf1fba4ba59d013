"""What a move did, in words: the journal's notes as named, JSON-able events with a sentence each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, overload

from amyitis.box.tables import (
    CITY_NAMES,
    COLOURS,
    COURT_TYPES,
    CRAFTS,
    GARDENER,
    GOODS,
    GREY,
    ROW_NAMES,
    SQUARE_NAMES,
    TEMPLES,
    TILE_NAMES,
)
from amyitis.notation.positions import cube_letter, decider_letter
from amyitis.notation.tokens import BONUS_NAMES, deal_text, token
from amyitis.rules import journal
from amyitis.rules.apply import apply
from amyitis.rules.board.garden_map import SIDE_NAMES
from amyitis.rules.journal import NOBODY, Note
from amyitis.rules.questions import FIRST_DEAL
from amyitis.rules.state import State

from .deals.dealing import Dealer

WHAT_NAMES = {
    journal.TALENTS: "talents",
    journal.CAMELS: "camels",
    journal.PRESTIGE: "prestige",
    journal.GOOD: "good",
    journal.COURT_CARD: "court card",
    journal.CUBE_IN_ROW: "cube in row",
    journal.ROW_EMPTIED: "row emptied",
    journal.CUBE_IN_TEMPLE: "cube in temple",
    journal.PUSHED_OUT: "pushed out of temple",
    journal.CANAL: "canal",
    journal.TILE: "tile",
    journal.CARAVAN: "caravan",
    journal.PLANT_TURNED: "plant card turned",
    journal.RECRUITED: "recruited",
    journal.PASSED: "passed",
    journal.DEALT: "deal",
    journal.FIRST_PLAYER: "first player",
    journal.GAME_OVER: "game over",
    journal.TRACK: "palace track",
    journal.BONUS: "palace bonus",
    journal.BONUS_LOST: "bonus lost",
}


@dataclass(frozen=True)
class Event:
    """An event: the clause, the seat (a letter, `N`, or None), what happened, and the amount.

    >>> game = Game.new(2, seed=7)
    >>> event = game.push("priest/1")[0]
    >>> event.clause, event.seat, event.what, event.amount, event.detail
    ('6.1', 'K', 'recruited', 1, 'priest')
    """

    clause: str
    seat: str | None
    what: str
    amount: int
    detail: str | None
    text: str

    def as_dict(self) -> dict[str, Any]:
        """Returns the event as plain data."""
        return dict(vars(self))


def clause_number(code: int) -> str:
    """Returns 6_03 as "6.3"."""
    return f"{code // 100}.{code % 100}"


def seat_name(s: State, seat: int) -> str:
    """Returns a seat's colour as the first word of a sentence."""
    return "Grey" if seat == GREY else COLOURS[s.colours[seat]].capitalize()


def events_of(s: State, notes: list[Note]) -> list[Event]:
    """Returns the events that the notes of a move tell of."""
    return [_event(s, note) for note in notes]


def _event(s: State, note: Note) -> Event:
    detail = _detail(s, note)
    return Event(
        clause=clause_number(note.clause),
        seat=None if note.who == NOBODY else cube_letter(s, note.who),
        what=WHAT_NAMES[note.what],
        amount=note.amount,
        detail=detail,
        text=_sentence(s, note, detail or ""),
    )


def _detail(s: State, note: Note) -> str | None:
    """Returns the detail of a note as the name of what it means."""
    match note.what:
        case journal.GOOD:
            return GOODS[note.detail]
        case journal.COURT_CARD:
            return COURT_TYPES[note.detail]
        case journal.CUBE_IN_ROW | journal.ROW_EMPTIED:
            return ROW_NAMES[note.detail]
        case journal.CUBE_IN_TEMPLE | journal.PUSHED_OUT:
            return TEMPLES[note.detail]
        case journal.CANAL:
            return SIDE_NAMES[note.detail]
        case journal.TILE:
            return SQUARE_NAMES[note.detail]
        case journal.CARAVAN | journal.PLANT_TURNED:
            return CITY_NAMES[note.detail]
        case journal.RECRUITED:
            return CRAFTS[note.detail]
        case journal.DEALT:
            return deal_text(note.detail)
        case journal.BONUS:
            return BONUS_NAMES[note.detail]
        case journal.BONUS_LOST:
            return WHAT_NAMES[note.detail]
        case journal.TRACK:
            return str(note.detail)
    return None


def _sentence(s: State, note: Note, detail: str) -> str:
    """Returns the event as an English sentence without its clause."""
    who = "" if note.who == NOBODY else seat_name(s, note.who)
    amount = abs(note.amount)
    gains = note.amount >= 0
    match note.what:
        case journal.TALENTS | journal.CAMELS:
            unit = WHAT_NAMES[note.what].removesuffix("s") + ("" if amount == 1 else "s")
            return f"{who} {'takes' if gains else 'pays'} {amount} {unit}"
        case journal.PRESTIGE:
            return f"{who} scores {amount} prestige"
        case journal.GOOD:
            return f"{who} {'takes' if gains else 'gives'} {amount} {detail}"
        case journal.COURT_CARD if note.detail == GARDENER:
            return f"{who} {'takes' if gains else 'returns'} {amount} Gardener{'' if amount == 1 else 's'}"
        case journal.COURT_CARD:
            return f"{who} takes {detail.capitalize()} {amount}"
        case journal.CUBE_IN_ROW:
            return f"{who} puts a cube on space {amount} of the {detail} row"
        case journal.ROW_EMPTIED:
            return f"The {detail} row is full and is emptied"
        case journal.CUBE_IN_TEMPLE:
            return f"{who} enters the temple of {detail.capitalize()}"
        case journal.PUSHED_OUT:
            return f"{who} is pushed out of the temple of {detail.capitalize()}"
        case journal.CANAL:
            return f"{who} irrigates {detail}"
        case journal.TILE:
            return f"{who} plants {detail} and takes the tile {TILE_NAMES[s.tile[note.detail]]}"
        case journal.CARAVAN:
            return f"{who} leads the caravan {amount} space{'' if amount == 1 else 's'} to {detail}"
        case journal.PLANT_TURNED:
            return f"The plant card of {detail} is turned over"
        case journal.RECRUITED:
            return f"{who} recruits a{'n' if detail[0] in 'aeiou' else ''} {detail} from group {amount}"
        case journal.PASSED:
            return f"{who} passes"
        case journal.DEALT:
            return f"Round {amount}: the Craft cards are dealt, {detail}"
        case journal.FIRST_PLAYER:
            return f"{who} takes the First player card"
        case journal.TRACK:
            return f"{who} advances to space {detail} of the Palace track"
        case journal.BONUS:
            verb = "takes" if note.amount > 0 else "gives back" if note.amount < 0 else "uses"
            return f"{who} {verb} the {detail} bonus"
        case journal.BONUS_LOST:
            return f"{who} gets nothing for a bonus: no {detail} is left"
    return f"The game ends after round {amount}"


@dataclass
class Ply:
    """One move of a game: its action id, the table before it, and its events.

    Copies of a game share their plies, so leave them as they are. For most moves long ago the table before is not kept;
    it is replayed when asked for.

    >>> game = Game.new(2, seed=7)
    >>> events = game.push("priest/1")
    >>> game.plies[-1].seat, game.plies[-1].token, game.plies[0].is_deal
    ('K', 'priest/1', True)
    """

    action: int
    deals_before: Dealer | None = field(repr=False)
    _earlier: "Ply | None" = field(repr=False, compare=False)
    _before: State | None = field(repr=False, compare=False)

    @property
    def before(self) -> State:
        """The table before the move. Copies share it, so do not change it."""
        ply, later = self, list[Ply]()
        while (state := ply._before) is None:
            assert ply._earlier is not None
            later.append(ply)
            ply = ply._earlier
        while later:
            state = state.copy()
            apply(state, ply.action)
            ply = later.pop()
            ply._before = state
        return state

    def forget_before(self) -> None:
        """Drop the table before the move; the previous ply leads to it."""
        if self._earlier is not None:
            self._before = None

    @property
    def seat(self) -> str:
        """The seat that moved, `$` for chance."""
        return decider_letter(self.before)

    @property
    def token(self) -> str:
        """The token of the move."""
        return token(self.action)

    @property
    def is_deal(self) -> bool:
        """Whether chance made this move."""
        return self.action >= FIRST_DEAL

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events of the move, computed on first use."""
        after = self.before.copy()
        notes: list[Note] = []
        after.journal = notes
        apply(after, self.action)
        return tuple(events_of(after, notes))


class Events(Sequence[Event]):
    """What some moves did, one event after the other; made when it is first looked at."""

    __slots__ = ("_plies",)

    def __init__(self, plies: Sequence[Ply]) -> None:
        self._plies = plies

    def _all(self) -> list[Event]:
        return [event for ply in self._plies for event in ply.events]

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[Event]:
        return iter(self._all())

    @overload
    def __getitem__(self, index: int) -> Event: ...

    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...

    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        return self._all()[index]

    def __eq__(self, other: object) -> bool:
        return self._all() == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._all())
