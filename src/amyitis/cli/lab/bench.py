"""`amyitis bench`: how fast the engine is, here and now, beside its peers."""

import json
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from ..options import BoxOption, JsonOption
from ..progress import show_compiling

Report = dict[str, Any]


class What(StrEnum):
    """What is measured."""

    ENGINE = "engine"
    ENVS = "envs"


def bench(
    what: Annotated[What, typer.Argument(help="The engine, or the environments for researchers.")] = What.ENGINE,
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
    """Measure the speed of the engine in one run: games, copies, starts, growth; and of its peers, with --peers.

    `amyitis bench envs` measures the environments for researchers instead, beside those of others.
    """
    from . import bench_tables as tables

    if what is What.ENVS:
        report, show = _measure_envs(peers, chart, quick), tables.print_envs
    elif gpu:
        report, show = _measure_gpu(quick), tables.print_gpu
    elif search:
        report, show = _measure_search(quick), tables.print_search
    else:
        report, show = _measure_engine(peers, chart, quick), tables.print_report
    if as_json:
        print(json.dumps(report))
    else:
        show(report)


def _measure_engine(peers: Path | None, chart: Path | None, quick: bool) -> Report:
    from amyitis.lab.speed import bench as lab

    return _measure(lab.measure, lab.draw_chart, peers, chart, quick)


def _measure_envs(peers: Path | None, chart: Path | None, quick: bool) -> Report:
    from amyitis.envs.speed.bench import draw_envs, measure_envs

    return _measure(measure_envs, draw_envs, peers, chart, quick)


def _measure(
    measure: Callable[..., Report],
    draw: Callable[[Report, Path], None],
    peers: Path | None,
    chart: Path | None,
    quick: bool,
) -> Report:
    """Measure, and draw the chart if one is wanted; whether it can be written is checked before."""
    from amyitis.lab.plots import check_picture
    from amyitis.lab.speed import bench as lab

    if chart is not None:
        check_picture(chart)
    show_compiling()
    report = measure(lab.QUICK if quick else lab.Sizes(), peers, _tell)
    if chart is not None:
        draw(report, chart)
    return report


def _measure_gpu(quick: bool) -> Report:
    """Measure the GPU; raises AmyitisError where there is none."""
    from amyitis.engine.cuda import NO_GPU, gpu_name
    from amyitis.errors import AmyitisError

    if gpu_name() is None:
        raise AmyitisError(NO_GPU)
    from amyitis.lab.speed.gpu_bench import measure_gpu

    return measure_gpu(quick)


def _measure_search(quick: bool) -> Report:
    """Measure the tree search on one core, with 2, 3 and 4 players."""
    from amyitis.lab.speed.search_speed import POSITIONS, search_speed

    show_compiling()
    speeds = [search_speed(players, 2 if quick else POSITIONS) for players in (2, 3, 4)]
    return {"search": [vars(one) | {"simulations_per_second": one.simulations_per_second} for one in speeds]}


def _tell(what: str) -> None:
    """One line on standard error for each thing that is measured."""
    print(f"measuring: {what}", file=sys.stderr, flush=True)
