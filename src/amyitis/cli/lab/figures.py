"""Figures for people: rates, intervals, times, and plain tables of them that fit a terminal of 80 columns."""

import re
import sys
from collections.abc import Iterable, Sequence
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


NAME_WIDTH = 24
UNBOUNDED = 250  # columns, in a file or a pipe


def percent(rate: float) -> str:
    """Returns a rate as a percentage."""
    return f"{100 * rate:.1f} %"


def rate_and_interval(rate: float, interval: tuple[float, float]) -> str:
    """Returns a rate with its interval: `84.5 % (78.8-88.9)`."""
    low, high = interval
    return f"{percent(rate)} ({100 * low:.1f}-{100 * high:.1f})"


def difference(value: float, interval: tuple[float, float] | None, scale: float = 1.0) -> str:
    """Returns a difference with its interval, if there is one: `+3.1 (-0.4 to +6.6)`."""
    if interval is None:
        return f"{scale * value:+.1f} (no interval)"
    low, high = interval
    return f"{scale * value:+.1f} ({scale * low:+.1f} to {scale * high:+.1f})"


def duration(seconds: float) -> str:
    """Returns a time in the unit that fits it."""
    if seconds < 0.001:
        return f"{1e6 * seconds:.0f} µs"
    if seconds < 1:
        return f"{1000 * seconds:.3g} ms"
    if seconds < 120:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min"


def wide_console() -> "Console":
    """Returns where tables go: as wide as the terminal, and wide enough for any where there is none."""
    from rich.console import Console

    return Console() if sys.stdout.isatty() else Console(width=UNBOUNDED)


def shortened(names: Sequence[str]) -> list[str]:
    """Returns names without the folders of files where they are long; different names stay different."""
    for folders in count():
        short = [_shorter(name, folders) for name in names]
        if len(set(short)) == len(set(names)):
            return short
    raise AssertionError


def _shorter(name: str, folders: int) -> str:
    """Returns a name with at most so many folders of a file, if it is long."""
    parts = r"[^:, /]*/" * folders
    return name if len(name) <= NAME_WIDTH else re.sub(rf"[^:, ]*/({parts}[^:, /]*)", r"…/\1", name)


def figures_table(title: str, headings: Sequence[str], rows: Iterable[Sequence[object]], words: int = 1) -> "Table":
    """Returns a table whose first columns are words, the others figures."""
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for place, heading in enumerate(headings):
        if place < words:
            table.add_column(heading, overflow="fold")
        else:
            table.add_column(heading, justify="right", no_wrap=True)
    cells = [[str(cell) for cell in row] for row in rows]
    named = [cell for row in cells for cell in row[:words]]
    short = dict(zip(named, shortened(named), strict=True))
    for row in cells:
        table.add_row(*(short[cell] if place < words else cell for place, cell in enumerate(row)))
    return table
