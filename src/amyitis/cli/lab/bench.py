"""`amyitis bench`: how fast the engine is, here and now, beside its peers."""

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from ..options import BoxOption, JsonOption
from ..progress import show_compiling


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
    if what is What.ENVS:
        _bench_envs(peers, chart, quick, as_json)
        return
    if gpu:
        _bench_gpu(quick, as_json)
        return
    if search:
        _bench_search(quick, as_json)
        return
    from amyitis.lab.plots import check_picture
    from amyitis.lab.speed import bench as lab

    if chart is not None:
        check_picture(chart)
    show_compiling()
    report = lab.measure(lab.QUICK if quick else lab.Sizes(), peers, _tell)
    if chart is not None:
        lab.draw_chart(report, chart)
    if as_json:
        print(json.dumps(report))
        return
    from .bench_tables import print_report

    print_report(report)


def _bench_envs(peers: Path | None, chart: Path | None, quick: bool, as_json: bool) -> None:
    """Measure the environments."""
    from amyitis.envs.speed.bench import draw_envs, measure_envs
    from amyitis.lab.plots import check_picture
    from amyitis.lab.speed import bench as lab

    if chart is not None:
        check_picture(chart)
    show_compiling()
    report = measure_envs(lab.QUICK if quick else lab.Sizes(), peers, _tell)
    if chart is not None:
        draw_envs(report, chart)
    if as_json:
        print(json.dumps(report))
        return
    from .bench_tables import print_envs

    print_envs(report)


def _bench_gpu(quick: bool, as_json: bool) -> None:
    """Measure the GPU; where there is none, say so."""
    from amyitis.engine.cuda import NO_GPU, gpu_name
    from amyitis.errors import AmyitisError

    if gpu_name() is None:
        raise AmyitisError(NO_GPU)
    from amyitis.lab.speed.gpu_bench import measure_gpu

    found: dict[str, Any] = measure_gpu(quick)
    if as_json:
        print(json.dumps(found))
        return
    from .bench_tables import print_gpu

    print_gpu(found)


def _bench_search(quick: bool, as_json: bool) -> None:
    """Measure the tree search on one core, with 2, 3 and 4 players."""
    from amyitis.lab.speed.search_speed import POSITIONS, search_speed

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
