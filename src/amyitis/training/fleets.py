"""Self-play on all cores of this machine, or on a GPU.

Both do the same: `rows()` gives the rows to be valued, `advance(values, chance, keep)` chooses by their values, keeps
what was chosen, and makes the next rows. On the cores the work is done in the background by threads (compiled code runs
beside Python), so while one group of games is expanded, another can be evaluated on a GPU.
"""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache, partial
from typing import Any

import numpy as np
import torch
from torch import Tensor

from amyitis.engine.arrays import Numbers, Rows, Shufflers, States
from amyitis.engine.compiled import engine
from amyitis.engine.cuda import CudaCompiler, numba_cuda
from amyitis.engine.record import SHUFFLER_DTYPE, STATE_DTYPE, blank_records
from amyitis.errors import AmyitisError
from amyitis.nets.forward import FloatTable
from amyitis.nets.layout import WIDTH
from amyitis.rules.bits import count_bits

from . import slots
from .slots import BEGIN, CHOOSE, COUNT, EXPAND

OUTPUTS = 8
MOST_MOVES = 20  # room for so many legal moves a slot, on average over all of them


class Kept:
    """What is kept of some steps of all slots: rows, values, who decided, whether the game ended."""

    def __init__(self, steps: int, size: int, device: str) -> None:
        pinned = device == "cpu" and torch.cuda.is_available()
        self.rows = torch.zeros((steps, size, WIDTH), dtype=torch.uint8, device=device, pin_memory=pinned)
        self.values = torch.zeros((steps, size, OUTPUTS), dtype=torch.float32, device=device)
        self.movers = torch.zeros((steps, size), dtype=torch.int64, device=device)
        self.ended = torch.zeros((steps, size), dtype=torch.int64, device=device)

    def begin_with_last(self) -> None:
        """The last step becomes the first: its value was needed already, its target comes now."""
        for part in (self.rows, self.values, self.movers, self.ended):
            part[0].copy_(part[-1])


def _too_many(total: int, size: int) -> AmyitisError:
    return AmyitisError(f"{size} games have {total} legal moves, more than there is room for")


class CoreFleet:
    """Games on the cores of this machine."""

    device = "cpu"

    def __init__(self, kinds: Sequence[int], seed: int, threads: int) -> None:
        self.size = len(kinds)
        self.kinds = np.array(kinds, np.int64)
        self._threads = max(1, min(threads, self.size // 16))
        self._pool = ThreadPoolExecutor(self._threads)
        self._background = ThreadPoolExecutor(1)
        room = MOST_MOVES * self.size + 64
        self._room = torch.zeros((room, WIDTH), dtype=torch.uint8, pin_memory=torch.cuda.is_available())
        self._rows = self._room.numpy()
        self._values = np.zeros((room, OUTPUTS), np.float32)
        numbers = np.zeros((4, self.size), np.int64)
        self._counts, self._deciders, self._firsts, taken = numbers
        records = (blank_records(self.size), blank_records(room), blank_records(1))
        shufflers = np.zeros(self.size, SHUFFLER_DTYPE)
        self._arrays = (*records, shufflers, self._rows, self._values, self.kinds, *numbers[:3], taken)
        self._nothing = Kept(1, self.size, "cpu")
        self._work: Any = engine(slots.work_on_slots)
        self._everywhere(slots.BEGIN, self._nothing, 0, seed=seed)
        self._waiting: Future[int] = self._background.submit(self._expand)

    def rows(self) -> Tensor:
        """The rows after every legal move of every slot, as soon as they are there."""
        return self._room[: self._waiting.result()]

    def advance(self, values: Tensor, chance: float, keep: Kept, step: int) -> None:
        """Choose by the values of the rows, and expand again, in the background."""
        self._values[: len(values)] = values.cpu().numpy()
        self._waiting = self._background.submit(self._choose, chance, keep, step)

    def wait(self) -> None:
        """Wait until what was begun is done."""
        self._waiting.result()

    def deciders(self) -> tuple[Tensor, Tensor]:
        """By slot: how many rows it has, and who decides."""
        self.wait()
        return torch.from_numpy(self._counts.copy()), torch.from_numpy(self._deciders.copy())

    def close(self) -> None:
        """End the threads."""
        self.wait()
        for pool in (self._background, self._pool):
            pool.shutdown()

    def _choose(self, chance: float, keep: Kept, step: int) -> int:
        self._everywhere(slots.CHOOSE, keep, step, chance=chance)
        return self._expand()

    def _expand(self) -> int:
        self._everywhere(slots.COUNT, self._nothing, 0)
        self._firsts[1:] = np.cumsum(self._counts)[:-1]
        total = int(self._counts.sum())
        if total > len(self._rows):
            raise _too_many(total, self.size)
        self._everywhere(slots.EXPAND, self._nothing, 0)
        return total

    def _everywhere(self, phase: int, keep: Kept, step: int, chance: float = 0.0, seed: int = 0) -> None:
        """Do a part of the work for all slots, a share for each thread."""
        kept = [part[step].numpy() for part in (keep.movers, keep.ended, keep.rows, keep.values)]
        bounds = [self.size * share // self._threads for share in range(self._threads + 1)]
        work = partial(self._work, phase, *self._arrays, *kept, chance, seed)
        list(self._pool.map(work, bounds[:-1], bounds[1:]))


def gpu_step(
    phase: int, states: States, after: States, blank: States, shufflers: Shufflers,
    rows: Rows, values: FloatTable, kinds: Numbers, counts: Numbers, firsts: Numbers,
    owners: Numbers, taken: Numbers, movers: Numbers, ended: Numbers, chance: float, seed: int,
) -> None:  # fmt: skip
    """One thread of a GPU: begin a slot, count its moves, expand one of them, or choose. One kernel compiles once."""
    i = cuda.grid(1)
    if phase == EXPAND:
        if i < len(owners):
            slot = owners[i]
            slots.expand_answer(states, slot, i - firsts[slot], after, rows, i)
    elif i < len(states):
        if phase == BEGIN:
            slots.begin_slot(states, i, blank, shufflers, kinds, seed)
        elif phase == COUNT:
            counts[i] = count_bits(states[i].legal)
            movers[i] = states[i].seat
        else:
            slots.choose_answer(
                states, i, after, blank, shufflers, kinds, firsts[i], values, chance, taken, movers, ended
            )


THREADS = 128
cuda: Any = None  # numba's, imported when a GPU is used


@cache
def _gpu_kernel() -> Any:
    """The kernel, compiled once: it takes half a minute."""
    return CudaCompiler().kernel(gpu_step)


class GpuFleet:
    """Games on a GPU: nothing leaves it."""

    device = "cuda"

    def __init__(self, kinds: Sequence[int], seed: int) -> None:
        globals()["cuda"] = numba_cuda()
        self.size = len(kinds)
        self.kinds = np.array(kinds, np.int64)
        self._kernel = _gpu_kernel()
        self._numba: Any = cuda
        room = MOST_MOVES * self.size + 64
        self._states, self._after = (self._records(count, STATE_DTYPE) for count in (self.size, room))
        self._blank, self._shufflers = self._records(1, STATE_DTYPE), self._records(self.size, SHUFFLER_DTYPE)
        self._rows = torch.zeros((room, WIDTH), dtype=torch.uint8, device="cuda")
        numbers = torch.zeros((6, self.size), dtype=torch.int64, device="cuda")
        self._kinds, self._counts, self._deciders, self._firsts, self.taken, self._nothing = numbers
        self._kinds.copy_(torch.from_numpy(self.kinds))
        self._slots = torch.arange(self.size, device="cuda")
        self._owners = self._slots
        self._no_values = torch.zeros((1, OUTPUTS), dtype=torch.float32, device="cuda")
        self._launch(BEGIN, self.size, seed=seed)
        self._total = self._expand()

    def rows(self) -> Tensor:
        """The rows after every legal move of every slot."""
        return self._rows[: self._total]

    def advance(self, values: Tensor, chance: float, keep: Kept, step: int) -> None:
        """Choose by the values of the rows, and expand again."""
        self._launch(CHOOSE, self.size, values, keep.movers[step], keep.ended[step], chance)
        torch.index_select(self._rows, 0, self.taken, out=keep.rows[step])
        torch.index_select(values, 0, self.taken, out=keep.values[step])
        self._total = self._expand()

    def wait(self) -> None:
        """Nothing is done in the background."""

    def close(self) -> None:
        """There is nothing to end."""

    def deciders(self) -> tuple[Tensor, Tensor]:
        """By slot: how many rows it has, and who decides."""
        return self._counts, self._deciders

    def _expand(self) -> int:
        self._launch(COUNT, self.size, movers=self._deciders)
        ends = self._counts.cumsum(0)
        self._firsts.copy_(ends - self._counts)
        total = int(ends[-1])
        if total > len(self._rows):
            raise _too_many(total, self.size)
        self._owners = torch.repeat_interleave(self._slots, self._counts, output_size=total)
        self._launch(EXPAND, total)
        return total

    def _records(self, count: int, dtype: "np.dtype[np.void]") -> Any:
        """Zeros on the device."""
        return self._numba.to_device(np.zeros(count, dtype))

    def _launch(
        self, phase: int, threads: int, values: Tensor | None = None, movers: Tensor | None = None,
        ended: Tensor | None = None, chance: float = 0.0, seed: int = 0,
    ) -> None:  # fmt: skip
        """Run the kernel on torch's stream."""
        array: Any = self._numba.as_cuda_array
        stream = self._numba.external_stream(torch.cuda.current_stream().cuda_stream)
        numbers = (self._kinds, self._counts, self._firsts, self._owners, self.taken, movers, ended)
        self._kernel[-(-threads // THREADS), THREADS, stream](
            phase, self._states, self._after, self._blank, self._shufflers, array(self._rows),
            array(self._no_values if values is None else values),
            *(array(self._nothing if row is None else row) for row in numbers), chance, seed,
        )  # fmt: skip


Fleet = CoreFleet | GpuFleet
