"""Games on a GPU are those on the cores: kernels thread by thread in plain Python, and on a GPU where there is one."""

import copy
import pickle
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from amyitis.engine.cuda import NoGpu, gpu_name
from amyitis.engine.record import SHUFFLER_DTYPE, STATE_DTYPE, from_record, to_records
from amyitis.envs.vector import Autoreset, Reward, VectorGames
from amyitis.errors import Illegal, Malformed
from amyitis.lab.variants import Variant
from amyitis.rules.course.chance import Shuffler
from amyitis.rules.switches import Switches
from benchmarks.speed.engine import Sizes
from tests.compiling import needs_compiler

torch = pytest.importorskip("torch", reason="torch is not installed")
gpu_vector: Any = pytest.importorskip("amyitis.envs.gpu_vector", reason="torch is not installed")
games_on_gpu: Any = pytest.importorskip("benchmarks.speed.games_on_gpu", reason="torch is not installed")

pytestmark = needs_compiler
needs_gpu = pytest.mark.skipif(gpu_name() is None, reason="there is no GPU")

SHOWN = ("observations", "masks", "deciders", "movers", "rewards", "ended", "last_observations", "seeds")
NEAR_THE_END = 8  # steps


class PlainRecords:
    """Records in the memory of a tensor, as plain Python reads and writes them: fetched before a kernel, kept after."""

    def __init__(self, memory: Any, dtype: Any) -> None:
        self._records, self._plain = memory.numpy().reshape(-1).view(dtype), dtype == STATE_DTYPE
        self._things: list[Any] = []

    def fetch(self) -> None:
        if self._plain:
            self._things = [from_record(one) for one in self._records]
        else:
            self._things = [_shuffler(one) for one in self._records]

    def keep(self) -> None:
        for i, thing in enumerate(self._things):
            if self._plain:
                self._records[i] = to_records([thing])[0]
            else:
                self._records[i] = tuple(getattr(thing, name) for name in SHUFFLER_DTYPE.names or ())

    def __getitem__(self, i: int) -> Any:
        return self._things[i]

    def __setitem__(self, i: int, thing: Any) -> None:
        self._things[i] = thing

    def __len__(self) -> int:
        return len(self._things)


class PlainNumbers:
    """Numbers in the memory of a tensor, each read as a number of Python's, as plain states hold them."""

    def __init__(self, numbers: Any) -> None:
        self._numbers = numbers

    def __getitem__(self, i: int) -> int:
        return int(self._numbers[i])

    def __setitem__(self, i: int, number: int) -> None:
        self._numbers[i] = number

    def __len__(self) -> int:
        return len(self._numbers)


def _shuffler(record: Any) -> Shuffler:
    made = Shuffler()
    for name in SHUFFLER_DTYPE.names or ():
        setattr(made, name, int(record[name]))
    return made


class PlainCuda:
    """What kernels see of a GPU: the threads of a block are threads of Python."""

    def __init__(self, block: int, threads: int) -> None:
        self._block, self._threads, self._mine = block, threads, threading.local()
        self._barrier = threading.Barrier(threads)
        self._shared: dict[tuple[int, ...], Any] = {}
        self._lock = threading.Lock()
        self.shared = SimpleNamespace(array=self._array)
        self.syncthreads: Callable[[], Any] = self._barrier.wait
        self.blockIdx = SimpleNamespace(x=block)

    @property
    def threadIdx(self) -> Any:  # noqa: N802
        return SimpleNamespace(x=self._mine.number)

    def grid(self, dimensions: int) -> int:
        return int(self._block * self._threads + self._mine.number)

    def _array(self, shape: tuple[int, ...], kind: Any) -> Any:
        with self._lock:
            return self._shared.setdefault(shape, np.full(shape, 77, np.uint8))

    def run(self, kernel: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        """Run a kernel in all threads of the block."""
        problems: list[BaseException] = []

        def one(number: int) -> None:
            self._mine.number = number
            try:
                kernel(*arguments)
            except BaseException as problem:
                problems.append(problem)
                self._barrier.abort()

        threads = [threading.Thread(target=one, args=(number,)) for number in range(self._threads)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if problems:
            raise problems[0]


class PlainGpu:
    """In place of `Gpu`: tensors of the CPU, and kernels in plain Python, in blocks of two games."""

    place = "cpu"

    def array(self, tensor: Any, dtype: Any = None) -> Any:
        assert tensor.is_contiguous()
        if dtype is not None:
            return PlainRecords(tensor, dtype)
        return PlainNumbers(tensor.numpy()) if tensor.ndim == 1 else tensor.numpy()

    def play(self, size: int, *arguments: Any) -> None:
        self._launch(gpu_vector.play_games, -(-size // 2), 2, arguments)

    def show(self, size: int, *arguments: Any) -> None:
        self._launch(gpu_vector.show_games, -(-size // gpu_vector.SHOWING), gpu_vector.SHOWING, arguments)

    def launcher(self, kernel: Any, blocks: int, threads: int) -> Any:
        return lambda *arguments: self._launch(kernel, blocks, threads, arguments)

    def _launch(self, kernel: Any, blocks: int, threads: int, arguments: tuple[Any, ...]) -> None:
        records = [one for one in arguments if isinstance(one, PlainRecords)]
        for one in records:
            one.fetch()
        for block in range(blocks):
            gpu_vector.cuda = kernel.__globals__["cuda"] = PlainCuda(block, threads)
            gpu_vector.cuda.run(kernel, arguments)
        for one in records:
            one.keep()


@pytest.fixture
def plain_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu_vector, "Gpu", PlainGpu)
    monkeypatch.setattr(gpu_vector, "SHOWING", 2)
    monkeypatch.setattr(gpu_vector, "cuda", None)


def same(there: Any, here: VectorGames) -> None:
    """Everything is equal: what is shown, the states, and what became of the actions."""
    for name in SHOWN:
        assert np.array_equal(getattr(there.seen, name).cpu().numpy(), getattr(here.seen, name)), name
    assert np.array_equal(there.outcome.cpu().numpy(), here.outcome)
    assert (there.states.cpu().numpy().view(STATE_DTYPE).reshape(-1) == here.states).all()


def late_states(variant: Variant, size: int, seat: Any) -> tuple[Any, list[int]]:
    """States of so many games, each some steps before its end, and their seeds."""
    games, random = VectorGames(variant, size, autoreset=Autoreset.DISABLED, seat=seat), np.random.default_rng(3)
    seen, before = games.reset(11), []
    while not seen.ended.all():
        before.append((games.states.copy(), seen.ended.copy()))
        seen = games.step(np.argmax(seen.masks * random.random(seen.masks.shape), axis=1))
    alive = [max(i for i, (_, ended) in enumerate(before) if not ended[place]) for place in range(size)]
    chosen = [before[max(0, last - NEAR_THE_END - 3 * place)][0][place] for place, last in enumerate(alive)]
    return np.array(chosen, STATE_DTYPE), [500 + place for place in range(size)]


@pytest.mark.parametrize(
    ("variant", "mode", "reward", "seat"),
    [
        (Variant(2), Autoreset.SAME_STEP, Reward.WIN_SHARE, None),
        (Variant(3, Switches(limited_supply=True)), Autoreset.NEXT_STEP, Reward.MARGIN, None),
        (Variant(4, Switches(palace=True)), Autoreset.DISABLED, Reward.SCORE, None),
        (Variant(3, Switches(palace=True)), Autoreset.SAME_STEP, Reward.SCORE, [2, 0, 1]),
    ],
)
def test_the_kernels_play_the_games_of_the_cores(
    plain_gpu: None, variant: Variant, mode: Autoreset, reward: Reward, seat: Any
) -> None:
    here = VectorGames(variant, 3, reward=reward, autoreset=mode, seat=seat)
    there = gpu_vector.GpuVectorGames(variant, 3, reward=reward, autoreset=mode, seat=seat)
    states, seeds = late_states(variant, 3, seat)
    here.reset(5)
    there.reset(5)
    same(there, here)
    here.enter([0, 1, 2], states, seeds)
    there.enter([0, 1, 2], states, seeds)
    random, ends = np.random.default_rng(2), 0
    for _ in range(3 * NEAR_THE_END if seat is None else NEAR_THE_END):
        same(there, here)
        actions = np.argmax(here.seen.masks * random.random(here.seen.masks.shape), axis=1)
        here.step(actions)
        there.step(torch.tensor(actions, dtype=torch.int32))
        ends += int(here.seen.ended.sum())
    same(there, here)
    assert ends > 0
    here.begin([1], [70])
    there.begin(torch.tensor([1]), torch.tensor([70]))
    same(there, here)


def test_what_is_wrong_is_said_as_on_the_cores(plain_gpu: None) -> None:
    games = gpu_vector.GpuVectorGames(Variant(2), 2)
    with pytest.raises(Malformed, match="there is no game yet"):
        games.step([0, 0])
    seen = games.reset(3)
    before = games.states.clone()
    illegal = int(torch.argmin(seen.masks[1]))
    with pytest.raises(Illegal, match=r"game 1: .* is not allowed here.*\(rule \d"):
        games.step([int(torch.argmax(seen.masks[0])), illegal])
    assert torch.equal(games.states[1], before[1])
    assert not torch.equal(games.states[0], before[0])
    for actions in ([1], [0.5, 0.5], [True, True], [[1, 1]], "no", [[1], 2]):
        with pytest.raises(Malformed, match="2 games take 2 whole numbers"):
            games.step(actions)
    with pytest.raises(Malformed, match="2 places take 2 states"):
        games.enter([0, 1], games.states[:1], [1, 2])
    with pytest.raises(Malformed, match="seat="):
        games.sit(torch.tensor(2))
    with pytest.raises(Malformed, match="at least 1 game"):
        gpu_vector.GpuVectorGames(Variant(2), 0)


def test_games_on_a_gpu_are_kept_and_copied(plain_gpu: None) -> None:
    games = gpu_vector.GpuVectorGames(Variant(2), 2, seat=1)
    for tensor in vars(games.seen).values():  # JAX reads them where they lie, too
        assert torch.from_dlpack(tensor).data_ptr() == tensor.data_ptr()
    games.reset(2)
    for pickled in (True, False):
        before, twin = games.states.clone(), pickle.loads(pickle.dumps(games)) if pickled else copy.deepcopy(games)
        twin.step(torch.argmax(twin.seen.masks, dim=1))
        assert torch.equal(games.states, before)
        assert not torch.equal(twin.states, before)
        games.step(torch.argmax(games.seen.masks, dim=1))
        assert torch.equal(games.states, twin.states)
        assert torch.equal(games.seen.observations, twin.seen.observations)
        assert torch.equal(games.seen.masks, twin.seen.masks)


def test_what_a_gpu_does_is_measured(plain_gpu: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_on_gpu, "cuda", None)
    monkeypatch.setattr(games_on_gpu, "SHOWING", 2)
    monkeypatch.setattr(games_on_gpu, "CPU_GAMES", 64)
    monkeypatch.setattr(games_on_gpu, "BUSY_BYTES", 8)
    monkeypatch.setattr(games_on_gpu, "_mask_kernel", lambda: games_on_gpu.show_masks)
    monkeypatch.setattr(torch.cuda, "synchronize", lambda: None)
    monkeypatch.setattr(games_on_gpu, "_mark", lambda: SimpleNamespace(elapsed_time=lambda later: 0.5))
    told: list[str] = []
    found = games_on_gpu.measure_gpu_games(Sizes(seconds=0.01, spells=1), told.append, (3,))
    assert [(one["players"], one["games"]) for one in found["speeds"]] == [(2, 3), (4, 3)]
    for one in found["speeds"]:
        assert one["steps_per_second"] == pytest.approx(3e6 / one["step_microseconds"])
        assert sum(one["nanoseconds"].values()) == pytest.approx(1000 * one["step_microseconds"] / 3)
        assert min(one["times_the_cpu"], one["picked_by_torch_per_second"]) > 0
    assert told[0] == "compiling for the GPU"


@pytest.mark.skipif(gpu_name() is not None, reason="there is a GPU")
def test_without_a_gpu_it_says_so() -> None:
    with pytest.raises(NoGpu, match="there is no GPU here that numba can use"):
        gpu_vector.GpuVectorGames(Variant(2), 4)


@needs_gpu
@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "mode", "reward", "seat"),
    [
        (Variant(2), Autoreset.SAME_STEP, Reward.WIN_SHARE, 0),
        (Variant(3, Switches(limited_supply=True)), Autoreset.NEXT_STEP, Reward.MARGIN, 1),
        (Variant(4, Switches(palace=True)), Autoreset.DISABLED, Reward.SCORE, 3),
        (Variant(4), Autoreset.SAME_STEP, Reward.SCORE, None),
    ],
)
def test_a_gpu_plays_the_games_of_the_cores(variant: Variant, mode: Autoreset, reward: Reward, seat: Any) -> None:
    here = VectorGames(variant, 4096, reward=reward, autoreset=mode, seat=seat)
    there = gpu_vector.GpuVectorGames(variant, 4096, reward=reward, autoreset=mode, seat=seat)
    here.reset(7)
    there.reset(7)
    ends = 0
    for step in range(300):
        if step % 10 == 0:
            same(there, here)
        actions = torch.argmax(there.seen.masks * torch.rand(there.seen.masks.shape, device="cuda"), dim=1)
        here.step(actions.cpu().numpy())
        there.step(actions)
        ends += int(here.seen.ended.sum())
    same(there, here)
    assert seat is None or ends > 0
