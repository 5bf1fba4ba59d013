"""A chart of what `amyitis bench` found: ours and the peers, decisions or steps per second on one core."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..plots import COLOUR, LINE, Picture

Bar = tuple[str, float, str]  # a name, a speed and a colour


def draw_chart(report: dict[str, Any], path: Path) -> None:
    """Ours, compiled and not, and the peers."""
    ours = [
        (f"Amyitis, {row['players']} players", row["decisions_per_second"], COLOUR)
        for row in report["random_games"]
        if row["threads"] == 1
    ]
    plain = [("Amyitis, uncompiled", report["plain"]["decisions_per_second"], COLOUR)]
    peers = [
        (f"{row['name']} {row['version']}", row["steps_per_second"], LINE)
        for row in report.get("peers", [])
        if "failed" not in row
    ]
    about = "decisions or steps per second on one core, random play"
    draw_bars(report, path, [*ours, *plain, *peers], 1_000, about)


def draw_bars(report: dict[str, Any], path: Path, bars: Sequence[Bar], least: float, about: str) -> None:
    """Bars on a logarithmic scale from `least` on, the fastest on top; `about` is what they are of."""
    names, speeds, colours = zip(*sorted(bars, key=lambda bar: bar[1]), strict=True)
    picture = Picture(path, height=1.2 + 0.4 * len(bars))
    axes = picture.axes[0]
    drawn = axes.barh(range(len(bars)), speeds, color=colours)
    axes.set_yticks(range(len(bars)), names)
    axes.bar_label(drawn, labels=[f" {speed:,.0f}" for speed in speeds], fontsize="small")
    axes.set_xscale("log")
    axes.set_xlim(least, 20 * max(speeds))
    axes.set_xlabel(about)
    picture.save(f"{report['machine']['processor']}, Python {report['machine']['python']}")
