"""How fast the games on a GPU are, beside those on the cores of the same machine in the same run.

Random legal actions, picked on the device by torch. Every figure is taken after as many steps as the longest games of
two take, so that ends and new games are in it, as they are later.
"""

import time
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

import torch
from numba import uint8

from amyitis.engine.arrays import Rows, States
from amyitis.engine.cuda import CudaCompiler, gpu_name, numba_cuda
from amyitis.envs import gpu_vector
from amyitis.envs.gpu_vector import SHOWING, GpuVectorGames, SeenOnGpu
from amyitis.envs.vector import VectorGames
from amyitis.lab.batches import cores
from amyitis.lab.variants import Variant
from amyitis.nets.encoding import legal_mask
from amyitis.rules.questions import N_ACTIONS

from .engine import Report, Sizes, Tell

PLAYERS = (2, 4)
GAMES = (4_096, 16_384, 65_536, 262_144)
CPU_GAMES = 16_384
BEFORE = 500  # steps before the clock starts
STEPS = 60
BUSY_BYTES = 1 << 29
cuda: Any = None  # numba's, imported when a GPU is measured


def show_masks(states: States, masks: Rows) -> None:
    """The legal actions of each game, as `show_games` writes them, for their time to be taken."""
    near = cuda.shared.array((SHOWING, N_ACTIONS), uint8)
    me = cuda.threadIdx.x
    first = cuda.blockIdx.x * SHOWING
    if first + me < len(states):
        legal_mask(states[first + me], near[me])
    cuda.syncthreads()
    for place in range(first, min(first + SHOWING, len(states))):
        for number in range(me, N_ACTIONS, SHOWING):
            masks[place][number] = near[place - first][number]


def measure_gpu_games(sizes: Sizes, tell: Tell, counts: tuple[int, ...] = GAMES) -> Report:
    """Steps per second on the GPU by number of games and of players, what a step is made of, and the cores beside."""
    globals()["cuda"] = numba_cuda()
    tell("compiling for the GPU")
    started = time.perf_counter()
    gpu_vector.Gpu()
    report: Report = {
        "gpu": gpu_name(),
        "torch": torch.__version__,
        "numba_cuda": version("numba-cuda") if find_spec("numba_cuda") else "built in",
        "compile_seconds": time.perf_counter() - started,
        "cores": cores(),
    }
    slow = {players: cpu_speed(players, sizes, tell) for players in PLAYERS}
    report["cpu"] = [{"players": players, "games": CPU_GAMES, "steps_per_second": slow[players]} for players in PLAYERS]
    found = (gpu_speed(players, count, sizes, tell) for players in PLAYERS for count in counts)
    report["speeds"] = [{**one, "times_the_cpu": one["steps_per_second"] / slow[one["players"]]} for one in found]
    return report


def cpu_speed(players: int, sizes: Sizes, tell: Tell) -> float:
    """Steps per second on all cores, by the clock."""
    from .envs import chosen_actions

    tell(f"all cores, {players} players")
    games = VectorGames(Variant(players), CPU_GAMES)
    actions = chosen_actions(games, max(4, int(100 * sizes.seconds)))
    best = 0.0
    for _ in range(sizes.spells):
        games.reset(1)
        started = time.perf_counter()
        for one in actions:
            games.step(one)
        best = max(best, len(actions) * games.size / (time.perf_counter() - started))
    return best


def any_legal(seen: SeenOnGpu) -> torch.Tensor:
    """A random legal action of each game, picked on the device."""
    return torch.argmax(seen.masks * torch.rand(seen.masks.shape, device=seen.masks.device), dim=1)


def gpu_speed(players: int, count: int, sizes: Sizes, tell: Tell) -> Report:
    """So many games: `step` alone, a loop that picks and advances, and the nanoseconds of both kernels."""
    tell(f"GPU, {count} games of {players}")
    games = GpuVectorGames(Variant(players), count)
    seen, steps = games.reset(1), max(3, int(STEPS * sizes.seconds))

    def pick_and_advance(times: int) -> float:
        started = time.perf_counter()
        for _ in range(times):
            games.actions.copy_(any_legal(seen))
            games.advance()
        torch.cuda.synchronize()
        return time.perf_counter() - started

    def step_alone() -> float:
        spent = 0.0
        for _ in range(steps):
            actions = any_legal(seen)
            torch.cuda.synchronize()
            started = time.perf_counter()
            games.step(actions)
            spent += time.perf_counter() - started
        return spent

    pick_and_advance(max(3, int(BEFORE * min(1.0, sizes.seconds * 2))))
    alone = min(step_alone() for _ in range(sizes.spells))
    loop = min(pick_and_advance(steps) for _ in range(sizes.spells))
    costs = {name: 1e9 * seconds / count for name, seconds in kernel_seconds(games, steps).items()}
    costs = {"rules": costs["play"], "observation": costs["show"] - costs["mask"], "mask": costs["mask"]}
    costs["rest"] = 1e9 * alone / steps / count - sum(costs.values())
    return {
        "players": players,
        "games": count,
        "steps_per_second": steps * count / alone,
        "picked_by_torch_per_second": steps * count / loop,
        "step_microseconds": 1e6 * alone / steps,
        "nanoseconds": costs,
    }


def kernel_seconds(games: GpuVectorGames, steps: int) -> dict[str, float]:
    """Seconds of a step that the GPU is at each kernel, and at the masks alone."""
    busy = torch.empty(BUSY_BYTES, dtype=torch.uint8, device=games.actions.device)
    parts = games.step_parts(_mask_kernel())

    def marks() -> Iterator[Any]:
        yield _mark()
        for work in parts.values():
            work()
            yield _mark()

    found = []
    for _ in range(steps):
        games.actions.copy_(any_legal(games.seen))
        for _ in range(4):
            busy.zero_()  # keeps the GPU at work while all is launched: else it would wait for Python, and be timed
        found.append(list(marks()))
    torch.cuda.synchronize()
    return {name: sum(row[i].elapsed_time(row[i + 1]) for row in found) / 1000 / steps for i, name in enumerate(parts)}


def _mark() -> Any:
    event: Any = torch.cuda.Event(enable_timing=True)  # type: ignore[no-untyped-call]
    event.record()
    return event


@cache
def _mask_kernel() -> Any:
    return CudaCompiler().kernel(show_masks)
