"""How the pieces look in a terminal: letters always, colour on top, plain characters where there is nothing better."""

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.text import Text

CUBE_STYLES = {
    "W": "bold #2a2017 on #e9e2d2",
    "K": "bold #f4ecd8 on #2c2a30",
    "B": "bold #ffffff on #2f74cf",
    "R": "bold #ffffff on #c8382b",
    "N": "#1d1b18 on #96928a",
}
COLOUR_NAMES = {"W": "White", "K": "Black", "B": "Blue", "R": "Red", "N": "Grey"}
WATER = "bold #3fa7c8"
QUIET = "dim"
HEADING = "bold #3fa7c8"
STAR = "★"
LEADS = "▶"

# What an ASCII terminal shows for each character beyond ASCII that the table uses.
_PLAIN = str.maketrans(
    {
        STAR: "*", LEADS: ">", "≈": "~", "·": ".", "•": "-", "…": ".",
        "─": "-", "│": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "┬": "+", "┴": "+", "├": "+", "┤": "+", "┼": "+",
        "═": "=", "║": "#", "╔": "#", "╗": "#", "╚": "#", "╝": "#", "╦": "#", "╩": "#", "╠": "#", "╣": "#", "╬": "#",
        "╭": "+", "╮": "+", "╰": "+", "╯": "+", "━": "=", "┏": "+", "┓": "+", "┗": "+", "┛": "+", "┃": "|",
    }
)  # fmt: skip


def cube(letter: str) -> Text:
    """Returns a cube: its letter in brackets, in its colour."""
    return Text(f"[{letter}]", style=CUBE_STYLES[letter])


def plain(text: str) -> str:
    """Returns the text in ASCII characters alone."""
    return text.translate(_PLAIN).encode("ascii", "replace").decode()


class Plain:
    """A renderable that falls back to ASCII where the terminal knows nothing else."""

    def __init__(self, inner: RenderableType) -> None:
        self.inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self.inner, options):
            yield Segment(plain(segment.text), segment.style, segment.control) if options.ascii_only else segment
