"""Measures the rules on a GPU: whether it plays the same games as the CPU, how fast, and what holds it back.

`python -m benchmarks.speed.rules_on_gpu [--quick] [FILE]` shows tables, and writes all of it to the file as JSON.
With PYTHONPATH=src it runs where numba and rich are installed, but this package is not.
"""

import json
import platform
import sys
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np

from amyitis.engine.cuda import NO_GPU, NoGpu, gpu_name
from amyitis.errors import AmyitisError
from amyitis.lab.batches import Array, cores, play_many
from amyitis.lab.playing import DECISIONS
from amyitis.lab.simulate import simulate
from amyitis.lab.variants import Variant
from amyitis.rules.switches import Switches

from .gpu_player import BYTES_A_GAME, SHARED_BLOCK, GpuPlayer, Launch, SideBySide, cuda
from .tables import print_gpu

AGREEMENT_GAMES = 100_000
SWEEP_GAMES = 1_000_000
BATCHES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
# What is compiled, each with the launches that are tried: where the state lies, and the most registers of a thread.
KERNELS: dict[tuple[str, int | None], list[Launch]] = {
    ("own", None): [Launch(threads, each) for threads in (64, 128, 256) for each in (1, 2, 4, 8, 16)],
    ("own", 32): [Launch(128, 16), Launch(256, 8), Launch(256, 16), Launch(256, 32)],
    ("own", 40): [Launch(128, 16), Launch(256, 8), Launch(256, 16), Launch(256, 32)],
    ("own", 48): [Launch(128, 16), Launch(256, 8), Launch(256, 16), Launch(256, 32)],
    ("shared", None): [Launch(SHARED_BLOCK, each) for each in (1, 2, 4, 8)],
}
SIDE_BY_SIDE = (1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26)
MEMORY_SHARE = 0.95
WARP = 32


def measure_gpu(quick: bool = False) -> dict[str, Any]:
    """Everything about the GPU in one run of a few minutes; raises NoGpu where there is none."""
    if gpu_name() is None:
        raise NoGpu(NO_GPU)
    scale = 100 if quick else 1
    report: dict[str, Any] = {"machine": _machine(), "cpu": _cpu(10_000 // scale)}
    players = {kernel: _compiled(*kernel) for kernel in KERNELS}
    report["kernels"] = [
        {
            "place": place,
            "limit": limit,
            "compile_seconds": players[place, limit].compile_seconds,
            "resources": {str(size): players[place, limit].resources(size) for size in _block_sizes(launches)},
        }
        for (place, limit), launches in KERNELS.items()
    ]
    report["sweep"] = [
        {"place": place, "limit": limit, **_speed(players[place, limit], Variant(2), SWEEP_GAMES // scale, launch)}
        for (place, limit), launches in KERNELS.items()
        for launch in launches
    ]
    best = max(report["sweep"], key=lambda row: float(row["decisions_per_second"]))
    report["best"] = {name: best[name] for name in ("place", "limit", "threads", "blocks_each")}
    player, launch = players[best["place"], best["limit"]], Launch(best["threads"], best["blocks_each"])
    report["agreement"] = [
        _agreement(player, Variant(players, switches), AGREEMENT_GAMES // scale)
        for players in (2, 3, 4)
        for switches in (Switches(), Switches(limited_supply=True, palace=True))
    ]
    report["divergence"] = [
        {"alike": alike, **_speed(player, Variant(2), SWEEP_GAMES // scale, launch, alike)} for alike in (1, WARP)
    ]
    report["batches"] = [
        _speed(player, Variant(players), games, launch)
        for players in (2, 3, 4)
        for games in BATCHES
        if games * scale <= 1e7
    ]
    report["side_by_side"] = _side_by_side(scale)
    return report


def _machine() -> dict[str, Any]:
    """What it was measured on."""
    device = cuda.get_current_device()
    free, total = cuda.current_context().get_memory_info()
    return {
        "gpu": device.name.decode() if isinstance(device.name, bytes) else str(device.name),
        "compute_capability": list(device.compute_capability),
        "multiprocessors": int(device.MULTIPROCESSOR_COUNT),
        "memory_bytes": int(total),
        "free_bytes": int(free),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "cuda_target": getattr(cuda, "implementation", "unknown"),
        "numpy": np.__version__,
        "cpu_cores": cores(),
    }


def _cpu(games: int) -> list[dict[str, Any]]:
    """The CPU of the same machine, on one core and on all."""
    _tell("measuring the CPU beside it")
    rows = []
    for players in (2, 3, 4):
        for threads in (1, cores()):
            simulate(players, 100, threads=threads)
            simulation = simulate(players, games * threads, threads=threads)
            rows.append(
                {"players": players, "threads": threads, "decisions_per_second": simulation.decisions_per_second}
            )
    return rows


def _agreement(player: GpuPlayer, variant: Variant, games: int) -> dict[str, Any]:
    """Play the same seeds on both; every column of every game must be equal."""
    _tell(f"comparing {games} games of {variant}")
    on_gpu, _ = player.play(variant, games, Launch(128, 4))
    differing = 0
    for results in play_many(variant, games, 0, threads=cores()):
        theirs = on_gpu[results.seed : results.seed + len(results)]
        differing += int((theirs != results.table).any(axis=1).sum())
    return {"players": variant.players, "switches": variant.switches.as_dict(), "games": games, "differing": differing}


def _speed(player: GpuPlayer, variant: Variant, games: int, launch: Launch, alike: int = 1) -> dict[str, Any]:
    """Decisions per second of a launch, the best of two."""
    _tell(f"{games} games, {variant.players} players, {launch}")
    results, first = player.play(variant, games, launch, alike)
    seconds = min(first, player.play(variant, games, launch, alike)[1])
    decisions = _decisions(results)
    return {
        "players": variant.players,
        "games": games,
        "threads": launch.threads,
        "blocks_each": launch.blocks_each,
        "seconds": seconds,
        "decisions": decisions,
        "decisions_per_second": decisions / seconds,
        "games_per_second": games / seconds,
    }


def _compiled(place: str, limit: int | None) -> GpuPlayer:
    """A kernel with its states in this place and at most so many registers a thread."""
    _tell(f"compiling the kernel with states in {place} memory and at most {limit or 'any number of'} registers")
    return GpuPlayer(place, limit)


def _side_by_side(scale: int) -> list[dict[str, float]]:
    """Batches in the memory of the device, up to the largest that fits."""
    free, _ = cuda.current_context().get_memory_info()
    largest = int(MEMORY_SHARE * free) // BYTES_A_GAME // WARP * WARP
    sizes = [games // scale for games in (*SIDE_BY_SIDE, largest)]
    batches, rows = SideBySide(), []
    for games in sizes:
        _tell(f"{games} games side by side")
        rows.append(batches.run(Variant(2), games, 128, 16, 2))
    return rows


def _block_sizes(launches: list[Launch]) -> list[int]:
    return sorted({launch.threads for launch in launches})


def _decisions(results: Array) -> int:
    return int(results[:, DECISIONS].sum())


def _tell(what: str) -> None:
    print(f"[{time.strftime('%H:%M:%S')}] {what}", file=sys.stderr, flush=True)


def main() -> None:
    """Measure, show, and write to the file if one is named."""
    try:
        report = measure_gpu("--quick" in sys.argv)
    except AmyitisError as problem:
        sys.exit(f"amyitis: {problem}")
    for name in sys.argv[1:]:
        if not name.startswith("--"):
            Path(name).write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print_gpu(report)


if __name__ == "__main__":
    main()
