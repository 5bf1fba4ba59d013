"""Checks of the arguments of environments: kind of game, reward, seats, seeds, and extras that are missing."""

import secrets
from collections.abc import Mapping
from typing import Any, NoReturn

import numpy as np

from amyitis.envs.vector import Reward
from amyitis.errors import Malformed
from amyitis.game.arguments import whole_number
from amyitis.lab.variants import Variant
from amyitis.rules import SEED_LIMIT
from amyitis.rules.switches import Switches

DRAWN_SEEDS = 1 << 62  # seeds that nobody gave lie below
REWARDS = {reward.name.lower(): reward for reward in Reward}


def chosen_variant(players: int, switches: Mapping[str, Any]) -> Variant:
    """Returns the kind of game, with switches by their names; raises Malformed."""
    if whole_number(players) is None:
        raise Malformed(f"players={players!r:.60}: a number from 2 to 4 (rule 1.1)")
    return Variant(players, Switches.from_dict(switches))


def given_position(options: dict[str, Any] | None) -> str | None:
    """Returns the position that the options of a reset name, if they do; raises Malformed."""
    if options is not None and not isinstance(options, Mapping):
        raise Malformed(f'options={options!r:.60}: a dict, {{"position": text}} for one')
    position = (options or {}).get("position")
    if position is not None and not isinstance(position, str):
        raise Malformed(f"position={position!r:.60}: a text, as Game.position has it (docs/reference/notation.md)")
    return position


def chosen_reward(name: Any) -> Reward:
    """Returns the reward of a name; raises Malformed."""
    if not isinstance(name, str) or name not in REWARDS:
        raise Malformed(f"reward={name!r:.60}: there are {', '.join(REWARDS)}")
    return REWARDS[name]


def chosen_mode(mode: str | None, modes: list[str]) -> str | None:
    """Returns the way of rendering; raises Malformed."""
    if mode is not None and mode not in modes:
        raise Malformed(f"render_mode={mode!r:.60}: there are {', '.join(modes)}")
    return mode


class Seeds:
    """The seeds of one game after the other: that which is given, then others that follow from it."""

    def __init__(self) -> None:
        self._drawn: np.random.Generator | None = None

    def next(self, given: int | None) -> int:
        """Returns the seed of the next game; without a first one, any. Raises Malformed for one out of range."""
        if given is not None:
            seed = whole_number(given)
            if seed is None or not 0 <= seed < SEED_LIMIT:
                raise Malformed(f"seed={given!r:.60}: seeds go from 0 to 2**64 - 1")
            self._drawn = np.random.default_rng(seed)
            return seed
        if self._drawn is None:
            self._drawn = np.random.default_rng(secrets.randbits(128))
        return int(self._drawn.integers(DRAWN_SEEDS))


def missing(extra: str, problem: ImportError) -> NoReturn:
    """Raise ImportError that names the extra to install."""
    message = f"{problem.name or problem} is not installed: pip install 'amyitis[{extra}]'"
    raise ImportError(message, name=problem.name) from None
