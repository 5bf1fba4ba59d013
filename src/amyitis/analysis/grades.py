"""Grades: mistake classes and skill levels.

Losses are in points of win share: 100 points are a whole game. With two players an even share is 50 points, with three
33, with four 25. The bounds are given for two players and shrink in the same proportion.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

Grade = Literal["inaccuracy", "mistake", "blunder"]

BOUNDS: dict[Grade, float] = {"inaccuracy": 5.0, "mistake": 10.0, "blunder": 15.0}  # points, with two players
SKILL_FILE = Path(__file__).parent / "skill.json"


def scale(players: int) -> float:
    """An even share with so many players, in halves: what the bounds for two players are multiplied by."""
    return 2 / players


def bounds(players: int) -> dict[Grade, float]:
    """The points from which on a loss is an inaccuracy, a mistake, a blunder."""
    return {grade: bound * scale(players) for grade, bound in BOUNDS.items()}


def grade(low: float, players: int) -> Grade | None:
    """The grade of a loss by the lower end of its interval; None for a loss below all bounds."""
    cleared = [name for name, bound in bounds(players).items() if low >= bound]
    return cleared[-1] if cleared else None


@dataclass(frozen=True)
class SkillClass:
    """A level and its measured mean loss: points of win share a decision, scaled to two players."""

    level: str
    points: float


@cache
def skill_classes() -> tuple[SkillClass, ...]:
    """The levels from the gentlest to the strongest, with their measured mean losses."""
    levels = json.loads(SKILL_FILE.read_text(encoding="utf-8"))["levels"]
    return tuple(SkillClass(level["level"], level["points"]) for level in levels)


def skill_class(points: float, players: int) -> str:
    """The level that loses most nearly so many points a decision."""
    even = points / scale(players)
    return min(skill_classes(), key=lambda known: abs(known.points - even)).level
