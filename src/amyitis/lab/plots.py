"""Pictures of what was found, as SVG or PNG by the ending of the file; equal findings give equal SVG files.

matplotlib is imported only when something is drawn.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from amyitis.errors import AmyitisError, Malformed

from .intervals import Z
from .statistics import Chair, Statistics, Use
from .tournaments.standings import Standings

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ENDINGS = (".svg", ".png")
COLOUR = "#2f6f8f"
LINE = "#9c4a2f"
RESOLUTION = 150  # dots per inch of a PNG


def check_picture(path: Path) -> None:
    """Raise before any game is played: Malformed for a wrong ending, AmyitisError for a folder that is not there."""
    if path.suffix.lower() not in ENDINGS:
        raise Malformed(f"{path}: a picture ends in {' or '.join(ENDINGS)}")
    if not path.parent.is_dir():
        raise AmyitisError(f"{path}: there is no folder {path.parent}")


def plot_ratings(found: Standings, path: Path) -> None:
    """Ratings with their intervals, the strongest on top, and the win rates beside them."""
    bots = found.bots[::-1]
    picture = Picture(path, height=1.4 + 0.45 * len(bots), columns=2)
    names = [one.bot for one in bots]
    places = range(len(bots))
    ratings, rates = picture.axes
    spans = [Z * one.rating.sigma for one in bots]
    ratings.errorbar([one.rating.mu for one in bots], places, xerr=spans, fmt="o", color=COLOUR, capsize=4)
    ratings.set_yticks(places, names)
    ratings.set_xlabel("rating (mu, 95 %)")
    lows = [one.win_rate - one.win_rate_interval.low for one in bots]
    highs = [one.win_rate_interval.high - one.win_rate for one in bots]
    rates.errorbar([one.win_rate for one in bots], places, xerr=[lows, highs], fmt="o", color=COLOUR, capsize=4)
    rates.plot([one.chance for one in bots], places, "|", color=LINE, markersize=14, label="if all were equal")
    rates.set_yticks(places, [""] * len(bots))
    rates.set_xlabel("win rate (95 %)")
    rates.set_xlim(-0.02, 1.02)
    rates.legend(loc="best", fontsize="small")
    for axes in picture.axes:
        axes.set_ylim(-0.6, len(bots) - 0.4)
    picture.save(f"{found.games} games, deals: {found.deals}")


def plot_statistics(found: Statistics, folder: Path) -> list[Path]:
    """A picture for each thing that was counted; answers with the files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise AmyitisError(f"{folder}: {problem.strerror}") from None
    written = [_plot_lengths(found, folder), _plot_chairs(found, folder), _plot_prestige(found, folder)]
    used = {"tiles": found.tiles, "cities": found.cities, "cards": found.cards, "crafts": found.crafts}
    if found.kind.palace:
        used["bonuses"] = found.bonuses
    written += [_plot_uses(found, name, uses, folder) for name, uses in used.items()]
    return written


class Picture:
    """A figure with some axes side by side, and the file it goes to."""

    def __init__(self, path: Path, height: float = 3.6, columns: int = 1) -> None:
        from matplotlib.figure import Figure

        self.path = path
        self._figure = Figure(figsize=(8.0, height), layout="constrained")
        self.axes: list[Axes] = list(self._figure.subplots(1, columns, squeeze=False)[0])
        for axes in self.axes:
            axes.grid(visible=True, alpha=0.3)
            axes.set_axisbelow(True)

    def save(self, title: str) -> Path:
        """Write the file."""
        import matplotlib

        self._figure.suptitle(title, fontsize="medium")
        metadata: Any = {"Date": None} if self.path.suffix.lower() == ".svg" else {}
        try:
            with matplotlib.rc_context({"svg.hashsalt": "amyitis"}):
                self._figure.savefig(self.path, dpi=RESOLUTION, metadata=metadata)
        except OSError as problem:
            raise AmyitisError(f"{self.path}: {problem.strerror}") from None
        return self.path


def _path(found: Statistics, folder: Path, name: str) -> Path:
    return folder / f"{found.kind.slug}-{name}.svg"


def _title(found: Statistics) -> str:
    return f"{found.games} games, {found.kind.name}"


def _plot_lengths(found: Statistics, folder: Path) -> Path:
    """How many rounds, which scores."""
    picture = Picture(_path(found, folder, "rounds-and-scores"), columns=2)
    for axes, counts, label in zip(
        picture.axes, (found.round_counts, found.score_counts), ("rounds", "prestige of a player"), strict=True
    ):
        axes.bar(list(counts), list(counts.values()), color=COLOUR)
        axes.set_xlabel(label)
    picture.axes[0].set_ylabel("games")
    picture.axes[1].set_ylabel("players")
    return picture.save(_title(found))


def _plot_chairs(found: Statistics, folder: Path) -> Path:
    """Win rate by seat and by place in the turn order."""
    picture = Picture(_path(found, folder, "seats"), columns=2)
    groups: tuple[tuple[str, Sequence[Chair]], ...] = (
        ("seat", found.seats),
        ("place in the turn order of round 1", found.turn_order),
    )
    for axes, (label, chairs) in zip(picture.axes, groups, strict=True):
        spans = [
            [one.win_rate - one.interval.low for one in chairs],
            [one.interval.high - one.win_rate for one in chairs],
        ]
        names = [one.name for one in chairs]
        axes.errorbar(names, [one.win_rate for one in chairs], yerr=spans, fmt="o", color=COLOUR, capsize=4)
        axes.axhline(1 / found.kind.players, color=LINE, linestyle="--", label="all equal")
        axes.set_xlabel(label)
        axes.set_ylabel("win rate (95 %)")
        axes.legend(fontsize="small")
    return picture.save(_title(found))


def _plot_prestige(found: Statistics, folder: Path) -> Path:
    """Prestige by source, for all players and for the winners."""
    picture = Picture(_path(found, folder, "prestige"), height=4.2)
    (axes,) = picture.axes
    sources = found.prestige[::-1]
    places = range(len(sources))
    axes.barh([place + 0.2 for place in places], [one.mean for one in sources], 0.4, color=COLOUR, label="all players")
    axes.barh(
        [place - 0.2 for place in places], [one.winners_mean for one in sources], 0.4, color=LINE, label="winners"
    )
    axes.set_yticks(places, [one.name for one in sources])
    axes.set_xlabel("prestige in a game")
    axes.legend(fontsize="small")
    return picture.save(_title(found))


def _plot_uses(found: Statistics, name: str, uses: Sequence[Use], folder: Path) -> Path:
    """How often each was used in a game; where it is not always there, how often when it was there."""
    shown = uses[::-1]
    picture = Picture(_path(found, folder, name), height=1.2 + 0.28 * len(shown))
    (axes,) = picture.axes
    rates = [one.per_game if one.offered is None else one.when_offered or 0.0 for one in shown]
    axes.barh([one.name for one in shown], rates, color=COLOUR)
    offered = any(one.offered is not None for one in shown)
    axes.set_xlabel(f"{name}: share planted when laid out" if offered else f"{name}: times used in a game")
    return picture.save(_title(found))
