"""`amyitis box`: what is printed and what lies in the box, with how sure we are of it."""

import json
import re
from collections.abc import Iterable

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from amyitis.box import Box, Mark, Origin
from amyitis.box.model import CourtCard, Triple
from amyitis.box.origin import plain

WIDTH = 120
LEGEND = {
    Mark.CERTAIN: "in a rule text",
    Mark.LIKELY: "one good outside source, consistent with the rule texts",
    Mark.RECONSTRUCTED: "our own choice, made to fit all that is known",
}
STYLE = {Mark.CERTAIN: "green", Mark.LIKELY: "cyan", Mark.RECONSTRUCTED: "yellow"}

Row = tuple[tuple[str, ...], Origin]


def show_box(box: Box, as_json: bool) -> None:
    """Print every entry of a box with its mark and source: as tables, or as one JSON object."""
    if as_json:
        print(json.dumps({"digest": box.digest, **plain(box)}, indent=2, ensure_ascii=False))
        return
    console = Console()
    console.print(Group(*_pages(box)), width=min(console.width, WIDTH))


def _pages(box: Box) -> Iterable[RenderableType]:
    yield Text.assemble("Box ", (box.name, "bold"), "  ", (box.digest, "dim"))
    yield _table("Counts", ("what", "count"), _counts(box))
    yield _table("Fields and temples", ("where", "spaces"), _boards(box))
    yield _table("Mesopotamia, clockwise", ("#", "city", "kind", "asks", "offers"), _cities(box))
    yield _table("Plant cards", ("card", "sides"), _plants(box))
    yield _table("Craft cards by players", ("craft", "2", "3", "4"), _crafts(box))
    yield _table("Court cards by players", ("card", "worth", "2", "3", "4"), _court(box))
    yield _table("Garden", ("what", "value"), _garden(box))
    yield _table("Garden tiles", ("tile", "prestige", "bonuses"), _tiles(box))
    yield _table("Handed out", ("what", "value"), _handed_out(box))
    yield _table("Palace expansion", ("what", "value"), _palace(box))
    yield _legend()


def _table(title: str, columns: tuple[str, ...], rows: Iterable[Row]) -> Table:
    table = Table(
        title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, pad_edge=False, header_style="dim"
    )
    for column in columns:
        number = column in {"#", "2", "3", "4", "count", "prestige"}
        table.add_column(column, justify="right" if number else "left", no_wrap=number)
    table.add_column("mark", no_wrap=True)
    table.add_column("source", style="dim", ratio=1)
    for cells, origin in rows:
        table.add_row(*map(Text, cells), _marks(origin), Text(origin.source))
    return table


def _marks(origin: Origin) -> Text:
    """Returns the marks as letters, each part on its own line."""
    lines = (
        Text.assemble((f"{part} " if part else "", "dim"), (mark[0].upper(), STYLE[mark]))
        for part, mark in origin.marks
    )
    return Text("\n").join(lines)


def _legend() -> RenderableType:
    table = Table(box=None, show_header=False, pad_edge=False)
    for mark, meaning in LEGEND.items():
        table.add_row(Text(mark[0].upper(), style=STYLE[mark]), Text(mark), Text(meaning, style="dim"))
    return table


def _counts(box: Box) -> Iterable[Row]:
    yield ("goods: " + ", ".join(box.goods.names), f"{box.goods.total}, {box.goods.each} each"), box.goods.origin
    yield ("camels", str(box.camels.count)), box.camels.origin
    yield ("caravan", str(box.camels.caravans)), box.camels.origin
    yield ("talents", str(box.talents.count)), box.talents.origin
    cubes = box.cubes
    yield ("cubes: " + ", ".join((*cubes.colours, cubes.neutral)), f"{cubes.total}, {cubes.each} each"), cubes.origin
    for deck, count in (("Craft", box.cards.craft), ("Court", box.cards.court), ("plant", box.cards.plant)):
        yield (f"{deck} cards", str(count)), box.cards.origin
    yield ("garden tiles", str(box.garden.tiles.total)), _part(box.garden.tiles.origin, "total")


def _boards(box: Box) -> Iterable[Row]:
    for row in box.fields:
        yield (f"{row.row} row", ", ".join(row.goods)), row.origin
    for temple in box.temples.names:
        yield (f"temple of {temple.title()}", str(box.temples.spaces)), box.temples.origin


def _cities(box: Box) -> Iterable[Row]:
    one, two = box.market.prestige
    for i, city in enumerate(box.cities):
        name = f"{city.name} ({city.also})" if city.also else city.name
        if city.kind == "market":
            asked, offered = "1 or 2 goods", f"{one} or {two} prestige, irrigation"
        else:
            asked, offered = city.good or "", " or ".join(city.offers) or "plant card"
        yield (str(i), name, city.kind, asked, offered), city.origin


def _plants(box: Box) -> Iterable[Row]:
    for card in box.plants:
        faces = (f"quality {face.quality}" + (f" and {face.good}" if face.good else "") for face in card.faces)
        where = f" ({card.city})" if card.city else ""
        yield (card.card + where, " / ".join(faces)), card.origin


def _crafts(box: Box) -> Iterable[Row]:
    for card in box.crafts:
        yield (card.craft, *_three(card.cards)), card.origin


def _court(box: Box) -> Iterable[Row]:
    for card in box.court:
        name = card.type if card.type == "gardener" else f"{card.type} {card.level}"
        yield (name, _worth(card), *_three(card.cards)), card.origin


def _worth(card: CourtCard) -> str:
    """Returns what a Court card brings, in words."""
    if card.type == "caravaneer":
        lies = ", a good lies on it" if card.goods else ""
        return f"+{card.spaces} spaces, keep {card.keep} goods{lies}"
    talents = "talent" if card.talents == 1 else "talents"
    worth = ((card.talents, talents), (card.prestige, "prestige"), (card.quality, "plant quality"))
    return ", ".join(f"{count} {word}" for count, word in worth if count)


def _garden(box: Box) -> Iterable[Row]:
    floors, river, sides = box.garden.floors, box.garden.river, box.garden.sides
    yield ("squares", f"{floors.files} by {floors.ranks}"), floors.origin
    yield ("squares of floor 1, 2, 3, 4", ", ".join(map(str, floors.squares))), floors.origin
    yield ("river", f"along file {river.file} and rank {river.rank}"), river.origin
    yield ("starred squares", ", ".join(box.garden.starred.squares)), box.garden.starred.origin
    yield ("irrigation", f"{sides.areas} areas on {sides.sides} sides"), sides.origin
    yield ("two areas on a side", f"that touches floor {sides.double_from_floor} or higher"), sides.origin
    yield ("tile of floor 4", box.garden.tiles.top), _part(box.garden.tiles.origin, "top")
    yield ("values of tiles", ", ".join(map(str, box.garden.tiles.values))), _part(box.garden.tiles.origin, "values")


def _tiles(box: Box) -> Iterable[Row]:
    for tile in box.tiles:
        bonuses = (re.sub(r"(\d)(\D)", r"\1 \2", bonus) for bonus in tile.name.split("+")[1:])
        yield (tile.name, str(tile.prestige), ", ".join(bonuses)), tile.origin


def _handed_out(box: Box) -> Iterable[Row]:
    start, favour = box.start, box.favour
    yield (
        ("at the start", f"{start.talents} talents, {start.camels} camel, Caravaneer {start.caravaneer}"),
        start.origin,
    )
    yield ("engineer", f"{box.engineer.prestige} prestige"), box.engineer.origin
    yield ("sale of 1 or 2 goods", "{} or {} prestige".format(*box.market.prestige)), box.market.origin
    yield ("Marduk, first and second", "{} and {} prestige".format(*box.marduk.prestige)), box.marduk.origin
    small, great = favour.prestige
    for players, low, high in zip((2, 3, 4), favour.low, favour.high, strict=True):
        worth = f"{low} tiles: {small} prestige, {high} tiles: {great}"
        yield (f"Amyitis' favour, {players} players", worth), favour.origin
    yield ("last round, 2 / 3 / 4 players", f"{' / '.join(_three(box.end.tiles))} tiles left"), box.end.origin


def _palace(box: Box) -> Iterable[Row]:
    palace = box.palace
    end = "without an end" if palace.track.endless else "with an end"
    yield ("track", f"counted from {palace.track.start}, {end}"), palace.track.origin
    yield ("courtier", f"advance {palace.courtier.steps}"), palace.courtier.origin
    yield ("Noble", f"{palace.noble.talents} talents, advance {palace.noble.steps}"), palace.noble.origin
    yield (
        ("minor courtier", f"advance {palace.minor.steps} and take {palace.minor.talents} talent"),
        palace.minor.origin,
    )


def _part(origin: Origin, part: str) -> Origin:
    """Returns the mark of one part alone, or all of them where the file does not tell the parts apart."""
    marks = tuple(("", mark) for name, mark in origin.marks if name == part)
    return Origin(marks or origin.marks, origin.source)


def _three(cards: Triple) -> tuple[str, str, str]:
    two, three, four = cards
    return str(two), str(three), str(four)
