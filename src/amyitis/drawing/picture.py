"""The whole table as a picture, drawn with Pillow from the data of `Game.view()` alone: no browser, no window."""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from amyitis.rules.tasks import QUESTIONS

from .garden_drawing import FLOOR_STYLES, tile_prestige, tile_words
from .glyphs import COLOUR_NAMES

if TYPE_CHECKING:
    from PIL.Image import Image

View = Mapping[str, Any]
Point = tuple[float, float]

SIZE = (1200, 800)
FINER = 2  # drawn so many times larger, then made smaller, for smooth edges

SAND, STONE, INK, FAINT = "#f3ead6", "#e4d6b8", "#2a2017", "#857a66"
WATER, DRY, GOLD = "#3fa7c8", "#bba988", "#d9951a"
CUBES = {"W": "#fbf8f0", "K": "#2c2a30", "B": "#2f74cf", "R": "#c8382b", "N": "#96928a"}
LETTERS = {"W": INK, "K": "#f4ecd8", "B": "#ffffff", "R": "#ffffff", "N": INK}
GOODS = {"barley": "#d8b13a", "dates": "#8a4b22", "salt": "#d7dbe0", "palm": "#5f9a3a", "wine": "#7a2345"}
KINDS = {"market": "#f0c552", "court": "#d9a8a0", "plant": "#a9cf96"}

GARDEN, CELL = (318.0, 598.0), 66.0  # the lowest corner of the garden; half the width of a square
RING, RADIUS = (792.0, 246.0), 142.0


def draw_picture(view: View) -> "Image":
    """Returns the table as a picture of `SIZE`; raises ImportError where Pillow is not installed."""
    sheet = _Sheet()
    _header(sheet, view)
    _garden(sheet, view["garden"])
    _cities(sheet, view)
    _fields(sheet, view["fields"])
    _temples(sheet, view["temples"])
    _crafts(sheet, view["crafts"])
    _court(sheet, view["court"])
    if "palace" in view:
        _palace(sheet, view["palace"])
    if "supply" in view:
        supply = view["supply"]
        piles = {"talents": supply["talents"], "camels": supply["camels"], **supply["goods"]}
        sheet.text(620, 556, "Supply: " + ", ".join(f"{count} {name}" for name, count in piles.items()), 12)
    width = SIZE[0] / len(view["seats"])
    for place, seat in enumerate(view["seats"]):
        _player(sheet, view, seat, place * width, width)
    return sheet.finished()


class _Sheet:
    """What is drawn on, in the measures of the finished picture."""

    def __init__(self) -> None:
        from PIL import Image, ImageDraw, ImageFont

        self._fonts, self._font = ImageFont, {}  # type: ignore[var-annotated]
        self._image = Image.new("RGB", (SIZE[0] * FINER, SIZE[1] * FINER), SAND)
        self._draw = ImageDraw.Draw(self._image)

    def finished(self) -> "Image":
        return self._image.resize(SIZE)

    def polygon(self, points: Sequence[Point], fill: str, outline: str = INK, width: float = 1) -> None:
        self._draw.polygon([_scaled(point) for point in points], fill, outline, round(width * FINER))

    def box(self, corners: tuple[float, ...], fill: str, outline: str = DRY, width: float = 1) -> None:
        edges = [number * FINER for number in corners]
        self._draw.rounded_rectangle(edges, 5 * FINER, fill, outline, round(width * FINER))

    def line(self, points: Sequence[Point], fill: str, width: float) -> None:
        self._draw.line([_scaled(point) for point in points], fill, round(width * FINER), joint="curve")

    def disc(self, x: float, y: float, radius: float, fill: str, outline: str = INK, width: float = 1) -> None:
        edges = (*_scaled((x - radius, y - radius)), *_scaled((x + radius, y + radius)))
        self._draw.ellipse(edges, fill, outline, round(width * FINER))

    def text(self, x: float, y: float, words: object, size: float = 12, fill: str = INK, anchor: str = "lm") -> None:
        if size not in self._font:
            self._font[size] = self._fonts.load_default(size * FINER)
        self._draw.text(_scaled((x, y)), str(words), fill, self._font[size], anchor)

    def cube(self, x: float, y: float, letter: str | None, half: float = 7) -> None:
        """A cube of a colour with its letter; an empty place where there is none."""
        if letter is None:
            self.box((x - half, y - half, x + half, y + half), SAND)
        else:
            self.box((x - half, y - half, x + half, y + half), CUBES[letter], INK)
            self.text(x, y, letter, 9, LETTERS[letter], "mm")


def _scaled(point: Point) -> Point:
    return point[0] * FINER, point[1] * FINER


def _header(sheet: _Sheet, view: View) -> None:
    """Round and phase, whose decision it is, and how far the end of the game is."""
    sheet.box((6, 6, SIZE[0] - 6, 40), STONE)
    sheet.text(18, 23, f"Round {view['round']}, {view['phase']}", 16)
    garden, question = view["garden"], view["question"]
    end = "last round" if view["last_round"] else f"last round at {garden['tiles_at_end']}"
    sheet.text(SIZE[0] - 18, 23, f"{garden['tiles_left']} tiles left, {end}", 14, INK, "rm")
    if question is None:
        words = " and ".join(COLOUR_NAMES[letter] for letter in view["winners"]) + " won"
    elif question["seat"] in COLOUR_NAMES:
        words = f"{COLOUR_NAMES[question['seat']]} chooses {QUESTIONS[question['task']].chosen}"
    else:
        words = "the Craft cards are dealt"
    sheet.text(SIZE[0] / 2, 23, words, 16, INK, "mm")


def _corner(file: int, rank: int) -> Point:
    """Where the upper corner of a square lies; files go up to the right, ranks up to the left."""
    return GARDEN[0] + CELL * (file - rank), GARDEN[1] - CELL * (file + rank)


def _garden(sheet: _Sheet, garden: Mapping[str, Any]) -> None:
    """Squares with their tiles, sides with their cubes, and the river along the two lower borders."""
    places = {name: (ord(name[0]) - ord("a") + 1, int(name[1:])) for name in garden["squares"]}
    files, ranks = (max(numbers) for numbers in zip(*places.values(), strict=True))
    for name, (file, rank) in places.items():
        _square(sheet, name, file, rank, garden["squares"][name])
    low, left, right = _corner(0, 0), _corner(0, ranks), _corner(files, 0)
    sheet.line([(x, y + 5) for x, y in (left, low, right)], WATER, 10)
    sheet.text(left[0] - 6, left[1] + 118, "the river", 13, WATER)
    for name, side in garden["sides"].items():
        (file, rank), (other, _) = (places[square] for square in name.split("-"))
        begin = _corner(file, rank - 1) if other > file else _corner(file - 1, rank)
        _side(sheet, (begin, _corner(file, rank)), side)


def _square(sheet: _Sheet, name: str, file: int, rank: int, square: Mapping[str, Any]) -> None:
    x, top = _corner(file, rank)
    y = top + CELL
    tile, owner = square["tile"], square["planted_by"]
    free = tile is not None and owner is None
    paint = FLOOR_STYLES[square["floor"]].rpartition(" ")[2] if free else STONE
    sheet.polygon([(x, top), (x + CELL, y), (x, y + CELL), (x - CELL, y)], paint, DRY)
    sheet.text(x, y - 34, name, 10, FAINT, "mm")
    if tile is None:
        return
    if owner is not None:
        sheet.disc(x, y, 15, CUBES[owner])
        sheet.text(x, y, owner, 13, LETTERS[owner], "mm")
        return
    sheet.text(x, y - 14, tile_prestige(tile), 22, INK, "mm")
    for line, words in enumerate(tile_words(tile, 40).split(" + ")):
        sheet.text(x, y + 6 + 13 * line, words, 11, INK, "mm")
    if square["irrigated"]:
        sheet.text(x, y + 36, "watered", 9, "#1f6f8b", "mm")


def _side(sheet: _Sheet, ends: tuple[Point, Point], side: Mapping[str, Any]) -> None:
    flows = side["irrigated"] or "N" in side["cubes"]
    sheet.line(ends, WATER if flows else DRY, 6 if flows else 2)
    (x, y), (right, top) = ends
    for area in range(side["areas"]):
        part = (area + 1) / (side["areas"] + 1)
        at = x + (right - x) * part, y + (top - y) * part
        if area < len(side["cubes"]):
            sheet.cube(*at, side["cubes"][area])
        else:
            sheet.disc(*at, 5, "#dff1f6" if side["open"] else SAND, WATER if side["open"] else DRY)


def _cities(sheet: _Sheet, view: View) -> None:
    """The ring of cities, clockwise from the top: what each asks and offers, and the caravan."""
    first = next(city for city in view["cities"] if city["kind"] == "market")
    around = sorted(view["cities"], key=lambda city: (city["spaces"] - first["spaces"]) % len(view["cities"]))
    sheet.disc(*RING, RADIUS, SAND, STONE, 12)
    for place, city in enumerate(around):
        angle = 2 * math.pi * place / len(around) - math.pi / 2
        x, y = RING[0] + RADIUS * 1.08 * math.cos(angle), RING[1] + RADIUS * math.sin(angle)
        here = city["city"] == view["caravan"]
        sheet.box((x - 47, y - 25, x + 47, y + 25), KINDS[city["kind"]], GOLD if here else INK, 4 if here else 1)
        sheet.text(x, y - 14, city["city"], 12, INK, "mm")
        plant = city.get("plant")
        offers = ["plant " + str(plant["quality"])] if plant else [name[:8] for name in city["offers"]]
        words = "/".join(offers) or f"goods for {' or '.join(map(str, city['prices']))}"
        sheet.text(x, y + 14, words, 9, INK, "mm")
        wanted = [good for good in (city["asks"], plant and plant["extra"]) if good]
        for i, good in enumerate(wanted):
            sheet.disc(x + 12 * (2 * i - len(wanted) + 1) / 2, y, 5, GOODS[good])
    sheet.text(RING[0], RING[1] - 8, "the caravan is in", 12, FAINT, "mm")
    sheet.text(RING[0], RING[1] + 10, view["caravan"], 16, INK, "mm")


def _fields(sheet: _Sheet, fields: Mapping[str, Any]) -> None:
    sheet.text(620, 448, "Fields", 14)
    for line, (name, row) in enumerate(fields.items()):
        y = 472 + 34 * line
        sheet.text(620, y, name, 11, FAINT)
        for place, space in enumerate(row):
            x = 690 + 62 * place
            sheet.disc(x, y, 12, GOODS[space["good"]])
            if space["cube"]:
                sheet.cube(x, y, space["cube"])
            else:
                sheet.text(x + 15, y, space["good"], 9, FAINT)


def _temples(sheet: _Sheet, temples: Mapping[str, Any]) -> None:
    sheet.text(1010, 60, "Temples", 14)
    for line, (name, spaces) in enumerate(temples.items()):
        y = 84 + 24 * line
        sheet.text(1010, y, name.capitalize(), 12)
        for place, letter in enumerate(spaces):
            sheet.cube(1090 + 22 * place, y, letter, 8)


def _crafts(sheet: _Sheet, groups: Sequence[Mapping[str, Any]]) -> None:
    sheet.text(1010, 170, "Craft cards: talents to pay", 14)
    for line, group in enumerate(groups):
        y = 194 + 32 * line
        price = "-" if group["price"] is None else group["price"]
        sheet.disc(1020, y, 10, GOLD)
        sheet.text(1020, y, price, 12, INK, "mm")
        for place, craft in enumerate(group["face_up"]):
            x = 1037 + 53 * place
            sheet.box((x, y - 12, x + 50, y + 12), "#ffffff")
            sheet.text(x + 25, y, craft, 9, INK, "mm")


def _court(sheet: _Sheet, court: Mapping[str, Any]) -> None:
    sheet.text(1010, 336, "Court cards left, by level", 14)
    for line, name in enumerate(("banker", "caravaneer", "palace")):
        left = "  ".join(f"{level}:{count}" for level, count in court[name].items())
        sheet.text(1010, 358 + 18 * line, f"{name.capitalize()}   {left}", 11)
    sheet.text(1010, 412, f"Gardener   {court['gardener']}", 11)


def _palace(sheet: _Sheet, palace: Mapping[str, Any]) -> None:
    sheet.text(1010, 448, "Palace track", 14)
    for place, (letter, space) in enumerate(palace["track"].items()):
        sheet.cube(1020 + 46 * place, 472, letter)
        sheet.text(1032 + 46 * place, 472, space, 11)
    for line, (name, holder) in enumerate(palace["bonuses"].items()):
        x, y = 1020 + 92 * (line % 2), 498 + 22 * (line // 2)
        sheet.cube(x, y, holder)
        sheet.text(x + 12, y, name, 10)


def _player(sheet: _Sheet, view: View, seat: Mapping[str, Any], left: float, width: float) -> None:
    """A player's panel: prestige, purse, goods, Court cards and tiles."""
    question, top = view["question"], 622
    decides = question is not None and question["seat"] == seat["seat"]
    edges = (left + 6, top, left + width - 6, SIZE[1] - 6)
    sheet.box(edges, STONE, GOLD if decides else DRY, 3 if decides else 1)
    sheet.cube(left + 26, top + 22, seat["seat"], 11)
    signs = [word for word, holds in (("first", seat["first_player"]), ("passed", seat["passed"])) if holds]
    sheet.text(left + 44, top + 22, " ".join([seat["colour"].capitalize(), *(f"({sign})" for sign in signs)]), 15)
    sheet.text(left + width - 20, top + 22, seat["prestige"], 22, INK, "rm")
    lines = (
        f"talents {seat['talents']}    camels {seat['camels']}    cubes {seat['cubes']}",
        f"goods {seat['goods_held']} of {seat['goods_limit']}",
        f"Banker {seat['banker']}   Caravaneer {seat['caravaneer']}",
        f"Palace {seat['palace']}   Gardeners {seat['gardeners']}",
        f"tiles {len(seat['tiles'])}: {' '.join(tile['square'] for tile in seat['tiles'])}",
    )
    for line, words in enumerate(lines):
        sheet.text(left + 18, top + 52 + 23 * line, words, 12)
    held = [good for good, count in seat["goods"].items() for _ in range(count)]
    for place, good in enumerate(held):
        sheet.disc(left + 120 + 17 * place, top + 75, 7, GOODS[good])
