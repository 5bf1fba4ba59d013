"""The garden in a terminal: the diamond of `docs/reference/notation.md` as a wall of bricks.

A brick is a square. The left and the right half of its lower edge are its sides towards the two squares below, so
every side of the garden is one stretch of a horizontal line, and a vertical line between two bricks is a corner
where sides meet. The river runs along the steps of the two lower borders. Everything is drawn from the view alone.
"""

import re
from collections.abc import Mapping
from typing import Any

from rich.text import Text

from .glyphs import COLOUR_NAMES, CUBE_STYLES, QUIET, STAR, WATER

HALF = 8  # half a brick, from one crossing of lines to the next
BRICK_LINES = 3  # an edge and two lines of text
INNER = 2 * HALF - 1

FLOOR_STYLES = {
    1: "#2a2017 on #efe2c2",
    2: "#2a2017 on #b9dccf",
    3: "#2a2017 on #86afe0",
    4: "#2a2017 on #f0c552",
}
_SHORT = {"gardener": "Gard.", "talents": "tal.", "talent": "tal.", "camels": "cam.", "camel": "cam."}
_LONG = {"court": "Court card", "palace": "Palace", "gardener": "Gardener"}

# Crossings of lines by where lines go: up, down, left, right; dry ones and those that water reaches.
_DIRECTIONS = ("up", "down", "left", "right")
_CROSSINGS = {
    "down right": "┌╔", "down left": "┐╗", "up right": "└╚", "up left": "┘╝",
    "down left right": "┬╦", "up left right": "┴╩", "up down right": "├╠", "up down left": "┤╣",
    "up down left right": "┼╬", "left right": "─═",
}  # fmt: skip

Place = tuple[int, int]  # file and rank of a square; or of a corner, the upper one of the square of that name


def draw_garden(garden: Mapping[str, Any], example: str) -> Text:
    """Returns the garden of a view, as lines of equal width; the legend shows a cube of the colour `example`."""
    drawing = _Drawing(garden)
    for name, square in garden["squares"].items():
        drawing.brick(_place(name), name, square)
    drawing.crossings()
    drawing.legend(example)
    return drawing.canvas.text()


def tile_words(tile: str, room: int) -> str:
    """Returns the bonuses of a tile in words, shortened where they do not fit."""
    bonuses = [re.sub(r"^(\d+)", r"\1 ", bonus) for bonus in tile.split("+")[1:]]
    long = " + ".join(_LONG.get(bonus, bonus) for bonus in bonuses)
    if len(long) <= room:
        return long
    return "+".join(" ".join(_SHORT.get(word, word) for word in bonus.split()) for bonus in bonuses)[:room]


def tile_prestige(tile: str) -> str:
    """Returns the prestige of a tile, from its name `quality:prestige+bonuses`."""
    return tile.partition("+")[0].partition(":")[2]


def _place(name: str) -> Place:
    return ord(name[0]) - ord("a") + 1, int(name[1:])


class _Canvas:
    """A sheet of characters, each with a style."""

    def __init__(self, width: int, height: int) -> None:
        self._chars = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        for i, char in enumerate(text):
            self._chars[y][x + i] = char
            self._styles[y][x + i] = style

    def text(self) -> Text:
        drawn = Text(no_wrap=True)
        for y, (chars, styles) in enumerate(zip(self._chars, self._styles, strict=True)):
            drawn.append("\n" if y else "")
            for char, style in zip(chars, styles, strict=True):
                drawn.append(char, style)
        return drawn


class _Drawing:
    """The garden while it is drawn: where each brick lies, which corners are wet, where lines meet."""

    def __init__(self, garden: Mapping[str, Any]) -> None:
        self.garden = garden
        places = [_place(name) for name in garden["squares"]]
        self.files = max(file for file, _ in places)
        self.ranks = max(rank for _, rank in places)
        rows = self.files + self.ranks - 1
        self.width = HALF * (self.files + self.ranks) + 1
        self.height = BRICK_LINES * rows + 1
        self.canvas = _Canvas(self.width, self.height)
        self.wet = {corner for name, side in garden["sides"].items() if _flows(side) for corner in _ends(name)}
        self.lines: dict[Place, set[str]] = {}  # by x and y: the directions in which lines leave a crossing
        self.corner_at: dict[Place, Place] = {}

    def brick(self, place: Place, name: str, square: Mapping[str, Any]) -> None:
        """A square: its two walls, its text, its upper edges, and its lower ones where there is no square below."""
        file, rank = place
        left = HALF * (self.ranks - 1 + file - rank)
        top = BRICK_LINES * (self.files + self.ranks - file - rank)
        bottom = top + BRICK_LINES
        self._wall(left, top, (file - 1, rank))
        self._wall(left + 2 * HALF, top, (file, rank - 1))
        self._write(left + 1, top + 1, name, square)
        self._edge(left, top, name, (file, rank + 1))
        self._edge(left + HALF, top, name, (file + 1, rank))
        if file == 1:
            self._stretch(left, bottom, "≈" * (HALF - 1), WATER)
        if rank == 1:
            self._stretch(left + HALF, bottom, "≈" * (HALF - 1), WATER)
        self.corner_at |= {(left + HALF, top): (file, rank), (left + HALF, bottom): (file - 1, rank - 1)}

    def _wall(self, x: int, top: int, corner: Place) -> None:
        wet = self._is_wet(corner)
        for y in range(top + 1, top + BRICK_LINES):
            self.canvas.put(x, y, "≈" if 0 in corner else "║" if wet else "│", WATER if wet else QUIET)
        for y, direction in ((top, "down"), (top + BRICK_LINES, "up")):
            self.lines.setdefault((x, y), set()).add(direction)
            self.corner_at[x, y] = corner

    def _is_wet(self, corner: Place) -> bool:
        return corner in self.wet or 0 in corner

    def _edge(self, x: int, y: int, name: str, above: Place) -> None:
        """The upper edge towards the square `above`, with its irrigation areas; a plain line on the border."""
        side = self.garden["sides"].get(f"{name}-{chr(ord('a') + above[0] - 1)}{above[1]}")
        if side is None:
            self._stretch(x, y, "─" * (HALF - 1), QUIET)
            return
        line, style = ("═", WATER) if side["irrigated"] else ("─", QUIET)
        self._stretch(x, y, line * (HALF - 1), style)
        first = 1 if side["areas"] == 2 else 3
        for area in range(side["areas"]):
            filled = area < len(side["cubes"])
            look, style = (f"[{side['cubes'][area]}]", CUBE_STYLES[side["cubes"][area]]) if filled else _empty(side)
            self.canvas.put(x + first + 4 * area, y, look, style)

    def _stretch(self, x: int, y: int, line: str, style: str) -> None:
        self.canvas.put(x + 1, y, line, style)
        self.lines.setdefault((x, y), set()).add("right")
        self.lines.setdefault((x + HALF, y), set()).add("left")

    def _write(self, x: int, y: int, name: str, square: Mapping[str, Any]) -> None:
        """The two lines in a brick: name, floor, water; then the tile, or who planted it."""
        first = f" {name} floor {square['floor']}"
        owner, tile = square["planted_by"], square["tile"]
        style = QUIET if owner or tile is None else FLOOR_STYLES.get(square["floor"], "")
        second = " unused" if tile is None else f" {tile_prestige(tile)}{STAR}"
        if owner is None and tile is not None:
            words = tile_words(tile, INNER - len(second) - 1)
            second += f" {words}"
        self.canvas.put(x, y, first.ljust(INNER), style)
        self.canvas.put(x, y + 1, second.ljust(INNER), style)
        if owner is not None:
            self.canvas.put(x + 1, y + 1, f"[{owner}]", CUBE_STYLES[owner])
            self.canvas.put(x + 5, y + 1, f"{COLOUR_NAMES[owner]} {second.strip()}".ljust(INNER - 5))
        elif tile is not None and square["irrigated"]:
            self.canvas.put(x + INNER - 3, y, "≈≈", f"{style} bold")

    def crossings(self) -> None:
        """Put the right character wherever lines meet."""
        for (x, y), directions in self.lines.items():
            corner = self.corner_at[x, y]
            wet = self._is_wet(corner)
            key = " ".join(direction for direction in _DIRECTIONS if direction in directions)
            self.canvas.put(x, y, "≈" if 0 in corner else _CROSSINGS[key][wet], WATER if wet else QUIET)

    def legend(self, example: str) -> None:
        """What the signs mean, in the empty corners."""
        right = self.width - 17
        for y, (letter, meaning) in enumerate(((example, f"{COLOUR_NAMES[example]}'s canal"), ("N", "grey: nobody's"))):
            self.canvas.put(0, y, f"[{letter}]", CUBE_STYLES[letter])
            self.canvas.put(4, y, meaning, QUIET)
        for y, (sign, meaning) in enumerate((("( )", "dig here"), (" · ", "no water yet"), ("≈≈", "watered tile"))):
            self.canvas.put(right, y, sign, WATER)
            self.canvas.put(right + 4, y, meaning, QUIET)
        self.canvas.put(2, self.height - 3, "the river ≈≈≈", WATER)
        self.canvas.put(self.width - 15, self.height - 3, "≈≈≈ the river", WATER)


def _ends(name: str) -> tuple[Place, Place]:
    """Returns the two corners at the ends of a side."""
    (file, rank), (other_file, _) = (_place(square) for square in name.split("-"))
    return ((file, rank - 1), (file, rank)) if other_file > file else ((file - 1, rank), (file, rank))


def _flows(side: Mapping[str, Any]) -> bool:
    """Returns whether water comes to the ends of this side: it is filled, or holds a grey cube (8.3, 8.4)."""
    return bool(side["irrigated"]) or "N" in side["cubes"]


def _empty(side: Mapping[str, Any]) -> tuple[str, str]:
    return ("( )", WATER) if side["open"] else (" · ", QUIET)
