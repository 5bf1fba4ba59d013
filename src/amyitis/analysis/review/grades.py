"""Grades: mistake classes and skill levels.

Losses are in points of win share: 100 points are a whole game. With two players an even share is 50 points, with three
33, with four 25. The bounds are given for two players and shrink in the same proportion. In a lost game the shares are
flat, and losses have bounds in prestige: how far a seat falls back behind the best of the others.
"""

import json
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import inf
from pathlib import Path
from typing import Literal

Grade = Literal["inaccuracy", "mistake", "blunder"]
Scale = Literal["share", "prestige"]
SHARE: Scale = "share"
PRESTIGE: Scale = "prestige"

BOUNDS: dict[Scale, dict[Grade, float]] = {  # with two players
    "share": {"inaccuracy": 5.0, "mistake": 10.0, "blunder": 15.0},
    "prestige": {"inaccuracy": 2.0, "mistake": 4.0, "blunder": 6.0},
}
MOST_LEVELS = 3  # that somebody may be said to play like
FEWEST_DECISIONS = 15  # that must count before anything is said
SKILL_FILE = Path(__file__).parent / "skill.json"


def scale(players: int) -> float:
    """An even share with so many players, in halves: what the bounds for two players are multiplied by."""
    return 2 / players


def bounds(players: int, on: Scale = SHARE) -> dict[Grade, float]:
    """The points, or the prestige, from which on a loss is an inaccuracy, a mistake, a blunder."""
    return {grade: bound * scale(players) for grade, bound in BOUNDS[on].items()}


def grade(low: float, players: int, on: Scale = SHARE) -> Grade | None:
    """The grade of a loss by the lower end of its interval; None for a loss below all bounds."""
    cleared = [name for name, bound in bounds(players, on).items() if low >= bound]
    return cleared[-1] if cleared else None


@dataclass(frozen=True)
class SkillRange:
    """A level, and between which mean losses its seats lay with so many players: points of win share a decision."""

    level: str
    low: float
    high: float


@cache
def skill_ranges(players: int) -> tuple[SkillRange, ...]:
    """The ranges of the levels, from the gentlest to the strongest; none where they were not measured.

    They are those of the measured seats, but whatever a level may lose, a gentler one may lose, too, and a stronger one
    may lose as little.
    """
    measured = json.loads(SKILL_FILE.read_text(encoding="utf-8"))
    levels = measured[str(players)]["levels"] if str(players) in measured else []
    lows = list(accumulate((level["low"] for level in levels), min))
    highs = list(accumulate((level["high"] for level in reversed(levels)), max))[::-1]
    if levels:
        lows[-1], highs[0] = 0.0, inf
    return tuple(SkillRange(level["level"], *ends) for level, *ends in zip(levels, lows, highs, strict=True))


def levels_near(points: float, decisions: int, players: int) -> list[str]:
    """The levels of which a seat has lost as many points a decision.

    Empty if there are many such levels or none, or few decisions: then too little is known.
    """
    near = [known.level for known in skill_ranges(players) if known.low <= points <= known.high]
    return near if decisions >= FEWEST_DECISIONS and len(near) <= MOST_LEVELS else []
