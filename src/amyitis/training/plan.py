"""`Plan`: the settings of a training run."""

from dataclasses import dataclass
from math import cos, pi
from typing import Any

from amyitis.errors import Malformed

from .slots import PALACE_KIND

# How often each number of players is played, without and with the Palace expansion, where all are.
SHARES = {2: 3, 3: 2, 4: 3}
PALACE_SHARES = {2: 2, 3: 1, 4: 2}


@dataclass(frozen=True)
class Plan:
    """A training run. Minutes are those of training, all pieces together."""

    players: tuple[int, ...] = (2,)
    palace: tuple[bool, ...] = (False,)
    minutes: float = 8.0  # of the whole plan: the learning rate and the exploration fall towards its end
    slots: int = 16_384
    groups: int = 1
    chunk: int = 64  # decisions of each slot between two rounds of learning
    trace: float = 0.93  # lambda
    batch: int = 16_384
    rate: float = 1e-3
    random_part: float = 0.01  # of the plan, in which the moves turn from random ones into the network's
    explore: float = 0.10
    explore_late: float = 0.012  # from half-time on
    large: tuple[int, int] = (512, 3)  # width and blocks
    small: tuple[int, int] = (256, 2)
    seed: int = 1

    def __post_init__(self) -> None:
        if not self.players or not set(self.players) <= {2, 3, 4}:
            raise Malformed(f"Amyitis is for 2 to 4 players, not for {self.players} (rule 1.1)")

    def kinds(self, size: int) -> list[int]:
        """The kinds of games of so many slots, in their shares and by turns."""
        pattern = []
        for with_palace, shares in ((False, SHARES), (True, PALACE_SHARES)):
            if with_palace in self.palace:
                kind = PALACE_KIND if with_palace else 0
                pattern += [kind + players for players in self.players for _ in range(shares[players])]
        return [pattern[slot % len(pattern)] for slot in range(size)]

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
        "rate": 3e-3,
        "random_part": 0.3,
        "large": (64, 1),
        "small": (32, 1),
    }
    return Plan(**(small | changes))
