"""The levels measured against each other, and their settings found: neighbours a wanted win rate apart.

Only neighbours meet, in games of two with every deal from both seats. So one scale holds them all: the rating of a
level is that of the one below and 400 log10(p / (1 - p)) more, if p is its win rate against it. (That is what the
usual model of ratings, fitted to all these games at once, gives for a chain.) The gentlest stands at a round number.

Tuning begins at the top, which stays as it is. Each round all neighbours play; then every level changes its skill by as
much as it is off, and by as much as the one above it changes. What a round says is weighed against what earlier ones
said, by how sure each is.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf, log, log10
from typing import Any

from amyitis.bots.levels import Level
from amyitis.lab.levels.meetings import Meeting, Pairing, meet_all
from amyitis.lab.variants import Variant
from amyitis.lab.workers import Workers
from amyitis.nets.cards import SMALL
from amyitis.nets.network import packaged_network

WEAKEST = 500  # the rating of the gentlest level
MOST_STEP = 0.4  # of skill that a level moves in one round
STEP_ERROR = 0.2  # how far a step, in logits, may miss what it was meant to bring, as a part of it
CHEAP = 0.3  # a level whose best skill is less thinks so little that it can play twice as many games
Show = Callable[[str], None]


def slope(skill: float) -> float:
    """What a unit of skill brings against a neighbour, in logits: a guess, less where much goes wrong anyway."""
    return max(2.0, 3.5 + min(0.0, skill))


def neighbours(levels: Sequence[Level], variant: Variant, games: int, seed: int) -> list[Pairing]:
    """Every level but the gentlest against the one below; the strongest, who think longest, come first."""
    pairings = []
    for above, below in zip(levels[1:], levels, strict=False):
        many = 2 * games if above.setting.best < CHEAP else games
        pairings.append(Pairing(above.setting.spec, below.setting.spec, variant, many, seed))
    return pairings[::-1]


def tune(levels: Sequence[Level], rounds: Sequence[int], target: float, seed: int, workers: Workers,
         show: Show) -> list[Level]:  # fmt: skip
    """The levels with settings such that each should win the target's share against the one below.

    `rounds` says how many games each pair plays in each round; every round has deals of its own.
    """
    now = list(levels)
    unsure = [inf] * (len(levels) - 1)  # by pair: the variance of what is known of it, in logits
    for number, games in enumerate(rounds):
        met = meet_all(neighbours(now, Variant(2), games, seed + number * 100_000), workers)[::-1]
        for level, meeting in zip(now[1:], met, strict=True):
            show(f"round {number + 1}: {meeting_text(level.name, meeting)} ({level.setting.spec})")
        now = _turned(now, met, target, unsure)
    return now


def _turned(levels: Sequence[Level], met: Sequence[Meeting], target: float, unsure: list[float]) -> list[Level]:
    """All levels but the strongest, turned by as much as they are off."""
    turned = list(levels)
    rise = 0.0  # of skill that this level needs
    for i in range(len(levels) - 2, -1, -1):
        setting, p = levels[i].setting, smoothed(met[i])
        noise = 1 / (met[i].games * p * (1 - p))
        weight = 1.0 if unsure[i] == inf else unsure[i] / (unsure[i] + noise)
        off = weight * (logit(p) - logit(target))
        unsure[i] = weight * noise + (STEP_ERROR * off) ** 2
        rise += off / slope(setting.skill)
        skill = round(setting.skill + min(MOST_STEP, max(-MOST_STEP, rise)), 3)
        turned[i] = replace(levels[i], setting=replace(setting, skill=skill))
    return turned


def smoothed(meeting: Meeting) -> float:
    """The win rate, kept off 0 and 1."""
    return (meeting.wins + 0.5) / (meeting.games + 1)


def logit(p: float) -> float:
    """The odds of a rate as a logarithm."""
    return log(p / (1 - p))


def ratings(met: Sequence[Meeting]) -> list[int]:
    """The ratings of all levels, from the meetings of neighbours, the gentlest pair first."""
    ratings = [float(WEAKEST)]
    for meeting in met:
        p = smoothed(meeting)
        ratings.append(ratings[-1] + 400 * log10(p / (1 - p)))
    return [round(rating) for rating in ratings]


def measure(levels: Sequence[Level], games: int, games_of_four: int, seed: int, workers: Workers) -> list[Level]:
    """The levels with figures: against the one below with two and with four players, rating, time for a decision."""
    pairings = neighbours(levels, Variant(4), games_of_four, seed) if games_of_four else []
    met = meet_all([*pairings, *neighbours(levels, Variant(2), games, seed)], workers)
    fours, twos = met[: len(pairings)][::-1], met[len(pairings) :][::-1]
    rated = ratings(twos)
    measured = [replace(levels[0], figures={"rating": rated[0]})]
    for i, (level, meeting) in enumerate(zip(levels[1:], twos, strict=True)):
        figures: dict[str, Any] = {"rating": rated[i + 1], "against": levels[i].name, "two": _figures(meeting)}
        if fours:
            figures["four"] = _figures(fours[i])
        measured.append(replace(level, figures=figures))
    return measured


def _figures(meeting: Meeting) -> dict[str, Any]:
    """A meeting as it is kept beside a level."""
    plain = meeting.as_dict()
    return {name: plain[name] for name in ("win_rate", "interval", "games", "ms_a_decision", "slowest_ms")}


def meeting_text(name: str, meeting: Meeting) -> str:
    """A meeting in a line."""
    low, high = meeting.interval
    return (
        f"{name:15} {meeting.rate:6.1%} ({low:.1%} to {high:.1%}) of {meeting.games} games of {meeting.players}, "
        f"{meeting.milliseconds:.1f} ms a decision, slowest {meeting.slowest:.0f}, {meeting.rounds:.1f} rounds"
    )


def table(levels: Sequence[Level]) -> list[str]:
    """The figures of the levels, line by line."""
    lines = []
    for level in levels:
        lines.append(f"{level.name:15} {level.figures['rating']:5}  {level.setting.spec}")
        for kind in ("two", "four"):
            figures = level.figures.get(kind)
            if figures is not None:
                (low, high), games, slowest = figures["interval"], figures["games"], figures["slowest_ms"]
                rate = f"{figures['win_rate']:.1%} ({low:.1%} to {high:.1%}) of {games} games of {kind}"
                lines.append(f"{'':21}  {rate}, {figures['ms_a_decision']} ms a decision, slowest {slowest}")
    return lines


def as_text(levels: Sequence[Level]) -> str:
    """The file of the levels: a line for each part, so that two versions can be compared."""
    networks = {SMALL: packaged_network(SMALL).card["sha256"][:12]}
    parts = []
    for level in levels:
        lines = [f'   "name": {json.dumps(level.name)}']
        for name, value in (("setting", level.setting.as_dict()), ("by_hand", level.by_hand.as_dict())):
            lines.append(f'   "{name}": {json.dumps(value)}')
        inner = ",\n".join(f'    "{name}": {json.dumps(value)}' for name, value in level.figures.items())
        lines.append(f'   "figures": {{\n{inner}\n   }}' if inner else '   "figures": {}')
        parts.append("  {\n" + ",\n".join(lines) + "\n  }")
    return f'{{\n "networks": {json.dumps(networks)},\n "levels": [\n' + ",\n".join(parts) + "\n ]\n}\n"
