"""Random games on a GPU: one thread a game at a time, the same rules, the same seeds, the same results.

The table of a game can lie in three places: in a thread's own memory, in the memory that the threads of a block share,
or side by side with all others in the memory of the device. Which is best is for `rules_on_gpu.py` to find out.
"""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import from_dtype

from amyitis.engine.arrays import Numbers, Shufflers, States, Table, fetch_state
from amyitis.engine.cuda import NO_GPU, CudaCompiler, NoGpu, blocks_at_once, gpu_name, numba_cuda
from amyitis.engine.record import SHUFFLER_DTYPE, STATE_DTYPE, blank_records
from amyitis.lab.batches import Array
from amyitis.lab.playing import COLUMNS, begin_game
from amyitis.lab.variants import Variant
from benchmarks.speed.gpu_games import advance_game, play_share

cuda: Any = numba_cuda()

STATE = from_dtype(STATE_DTYPE)
SHUFFLER = from_dtype(SHUFFLER_DTYPE)
SHARED_BLOCK = 48 * 1024 // STATE_DTYPE.itemsize // 32 * 32  # threads whose states fit what a block shares unasked
FEW_REGISTERS = 40  # a thread's, so that more threads fit: the quickest on an H200
BYTES_A_GAME = STATE_DTYPE.itemsize + 2 * SHUFFLER_DTYPE.itemsize + 8  # side by side: state, generators, decisions


def play_in_own_memory(blank: States, results: Table, alike: int, players: int) -> None:
    """Each thread keeps its game in its own memory."""
    states = cuda.local.array(1, STATE)
    shufflers = cuda.local.array(2, SHUFFLER)
    first, step = cuda.grid(1), cuda.gridsize(1)
    play_share(states, 0, shufflers, 0, blank, results, first, step, alike, players)


def play_in_shared_memory(blank: States, results: Table, alike: int, players: int) -> None:
    """The threads of a block keep their games side by side in memory on the chip; a block has SHARED_BLOCK threads."""
    states = cuda.shared.array(SHARED_BLOCK, STATE)
    shufflers = cuda.local.array(2, SHUFFLER)
    first, step = cuda.grid(1), cuda.gridsize(1)
    play_share(states, cuda.threadIdx.x, shufflers, 0, blank, results, first, step, alike, players)


def begin_side_by_side(states: States, shufflers: Shufflers, blank: States, players: int) -> None:
    """Set up the games of all states, by the rules that the blank one says."""
    i = cuda.grid(1)
    if i < len(states):
        fetch_state(states, i, blank, 0)
        begin_game(states[i], shufflers[2 * i], shufflers[2 * i + 1], i, 0, players)


def play_side_by_side(states: States, shufflers: Shufflers, decisions: Numbers, most: int) -> None:
    """Make at most so many random decisions in each game, and count them."""
    i = cuda.grid(1)
    if i < len(states):
        decisions[i] += advance_game(states[i], shufflers[2 * i], shufflers[2 * i + 1], most)


def clear(words: Numbers) -> None:
    """Fill an array with zeros."""
    for i in range(cuda.grid(1), len(words), cuda.gridsize(1)):
        words[i] = 0


PLACES = {"own": play_in_own_memory, "shared": play_in_shared_memory}


@dataclass(frozen=True)
class Launch:
    """How a kernel is launched: threads in a block, and blocks on each multiprocessor."""

    threads: int
    blocks_each: int


class GpuPlayer:
    """Plays whole random games, each thread one after the other. Compiles when made, which takes its time."""

    def __init__(self, place: str = "own", registers: int | None = FEW_REGISTERS) -> None:
        if gpu_name() is None:
            raise NoGpu(NO_GPU)
        started = time.perf_counter()
        self.place = place
        self.kernel: Any = CudaCompiler(registers).kernel(PLACES[place])
        self.compile_seconds = time.perf_counter() - started

    def play(self, variant: Variant, games: int, launch: Launch, alike: int = 1) -> tuple[Array, float]:
        """The results of the games of the seeds from 0 on, and the seconds that the GPU was at it."""
        results = cuda.to_device(np.zeros((games, COLUMNS), np.int64))
        blank = blank_on_device(variant)
        blocks = min(launch.blocks_each * cuda.get_current_device().MULTIPROCESSOR_COUNT, -(-games // launch.threads))
        seconds = timed(lambda: self.kernel[blocks, launch.threads](blank, results, alike, variant.players))
        return results.copy_to_host(), seconds

    def resources(self, threads: int) -> dict[str, int]:
        """What a thread takes, and how many blocks of so many threads fit on a multiprocessor at once, if told."""
        compiled = next(iter(self.kernel.overloads.values()))
        resources = {
            "registers": int(compiled.regs_per_thread),
            "local_bytes": int(compiled.local_mem_per_thread),
            "shared_bytes_a_block": int(compiled.shared_mem_per_block),
            "constant_bytes": int(compiled.const_mem_size),
        }
        blocks = blocks_at_once(compiled, threads)
        if blocks is None:
            return resources
        return {**resources, "blocks_on_a_multiprocessor": blocks, "threads_on_a_multiprocessor": blocks * threads}


class SideBySide:
    """Many games side by side in the memory of the device, all moved on together: what a learner would do."""

    def __init__(self) -> None:
        if gpu_name() is None:
            raise NoGpu(NO_GPU)
        compiler = CudaCompiler()
        self._begin: Any = compiler.kernel(begin_side_by_side)
        self._play: Any = compiler.kernel(play_side_by_side)
        self._clear: Any = compiler.kernel(clear)

    def run(self, variant: Variant, games: int, threads: int, most: int, times: int) -> dict[str, float]:
        """Begin so many games and make `most` decisions in each, several times over; how long each part took."""
        states = cuda.device_array(games, STATE_DTYPE)
        shufflers = cuda.device_array(2 * games, SHUFFLER_DTYPE)
        decisions = cuda.device_array(games, np.int64)
        for memory in (states, shufflers, decisions):
            self._clear[1024, 256](memory.view(np.int64))
        blocks = -(-games // threads)
        blank = blank_on_device(variant)
        begun = timed(lambda: self._begin[blocks, threads](states, shufflers, blank, variant.players))
        seconds = sum(
            timed(lambda: self._play[blocks, threads](states, shufflers, decisions, most)) for _ in range(times)
        )
        made = _sum(decisions)
        return {
            "games": games,
            "gigabytes": games * BYTES_A_GAME / 1e9,
            "begin_seconds": begun,
            "seconds": seconds,
            "decisions": made,
            "decisions_per_second": made / seconds,
        }


def blank_on_device(variant: Variant) -> Any:
    """A state that only says by which rules it is played, in the memory of the device."""
    blank = blank_records(1)
    variant.mark(blank)
    return cuda.to_device(blank)


def timed(work: Any) -> float:
    """The seconds that the GPU needs for some work."""
    before, after = cuda.event(), cuda.event()
    before.record()
    work()
    after.record()
    after.synchronize()
    return float(cuda.event_elapsed_time(before, after)) / 1000


def _sum(numbers: Any, part: int = 1 << 24) -> int:
    """The sum of an array on the device, fetched in parts."""
    return sum(int(numbers[i : i + part].copy_to_host().sum()) for i in range(0, len(numbers), part))
