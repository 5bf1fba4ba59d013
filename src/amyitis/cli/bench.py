"""`amyitis bench`: how fast the engine is, here and now, beside its peers."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from .options import BoxOption, JsonOption
from .progress import show_compiling


def bench(
    peers: Annotated[
        Path | None, typer.Option("--peers", metavar="PYTHON", help="Python of the peers' environment (make bench).")
    ] = None,
    chart: Annotated[Path | None, typer.Option("--chart", metavar="FILE", help="Draw a chart (.svg or .png).")] = None,
    gpu: Annotated[bool, typer.Option("--gpu", help="Measure the GPU instead.")] = False,
    search: Annotated[bool, typer.Option("--search", help="Measure the tree search instead.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Measure little: for a first look.")] = False,
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Measure the speed of the engine in one run: games, copies, starts, growth; and of its peers, with --peers."""
    if gpu:
        _bench_gpu(quick, as_json)
        return
    if search:
        _bench_search(quick, as_json)
        return
    from amyitis.lab import bench as lab
    from amyitis.lab.bench_chart import draw_chart
    from amyitis.lab.plots import check_picture

    if chart is not None:
        check_picture(chart)
    show_compiling()
    report = lab.measure(lab.QUICK if quick else lab.Sizes(), peers, _tell)
    if chart is not None:
        draw_chart(report, chart)
    if as_json:
        print(json.dumps(report))
        return
    from .bench_tables import print_report

    print_report(report)


def _bench_gpu(quick: bool, as_json: bool) -> None:
    """Measure the GPU; where there is none, say so."""
    from amyitis.engine.cuda import NO_GPU, gpu_name
    from amyitis.errors import AmyitisError

    if gpu_name() is None:
        raise AmyitisError(NO_GPU)
    from amyitis.lab.gpu_bench import measure_gpu

    found: dict[str, Any] = measure_gpu(quick)
    if as_json:
        print(json.dumps(found))
        return
    from .bench_tables import print_gpu

    print_gpu(found)


def _bench_search(quick: bool, as_json: bool) -> None:
    """Measure the tree search on one core, with 2, 3 and 4 players."""
    from amyitis.lab.search_speed import POSITIONS, search_speed

    show_compiling()
    found = [search_speed(players, 2 if quick else POSITIONS) for players in (2, 3, 4)]
    if as_json:
        rows = [vars(one) | {"simulations_per_second": one.simulations_per_second} for one in found]
        print(json.dumps({"search": rows}))
        return
    for one in found:
        print(f"{one.players} players: {one.simulations_per_second:,.0f} simulations a second on one core")


def _tell(what: str) -> None:
    """One line on standard error for each thing that is measured."""
    print(f"measuring: {what}", file=sys.stderr, flush=True)
