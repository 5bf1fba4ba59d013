"""The kernels, run thread by thread in plain Python; and on a GPU, where there is one."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from amyitis.engine.cuda import NoGpu, gpu_name
from amyitis.lab.batches import play_many
from amyitis.lab.playing import COLUMNS
from amyitis.lab.variants import Variant
from amyitis.rules.course.chance import Shuffler
from amyitis.rules.state import State
from amyitis.rules.switches import Switches
from benchmarks.speed import gpu_player as gpu

GAMES = 7
GRID = 4

needs_gpu = pytest.mark.skipif(gpu_name() is None, reason="there is no GPU")


class PlainGpu:
    """What a kernel sees of a GPU, for one thread of a grid of one block."""

    def __init__(self, thread: int, shared: dict[int, Any]) -> None:
        self._thread, self._shared = thread, shared
        self.local = SimpleNamespace(array=self._array)
        self.shared = SimpleNamespace(array=lambda size, kind: shared.setdefault(size, self._array(size, kind)))
        self.threadIdx = SimpleNamespace(x=thread)

    def grid(self, dimensions: int) -> int:
        return self._thread

    def gridsize(self, dimensions: int) -> int:
        return GRID

    def _array(self, size: int, kind: Any) -> Any:
        return [State() if kind is gpu.STATE else Shuffler() for _ in range(size)]


def run(kernel: Any, monkeypatch: pytest.MonkeyPatch, *arguments: Any) -> None:
    shared: dict[int, Any] = {}
    for thread in range(GRID):
        monkeypatch.setattr(gpu, "cuda", PlainGpu(thread, shared))
        kernel(*arguments)


@pytest.mark.parametrize("place", sorted(gpu.PLACES))
def test_the_threads_of_a_kernel_play_the_games_of_the_cpu(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    results = np.zeros((GAMES, COLUMNS), np.int64)
    variant, blank = Variant(3, Switches(palace=True)), State()
    variant.mark(blank)
    run(gpu.PLACES[place], monkeypatch, [blank], results, 1, 3)
    (expected,) = play_many(variant, GAMES, 0)
    assert (results == expected.table).all()


def test_neighbours_can_play_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    results = np.zeros((GRID, COLUMNS), np.int64)
    run(gpu.play_in_own_memory, monkeypatch, [State()], results, GRID, 2)
    (expected,) = play_many(Variant(2), 1, 0)
    assert (results == expected.table[0]).all()


def test_games_side_by_side_move_on_together(monkeypatch: pytest.MonkeyPatch) -> None:
    states, shufflers = [State() for _ in range(GRID - 1)], [Shuffler() for _ in range(2 * GRID)]
    decisions = [1] * GRID
    run(gpu.clear, monkeypatch, decisions)
    run(gpu.begin_side_by_side, monkeypatch, states, shufflers, [State()], 2)
    run(gpu.play_side_by_side, monkeypatch, states, shufflers, decisions, 5)
    run(gpu.play_side_by_side, monkeypatch, states, shufflers, decisions, 2_000)
    (expected,) = play_many(Variant(2), GRID - 1, 0)
    assert decisions == [*expected.decisions, 0]
    assert [[player.prestige for player in s.seats] for s in states] == expected.scores.tolist()


@pytest.mark.skipif(gpu_name() is not None, reason="there is a GPU")
def test_without_a_gpu_the_players_say_so() -> None:
    for kind in (gpu.GpuPlayer, gpu.SideBySide):
        with pytest.raises(NoGpu, match="no GPU"):
            kind()


@needs_gpu
def test_a_gpu_plays_the_same_games() -> None:
    variant = Variant(4, Switches(limited_supply=True, palace=True))
    results, _ = gpu.GpuPlayer().play(variant, 500, gpu.Launch(64, 1))
    (expected,) = play_many(variant, 500, 0)
    assert (results == expected.table).all()
