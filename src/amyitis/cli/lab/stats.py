"""`amyitis stats`: what records tell, in tables and pictures."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..options import BoxOption, JsonOption, RayAddressOption, RayOption, WorkersOption, chosen_workers
from ..progress import GamesBar
from .figures import figures_table, percent, rate_and_interval

if TYPE_CHECKING:
    from rich.table import Table

    from amyitis.lab.statistics import Findings, SeatRate, Spread, Statistics, Use


def stats(
    records: Annotated[list[Path], typer.Argument(metavar="RECORDS...", help="Records (.amy), or folders of them.")],
    plots: Annotated[
        Path | None,
        typer.Option("--plots", metavar="FOLDER", help="Draw all figures into this folder, as SVG and PNG."),
    ] = None,
    workers: WorkersOption = None,
    ray: RayOption = False,
    ray_address: RayAddressOption = None,
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Print statistics of records: rounds, scores, prestige by source, win rate by seat, use of everything.

    A record that cannot be played back is named and left out; the exit code is then 3, 4 or 5.
    """
    from amyitis.extras import need
    from amyitis.lab.statistics import record_files, study

    if plots is not None:
        need("matplotlib")
    files = record_files(records)
    with GamesBar("Reading", len(files)) as bar:
        findings = study(files, chosen_workers(workers, ray, ray_address), bar.show)
    if plots is not None:
        from amyitis.lab.plots import plot_statistics

        for kind_statistics in findings.statistics:
            plot_statistics(kind_statistics, plots)
    if as_json:
        print(json.dumps(findings.as_json(), ensure_ascii=False))
    else:
        _print(findings)
    for bad in findings.broken:
        print(f"amyitis: {bad.message}", file=sys.stderr)
    if findings.exit_code:
        raise typer.Exit(findings.exit_code)


def _print(findings: "Findings") -> None:
    """The findings as tables."""
    from rich.columns import Columns
    from rich.console import Console

    console = Console()
    for kind_statistics in findings.statistics:
        console.rule(kind_statistics.kind.name)
        _print_numbers(kind_statistics)
        console.print(
            Columns(
                [
                    _seat_rates("Seats", "seat", kind_statistics.seats),
                    _seat_rates("Turn order at the start", "place", kind_statistics.turn_order),
                ]
            )
        )
        console.print(_prestige(kind_statistics))
        used = [
            _uses("Cities", "visits", kind_statistics.cities),
            _uses("Crafts", "recruited", kind_statistics.crafts),
            _uses("Court cards", "taken", kind_statistics.cards),
        ]
        if kind_statistics.kind.switches.palace:
            used.append(_uses("Palace bonuses", "picked", kind_statistics.bonuses))
        console.print(Columns(used))
        console.print(_uses("Tiles", "planted", kind_statistics.tiles))
    counted = sum(kind_statistics.games for kind_statistics in findings.statistics)
    left_out = [f"{findings.unfinished} unfinished"] if findings.unfinished else []
    left_out += [f"{len(findings.broken)} broken"] if findings.broken else []
    print(f"{findings.records} records, {counted} counted" + (f", left out: {', '.join(left_out)}" if left_out else ""))


def _print_numbers(numbers: "Statistics") -> None:
    """Length and scores in a few lines."""
    print(f"{numbers.games} games")
    rows: tuple[tuple[str, Spread], ...] = (
        ("rounds", numbers.rounds),
        ("decisions", numbers.decisions),
        ("scores", numbers.scores),
        ("winning scores", numbers.winning_scores),
    )
    for name, spread in rows:
        print(
            f"  {name:<15}{spread.mean:7.1f} ± {spread.deviation:.1f}, from {spread.lowest:.0f} to {spread.highest:.0f}"
        )
    print(f"  shared wins    {percent(numbers.shared_wins / numbers.games):>9}")


def _seat_rates(title: str, name: str, seats: "Sequence[SeatRate]") -> "Table":
    rows = [
        (
            seat.name,
            rate_and_interval(seat.win_rate, seat.interval),
            f"{100 * (seat.win_rate - 1 / len(seats)):+.1f}" + ("" if seat.equal else " *"),
            f"{seat.mean_score:.1f}",
        )
        for seat in seats
    ]
    table = figures_table(title, (name, "win rate", "off equal", "score"), rows)
    table.caption = None if all(seat.equal for seat in seats) else "* the interval leaves out the equal rate"
    return table


def _prestige(numbers: "Statistics") -> "Table":
    rows = [
        (source.name, source.clause, f"{source.mean:.2f}", percent(source.share), f"{source.winners_mean:.2f}")
        for source in numbers.prestige
    ]
    return figures_table("Prestige of a player, by source", ("source", "rule", "all", "share", "winners"), rows)


def _uses(title: str, verb: str, uses: "Sequence[Use]") -> "Table":
    offered = any(use.offered is not None for use in uses)
    rows = [
        (use.name, str(use.count), f"{use.per_game:.2f}", *([percent(use.when_offered or 0.0)] if offered else []))
        for use in uses
    ]
    return figures_table(title, ("", verb, "a game", *(["when laid out"] if offered else [])), rows)
