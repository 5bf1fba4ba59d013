"""Thousands of games on a GPU: the games of `vector.py`, in arrays that never leave the device.

A step is two kernels on torch's stream. The first has one thread for each game and takes the action, with the same rule
functions as on the cores (`stepping.py`). The second shows what is new: a thread writes the row of a game into the
small memory that its block shares, and then all threads of the block together carry one row after the other to its
place. The large memory is quick only where neighbours read and write beside each other: with each row written there by
its own thread, showing took six times as long on an H200.
"""

import warnings
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from amyitis.box.tables import MAX_SEATS
from amyitis.engine.arrays import Numbers, Rows, Shufflers, States
from amyitis.engine.cuda import NO_GPU, CudaCompiler, NoGpu, gpu_name, numba_cuda
from amyitis.engine.record import SHUFFLER_DTYPE, STATE_DTYPE, blank_records, from_record
from amyitis.errors import Malformed
from amyitis.lab.batches import check_size
from amyitis.lab.variants import Variant
from amyitis.nets.forward import FloatTable
from amyitis.rules.questions import N_ACTIONS

from . import stepping
from .checks.arguments import missing
from .checks.given_arrays import checked_places, checked_seats, one_of, refuse, seeds_from
from .checks.given_states import checked_states
from .vector import WIDTH, Autoreset, Reward

try:
    import torch
    from numba import uint8
except ImportError as problem:
    missing("train", problem)

Tensor = torch.Tensor

PLAYING = 128  # threads of a block that plays, each a game
SHOWING = 32  # threads of a block that shows, each a game: their rows fit what a block shares
REGISTERS: int | None = None  # the most that a thread that plays may use
cuda: Any = None  # numba's, imported when a GPU is used


def play_games(
    phase: int, states: States, deals: Shufflers, moves: Shufflers, seeds: Numbers, mine: Numbers, chosen: Numbers,
    actions: Numbers, rows: Rows, masks: Rows, last_rows: Rows, deciders: Numbers, movers: Numbers,
    rewards: FloatTable, ended: Numbers, outcome: Numbers, blank: States, kind: int, mode: int, stride: int,
    players: int,
) -> None:  # fmt: skip
    """One thread for each game: begin it, enter it, or take a step; `chosen` tells where there is something to see."""
    i = cuda.grid(1)
    if i < len(states):
        stepping.play_games(
            phase, False, states, deals, moves, seeds, mine, chosen, actions, rows, masks, last_rows, deciders,
            movers, rewards, ended, outcome, blank, kind, mode, stride, players, i, i + 1,
        )  # fmt: skip


def show_games(states: States, chosen: Numbers, rows: Rows, masks: Rows, deciders: Numbers) -> None:
    """One thread for each game: write what is new into memory that a block shares, then all carry it, row by row."""
    near_rows = cuda.shared.array((SHOWING, WIDTH), uint8)
    near_masks = cuda.shared.array((SHOWING, N_ACTIONS), uint8)
    me = cuda.threadIdx.x
    first = cuda.blockIdx.x * SHOWING
    i = first + me
    if i < len(states) and chosen[i] != 0:
        deciders[i] = stepping.see(states[i], deciders[i], near_rows[me], near_masks[me])
    cuda.syncthreads()
    for place in range(first, min(first + SHOWING, len(states))):
        if chosen[place] != 0:
            for number in range(me, WIDTH, SHOWING):
                rows[place][number] = near_rows[place - first][number]
            for number in range(me, N_ACTIONS, SHOWING):
                masks[place][number] = near_masks[place - first][number]


@cache
def kernels(registers: int | None = REGISTERS) -> tuple[Any, Any]:
    """Both kernels, compiled once: it takes half a minute."""
    return CudaCompiler(registers).kernel(play_games), CudaCompiler().kernel(show_games)


class Gpu:
    """The first GPU that can be seen: memory that torch holds, and kernels that work on it in the order of its stream.

    Raises NoGpu where there is none.
    """

    place = "cuda:0"

    def __init__(self) -> None:
        if gpu_name() is None:
            raise NoGpu(NO_GPU)
        if not torch.cuda.is_available():
            raise NoGpu(f"torch {torch.__version__} can use no GPU here, though numba can: install one built for CUDA")
        globals()["cuda"] = numba_cuda()
        self._play, self._show = kernels()

    def array(self, tensor: Tensor, dtype: "np.dtype[np.void] | None" = None) -> Any:
        """The memory of a tensor as kernels take it: as it is, or bytes as records."""
        return cuda.as_cuda_array(tensor) if dtype is None else cuda.as_cuda_array(tensor.view(-1)).view(dtype)

    def play(self, size: int, *arguments: Any) -> None:
        """Begin, enter or step so many games."""
        self.launcher(self._play, -(-size // PLAYING), PLAYING)(*arguments)

    def show(self, size: int, *arguments: Any) -> None:
        """Show what is new in so many games."""
        self.launcher(self._show, -(-size // SHOWING), SHOWING)(*arguments)

    def launcher(self, kernel: Any, blocks: int, threads: int) -> Any:
        """What launches a kernel on torch's current stream."""
        return launcher_on(kernel, blocks, threads, torch.cuda.current_stream(self.place).cuda_stream)


@lru_cache(maxsize=256)
def launcher_on(kernel: Any, blocks: int, threads: int, stream: int) -> Any:
    """What launches a kernel on one of torch's streams."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that so few games leave a GPU half idle: few were asked for
        return kernel[blocks, threads, cuda.external_stream(stream)]


@dataclass(frozen=True)
class SeenOnGpu:
    """What all games show, like `Seen`, in tensors on the device that every step overwrites."""

    observations: Tensor
    masks: Tensor
    deciders: Tensor
    movers: Tensor
    rewards: Tensor
    ended: Tensor
    last_observations: Tensor
    seeds: Tensor


class GpuVectorGames:
    """`VectorGames` on a GPU: the same games for the same seeds and actions, in tensors that torch reads as they are.

    Everything is done in the order of torch's current stream. `states` has the bytes of each game's record. Needs torch
    and a GPU that numba can use, the first that can be seen (CUDA_VISIBLE_DEVICES). Raises NoGpu where there is none,
    Malformed for a size below 1 or for a seat that is not in the game.
    """

    def __init__(
        self,
        variant: Variant,
        size: int,
        *,
        reward: Reward = Reward.WIN_SHARE,
        autoreset: Autoreset = Autoreset.SAME_STEP,
        seat: ArrayLike | None = None,
    ) -> None:
        check_size(variant, size)
        self.variant, self.size = variant, size
        self.reward, self.autoreset = one_of(Reward, "reward", reward), one_of(Autoreset, "autoreset", autoreset)
        seats = stepping.ALL_SEATS if seat is None else checked_seats(seat, size, variant)
        self._gpu = Gpu()
        blank = blank_records(1)
        variant.mark(blank)
        self._blank = self._put(blank.view(np.uint8))
        self.states = self._bytes(STATE_DTYPE)
        self._deals, self._moves = self._bytes(SHUFFLER_DTYPE), self._bytes(SHUFFLER_DTYPE)
        self.actions, self.outcome, self._chosen, self._seats = (self._numbers() for _ in range(4))
        self._seats.copy_(torch.as_tensor(seats))
        self._masks = self._zeros(N_ACTIONS, torch.uint8)
        self.seen = SeenOnGpu(
            observations=self._zeros(WIDTH, torch.uint8),
            masks=self._masks.view(torch.int8),
            deciders=self._numbers(),
            movers=self._numbers(),
            rewards=self._zeros(MAX_SEATS, torch.float32),
            ended=self._numbers().fill_(1),
            last_observations=self._zeros(WIDTH, torch.uint8),
            seeds=self._numbers(),
        )
        self._bind()

    def sit(self, seat: ArrayLike) -> None:
        """Ask this seat alone from now on, one for all places or one for each; the others play at random."""
        self._seats.copy_(torch.as_tensor(checked_seats(_on_host(seat), self.size, self.variant)))

    def reset(self, seed: int = 0) -> SeenOnGpu:
        """Begin new games in all places: place i gets the seed `seed + i`. Raises Malformed for a seed out of range."""
        return self.begin(np.arange(self.size), seeds_from(seed, self.size))

    def begin(self, places: ArrayLike | Tensor, seeds: ArrayLike | Tensor) -> SeenOnGpu:
        """Begin the games of these seeds in these places; the others stay as they are. Raises Malformed."""
        self._choose(*checked_places(_on_host(places), _on_host(seeds), self.size))
        self._play(stepping.BEGIN)
        self._show()
        return self.seen

    def enter(self, places: ArrayLike | Tensor, states: Any, seeds: ArrayLike | Tensor) -> SeenOnGpu:
        """Go on from given states (records, or their bytes as in `states`), with the deals of these seeds.

        Raises Malformed unless there is a state of this variant and a seed for each place.
        """
        where, given = checked_places(_on_host(places), _on_host(seeds), self.size)
        records = checked_states(_records(states), len(where), self.variant)
        self._choose(where, given)
        rows = np.ascontiguousarray(records).view(np.uint8).reshape(len(where), -1)
        self.states[self._put(where)] = self._put(rows)
        self._play(stepping.ENTER)
        self._show()
        return self.seen

    def step(self, actions: Any) -> SeenOnGpu:
        """Take an action in each game and go on to its next decision; waits until that is done.

        `actions` are a tensor, or whatever torch makes one of. Raises Malformed unless there is one number of the
        action table for each game, Illegal with the clause where one is not legal: nothing happened in such a game
        then, while the others went on.
        """
        self.actions.copy_(self._checked(actions))
        self.advance()
        wrong = self.outcome == stepping.NOT_LEGAL
        if bool(wrong.any()):
            place = int(wrong.nonzero()[0])
            record = self.states[place].cpu().numpy().view(STATE_DTYPE)[0]
            refuse(from_record(record), int(self.actions[place]), f"game {place}")
        return self.seen

    def advance(self) -> None:
        """Take the actions written into `actions`; `outcome` has the outcome of each, and nothing is raised.

        Waits for nothing: it is done when torch's stream has come so far.
        """
        self._play(stepping.STEP)
        self._show()

    def __copy__(self) -> Self:
        """A copy with tensors of its own."""
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: all tensors; kernels are bound to them again."""
        kept = {name: value for name, value in self.__dict__.items() if name not in ("_gpu", "_played", "_shown")}
        return kept | {"seen": vars(self.seen)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        masks = kept["_masks"].view(torch.int8)
        self.__dict__.update(kept | {"seen": SeenOnGpu(**kept["seen"] | {"masks": masks})})
        self._gpu = Gpu()
        self._bind()

    def step_parts(self, show_masks: Any) -> dict[str, Callable[[], Any]]:
        """What a step launches, and `show_masks`, a kernel for the masks alone: for the time of each to be taken."""
        states, _, _, masks, _ = self._shown
        show = self._gpu.launcher(show_masks, -(-self.size // SHOWING), SHOWING)
        return {"play": lambda: self._play(stepping.STEP), "show": self._show, "mask": lambda: show(states, masks)}

    def _bind(self) -> None:
        """Make the arguments of both kernels, once: the tensors stay where they are."""
        seen, variant, array = self.seen, self.variant, self._gpu.array
        states = array(self.states, STATE_DTYPE)
        chosen, rows, masks, deciders = map(array, (self._chosen, seen.observations, self._masks, seen.deciders))
        self._played = (
            states,
            array(self._deals, SHUFFLER_DTYPE),
            array(self._moves, SHUFFLER_DTYPE),
            array(seen.seeds),
            array(self._seats),
            chosen,
            array(self.actions),
            rows,
            masks,
            array(seen.last_observations),
            deciders,
            array(seen.movers),
            array(seen.rewards),
            array(seen.ended),
            array(self.outcome),
            array(self._blank, STATE_DTYPE),
            int(self.reward),
            int(self.autoreset),
            self.size,
            variant.players,
        )
        self._shown = (states, chosen, rows, masks, deciders)

    def _play(self, phase: int) -> None:
        self._gpu.play(self.size, phase, *self._played)

    def _show(self) -> None:
        self._gpu.show(self.size, *self._shown)

    def _choose(self, places: "np.ndarray[Any, Any]", seeds: "np.ndarray[Any, Any]") -> None:
        """Mark the places that are to begin, and give them their seeds."""
        chosen, given = np.zeros((2, self.size), np.int64)
        chosen[places], given[places] = 1, seeds
        self._chosen.copy_(self._put(chosen))
        self.seen.seeds.copy_(torch.where(self._chosen != 0, self._put(given), self.seen.seeds))

    def _checked(self, actions: Any) -> Tensor:
        """Returns the actions as a tensor on the device; raises Malformed unless there is a whole number for each."""
        try:
            given = torch.as_tensor(actions, device=self._gpu.place)
        except (TypeError, ValueError, RuntimeError) as problem:
            raise Malformed(f"{self.size} games take {self.size} whole numbers ({problem})") from problem
        whole = not (given.is_floating_point() or given.is_complex() or given.dtype == torch.bool)
        if given.shape != (self.size,) or not whole:
            kind = f"{str(given.dtype).removeprefix('torch.')} of shape {tuple(given.shape)}"
            raise Malformed(f"{self.size} games take {self.size} whole numbers, not {kind}")
        return given

    def _zeros(self, width: int, dtype: torch.dtype) -> Tensor:
        return torch.zeros((self.size, width), dtype=dtype, device=self._gpu.place)

    def _bytes(self, dtype: "np.dtype[np.void]") -> Tensor:
        return self._zeros(dtype.itemsize, torch.uint8)

    def _numbers(self) -> Tensor:
        return torch.zeros(self.size, dtype=torch.int64, device=self._gpu.place)

    def _put(self, array: "np.ndarray[Any, Any]") -> Tensor:
        """A copy on the device."""
        return torch.tensor(array, device=self._gpu.place)


def _on_host(given: Any) -> Any:
    """Numbers of a tensor as an array; what is no tensor as it is."""
    return given.cpu().numpy() if isinstance(given, Tensor) else given


def _records(states: Any) -> Any:
    """Bytes of states, one row for each, as records; what is no such tensor as it is."""
    given = _on_host(states)
    if isinstance(states, Tensor) and given.dtype == np.uint8 and given.shape[-1:] == (STATE_DTYPE.itemsize,):
        return np.ascontiguousarray(given).view(STATE_DTYPE).reshape(-1)
    return given
