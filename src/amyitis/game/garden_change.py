"""What a canal changes in the garden: squares it waters, sides that water reaches, who leads around a square."""

from amyitis.box.tables import SQUARE_NAMES
from amyitis.box.words import Seat
from amyitis.extras import TypedDict
from amyitis.notation.positions import seat_letter
from amyitis.rules.bits import members
from amyitis.rules.board.garden import cubes_around, open_sides
from amyitis.rules.board.garden_map import N_SQUARES, SIDE_NAMES
from amyitis.rules.state import EMPTY, State


class Around(TypedDict):
    """The cubes around a square before and after a canal, by seat, and who has most of them then; null on a tie."""

    square: str
    before: dict[Seat, int]
    after: dict[Seat, int]
    leader: Seat | None


class GardenChange(TypedDict):
    """What a canal changes: the squares it waters, the sides that can be dug next, the cubes around squares."""

    watered: list[str]
    opened: list[str]
    around: list[Around]


def garden_change(before: State, after: State) -> GardenChange:
    """Returns what differs in the garden between two states; only squares with a tile are named."""
    tiled = [square for square in range(N_SQUARES) if after.tile[square] != EMPTY]
    watered = after.watered & ~before.watered
    opened = open_sides(after) & ~open_sides(before)
    around: list[Around] = []
    for square in tiled:
        was, now = _counts(before, square), _counts(after, square)
        if was != now:
            around.append({"square": SQUARE_NAMES[square], "before": was, "after": now, "leader": _leader(now)})
    return {
        "watered": [SQUARE_NAMES[square] for square in tiled if watered >> square & 1],
        "opened": [SIDE_NAMES[side] for side in members(opened)],
        "around": around,
    }


def _counts(s: State, square: int) -> dict[Seat, int]:
    return {seat_letter(s, p): count for p in range(s.players) if (count := cubes_around(s, square, p))}


def _leader(counts: dict[Seat, int]) -> Seat | None:
    most = max(counts.values(), default=0)
    leaders = [seat for seat, count in counts.items() if count == most]
    return leaders[0] if len(leaders) == 1 else None
