"""What reviews are measured by: how much pairing saves, whether luck is zero on average, what the levels lose.

    python -m amyitis.lab.review_figures pairing
    python -m amyitis.lab.review_figures luck --games 1000
    python -m amyitis.lab.review_figures skill --games 3

Each prints one JSON object; `docs/review.md` has the figures.
"""

import argparse
import json
from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np

from amyitis.analysis.grades import scale
from amyitis.analysis.review import USUAL, Effort, Reviewer
from amyitis.analysis.thinking import Thinker
from amyitis.bots import play
from amyitis.bots.levels import ALL_LEVELS
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import count_bits

Z = 1.96
FLOOR = 0.02  # points: below it a measured loss is taken for this
WHOLE_GAME = 40  # rounds: more than are left of any game
LIGHT = Effort(luck_visits=2, luck_deals=3)  # luck is zero on average with any effort
BOT = "net:small"  # plays quickly


def pairing(players: int, games: int, seed: int, every: int = 12, deals: int = 32, whole: int = 6) -> dict[str, Any]:
    """How much the variance of a difference between two moves shrinks when both meet the same deals.

    Compared are the two moves that the search likes best, in one decision of so many: `deals_alone` with rollouts as in
    a review, each move with deals of its own; `whole_games` with independent games to the end.
    """
    thinker = Thinker(seed)
    rows = []
    for game_seed in range(seed, seed + games):
        plies = play(["Steward"] * players, game_seed).plies
        chosen = [ply.before for ply in plies if not ply.is_deal and count_bits(ply.before.legal) > 1]
        for s in chosen[::every]:
            rolled: list[list[Any]] = []
            for opinion in thinker.think(s, USUAL.visits)[:2]:
                after = s.copy()
                apply(after, opinion.action)
                if after.asked == questions.OVER:
                    break
                short, far = (
                    thinker.roll_out(after, 0, USUAL.reading, count, rounds, seed=own)[:, s.seat]
                    for count, rounds, own in ((deals, 0, seed), (whole, WHOLE_GAME, seed + len(rolled)))
                )
                rolled.append([short, far])
            if len(rolled) == 2:
                (a, far_a), (b, far_b) = rolled
                apart = a.var(ddof=1) + b.var(ddof=1)
                rows.append((np.var(a - b, ddof=1), apart, far_a.var(ddof=1) + far_b.var(ddof=1)))
    paired, alone, far_apart = np.sum(rows, axis=0)
    ratios = [apart / together for together, apart, _ in rows if together > 0]
    return {
        "players": players,
        "positions": len(rows),
        "deals_alone": round(float(alone / paired), 1),
        "deals_alone_median": round(float(np.median(ratios)), 1),
        "whole_games": round(float(far_apart / paired), 1),
    }


def luck(players: int, games: int, seed: int) -> dict[str, Any]:
    """The mean luck of each seat over many games, in points of win share, with intervals of 95 %."""
    thinker = Thinker(seed)
    found = []
    for game_seed in range(seed, seed + games):
        game = play([BOT] * players, game_seed)
        found.append(Reviewer(game, game_seed, LIGHT, thinker).luck())
    table = np.array(found)
    means, margins = table.mean(axis=0), Z * table.std(axis=0, ddof=1) / sqrt(games)
    rows = [
        {"mean": round(float(mean), 2), "margin": round(float(margin), 2)}
        for mean, margin in zip(means, margins, strict=True)
    ]
    return {"players": players, "games": games, "spread": round(float(table.std()), 1), "seats": rows}


def skill(players: int, games: int, seed: int) -> dict[str, Any]:
    """The mean loss of every level in games against itself, in points a decision as with two players."""
    thinker = Thinker(seed)
    levels: list[dict[str, Any]] = []
    for level in ALL_LEVELS:
        losses = []
        for game_seed in range(seed, seed + games):
            review = Reviewer(play([level.name] * players, game_seed), game_seed, USUAL, thinker).run()
            losses += [one.loss.points / scale(players) for one in review.decisions if one.counts]
        margin = Z * float(np.std(losses, ddof=1)) / sqrt(len(losses))
        levels.append(
            {
                "level": level.name,
                "measured": round(float(np.mean(losses)), 2),
                "margin": round(margin, 2),
                "decisions": len(losses),
            }
        )
    fitted = smooth([one["measured"] for one in levels])
    rows = [{"level": one["level"], "points": points, **one} for one, points in zip(levels, fitted, strict=True)]
    return {"players": players, "games": games, "seed": seed, "levels": rows}


def smooth(measured: Sequence[float]) -> list[float]:
    """Figures that fall by the same share from level to level, as near to the measured ones as that goes.

    Each level was measured in few games, and some by chance better than the next: classes need an order.
    """
    places = np.arange(len(measured))
    slope, start = np.polyfit(places, np.log(np.maximum(measured, FLOOR)), 1)
    return [round(float(np.exp(start + slope * place)), 3) for place in places]


def main() -> None:
    """Measure one thing and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("pairing", "luck", "skill"))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    measure = {"pairing": pairing, "luck": luck, "skill": skill}[asked.what]
    print(json.dumps(measure(asked.players, asked.games, asked.seed)))


if __name__ == "__main__":
    main()
