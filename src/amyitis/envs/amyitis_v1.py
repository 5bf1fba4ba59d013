"""The game as a PettingZoo environment: `from amyitis.envs import amyitis_v1`, then `amyitis_v1.env(players=3)`.

The agents are `player_0`, `player_1` ... in the order of the seats. An observation is a dict: `observation`, the
position as the agent sees it (`docs/reference/encoding.md`), and `action_mask`. Rewards come at the end of the game.
"""

import logging
from copy import deepcopy
from pathlib import Path
from typing import Any, Self

import numpy as np

from amyitis.errors import Illegal, Malformed
from amyitis.rules.questions import N_ACTIONS

from .checks.arguments import Seeds, chosen_mode, chosen_reward, chosen_variant, given_position, missing
from .rendering import MODES, render
from .single.other_box import OtherBoxGame, single_game
from .single.single_game import NOBODY
from .vector import WIDTH

try:
    import pettingzoo
    from gymnasium import spaces
    from pettingzoo.utils import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger
except ImportError as problem:
    missing("pettingzoo", problem)

__all__ = ["env", "raw_env"]

ID = "amyitis-v1"
ILLEGAL_REWARD = -1.0
_BEFORE_RESET = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents")

logger = logging.getLogger(__name__)

Observation = dict[str, Any]


class raw_env(AECEnv[str, Observation, int]):  # type: ignore[misc]  # noqa: N801 - so PettingZoo calls it
    """The environment alone: an action that is not legal raises Illegal, with the rule it breaks.

    >>> from amyitis.envs import amyitis_v1
    >>> env = amyitis_v1.raw_env(players=3)
    >>> env.reset(seed=7)
    >>> env.agent_selection
    'player_2'
    """

    metadata = {  # noqa: RUF012 - as PettingZoo declares it
        "name": "amyitis_v1",
        "render_modes": MODES,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        players: int = 2,
        *,
        box: str | Path | None = None,
        reward: str = "win_share",
        render_mode: str | None = None,
        **switches: bool,
    ) -> None:
        """Raises Malformed (a ValueError) for arguments that cannot be."""
        super().__init__()
        self.render_mode = chosen_mode(render_mode, MODES)
        self._game = single_game(chosen_variant(players, switches), chosen_reward(reward), box)
        self._seeds = Seeds()
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (WIDTH,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (N_ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(N_ACTIONS) for agent in self.possible_agents
        }
        self.state_space = spaces.Box(0, 255, (WIDTH,), np.uint8)

    def observation_space(self, agent: str) -> "spaces.Space[Any]":
        """Returns the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Space[Any]":
        """Returns the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game: that of a seed, or one that follows from the last seed.

        `options={"position": text}` goes on from a position instead. Raises Malformed.
        """
        position, number = given_position(options), self._seeds.next(seed)
        first = self._game.begin(number) if position is None else self._game.enter(position, number)
        if first == NOBODY:
            raise Malformed("in the position that was given, the game is over")
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[first]
        self._skip_agent_selection = None
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Returns what an agent sees, and what it may do."""
        seat = self._seats[agent]
        return {"observation": self._game.observation(seat), "action_mask": self._game.mask(seat)}

    def state(self) -> Any:
        """Returns the whole position, as the first seat sees it: all information is open."""
        return self._game.observation(0)

    def step(self, action: int) -> None:
        """Take an action of the agent that is selected. Raises Malformed, or Illegal with the rule it breaks."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        decider = self._game.step(action)
        self._cumulative_rewards[agent] = 0.0
        if decider == NOBODY:
            self.rewards = dict(zip(self.agents, self._game.rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[decider]
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Returns the table as text or as a picture, or prints it, by `render_mode`."""
        if self.render_mode is None:
            logger.warning("render() shows nothing without a render_mode: %s", ", ".join(MODES))
            return None
        return render(self._game.view(), self.render_mode)

    def close(self) -> None:
        """End the process of another box, if there is one."""
        if isinstance(self._game, OtherBoxGame):
            self._game.close()

    def __copy__(self) -> Self:
        """A copy with a game of its own: two that shared one would step each other."""
        return deepcopy(self)

    @property
    def game_seed(self) -> int:
        """The seed of the game on the table: with its actions, it is the whole game."""
        return self._game.seed


class _CheckedEnv(raw_env):
    """What PettingZoo's usual wrappers do, at none of their cost: order, bounds, the end at an illegal move."""

    def __getattr__(self, name: str) -> Any:
        """Called for what is not there: most of an environment, before it is reset."""
        if name in _BEFORE_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def step(self, action: int) -> None:
        """Take an action; an illegal one ends the game at a loss for who made it, as is usual in PettingZoo."""
        try:
            super().step(action)
        except AttributeError:
            if "agents" not in self.__dict__:
                EnvLogger.error_step_before_reset()
            raise
        except KeyError:
            if self.agents:
                raise
            EnvLogger.warn_step_after_terminated_truncated()
        except Malformed as wrong:
            raise AssertionError(str(wrong)) from None
        except Illegal as wrong:
            self._end_at(str(wrong))

    def _end_at(self, sentence: str) -> None:
        """End the game at a move that is not legal."""
        EnvLogger.warn_on_illegal_move()
        logger.warning("%s", sentence)
        agent = self.agent_selection
        self.infos[agent] = {"illegal": sentence}
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = ILLEGAL_REWARD
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """Returns what an agent sees, and what it may do."""
        self._after_reset(EnvLogger.error_observe_before_reset)
        return super().observe(agent)

    def state(self) -> Any:
        """Returns the whole position."""
        self._after_reset(EnvLogger.error_state_before_reset)
        return super().state()

    def render(self) -> Any:
        """Returns the table as text or as a picture, or prints it."""
        self._after_reset(EnvLogger.error_render_before_reset)
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Returns the agents, one after the other, as they have to act."""
        self._after_reset(EnvLogger.error_agent_iter_before_reset)
        return super().agent_iter(max_iter)

    def _after_reset(self, complain: Any) -> None:
        if "agents" not in self.__dict__:
            complain()


def env(**arguments: Any) -> AECEnv[str, Observation, int]:
    """Returns the environment with PettingZoo's usual checks: order of calls, bounds, the end at an illegal move.

    The arguments are those of `raw_env`. Raises Malformed (a ValueError) for those that cannot be.

    >>> from amyitis.envs import amyitis_v1
    >>> env = amyitis_v1.env(players=2)
    >>> env.reset(seed=7)
    >>> env.last()[0]["observation"].shape
    (1179,)
    """
    return _CheckedEnv(**arguments)


if hasattr(pettingzoo, "register") and ID not in pettingzoo.aec_registry:  # since PettingZoo 1.26
    pettingzoo.register("aec", ID, env)
