"""You against bots, as a Gymnasium environment: importing this module registers `Amyitis-v1`.

An observation is the position as your seat sees it (`docs/reference/encoding.md`), numbers times scales. `info` has the
`action_mask`, `action_masks()` returns it as sb3-contrib wants it. The reward comes at the end of the game.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from amyitis.bots.bot import Bot
from amyitis.bots.playing import ask, seated
from amyitis.bots.registry import check_bot
from amyitis.errors import Illegal, Malformed
from amyitis.game import Game
from amyitis.lab.variants import Variant
from amyitis.nets.layout import SCALES
from amyitis.rules.questions import N_ACTIONS
from amyitis.rules.switches import chosen_switch

from .checks.arguments import DRAWN_SEEDS, chosen_mode, chosen_reward, chosen_variant, missing
from .checks.given_arrays import seeds_from
from .rendering import MODES, render
from .single.other_box import own_game
from .single.single_game import NOBODY, SingleGame
from .vector import WIDTH, Autoreset, VectorGames
from .versus import VersusBots

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import InvalidAction
    from gymnasium.vector import AutoresetMode, VectorEnv
except ImportError as problem:
    missing("gymnasium", problem)

__all__ = ["AmyitisEnv", "AmyitisVectorEnv"]

ID = "Amyitis-v1"
RANDOM = "random"
FACTORS = np.array(SCALES, np.float32)

Info = dict[str, Any]


def observation_space(scaled: bool) -> "spaces.Box":
    """Returns the space of observations: numbers times their scale, or as they are."""
    if not scaled:
        return spaces.Box(0, 255, (WIDTH,), np.uint8)
    return spaces.Box(np.zeros(WIDTH, np.float32), 255 * FACTORS, dtype=np.float32)


def chosen_opponents(opponents: str | Sequence[str], variant: Variant) -> list[str]:
    """Returns a name for each other seat.

    Raises Malformed for a wrong number or an unknown bot, NetworkRefused for a network that cannot play such games.
    """
    players = variant.players
    names: Any = [opponents] * (players - 1) if isinstance(opponents, str) else opponents
    if (
        not isinstance(names, Sequence)
        or len(names) != players - 1
        or not all(isinstance(opponent, str) for opponent in names)
    ):
        raise Malformed(f"opponents={opponents!r:.60}: one name for all, or one for each of {players - 1} other seats")
    for name in set(names):
        check_bot(name, variant.example())
    return list(names)


def chosen_autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    """Returns how games begin anew; raises Malformed."""
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(known_mode.value for known_mode in AutoresetMode)
        raise Malformed(f"autoreset_mode={mode!r:.60}: there are {known}") from None


def chosen_seat(seat: int | None, variant: Variant) -> int | None:
    """Returns your seat, None for any; raises Malformed."""
    if seat is not None and (not hasattr(seat, "__index__") or not 0 <= seat < variant.players):
        raise Malformed(
            f"seat={seat!r:.60}: a seat from 0 to {variant.players - 1}, or None for a new one in each game"
        )
    return seat


class AmyitisEnv(gymnasium.Env[NDArray[Any], np.int64]):
    """You play one seat, bots play the others.

    `opponents` is the name of a bot (`docs/howto/bots.md`) for all other seats, or one name each, clockwise.
    `seat` is yours, None for another one in each game. An action that is not legal raises InvalidAction; for learners
    that know no masks, `illegal="replace"` takes a random legal one instead, and `info` says so.
    Raises Malformed (a ValueError) for what cannot be.

    >>> from amyitis.envs.gymnasium_v1 import AmyitisEnv
    >>> env = AmyitisEnv(players=2, opponents="greedy", seat=0)
    >>> observation, info = env.reset(seed=7)
    >>> observation.shape, info["action_mask"].shape
    ((1179,), (173,))
    """

    metadata = {"render_modes": MODES, "render_fps": 2}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        players: int = 2,
        *,
        opponents: str | Sequence[str] = RANDOM,
        seat: int | None = None,
        reward: str = "win_share",
        scaled: bool = True,
        illegal: str = "raise",
        render_mode: str | None = None,
        **switches: bool,
    ) -> None:
        variant = chosen_variant(players, switches)
        if illegal not in ("raise", "replace"):
            raise Malformed(f"illegal={illegal!r:.60}: there are raise and replace")
        self._replaces = illegal == "replace"
        self.render_mode = chosen_mode(render_mode, MODES)
        self._names, self._seat = chosen_opponents(opponents, variant), chosen_seat(seat, variant)
        self._game = own_game(variant, chosen_reward(reward))
        self._alone = isinstance(self._game, SingleGame) and set(self._names) == {RANDOM}  # compiled code plays them
        self._players, self._scaled = variant.players, chosen_switch("scaled", scaled)
        self._bots: dict[int, Bot] = {}
        self.seat = 0
        self.observation_space = observation_space(scaled)
        self.action_space = spaces.Discrete(N_ACTIONS)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[Any], Info]:
        """Begin a game and go on to your first decision: that of the seed, or one that follows from the last."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(DRAWN_SEEDS)) if seed is None else seed
        drawn = int(self.np_random.integers(self._players))
        self.seat = drawn if self._seat is None else self._seat
        others = [(self.seat + place) % self._players for place in range(1, self._players)]
        if self._alone and isinstance(self._game, SingleGame):
            self._game.sit(self.seat)
        else:
            self._bots = {p: seated(name, number, p) for p, name in zip(others, self._names, strict=True)}
        self._go_on(self._game.begin(number))
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, Info]:
        """Take an action and go on to your next decision. Raises InvalidAction, with the rule that it breaks."""
        info: Info = {}
        if self._replaces and self.action_space.contains(action) and not self._game.mask(self.seat)[action]:
            action = self.np_random.choice(np.flatnonzero(self._game.mask(self.seat)))
            info["replaced"] = True
        try:
            over = self._go_on(self._game.step(action)) == NOBODY
        except (Illegal, Malformed) as wrong:
            raise InvalidAction(str(wrong)) from None
        earned = self._game.rewards[self.seat] if over else 0.0
        return self._seen(), earned, over, False, self._info() | info

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns which actions are legal now, as sb3-contrib wants it."""
        return self._game.mask(self.seat).view(np.bool_)

    def render(self) -> Any:
        """Returns the table as text or as a picture, or prints it, by `render_mode`."""
        return None if self.render_mode is None else render(self._game.view(), self.render_mode)

    def _go_on(self, decider: int) -> int:
        """Let the bots play until you decide or the game is over."""
        while decider not in (self.seat, NOBODY):
            decider = self._game.step(ask(self._bots[decider], Game(self._game.state), self._game.seed))
        if self.render_mode == "human":
            self.render()
        return decider

    def _seen(self) -> NDArray[Any]:
        row = self._game.observation(self.seat)
        return row * FACTORS if self._scaled else row

    def _info(self) -> Info:
        return {"action_mask": self._game.mask(self.seat), "seat": self.seat, "seed": self._game.seed}


class AmyitisVectorEnv(VectorEnv[NDArray[Any], NDArray[np.int64], NDArray[np.float32]]):
    """Many games at once. Against random players all of it is compiled code, on all cores; named bots think in Python.

    `opponents` is as for a single environment. Without `seat`, yours is another one in each place. Ends follow
    `autoreset_mode`: with SAME_STEP (the default) the next game begins at once and `infos["final_obs"]` has the end of
    the last, with NEXT_STEP it begins with the next step, whose action is ignored. Observations are written anew by
    each step; with `scaled=False` they are the arrays of `VectorGames` themselves. Raises Malformed (a ValueError) for
    what cannot be.

    >>> from amyitis.envs.gymnasium_v1 import AmyitisVectorEnv
    >>> envs = AmyitisVectorEnv(4)
    >>> observations, infos = envs.reset(seed=7)
    >>> observations.shape, infos["action_mask"].shape
    ((4, 1179), (4, 173))
    """

    def __init__(
        self,
        num_envs: int = 1,
        players: int = 2,
        *,
        opponents: str | Sequence[str] = RANDOM,
        seat: int | None = None,
        reward: str = "win_share",
        scaled: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        threads: int | None = None,
        render_mode: str | None = None,
        **switches: bool,
    ) -> None:
        variant, mode = chosen_variant(players, switches), chosen_autoreset(autoreset_mode)
        names = chosen_opponents(opponents, variant)
        if chosen_mode(render_mode, ["rgb_array", "ansi"]) is not None:
            raise Malformed("render_mode: many games at once show nothing; render a single environment")
        chosen = chosen_seat(seat, variant)
        seats = np.arange(num_envs) % variant.players if chosen is None else np.full(num_envs, chosen)
        chosen_options: Any = {
            "threads": threads, "reward": chosen_reward(reward), "autoreset": Autoreset[mode.name]
        }  # fmt: skip
        self.games: VectorGames | VersusBots
        if set(names) == {RANDOM}:
            self.games = VectorGames(variant, num_envs, seat=seats, **chosen_options)
        else:
            self.games = VersusBots(variant, names, num_envs, seats, **chosen_options)
        self.num_envs, self.render_mode = num_envs, None
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.autoreset_mode = mode  # where Gymnasium's own vector environments have it, and TorchRL looks for it
        self._seats, self._places, self._scaled = seats, np.arange(num_envs), chosen_switch("scaled", scaled)
        self.single_observation_space, self.single_action_space = observation_space(scaled), spaces.Discrete(N_ACTIONS)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin all games anew: in place i that of the seed `seed + i`; `options={"reset_mask": ...}` only some."""
        super().reset(seed=seed)
        mask = (options or {}).get("reset_mask")
        if mask is not None and (np.asarray(mask).shape != (self.num_envs,) or np.asarray(mask).dtype != np.bool_):
            raise Malformed(f"reset_mask: True or False for each of {self.num_envs} games, not {mask!r:.60}")
        first = int(self.np_random.integers(DRAWN_SEEDS // 2)) if seed is None else seed
        places = self._places if mask is None else np.flatnonzero(mask)
        self.games.begin(places, seeds_from(first, self.num_envs)[places])
        return self._seen(), self._infos()

    def step(self, actions: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.float32], Any, Any, dict[str, Any]]:
        """Take an action in each game and go on to your next decisions. Raises InvalidAction."""
        try:
            seen = self.games.step(actions)
        except (Illegal, Malformed) as wrong:
            raise InvalidAction(str(wrong)) from None
        over = seen.ended != 0
        infos = self._infos()
        if self.autoreset_mode is AutoresetMode.SAME_STEP and over.any():
            infos |= {"final_obs": self._shown(seen.last_observations), "_final_obs": over}
        rewards = seen.rewards[self._places, self._seats]
        return self._seen(), rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def _seen(self) -> NDArray[Any]:
        return self._shown(self.games.seen.observations)

    def _shown(self, rows: NDArray[np.uint8]) -> NDArray[Any]:
        return rows * FACTORS if self._scaled else rows

    def _infos(self) -> dict[str, Any]:
        present = np.ones(self.num_envs, np.bool_)
        return {"action_mask": self.games.seen.masks, "_action_mask": present, "seat": self._seats, "_seat": present}


if ID not in gymnasium.registry:
    # Without Gymnasium's checker around it: once a first step has raised InvalidAction, every later one fails in there.
    gymnasium.register(
        ID,
        f"{__name__}:AmyitisEnv",
        vector_entry_point=f"{__name__}:AmyitisVectorEnv",
        disable_env_checker=True,
    )
