"""Makes the golden games: whole records that must replay to their result for as long as the rules version stands.

    python tests/golden/make_golden.py            writes the records that are missing
    python tests/golden/make_golden.py --replace  writes all of them anew

A golden game is replaced only in a change that also moves the box (CONTRIBUTING.md): those of an earlier version of the
rules stay as they are, and a new version adds its own. The players are a mix of a sensible chooser, who plants where
possible and otherwise works towards it, and a random one.
"""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

from amyitis.game import Game

FOLDER = Path(__file__).parent

PLANT_CITIES = ("Eshnunna", "Ur", "Mari", "Khorsabad")
COURT_CITIES = ("Susa", "Uruk", "Palmyra", "Ninoua")


@dataclass(frozen=True)
class Plan:
    """What a golden game is to be: `folly` is the share of moves made at random."""

    name: str
    players: int
    seed: int
    folly: float = 0.15
    limited_supply: bool = False
    palace: bool = False
    colours: str = "WKBR"
    house_rules: bool = False
    open_duel: bool = False


PLANS = [
    Plan("two-sensible", 2, 101),
    Plan("two-careless", 2, 102, folly=0.5),
    Plan("two-red-and-blue", 2, 103, colours="RB"),
    Plan("two-limited", 2, 104, limited_supply=True),
    Plan("two-random", 2, 105, folly=1.0),
    Plan("two-shrewd", 2, 106, folly=0.0),
    Plan("three-sensible", 3, 201),
    Plan("three-careless", 3, 202, folly=0.5),
    Plan("three-without-white", 3, 203, colours="KBR"),
    Plan("three-limited", 3, 204, limited_supply=True),
    Plan("three-random", 3, 205, folly=1.0),
    Plan("three-shrewd", 3, 206, folly=0.0),
    Plan("four-sensible", 4, 301),
    Plan("four-careless", 4, 302, folly=0.5),
    Plan("four-other-order", 4, 303, colours="BRKW"),
    Plan("four-limited", 4, 304, limited_supply=True),
    Plan("four-random", 4, 305, folly=1.0),
    Plan("four-shrewd", 4, 306, folly=0.0),
    Plan("palace-four-limited", 4, 404, palace=True, limited_supply=True, folly=0.4),
    Plan("two-again", 2, 501),
    Plan("three-limited-careless", 3, 502, limited_supply=True, folly=0.4),
    Plan("four-again", 4, 503, folly=0.3),
    Plan("palace-two", 2, 504, palace=True),
    Plan("palace-two-random", 2, 505, palace=True, folly=1.0),
    Plan("palace-three", 3, 506, palace=True),
    Plan("palace-three-limited", 3, 507, palace=True, limited_supply=True, folly=0.4),
    Plan("palace-four", 4, 508, palace=True),
    Plan("house-rules", 3, 515, palace=True, folly=0.9, house_rules=True),
    Plan("two-open-duel", 2, 107, open_duel=True),
]


def play(plan: Plan) -> Game:
    """The game of a plan, played to its end."""
    game = Game.new(
        players=plan.players,
        seed=plan.seed,
        limited_supply=plan.limited_supply,
        palace=plan.palace,
        colours=plan.colours,
        full_lap=plan.house_rules,
        unlimited_noble=plan.house_rules,
        open_duel=plan.open_duel,
    )
    chance = Random(plan.seed)
    while not game.is_over:
        moves = list(game.legal_moves)
        if chance.random() >= plan.folly:
            best = max(worth(game, move) for move in moves)
            moves = [move for move in moves if worth(game, move) == best]
        game.push(chance.choice(moves))
    return game


def worth(game: Game, move: str) -> int:
    """How much the sensible chooser likes a move; moves that are alike are left to chance."""
    view = game.view()
    me = next(seat for seat in view["seats"] if seat["seat"] == game.seat)
    word = move.removeprefix("free:").split("/")[0]
    if move.startswith("go:"):
        city = move.removeprefix("go:")
        return 90 if city in PLANT_CITIES else 70 if city in COURT_CITIES else 40 if me["goods_held"] > 1 else 10
    if move.startswith("plant:"):
        tile = view["garden"]["squares"][move.removeprefix("plant:")]["tile"]
        assert tile is not None, "a square that may be planted has its tile"
        return int(tile.split(":")[1].split("+")[0])
    if move.startswith(("sell:", "pay:")):
        goods = move.partition(":")[2]
        return (10 * len(goods) if move.startswith("sell:") else 0) - 3 * goods.count("w")
    wishes = {
        "pass": 20 if me["talents"] < 2 else 5,
        "peasant": 60 if me["goods_held"] < 3 else 15,
        "merchant": 55 if me["camels"] < 3 else 12,
        "engineer": 50,
        "noble": 45,
        "courtier": 35,
        "priest": 30,
        "palace": 9,
        "gardener": 8,
        "banker": 8 if view["round"] < 6 else 2,
        "caravaneer": 7,
        "take:w": 5,
        "drop:w": -5,
        "keep": -1,
    }
    return wishes.get(word, 0)


def main(arguments: list[str]) -> int:
    """Write the records; returns the exit status."""
    parser = argparse.ArgumentParser(description="Make the golden games.")
    parser.add_argument("--replace", action="store_true", help="write the records that are there anew, too")
    replace = parser.parse_args(arguments).replace
    for plan in PLANS:
        path = FOLDER / f"{plan.name}.amy"
        if path.exists() and not replace:
            print(f"{path.name} is there; --replace writes it anew")
            continue
        game = play(plan)
        path.write_text(game.record({"Event": plan.name, "Seed": str(plan.seed)}), encoding="utf-8")
        print(f"{path.name}: {game.round} rounds, {len(game.plies)} plies, {game.scores}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
