"""The shape of the garden (8.1, 8.2): squares, floors, sides and how they meet, as tables and bit sets.

Square (file, rank) has the number (rank - 1) * FILES + file - 1: a1 is 0, b1 is 1, d4 is 15. A side lies between
two neighbouring squares; its two ends are corners of the squares, and two sides meet where they share a corner.
"""

from amyitis.box.tables import DOUBLE_FROM_FLOOR, FILES, MAX_SEATS, RANKS, RIVER_FILE, RIVER_RANK, SQUARE_NAMES, STARRED

N_SQUARES = FILES * RANKS

HIGHEST_NEED = 3  # 8.5: floor 4 asks for no more than floor 3


def _square(file: int, rank: int) -> int:
    return (rank - 1) * FILES + file - 1


def _bits(members: "list[int]") -> int:
    return sum(1 << member for member in members)


_PLACES = [(file, rank) for rank in range(1, RANKS + 1) for file in range(1, FILES + 1)]

SQUARE_FLOOR: tuple[int, ...] = tuple(min(file, rank) for file, rank in _PLACES)
SQUARE_NEED: tuple[int, ...] = tuple(min(floor, HIGHEST_NEED) for floor in SQUARE_FLOOR)
N_FLOORS = max(SQUARE_FLOOR)

Corner = tuple[int, int]


def _sides() -> list[tuple[int, int, Corner, Corner]]:
    """Every side as its lower square, its higher square and its two ends, in the order of the lower squares."""
    sides = []
    for file, rank in _PLACES:
        here = _square(file, rank)
        if file < FILES:
            sides.append((here, _square(file + 1, rank), (file, rank - 1), (file, rank)))
        if rank < RANKS:
            sides.append((here, _square(file, rank + 1), (file - 1, rank), (file, rank)))
    return sides


_SIDES = _sides()
N_SIDES = len(_SIDES)

SIDE_NAMES: tuple[str, ...] = tuple(f"{SQUARE_NAMES[low]}-{SQUARE_NAMES[high]}" for low, high, _, _ in _SIDES)
SIDE_SQUARES: tuple[int, ...] = tuple(_bits([low, high]) for low, high, _, _ in _SIDES)
SIDE_AREAS: tuple[int, ...] = tuple(
    2 if max(SQUARE_FLOOR[low], SQUARE_FLOOR[high]) >= DOUBLE_FROM_FLOOR else 1 for low, high, _, _ in _SIDES
)
SIDE_NEIGHBOURS: tuple[int, ...] = tuple(
    _bits([j for j, (*_, c, d) in enumerate(_SIDES) if j != i and {a, b} & {c, d}])
    for i, (*_, a, b) in enumerate(_SIDES)
)


def _on_river(corner: Corner) -> bool:
    return corner[0] == RIVER_FILE - 1 or corner[1] == RIVER_RANK - 1


RIVER_SIDES: int = _bits([i for i, (*_, a, b) in enumerate(_SIDES) if _on_river(a) or _on_river(b)])
ALL_SIDES: int = (1 << N_SIDES) - 1

SQUARE_SIDES: tuple[int, ...] = tuple(
    _bits([i for i, (low, high, _, _) in enumerate(_SIDES) if square in (low, high)]) for square in range(N_SQUARES)
)

# By number of players: the squares that hold a tile when the game begins (2.6, 8.10).
TILED_SQUARES: tuple[int, ...] = tuple(
    ((1 << N_SQUARES) - 1) & ~(_bits(list(STARRED)) if players == 2 else 0) for players in range(MAX_SEATS + 1)
)
# By floor, from 1: its squares. Index 0 is empty.
FLOOR_SQUARES: tuple[int, ...] = tuple(
    _bits([square for square in range(N_SQUARES) if SQUARE_FLOOR[square] == floor]) for floor in range(N_FLOORS + 1)
)
# By quality, up to HIGHEST_NEED: the squares that ask for no more (8.5).
SQUARES_FOR_QUALITY: tuple[int, ...] = tuple(
    _bits([square for square in range(N_SQUARES) if SQUARE_NEED[square] <= quality])
    for quality in range(HIGHEST_NEED + 1)
)
