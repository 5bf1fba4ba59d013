"""A game with another box: the rules of a process have one box, so it is played in a process of its own."""

import itertools
import pickle
from functools import partial
from pathlib import Path
from typing import Any

from amyitis.box.active import active_box
from amyitis.box.errors import WorkerLost
from amyitis.box.known import known_box
from amyitis.box.loading import load_box
from amyitis.box.process import BoxProcess
from amyitis.engine.compiled import compiling_allowed
from amyitis.envs.vector import Reward
from amyitis.errors import AmyitisError, Malformed
from amyitis.lab.variants import Variant

from .plain import PlainGame
from .single_game import SingleGame

# What a game is asked there, without arguments and with them.
ASKED = ("decider", "seed", "rewards")
CALLED = ("begin", "enter", "step", "observation", "mask", "view")

_games: dict[int, SingleGame | PlainGame] = {}  # in the other process
_numbers = itertools.count()


def single_game(
    variant: Variant, reward: Reward, box: str | Path | None = None
) -> "SingleGame | PlainGame | OtherBoxGame":
    """Returns a game with a box: the one in use, or one by its digest or file. Raises Malformed."""
    if box is None:
        return own_game(variant, reward)
    path = known_box(str(box)) or Path(box)
    if not path.is_file():
        raise Malformed(f"there is no box {str(box)!r}: give a file, or the digest of one that a release came with")
    digest = load_box(path).digest
    return own_game(variant, reward) if digest == active_box().digest else OtherBoxGame(variant, reward, digest, path)


def own_game(variant: Variant, reward: Reward) -> SingleGame | PlainGame:
    """Returns a game with the box in use: compiled, or plain where nothing may be compiled."""
    return SingleGame(variant, reward) if compiling_allowed() else PlainGame(variant, reward)


class OtherBoxGame:
    """As `SingleGame`, in a process with another box: some hundred times slower, since every call goes there."""

    def __init__(self, variant: Variant, reward: Reward, digest: str, path: Path) -> None:
        self.variant, self._reward, self._digest, self._path = variant, reward, digest, path
        self._process = BoxProcess(digest, path)
        self._number: int | None = self._process.call(_make, variant, reward)

    def __getattr__(self, name: str) -> Any:
        if name in ASKED:
            return self._ask(name)
        if name in CALLED:
            return partial(self._ask, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def close(self) -> None:
        """End the other process; the next game starts another."""
        self._number = None
        self._process.end()

    def _ask(self, name: str, *given: Any) -> Any:
        if self._number is None and name in ("begin", "enter"):
            self._number = self._process.call(_make, self.variant, self._reward)
        if self._number is None:
            raise AmyitisError("this environment is closed; reset() begins a game in it again")
        try:
            return self._process.call(_do, self._number, name, given)
        except WorkerLost:
            self._number = None
            raise

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled and copied: how to start another process, and the game as this one keeps it."""
        kept = None if self._number is None else self._process.call(_kept, self._number)
        made = {"variant": self.variant, "_reward": self._reward, "_digest": self._digest, "_path": self._path}
        return made | {"kept": kept}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        game = kept["kept"]
        self.__dict__.update({name: value for name, value in kept.items() if name != "kept"})
        self._process = BoxProcess(self._digest, self._path)
        self._number = None if game is None else self._process.call(_restored, game)


def _make(variant: Variant, reward: Reward) -> int:
    return _placed(own_game(variant, reward))


def _placed(game: SingleGame | PlainGame) -> int:
    number = next(_numbers)
    _games[number] = game
    return number


def _kept(number: int) -> bytes:
    return pickle.dumps(_games[number])


def _restored(game: bytes) -> int:
    return _placed(pickle.loads(game))


def _do(number: int, name: str, given: tuple[Any, ...]) -> Any:
    method = getattr(_games[number], name)
    return method(*given) if callable(method) else method
