"""What a loss is called, and what a skill: the bounds of the classes, and the levels' own mean losses.

A loss is told in points of win share: 100 points are a whole game. With two players an even share is 50 points, with
three 33, with four 25; so the bounds, given for two, shrink in the same measure.
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
    """By how much points weigh less with so many players than with two: an even share against a half."""
    return 2 / players


def bounds(players: int) -> dict[Grade, float]:
    """From how many points on a loss is an inaccuracy, a mistake, a blunder."""
    return {grade: bound * scale(players) for grade, bound in BOUNDS.items()}


def grade(low: float, players: int) -> Grade | None:
    """The class of a loss by the lower end of its interval: the worst whose bound it clears; None for none."""
    cleared = [name for name, bound in bounds(players).items() if low >= bound]
    return cleared[-1] if cleared else None


@dataclass(frozen=True)
class SkillClass:
    """A level, and the mean loss that was measured of it: points of win share a decision, as with two players."""

    level: str
    points: float


@cache
def skill_classes() -> tuple[SkillClass, ...]:
    """The levels from the gentlest to the strongest with their mean losses, as they were measured."""
    levels = json.loads(SKILL_FILE.read_text(encoding="utf-8"))["levels"]
    return tuple(SkillClass(one["level"], one["points"]) for one in levels)


def skill_class(points: float, players: int) -> str:
    """The level that loses most nearly so many points a decision."""
    even = points / scale(players)
    return min(skill_classes(), key=lambda one: abs(one.points - even)).level
