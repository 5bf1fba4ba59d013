"""`Plan`: the settings of a training run."""

from dataclasses import dataclass
from math import cos, pi
from random import Random
from typing import Any

from amyitis.errors import Malformed
from amyitis.rules.switches import Switches

from .slots import kind_of

SHARES = {2: 5, 3: 3, 4: 5}  # how often each number of players is played, where all are
# How often a switch is on in games that may be played with it.
CHANCES = {"limited_supply": 0.05, "palace": 0.35, "full_lap": 0.05, "unlimited_noble": 0.1, "open_duel": 0.25}


@dataclass(frozen=True)
class Plan:
    """A training run. Minutes are those of training, all pieces together."""

    players: tuple[int, ...] = (2,)
    switches: tuple[str, ...] = ()  # each is on in some of the games
    minutes: float = 8.0  # of the whole plan: the learning rate and the exploration fall towards its end
    slots: int = 16_384
    groups: int = 1
    chunk: int = 64  # decisions of each slot between two rounds of learning
    trace: float = 0.93  # lambda
    batch: int = 16_384
    imitated: int = 4  # batches of each step of all games that are imitated
    rate: float = 1e-3
    random_part: float = 0.01  # of the plan, in which the moves turn from random ones into the network's
    explore: float = 0.10
    explore_late: float = 0.012  # from half-time on
    large: tuple[int, ...] = (1024, 256, 128)  # the widths of the layers
    small: tuple[int, ...] = (512, 64, 32)
    seed: int = 1

    def __post_init__(self) -> None:
        if not self.players or not set(self.players) <= {2, 3, 4}:
            raise Malformed(f"Amyitis is for 2 to 4 players, not for {self.players} (rule 1.1)")
        Switches.from_dict(dict.fromkeys(self.switches, True))

    def kinds(self, size: int) -> list[int]:
        """The kinds of games of so many slots: players in their shares by turns, switches by their chances."""
        draw = Random(self.seed)
        players = [count for count in self.players for _ in range(SHARES[count])]
        return [self._kind(players[slot % len(players)], draw) for slot in range(size)]

    def _kind(self, players: int, draw: Random) -> int:
        chosen = {name for name in self.switches if draw.random() < CHANCES[name]}
        chosen -= {"open_duel"} if players != 2 else set()
        chosen -= {"unlimited_noble"} if "palace" not in chosen else set()
        return kind_of(players, Switches.from_dict(dict.fromkeys(chosen, True)))

    def rate_at(self, progress: float) -> float:
        """The learning rate: a quick rise, then half a cosine."""
        rise = min(1.0, progress / 0.005 + 0.05)
        return self.rate * rise * (0.02 + 0.98 * 0.5 * (1 + cos(pi * min(1.0, progress))))

    def explore_at(self, progress: float) -> float:
        """The chance of a random move: quickly from 1 to some, then less and less until half-time."""
        part = min(1.0, 2 * progress)
        late = self.explore + (self.explore_late - self.explore) * part
        random = 1.0 - progress / self.random_part if progress < self.random_part else 0.0
        return max(random, late)


def cpu_plan(**changes: Any) -> Plan:
    """A plan that learns something in a minute on one core: small networks, few games at once."""
    small: dict[str, Any] = {
        "slots": 256,
        "chunk": 32,
        "batch": 512,
        "imitated": 1,
        "rate": 3e-3,
        "random_part": 0.3,
        "large": (64, 16),
        "small": (32, 16),
    }
    return Plan(**(small | changes))
