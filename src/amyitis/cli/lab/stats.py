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
        found = study(files, chosen_workers(workers, ray, ray_address), bar.show)
    if plots is not None:
        from amyitis.lab.plots import plot_statistics

        for one in found.statistics:
            plot_statistics(one, plots)
    if as_json:
        print(json.dumps(found.as_json(), ensure_ascii=False))
    else:
        _print(found)
    for bad in found.broken:
        print(f"amyitis: {bad.message}", file=sys.stderr)
    if found.exit_code:
        raise typer.Exit(found.exit_code)


def _print(found: "Findings") -> None:
    """The findings as tables."""
    from rich.columns import Columns
    from rich.console import Console

    console = Console()
    for one in found.statistics:
        console.rule(one.kind.name)
        _print_numbers(one)
        console.print(
            Columns(
                [
                    _seat_rates("Seats", "seat", one.seats),
                    _seat_rates("Turn order at the start", "place", one.turn_order),
                ]
            )
        )
        console.print(_prestige(one))
        used = [
            _uses("Cities", "visits", one.cities),
            _uses("Crafts", "recruited", one.crafts),
            _uses("Court cards", "taken", one.cards),
        ]
        if one.kind.switches.palace:
            used.append(_uses("Palace bonuses", "picked", one.bonuses))
        console.print(Columns(used))
        console.print(_uses("Tiles", "planted", one.tiles))
    counted = sum(one.games for one in found.statistics)
    left_out = [f"{found.unfinished} unfinished"] if found.unfinished else []
    left_out += [f"{len(found.broken)} broken"] if found.broken else []
    print(f"{found.records} records, {counted} counted" + (f", left out: {', '.join(left_out)}" if left_out else ""))


def _print_numbers(one: "Statistics") -> None:
    """Length and scores in a few lines."""
    print(f"{one.games} games")
    rows: tuple[tuple[str, Spread], ...] = (
        ("rounds", one.rounds),
        ("decisions", one.decisions),
        ("scores", one.scores),
        ("winning scores", one.winning_scores),
    )
    for name, spread in rows:
        print(
            f"  {name:<15}{spread.mean:7.1f} ± {spread.deviation:.1f}, from {spread.lowest:.0f} to {spread.highest:.0f}"
        )
    print(f"  shared wins    {percent(one.shared_wins / one.games):>9}")


def _seat_rates(title: str, name: str, seats: "Sequence[SeatRate]") -> "Table":
    rows = [
        (
            one.name,
            rate_and_interval(one.win_rate, one.interval),
            f"{100 * (one.win_rate - 1 / len(seats)):+.1f}" + ("" if one.equal else " *"),
            f"{one.mean_score:.1f}",
        )
        for one in seats
    ]
    table = figures_table(title, (name, "win rate", "off equal", "score"), rows)
    table.caption = None if all(one.equal for one in seats) else "* the interval leaves out the equal rate"
    return table


def _prestige(one: "Statistics") -> "Table":
    rows = [
        (source.name, source.clause, f"{source.mean:.2f}", percent(source.share), f"{source.winners_mean:.2f}")
        for source in one.prestige
    ]
    return figures_table("Prestige of a player, by source", ("source", "rule", "all", "share", "winners"), rows)


def _uses(title: str, verb: str, uses: "Sequence[Use]") -> "Table":
    offered = any(use.offered is not None for use in uses)
    rows = [
        (use.name, str(use.count), f"{use.per_game:.2f}", *([percent(use.when_offered or 0.0)] if offered else []))
        for use in uses
    ]
    return figures_table(title, ("", verb, "a game", *(["when laid out"] if offered else [])), rows)
