"""The smaller parts of the table: cities, crafts, fields, temples, Court, Palace board, supply."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from .glyphs import COLOUR_NAMES, HEADING, LEADS, QUIET, cube

View = Mapping[str, Any]

PRIZES = {"ishtar": "camel, talent", "marduk": "prestige", "tammouz": "field, swap"}
FIRST_PRIZES = {"ishtar": "camel/talent", "marduk": "prestige", "tammouz": "field"}  # with two, nobody is second
BONUS_WORDS = {
    "first": "first player",
    "procession": "procession",
    "craft": "free craft",
    "courtier": "minor courtier",
}


def section(title: str, body: RenderableType, note: str = "") -> Group:
    """Returns a part of the table under its heading."""
    return Group(Text.assemble((title, HEADING), (f"  {note}" if note else "", QUIET)), body)


def _columns(*headings: str, right: tuple[str, ...] = ()) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style=QUIET)
    for heading in headings:
        table.add_column(heading, no_wrap=True, justify="right" if heading in right else "left")
    return table


def cities(view: View) -> RenderableType:
    """Returns the ring from where the caravan stands, clockwise, with price, offer and the camels to get there."""
    table = _columns("", "city", "asks", "offers", "camels", right=("", "camels"))
    for city in sorted(view["cities"], key=lambda city: int(city["spaces"]) % len(view["cities"])):
        here = city["city"] == view["caravan"]
        camels = "here" if here and city["camels"] is None else "-" if city["camels"] is None else str(city["camels"])
        style = "bold" if here else "" if city["camels"] else QUIET
        spaces = LEADS if here else str(city["spaces"])
        table.add_row(spaces, city["city"], _asks(city), _offers(city), camels, style=style)
    question = view["question"]
    walker = question["seat"] if question and question["seat"] in COLOUR_NAMES else view["turn"]
    return section("Caravan", table, f"clockwise; camels for {COLOUR_NAMES[walker]}")


def _asks(city: dict[str, Any]) -> str:
    if city["kind"] == "market":
        return "1 or 2 goods"
    extra = city["plant"]["extra"] if "plant" in city else None
    return f"{city['asks']}+{extra}" if extra else str(city["asks"])


def _offers(city: dict[str, Any]) -> str:
    if city["kind"] == "market":
        return f"{' or '.join(map(str, city['prices']))}★, a canal"
    if "plant" in city:
        plant = city["plant"]
        return f"plant {plant['quality']} / {_face(plant['under'])}"
    return ", ".join(name.capitalize() for name in city["offers"])


def _face(face: Any) -> str:
    """A side of a plant card: its quality, and the good it asks for."""
    return f"{face['quality']}+{face['extra']}" if face["extra"] else str(face["quality"])


def crafts(view: View) -> RenderableType:
    """Returns the groups of Craft cards with what a card of each costs."""
    table = _columns("", "pay", "face up", right=("", "pay"))
    for group in view["crafts"]:
        if group["face_up"]:
            table.add_row(str(group["group"]), str(group["price"]), " ".join(group["face_up"]))
        else:
            table.add_row(str(group["group"]), "-", "none", style=QUIET)
    return section("Crafts", table, "group, talents to pay")


def fields(view: View, *, upright: bool) -> RenderableType:
    """Returns the two field rows: on each space a cube, or the good that the next peasant takes there."""
    spaces = {name: [_space(row, place) for place in range(len(row))] for name, row in view["fields"].items()}
    if upright:
        table = _columns(*(f"{name} row" for name in spaces))
        table.padding = (0, 2, 0, 0)
        for pair in zip(*spaces.values(), strict=True):
            table.add_row(*pair)
    else:
        table = Table.grid(padding=(0, 1, 0, 0))
        for name, row in spaces.items():
            table.add_row(Text(name, style=QUIET), *row)
    return section("Fields", table, "( ) the next good")


def _space(row: list[dict[str, Any]], place: int) -> Text:
    letter, good = row[place]["cube"], row[place]["good"]
    if letter:
        return Text.assemble(cube(letter), (f" {good}", QUIET))
    is_next = place == 0 or row[place - 1]["cube"]
    return Text.assemble(("( ) " if is_next else "    ", "bold"), (good, "bold" if is_next else ""))


def temples(view: View, *, prizes: bool = True) -> RenderableType:
    """Returns the temples, and what is won there: by the first, and by the second where second places count."""
    has_second = view["players"] > 2 or view["switches"]["open_duel"]
    words = PRIZES if has_second else FIRST_PRIZES
    table = Table.grid(padding=(0, 1, 0, 0))
    for name, spaces in view["temples"].items():
        line = Text().join(cube(letter) if letter else Text(" · ", style=QUIET) for letter in spaces)
        table.add_row(Text(name.capitalize()), line, Text(words[name] if prizes else "", style=QUIET))
    return section("Temples", table, "new cubes come left")


def court(view: View) -> RenderableType:
    """Returns what is left of the Court cards, by level."""
    table = Table.grid(padding=(0, 1, 0, 0))
    supply_left = view["court"]
    for name in ("banker", "caravaneer", "palace"):
        left = Text("  ").join(
            Text(f"{level}:{count}", style="" if count else QUIET) for level, count in supply_left[name].items()
        )
        if name == "caravaneer" and supply_left["caravaneer_goods"]:
            left.append(f"  on 2: {', '.join(supply_left['caravaneer_goods'])}", style=QUIET)
        table.add_row(name.capitalize(), left)
    table.add_row("Gardener", str(supply_left["gardener"]))
    return section("Court", table, "level: cards left")


def palace(view: View) -> RenderableType:
    """Returns the Palace board: the track, the Noble and who holds which bonus (13)."""
    board = view["palace"]
    off = [letter for letter in board["track"] if letter not in board["order"]]
    order = [*board["order"], *off]
    places = Text("  ").join(Text.assemble(cube(letter), f" {board['track'][letter]}") for letter in order)
    noble = "gone for this round" if board["noble"] == "used" else "free"
    bonuses = Text("  ").join(
        Text.assemble(cube(holder) if holder else "( )", f" {BONUS_WORDS[name]}")
        for name, holder in board["bonuses"].items()
    )
    track = Text.assemble("Track: ", places, f"    The Noble is {noble}")
    return section("Palace", Group(track, Text.assemble("Bonuses: ", bonuses)))


def supply(view: View) -> RenderableType:
    """Returns what is left in the piles, where they are limited (12.1)."""
    left = view["supply"]
    goods = ", ".join(f"{count} {name}" for name, count in left["goods"].items())
    return section("Supply", Text(f"{left['talents']} talents, {left['camels']} camels, {goods}"))
