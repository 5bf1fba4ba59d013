"""What is wrong with an impossible position, part by part: for programs that let people set one up."""

from amyitis.box.tables import (
    COURT_TYPES,
    CUBES,
    GARDENER,
    SQUARE_NAMES,
    TILE_COUNT,
    TILE_NAMES,
    TILE_QUALITY,
    TOP_TILE,
)
from amyitis.errors import Fault, Malformed
from amyitis.rules.bits import members
from amyitis.rules.board.court import court_cards
from amyitis.rules.board.garden_map import N_SQUARES, SIDE_NAMES, SQUARE_NEED, TILED_SQUARES
from amyitis.rules.checks import faults as kinds
from amyitis.rules.checks.invariants import FAULT_TEXTS, find_faults
from amyitis.rules.journal import Note
from amyitis.rules.state import EMPTY, LEVELS, State

from .positions import seat_letter

FAULT_KEYS = {
    kinds.CUBES_LOST: "cubes", kinds.COURT_LOST: "court", kinds.LEVEL: "level", kinds.CARAVANEER_GOODS: "lying",
    kinds.CRAFTS: "crafts", kinds.GARDENS: "gardens", kinds.OVERFILLED: "overfilled",
    kinds.WATER: "water", kinds.DRY_CUBE: "dry", kinds.ROWS: "row", kinds.TEMPLE_ROWS: "temple",
    kinds.CARAVAN_PLACE: "caravan", kinds.PILES: "piles", kinds.QUESTION: "question", kinds.ROUND: "round",
    kinds.GREY_PLACE: "grey", kinds.TOO_MANY_GOODS: "goods", kinds.SWITCHED_OFF: "expansion",
    kinds.TRACK_ORDER: "track", kinds.BONUS_HOLDER: "bonus", kinds.NOBLE_PLACE: "noble", kinds.PICKS: "picks",
}  # fmt: skip
"""The names of the faults; a negative count names what there is too much of, a tile where it lies."""
_SUMS = (kinds.CARAVANEER_GOODS, kinds.ROUND, kinds.TOO_MANY_GOODS)  # the notes that count something


def refuse_impossible(s: State) -> None:
    """Raise Malformed if a position cannot be, with everything that is wrong with it."""
    s.journal = []
    faults = find_faults(s)
    notes, s.journal = s.journal, None
    if faults:
        named = "; ".join(FAULT_TEXTS[i] for i in range(len(FAULT_TEXTS)) if faults >> i & 1)
        raise Malformed(f"position: {named}", faults=_named_faults(s, notes))


def _named_faults(s: State, notes: list[Note]) -> list[Fault]:
    """The faults of the journal's notes, each once."""
    faults = _overdrawn(s) + _misplaced(s)
    for note in notes:
        if note.clause in FAULT_KEYS:
            fault = _fault(s, note)
            if fault not in faults:
                faults.append(fault)
    return faults


def _fault(s: State, note: Note) -> Fault:
    """A note about a fault, in the words of the notation."""
    fault: Fault = {"key": FAULT_KEYS[note.clause]}
    if 0 <= note.who < s.players:
        fault["seat"] = seat_letter(s, note.who)
    if note.clause == kinds.DRY_CUBE:
        fault["places"] = [SIDE_NAMES[side] for side in members(note.amount)]
    elif note.clause == kinds.GREY_PLACE:
        fault["places"] = [SIDE_NAMES[note.amount]]
    elif note.clause == kinds.GARDENS:
        fault["places"] = [SQUARE_NAMES[square] for square in members(note.amount)]
    elif note.clause in _SUMS:
        fault |= {"found": note.amount, "expected": max(0, note.detail)}
    return fault


def _overdrawn(s: State) -> list[Fault]:
    """The cubes and the Court cards of which more are in use than there are."""
    faults: list[Fault] = [
        {"key": "cubes", "seat": seat_letter(s, p), "found": CUBES - s.seats[p].cubes, "expected": CUBES}
        for p in range(s.players)
        if s.seats[p].cubes < 0
    ]
    for kind in range(GARDENER + 1):
        for level in range(LEVELS):
            left, cards = s.court_left[kind][level], court_cards(s, kind, level)
            if left < 0:
                of_level: Fault = {} if kind == GARDENER else {"level": level}
                faults.append(
                    {"key": "court", "card": COURT_TYPES[kind], "found": cards - left, "expected": cards, **of_level}
                )
    return faults


def _misplaced(s: State) -> list[Fault]:
    """The squares whose tile does not belong there, and the tiles that lie more often than there are of them."""
    wrong = [SQUARE_NAMES[square] for square in range(N_SQUARES) if not _belongs(s, square)]
    faults: list[Fault] = [{"key": "tiles", "places": wrong}] if wrong else []
    lying = [s.tile[:N_SQUARES].count(kind) for kind in range(len(TILE_NAMES))]
    return faults + [
        {"key": "copies", "tile": TILE_NAMES[kind], "found": count, "expected": TILE_COUNT[kind]}
        for kind, count in enumerate(lying)
        if count > TILE_COUNT[kind]
    ]


def _belongs(s: State, square: int) -> bool:
    """2.5, 2.6: whether a square has a tile of its quality, or none if it is not in use."""
    kind, in_use = s.tile[square], bool(TILED_SQUARES[s.players] >> square & 1)
    if kind == EMPTY or not in_use:
        return in_use == (kind != EMPTY)
    return TILE_QUALITY[kind] == SQUARE_NEED[square] and (kind == TOP_TILE) == (square == N_SQUARES - 1)
