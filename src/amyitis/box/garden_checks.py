"""Whether the garden and its tiles fit together and fit the rules."""

from collections import Counter
from itertools import pairwise

from amyitis.box import words
from amyitis.box.model import Box
from amyitis.box.reading import require

QUALITIES = (1, 2, 3)
TOP_FLOOR = 4  # its tile is the one named in the box (2.5) and needs the quality of floor 3 (8.5)
CHOICES = 3  # cards and goods on one tile; more would not fit into what a position can keep waiting
STARRED_FLOORS = [1, 1, 2]  # the floors of the squares two players leave empty (2.6)


def check_garden(box: Box) -> None:
    """Raise `BoxError` for the first thing about the garden or the tiles that does not fit."""
    _check_squares(box)
    _check_sides(box)
    _check_tiles(box)
    _check_enough(box)


def _check_squares(box: Box) -> None:
    """The squares, as the notation names them (8.1), the river beside them, and the starred ones (2.6)."""
    floors, river, starred = box.garden.floors, box.garden.river, box.garden.starred.squares
    for key, count, names in (("files", floors.files, words.FILE_LETTERS), ("ranks", floors.ranks, words.RANK_DIGITS)):
        require(count == len(names), f"garden.floors.{key}", f"must be {len(names)} (rule 8.1), but is {count}")
    squares = tuple(Counter(map(words.floor_of, words.SQUARE_NAMES))[floor] for floor in range(1, TOP_FLOOR + 1))
    listed = ", ".join(map(str, squares))
    require(floors.squares == squares, "garden.floors.squares", f"must be {listed} (rule 8.1)")
    require(river.file == "a", "garden.river.file", f"must be a, files are counted from the river, but is {river.file}")
    require(river.rank == 1, "garden.river.rank", f"must be 1, ranks are counted from the river, but is {river.rank}")
    for square in starred:
        require(starred.count(square) == 1, "garden.starred.squares", f"{square} is there twice")
    require(
        sorted(map(words.floor_of, starred)) == STARRED_FLOORS,
        "garden.starred.squares",
        f"must be one square of floor 2 and two of floor 1 (rule 2.6), but are {', '.join(starred) or 'none'}",
    )


def _check_sides(box: Box) -> None:
    """As many sides and areas as the squares and the double floors give (8.2)."""
    sides = box.garden.sides
    double = sides.double_from_floor
    require(1 <= double <= TOP_FLOOR, "garden.sides.double_from_floor", f"must be a floor, 1 to 4, but is {double}")
    reach = [max(words.floor_of(square), words.floor_of(other)) for square, other in _neighbours()]
    require(sides.sides == len(reach), "garden.sides.sides", f"must be {len(reach)} (rule 8.2), but is {sides.sides}")
    areas = sum(2 if floor >= double else 1 for floor in reach)
    require(
        sides.areas == areas,
        "garden.sides.areas",
        f"must be {areas} with two areas from floor {double} up, but is {sides.areas}",
    )


def _neighbours() -> list[tuple[str, str]]:
    """Returns every two squares with a side between them."""
    ranks, files = words.RANK_DIGITS, words.FILE_LETTERS
    across = [(left + rank, right + rank) for rank in ranks for left, right in pairwise(files)]
    along = [(file + low, file + high) for file in files for low, high in pairwise(ranks)]
    return across + along


def _check_tiles(box: Box) -> None:
    """The single tiles: their number, qualities and values, and the one on floor 4."""
    tiles = box.garden.tiles
    count = len(box.tiles)
    require(count == tiles.total, "tiles", f"garden.tiles.total says {tiles.total}, but {count} are listed")
    for tile in box.tiles:
        entry = f"tiles.{tile.name}"
        require(tile.quality in QUALITIES, entry, f"the quality must be 1, 2 or 3, but is {tile.quality}")
        require(tile.prestige in tiles.values, entry, f"garden.tiles.values has no tile worth {tile.prestige}")
        choices = tile.palaces + tile.courts + tile.gardeners + tile.goods_count
        require(choices <= CHOICES, entry, f"at most {CHOICES} cards and goods on a tile, but there are {choices}")
    for value in tiles.values:
        require(any(tile.prestige == value for tile in box.tiles), "garden.tiles.values", f"no tile is worth {value}")
    top = [tile for tile in box.tiles if tile.name == tiles.top]
    require(bool(top), "garden.tiles.top", f"there is no tile {tiles.top}")
    require(top[0].quality == 3, "garden.tiles.top", f"must be of quality 3 (rule 2.5), but is {tiles.top}")


def _check_enough(box: Box) -> None:
    """Enough tiles for each floor (2.5); floor 4 has its own."""
    qualities = Counter(tile.quality for tile in box.tiles)
    qualities[3] -= 1
    for quality, squares in zip(QUALITIES, box.garden.floors.squares, strict=False):
        tiles = qualities[quality]
        besides = f", {box.garden.tiles.top} not counted," if quality == 3 else ""
        require(
            tiles >= squares,
            "tiles",
            f"floor {quality} needs {squares} tiles of quality {quality} (rule 2.5){besides} but there are {tiles}",
        )
