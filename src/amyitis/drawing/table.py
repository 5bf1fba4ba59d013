"""The whole table in the terminal, from the data of `Game.view()` alone."""

from collections.abc import Mapping
from typing import Any

from rich.box import ROUNDED
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from amyitis.rules.tasks import QUESTIONS

from .boards import cities, court, crafts, fields, palace, supply, temples
from .garden_drawing import draw_garden
from .glyphs import COLOUR_NAMES, QUIET, STAR, Plain, cube

View = Mapping[str, Any]

WIDEST = 122
WIDE = 118  # the garden and the ring of cities side by side
MEDIUM = 98  # the garden with fields, temples and crafts beside it
GARDEN_WIDTH = 65
CITIES_WIDTH = 50
NARROW_PANEL = 25
ROOMY_PANEL = 39

PHASES = {
    "deal": "Craft cards are dealt",
    "actions": "actions",
    "round end": "end of the round",
    "palace": "Palace phase",
    "over": "the game is over",
}


def render_table(view: View) -> RenderableType:
    """Returns everything on the table: best at 100 to 120 columns, usable at 80, in ASCII where it must be."""
    return Plain(_Layout(view))


def what_is_chosen(question: Mapping[str, Any]) -> str:
    """Returns what an open question asks for, as the object of "chooses"."""
    return QUESTIONS[question["task"]].chosen


class _Layout:
    """Puts the parts of the table side by side, as many as the width allows."""

    def __init__(self, view: View) -> None:
        self.view = view

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(options.max_width, WIDEST)
        arrange = _wide if width >= WIDE else _medium if width >= MEDIUM else _narrow
        parts = Group(_header(self.view, width), *arrange(self.view, width), _players(self.view, width))
        yield from console.render(parts, options.update(width=width))


def _wide(view: View, width: int) -> list[RenderableType]:
    beside = Group(cities(view), Text(), crafts(view), Text(), court(view))
    return [
        _beside([_garden(view), beside], [GARDEN_WIDTH, width - GARDEN_WIDTH - 2]),
        Text(),
        _beside([fields(view, upright=False), temples(view)], [62, width - 64]),
        *_extras(view),
    ]


def _medium(view: View, width: int) -> list[RenderableType]:
    beside = Group(fields(view, upright=True), Text(), temples(view), Text(), crafts(view))
    return [
        _beside([_garden(view), beside], [GARDEN_WIDTH, width - GARDEN_WIDTH - 1], gap=1),
        Text(),
        _beside([cities(view), court(view)], [58, width - 60]),
        *_extras(view),
    ]


def _narrow(view: View, width: int) -> list[RenderableType]:
    half = (width - 2) // 2
    beside = Group(fields(view, upright=True), Text(), temples(view, prizes=False))
    return [
        Padding(_garden(view), (0, 0, 0, max(0, (width - GARDEN_WIDTH) // 2))),
        Text(),
        _beside([cities(view), beside], [CITIES_WIDTH, width - CITIES_WIDTH - 2]),
        Text(),
        _beside([crafts(view), court(view)], [half, half]),
        *_extras(view),
    ]


def _garden(view: View) -> RenderableType:
    return draw_garden(view["garden"], view["seats"][0]["seat"])


def _extras(view: View) -> list[RenderableType]:
    """Returns the parts that only some games have, each with an empty line above."""
    parts: list[RenderableType] = []
    if "palace" in view:
        parts += [Text(), palace(view)]
    if "supply" in view:
        parts += [Text(), supply(view)]
    return parts


def _beside(parts: list[RenderableType], widths: list[int], gap: int = 2) -> Table:
    grid = Table.grid(padding=(0, gap, 0, 0))
    for column in widths:
        grid.add_column(width=column)
    grid.add_row(*parts)
    return grid


def _header(view: View, width: int) -> RenderableType:
    """Returns round and phase, whose decision it is, and how far the end of the game is."""
    garden = view["garden"]
    title = Text.assemble((f"Round {view['round']}", "bold"), f", {PHASES[view['phase']]}")
    left = f"{garden['tiles_left']} tiles left"
    end = Text(f"{left}, last round at {garden['tiles_at_end']}")
    if view["last_round"]:
        end = Text.assemble(f"{left}, ", ("LAST ROUND", "bold"))
    bar = Table.grid(expand=True)
    bar.add_column()
    bar.add_column(justify="center" if width >= MEDIUM else "right")
    bar.add_column(justify="right")
    if width >= MEDIUM:
        bar.add_row(title, _decision(view), end)
    else:
        bar.add_row(title, end)
    lines = [bar] if width >= MEDIUM else [bar, _decision(view)]
    return Panel(Group(*lines), box=ROUNDED, border_style="#2f74cf")


def _decision(view: View) -> Text:
    question = view["question"]
    if question is None:
        return Text(_winners(view["winners"]), style="bold")
    letter = question["seat"]
    if letter not in COLOUR_NAMES:
        return Text("waiting for the deal")
    return Text.assemble(cube(letter), (f" {COLOUR_NAMES[letter]}", "bold"), f" chooses {what_is_chosen(question)}")


def _winners(letters: list[str]) -> str:
    names = " and ".join(COLOUR_NAMES[letter] for letter in letters)
    return f"{names} {'wins' if len(letters) == 1 else 'share the win'}"


def _players(view: View, width: int) -> RenderableType:
    """Returns one panel for each player, in rows of as many as fit."""
    seats = view["seats"]
    in_a_row = len(seats) if width // len(seats) >= NARROW_PANEL else 2
    each = width // in_a_row
    grid = Table.grid()
    for place in range(in_a_row):
        grid.add_column(width=each + (place < width % in_a_row))
    for first in range(0, len(seats), in_a_row):
        grid.add_row(*(_player(view, seat, each) for seat in seats[first : first + in_a_row]))
    return grid


def _player(view: View, seat: Mapping[str, Any], width: int) -> Panel:
    letter = seat["seat"]
    decides = bool(view["question"]) and view["question"]["seat"] == letter
    signs = [word for word, holds in (("first player", seat["first_player"]), ("passed", seat["passed"])) if holds]
    return Panel(
        Group(*_panel_lines(seat, roomy=width >= ROOMY_PANEL)),
        title=Text.assemble(cube(letter), f" {COLOUR_NAMES[letter]}  ", (f"{seat['prestige']} {STAR}", "bold")),
        title_align="left",
        subtitle=", ".join(signs) or None,
        subtitle_align="right",
        box=ROUNDED,
        padding=(0, 1 if width > NARROW_PANEL else 0),
        border_style="bold #ffb92e" if decides else "#7d8ba1",
    )


def _panel_lines(seat: Mapping[str, Any], *, roomy: bool) -> list[Text]:
    talents, camels, cubes = ("Talents", seat["talents"]), ("Camels", seat["camels"]), ("Cubes", seat["cubes"])
    banker, caravaneer = ("Banker", seat["banker"]), ("Caravaneer", seat["caravaneer"])
    palace_card, gardeners = ("Palace", seat["palace"]), ("Gardeners", seat["gardeners"])
    names = ", ".join(name if count == 1 else f"{count} {name}" for name, count in seat["goods"].items() if count)
    goods = Text.assemble((f"Goods {seat['goods_held']}/{seat['goods_limit']} ", QUIET), names)
    tiles = _tiles(seat)
    if roomy:
        last = Text("  ").join([_facts(gardeners), tiles])
        return [_facts(talents, camels, cubes), goods, _facts(banker, caravaneer, palace_card), last]
    return [
        _facts(talents, camels),
        goods,
        _facts(banker, caravaneer),
        _facts(palace_card, gardeners),
        _facts(cubes),
        tiles,
    ]


def _facts(*facts: tuple[str, int]) -> Text:
    """Returns names and numbers in one line; a nought is quiet."""
    parts = (Text.assemble((f"{name} ", QUIET), (str(value), "bold" if value else QUIET)) for name, value in facts)
    return Text("  ").join(parts)


def _tiles(seat: Mapping[str, Any]) -> Text:
    """Returns the tiles, the favour they are worth at the end (11.2), and how many more the next one takes."""
    count, more = len(seat["tiles"]), seat["tiles_to_next_favour"]
    if not seat["favour"]:
        words = f", {more} to favour"
    else:
        words = f": {seat['favour']}{STAR}, {more} to more" if more else f": favour {seat['favour']}{STAR}"
    return _facts(("Tiles", count)) + Text(words, style=QUIET)
