"""`amyitis box`: what is printed and what lies in the box, with how sure we are of it."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from amyitis.box import Box, Mark
from amyitis.box.model import PlantFace, Tile
from amyitis.box.origin import plain

WIDTH = 120
LEGEND = {
    Mark.CERTAIN: "in a rule text",
    Mark.LIKELY: "one good outside source, consistent with the rule texts",
    Mark.RECONSTRUCTED: "our own choice, made to fit all that is known",
}
STYLE = {Mark.CERTAIN: "green", Mark.LIKELY: "cyan", Mark.RECONSTRUCTED: "yellow"}


def show_box(box: Box, as_json: bool) -> None:
    """Print every entry of a box with its mark and source: as tables, or as one JSON object."""
    if as_json:
        print(json.dumps({"digest": box.digest, **plain(box)}, indent=2, ensure_ascii=False))
        return
    console = Console()
    console.width = min(console.width, WIDTH)
    console.print(Text.assemble("Box ", (box.name, "bold"), "  ", (box.digest, "dim")))
    console.print("Three numbers, as 2 / 3 / 4, are those for 2, 3 and 4 players.", style="dim")
    console.print(_table("single entries", _single_entries(box)))
    for field in fields(box):
        entries = getattr(box, field.name)
        if isinstance(entries, tuple):
            console.print(_table(field.name, ((_name(entry), entry) for entry in entries)))
    legend = Table(box=None, show_header=False, pad_edge=False)
    for mark, meaning in LEGEND.items():
        legend.add_row(Text(mark[0].upper(), style=STYLE[mark]), mark, Text(meaning, style="dim"))
    console.print(legend)


def _single_entries(thing: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yields the entries that stand alone in the file, by their names there."""
    for field in fields(thing):
        entry, name = getattr(thing, field.name), path + field.name
        if hasattr(entry, "origin"):
            yield name, entry
        elif is_dataclass(entry):
            yield from _single_entries(entry, f"{name}.")


def _name(entry: Any) -> str:
    """Returns what an entry of a list is called: a tile as it is written, any other by its first fact."""
    return entry.name if isinstance(entry, Tile) else str(getattr(entry, fields(entry)[0].name))


def _table(title: str, entries: Iterable[tuple[str, Any]]) -> Table:
    """Returns a table of entries by their names: the facts of each, how sure they are, and where they come from."""
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("entry", no_wrap=True)
    table.add_column("facts", ratio=1)
    table.add_column("mark", no_wrap=True)
    table.add_column("source", style="dim", ratio=1)
    for name, entry in entries:
        marks = [
            Text.assemble((f"{part} " if part else "", "dim"), (mark[0].upper(), STYLE[mark]))
            for part, mark in entry.origin.marks
        ]
        table.add_row(name, Text(", ".join(_facts(entry, name))), Text("\n").join(marks), Text(entry.origin.source))
    return table


def _facts(entry: Any, name: str) -> Iterator[str]:
    """Yields the facts of an entry but its name; what it does not have is left out."""
    for field in fields(entry):
        value = getattr(entry, field.name)
        if field.name != "origin" and value not in (name, field.default):
            yield f"{field.name} {_words(value)}"


def _words(value: Any) -> str:
    if not isinstance(value, tuple):
        return str(value)
    by_players = len(value) == 3 and all(isinstance(part, int) for part in value)
    return (" / " if by_players else ", ").join(
        part.name if isinstance(part, PlantFace) else str(part) for part in value
    )
