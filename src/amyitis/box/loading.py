"""Reading a box file: TOML in, a checked `Box` out. Every refusal is one sentence that names the entry."""

import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from amyitis.box import garden_model, model, words
from amyitis.box.checks import check_box
from amyitis.box.reading import Entry
from amyitis.errors import BoxError

PACKAGED = Path(__file__).with_name("box.toml")
FORMAT = 1  # of the file; a change that makes old files unreadable adds one
T = TypeVar("T")


def load_box(path: Path | None = None) -> model.Box:
    """Returns the box in the file at `path`, or the packaged one; raises `BoxError` for a file that cannot be used."""
    return parse_box(packaged_text() if path is None else _text_of(path))


def packaged_text() -> str:
    """Returns the text of the box file that comes with the program."""
    return PACKAGED.read_text(encoding="utf-8")


def parse_box(text: str) -> model.Box:
    """Returns the box written in `text`; raises `BoxError`."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BoxError("box file", f"is not TOML: {error}") from error
    box = _box(Entry("", table))
    check_box(box)
    return box


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise BoxError("box file", f"there is no file {path}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BoxError("box file", f"{path} cannot be read ({error})") from error


def _box(file: Entry) -> model.Box:
    """Returns the whole file; entries are read in the order of the dataclass."""
    head = file.table("box")
    name = head.text("name")
    if (version := head.number("format")) != FORMAT:
        raise BoxError(head.path("format"), f"must be {FORMAT}, but is {version}")
    head.finish()
    box = model.Box(
        name=name,
        goods=_goods(file.table("goods")),
        camels=_camels(file.table("camels")),
        talents=_talents(file.table("talents")),
        cubes=_cubes(file.table("cubes")),
        cards=_cards(file.table("cards")),
        fields=_each(file, "fields", _row, lambda one: words.ROW_NAMES.index(one.row)),
        temples=_temples(file.table("temples")),
        mesopotamia=_mesopotamia(file.table("mesopotamia")),
        cities=_each(file, "cities", _city),
        market=_market(file.table("market")),
        plants=_each(file, "plants", _plant, lambda one: words.PLANT_CARDS.index(one.card)),
        crafts=_each(file, "crafts", _craft, lambda one: words.CRAFTS.index(one.craft)),
        court=_each(file, "court", _court, lambda one: 100 * words.COURT_TYPES.index(one.type) + one.level),
        garden=_garden(file.table("garden")),
        tiles=_tiles(file),
        start=_start(file.table("start")),
        engineer=_engineer(file.table("engineer")),
        marduk=_marduk(file.table("marduk")),
        favour=_favour(file.table("favour")),
        end=_end(file.table("end")),
        palace=_palace(file.table("palace")),
    )
    file.finish()
    return box


def _each(file: Entry, key: str, read: Callable[[Entry], T], order: Callable[[T], int] = lambda _: 0) -> tuple[T, ...]:
    """Returns a list of entries, sorted by `order` (which leaves equals as they stand)."""
    return tuple(sorted((read(entry) for entry in file.tables(key)), key=order))


def _goods(entry: Entry) -> model.Goods:
    names = entry.words("names", words.GOODS)
    return model.Goods(names, entry.number("each"), entry.number("total"), entry.origin())


def _camels(entry: Entry) -> model.Camels:
    return model.Camels(entry.number("count"), entry.number("caravans"), entry.origin())


def _talents(entry: Entry) -> model.Talents:
    return model.Talents(entry.number("count"), entry.origin())


def _cubes(entry: Entry) -> model.Cubes:
    return model.Cubes(
        colours=entry.words("colours", words.COLOURS),
        neutral=entry.word("neutral", (words.NEUTRAL,)),
        each=entry.number("each"),
        total=entry.number("total"),
        origin=entry.origin(),
    )


def _cards(entry: Entry) -> model.Cards:
    return model.Cards(entry.number("craft"), entry.number("court"), entry.number("plant"), entry.origin())


def _row(entry: Entry) -> model.FieldRow:
    return model.FieldRow(entry.word("row", words.ROW_NAMES), entry.words("goods", words.GOODS), entry.origin())


def _temples(entry: Entry) -> model.Temples:
    return model.Temples(entry.words("names", words.TEMPLES), entry.number("spaces"), entry.origin())


def _mesopotamia(entry: Entry) -> model.Mesopotamia:
    return model.Mesopotamia(entry.number("spaces"), entry.origin())


def _city(entry: Entry) -> model.City:
    name, kind = entry.text("name"), entry.word("kind", words.CITY_KINDS)
    good = None if kind == "market" else entry.word("good", words.GOODS)
    offers = entry.words("offers", words.COURT_TYPES) if kind == "court" else ()
    return model.City(name, kind, good, offers, entry.text_or_none("also"), entry.origin())


def _market(entry: Entry) -> model.Market:
    return model.Market(entry.pair("prestige"), entry.origin())


def _plant(entry: Entry) -> model.PlantCard:
    card = entry.word("card", words.PLANT_CARDS)
    faces = [_face(face) for face in entry.tables("faces")]
    if len(faces) != 2:
        raise BoxError(entry.path("faces"), f"must hold the 2 sides of the card, not {len(faces)}")
    return model.PlantCard(card, entry.text_or_none("city"), (faces[0], faces[1]), entry.origin())


def _face(entry: Entry) -> model.PlantFace:
    face = model.PlantFace(entry.number("quality"), entry.word_or_none("good", words.GOODS))
    entry.finish()
    return face


def _craft(entry: Entry) -> model.CraftCard:
    return model.CraftCard(entry.word("craft", words.CRAFTS), entry.triple("cards"), entry.origin())


def _court(entry: Entry) -> model.CourtCard:
    """Returns a Court card; each type has its own keys of worth, and those of the others are unknown to it."""
    kind = entry.word("type", words.COURT_TYPES)
    banker, caravaneer = kind == "banker", kind == "caravaneer"
    return model.CourtCard(
        type=kind,
        level=entry.number("level"),
        cards=entry.triple("cards"),
        talents=entry.number("talents") if banker else 0,
        prestige=entry.number("prestige") if kind == "palace" else entry.number_or_zero("prestige") if banker else 0,
        spaces=entry.number("spaces") if caravaneer else 0,
        keep=entry.number("keep") if caravaneer else 0,
        goods=entry.number_or_zero("goods") if caravaneer else 0,
        quality=entry.number("quality") if kind == "gardener" else 0,
        origin=entry.origin(),
    )


def _garden(entry: Entry) -> garden_model.Garden:
    floors, river, starred = entry.table("floors"), entry.table("river"), entry.table("starred")
    sides, tiles = entry.table("sides"), entry.table("tiles")
    entry.finish()
    return garden_model.Garden(
        floors=garden_model.Floors(
            floors.number("files"), floors.number("ranks"), floors.numbers("squares"), floors.origin()
        ),
        river=garden_model.River(river.word("file", tuple(words.FILE_LETTERS)), river.number("rank"), river.origin()),
        starred=garden_model.Starred(starred.words("squares", words.SQUARE_NAMES), starred.origin()),
        sides=garden_model.Sides(
            sides.number("double_from_floor"), sides.number("sides"), sides.number("areas"), sides.origin()
        ),
        tiles=garden_model.TileSet(tiles.number("total"), tiles.numbers("values"), tiles.text("top"), tiles.origin()),
    )


def _tiles(file: Entry) -> tuple[garden_model.Tile, ...]:
    """Returns all tiles, sorted by quality, prestige and name: their order in the file means nothing."""
    tiles: Iterable[garden_model.Tile] = _each(file, "tiles", _tile)
    return tuple(sorted(tiles, key=lambda tile: (tile.quality, tile.prestige, tile.name)))


def _tile(entry: Entry) -> garden_model.Tile:
    return garden_model.Tile(
        quality=entry.number("quality"),
        prestige=entry.number("prestige"),
        palaces=entry.number_or_zero("palaces"),
        courts=entry.number_or_zero("courts"),
        gardeners=entry.number_or_zero("gardeners"),
        goods=entry.number_or_zero("goods"),
        camels=entry.number_or_zero("camels"),
        talents=entry.number_or_zero("talents"),
        origin=entry.origin(),
    )


def _start(entry: Entry) -> model.Start:
    return model.Start(
        talents=entry.number("talents"),
        camels=entry.number("camels"),
        caravaneer=entry.number("caravaneer"),
        origin=entry.origin(),
    )


def _engineer(entry: Entry) -> model.Engineer:
    return model.Engineer(entry.number("prestige"), entry.origin())


def _marduk(entry: Entry) -> model.Marduk:
    return model.Marduk(entry.pair("prestige"), entry.origin())


def _favour(entry: Entry) -> model.Favour:
    return model.Favour(entry.triple("low"), entry.triple("high"), entry.pair("prestige"), entry.origin())


def _end(entry: Entry) -> model.End:
    return model.End(entry.triple("tiles"), entry.origin())


def _palace(entry: Entry) -> model.Palace:
    track, courtier = entry.table("track"), entry.table("courtier")
    noble, minor = entry.table("noble"), entry.table("minor")
    entry.finish()
    return model.Palace(
        track=model.Track(track.number("start"), track.flag("endless"), track.origin()),
        courtier=model.Courtier(courtier.number("steps"), courtier.origin()),
        noble=model.Noble(noble.number("talents"), noble.number("steps"), noble.origin()),
        minor=model.Minor(minor.number("steps"), minor.number("talents"), minor.origin()),
    )
