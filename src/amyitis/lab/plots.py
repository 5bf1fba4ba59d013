"""Plots as SVG or PNG, by the ending of the file; equal results give equal SVG files.

A title says what is seen, panels that are to be compared have one scale, and no legend lies over the figures.
matplotlib is imported only when something is drawn.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from amyitis.errors import AmyitisError, Malformed
from amyitis.extras import need

from .intervals import Z
from .statistics import SeatRate, Statistics, Use
from .tournaments.standings import Standings

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ENDINGS = (".svg", ".png")
COLOUR = "#2f6f8f"
LINE = "#9c4a2f"
RESOLUTION = 150  # dots per inch of a PNG
MOST_BARS = 24
BAR_WIDTHS = (1, 2, 5, 10, 20, 50, 100)
INTERVAL = "with the interval of 95 %"

# What a picture of uses shows, and what it counts.
USES = {
    "tiles": (
        "Which tiles are planted",
        "share of the tiles of a kind (quality:prestige+bonus) that lay in the garden",
    ),
    "cities": ("Where the caravan goes", "visits in a game"),
    "cards": ("Which Court cards are taken", "cards taken in a game"),
    "crafts": ("Who is recruited", "recruited in a game"),
    "bonuses": ("Which bonuses of the Palace are picked", "picked in a game"),
}


def check_picture(path: Path) -> None:
    """Raise before any game is played: Malformed for a wrong ending, AmyitisError for a folder that is not there."""
    if path.suffix.lower() not in ENDINGS:
        raise Malformed(f"{path}: a picture ends in {' or '.join(ENDINGS)}")
    if not path.parent.is_dir():
        raise AmyitisError(f"{path}: there is no folder {path.parent}")
    need("matplotlib")


def plot_ratings(standings: Standings, path: Path) -> None:
    """Draw ratings with their intervals, the strongest on top, and the win rates beside them."""
    bots = standings.bots[::-1]
    picture = Picture(path, height=2.0 + 0.45 * len(bots), columns=2, sharey=True)
    places = range(len(bots))
    ratings, rates = picture.axes
    spans = [Z * bot.rating.sigma for bot in bots]
    ratings.errorbar([bot.rating.mu for bot in bots], places, xerr=spans, fmt="o", color=COLOUR, capsize=4)
    ratings.set_yticks(places, [bot.bot for bot in bots])
    ratings.set_title(f"Rating (mu), {INTERVAL}", fontsize="small")
    lows = [bot.win_rate - bot.win_rate_interval.low for bot in bots]
    highs = [bot.win_rate_interval.high - bot.win_rate for bot in bots]
    rates.errorbar([bot.win_rate for bot in bots], places, xerr=[lows, highs], fmt="o", color=COLOUR, capsize=4)
    rates.plot([bot.chance for bot in bots], places, "|", color=LINE, markersize=16, label="if all were equally strong")
    rates.set_title(f"Win rate, {INTERVAL}", fontsize="small")
    rates.set_xlim(-0.02, 1.02)
    rates.xaxis.set_major_formatter(_percent())
    ratings.set_ylim(-0.6, len(bots) - 0.4)
    picture.save(f"How strong the bots are\n{_count(standings.games, 'game')}, {_count(standings.deals, 'deal')}")


def plot_statistics(statistics: Statistics, folder: Path) -> list[Path]:
    """Draw a picture for each thing that was counted, as SVG and as PNG; returns the files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise AmyitisError(f"{folder}: {problem.strerror}") from None
    written = [
        *_plot_lengths(statistics, folder),
        *_plot_seats(statistics, folder),
        *_plot_prestige(statistics, folder),
    ]
    used = {
        "tiles": statistics.tiles,
        "cities": statistics.cities,
        "cards": statistics.cards,
        "crafts": statistics.crafts,
    }
    if statistics.kind.switches.palace:
        used["bonuses"] = statistics.bonuses
    for name, uses in used.items():
        written += _plot_uses(statistics, name, uses, folder)
    return written


class Picture:
    """A figure with some panels side by side, and the files it goes to: one for each ending."""

    def __init__(
        self, path: Path, height: float = 3.6, columns: int = 1, *, sharey: bool = False, endings: Sequence[str] = ()
    ) -> None:
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine

        self.paths = [path.with_name(path.name + ending) for ending in endings] or [path]
        self._figure = Figure(figsize=(8.0, height), layout=ConstrainedLayoutEngine(wspace=0.06))
        self.axes: list[Axes] = list(self._figure.subplots(1, columns, squeeze=False, sharey=sharey)[0])
        for axes in self.axes:
            axes.grid(visible=True, alpha=0.3)
            axes.set_axisbelow(True)

    def save(self, title: str) -> list[Path]:
        """Write the files, with the title above and whatever has a label explained below; returns them."""
        import matplotlib

        self._figure.suptitle(title, fontsize="medium")
        labelled = {
            label: handle for axes in self.axes for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)
        }
        if labelled:
            self._figure.legend(
                list(labelled.values()),
                list(labelled),
                loc="outside lower center",
                ncols=len(labelled),
                fontsize="small",
            )
        for path in self.paths:
            metadata: Any = {"Date": None} if path.suffix.lower() == ".svg" else {}
            try:
                with matplotlib.rc_context({"svg.hashsalt": "amyitis"}):
                    self._figure.savefig(path, dpi=RESOLUTION, metadata=metadata)
            except OSError as problem:
                raise AmyitisError(f"{path}: {problem.strerror}") from None
        return self.paths


def bars(counts: Mapping[int, int]) -> tuple[int, dict[int, int]]:
    """Returns counts of numbers put together to a readable number of bars: their width, and counts by where they begin.

    Bars of width 1 stand for single numbers.
    """
    span = max(counts) - min(counts) + 1
    width = next((width for width in BAR_WIDTHS if span <= MOST_BARS * width), BAR_WIDTHS[-1])
    first = min(counts) // width * width
    sums = dict.fromkeys(range(first, max(counts) + 1, width), 0)
    for number, count in counts.items():
        sums[number // width * width] += count
    return width, sums


def _picture(statistics: Statistics, folder: Path, name: str, **more: Any) -> Picture:
    """Returns a picture of statistics, named by the kind of game and what it shows."""
    return Picture(folder / f"{statistics.kind.slug}-{name}", endings=ENDINGS, **more)


def _title(statistics: Statistics, what: str) -> str:
    return f"{what}\n{_count(statistics.games, 'game')}, {statistics.kind.name}"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _percent() -> Any:
    from matplotlib.ticker import PercentFormatter

    return PercentFormatter(xmax=1, decimals=0, symbol=" %")


def _plot_lengths(statistics: Statistics, folder: Path) -> list[Path]:
    """Draw how many rounds and which scores, both as shares, on one scale."""
    from matplotlib.ticker import MaxNLocator

    picture = _picture(statistics, folder, "rounds-and-scores", columns=2, sharey=True)
    panels = ((statistics.round_counts, "rounds", "games"), (statistics.score_counts, "prestige", "players"))
    for axes, (counts, what, of_what) in zip(picture.axes, panels, strict=True):
        width, shown = bars(counts)
        total = sum(counts.values())
        offset = 0.0 if width == 1 else width / 2 - 0.5  # a bar is drawn around the numbers it stands for
        places = [first + offset for first in shown]
        axes.bar(places, [count / total for count in shown.values()], 0.85 * width, color=COLOUR)
        axes.set_title(f"Share of {of_what} by {what}" + f", in steps of {width}" * (width > 1), fontsize="small")
        axes.set_xlabel(what)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    picture.axes[0].yaxis.set_major_formatter(_percent())
    return picture.save(_title(statistics, "How long games last, and what players score"))


def _plot_seats(statistics: Statistics, folder: Path) -> list[Path]:
    """Draw the win rate by seat and by place in the turn order, on one scale."""
    picture = _picture(statistics, folder, "seats", height=4.0, columns=2, sharey=True)
    panels: tuple[tuple[str, Sequence[SeatRate]], ...] = (
        ("By seat", statistics.seats),
        ("By place in the turn order of round 1", statistics.turn_order),
    )
    for axes, (title, seats) in zip(picture.axes, panels, strict=True):
        spans = [
            [seat.win_rate - seat.interval.low for seat in seats],
            [seat.interval.high - seat.win_rate for seat in seats],
        ]
        names = [seat.name for seat in seats]
        axes.errorbar(names, [seat.win_rate for seat in seats], yerr=spans, fmt="o", color=COLOUR, capsize=4)
        axes.axhline(1 / statistics.kind.players, color=LINE, linestyle="--", label="if all were equal")
        axes.set_title(title, fontsize="small")
        axes.margins(x=0.15)
    picture.axes[0].set_ylim(bottom=0)
    picture.axes[0].set_ylabel(f"win rate, {INTERVAL}", fontsize="small")
    picture.axes[0].yaxis.set_major_formatter(_percent())
    return picture.save(_title(statistics, "Does the seat matter?"))


def _plot_prestige(statistics: Statistics, folder: Path) -> list[Path]:
    """Draw prestige by source, for all players and for the winners."""
    picture = _picture(statistics, folder, "prestige", height=4.6)
    (axes,) = picture.axes
    sources = statistics.prestige[::-1]
    places = range(len(sources))
    axes.barh(
        [place + 0.2 for place in places], [source.mean for source in sources], 0.4, color=COLOUR, label="all players"
    )
    axes.barh(
        [place - 0.2 for place in places], [source.winners_mean for source in sources], 0.4, color=LINE, label="winners"
    )
    axes.set_yticks(places, [source.name for source in sources])
    axes.set_xlabel("mean prestige of a player in a game")
    return picture.save(_title(statistics, "Where prestige comes from"))


def _plot_uses(statistics: Statistics, name: str, uses: Sequence[Use], folder: Path) -> list[Path]:
    """Draw how often each was used in a game; where it is not always there, how often when it was there."""
    shown = uses[::-1]
    picture = _picture(statistics, folder, name, height=1.5 + 0.28 * len(shown))
    (axes,) = picture.axes
    rates = [use.per_game if use.offered is None else use.when_offered or 0.0 for use in shown]
    axes.barh([use.name for use in shown], rates, color=COLOUR)
    axes.margins(y=0.02)
    title, label = USES[name]
    axes.set_xlabel(label)
    if any(use.offered is not None for use in shown):
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(_percent())
    return picture.save(_title(statistics, title))
