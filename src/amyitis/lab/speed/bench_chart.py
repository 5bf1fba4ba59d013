"""A chart of what `amyitis bench` found: ours and the peers, decisions or steps per second on one core."""

from pathlib import Path
from typing import Any

from ..plots import COLOUR, LINE, Picture


def draw_chart(report: dict[str, Any], path: Path) -> None:
    """Bars on a logarithmic scale, the fastest on top."""
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
    bars = sorted([*ours, *plain, *peers], key=lambda bar: float(bar[1]))
    names, speeds, colours = zip(*bars, strict=True)
    picture = Picture(path, height=1.2 + 0.4 * len(bars))
    axes = picture.axes[0]
    drawn = axes.barh(range(len(bars)), speeds, color=colours)
    axes.set_yticks(range(len(bars)), names)
    axes.bar_label(drawn, labels=[f" {speed:,.0f}" for speed in speeds], fontsize="small")
    axes.set_xscale("log")
    axes.set_xlim(1_000, 20 * max(speeds))
    axes.set_xlabel("decisions or steps per second on one core, random play")
    picture.save(f"{report['machine']['processor']}, Python {report['machine']['python']}")
