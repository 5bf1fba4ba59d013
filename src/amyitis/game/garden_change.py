"""What a canal changes in the garden: squares it waters, sides that water reaches, who leads around a square."""

from dataclasses import dataclass
from typing import Any

from amyitis.box.tables import SQUARE_NAMES
from amyitis.notation.positions import cube_letter
from amyitis.rules.bits import members
from amyitis.rules.board.garden import cubes_around, open_sides
from amyitis.rules.board.garden_map import N_SQUARES, SIDE_NAMES
from amyitis.rules.state import EMPTY, State


@dataclass(frozen=True)
class Around:
    """The cubes around a square before and after, by seat, and whose are the most then (8.7); nobody's on a tie."""

    square: str
    before: dict[str, int]
    after: dict[str, int]
    leader: str | None


@dataclass(frozen=True)
class GardenChange:
    """What changes: squares that water comes to, sides that can be dug next, and squares with other cubes around."""

    watered: list[str]
    opened: list[str]
    around: list[Around]

    def as_dict(self) -> dict[str, Any]:
        """Returns the change as plain data."""
        return {
            "watered": self.watered,
            "opened": self.opened,
            "around": [dict(vars(square)) for square in self.around],
        }


def garden_change(before: State, after: State) -> GardenChange:
    """Returns what differs in the garden between two states; only squares with a tile are named."""
    tiled = [square for square in range(N_SQUARES) if after.tile[square] != EMPTY]
    watered = after.watered & ~before.watered
    opened = open_sides(after) & ~open_sides(before)
    around = []
    for square in tiled:
        was, now = _counts(before, square), _counts(after, square)
        if was != now:
            around.append(Around(SQUARE_NAMES[square], was, now, _leader(now)))
    return GardenChange(
        [SQUARE_NAMES[square] for square in tiled if watered >> square & 1],
        [SIDE_NAMES[side] for side in members(opened)],
        around,
    )


def _counts(s: State, square: int) -> dict[str, int]:
    return {cube_letter(s, p): count for p in range(s.players) if (count := cubes_around(s, square, p))}


def _leader(counts: dict[str, int]) -> str | None:
    most = max(counts.values(), default=0)
    leaders = [seat for seat, count in counts.items() if count == most]
    return leaders[0] if len(leaders) == 1 else None
