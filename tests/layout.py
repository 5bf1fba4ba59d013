"""Laying a table out for a test, playing on it, and looking at it.

    game = table(caravan="Mari", canals="a1-b1:K", W="12 t0 c3 dw C1", K="G1")
    play(game, "go:Uruk pay:w banker")
    assert seat(game, "W").goods == "d"

Whatever is not said is as at the start of a four-player game, with tiles that are always the same and white to move.
What follows from the rest (cubes at home, Court cards left, where water reaches) is worked out by the notation, which
refuses a table that cannot be.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import NamedTuple, TypedDict

from amyitis.box.tables import COURT_COUNT, GOOD_LETTERS, SEAT_LETTERS, SQUARE_NAMES
from amyitis.game import Event, Game
from amyitis.rules import RULES_VERSION
from amyitis.rules.board.garden_map import SIDE_AREAS, SIDE_NAMES

TILES = {
    "a1": "1:4", "b1": "1:3+camel", "c1": "1:3+2talents", "d1": "1:3+good",
    "a2": "1:2+gardener", "b2": "2:6", "c2": "2:4+2talents", "d2": "2:5+camel",
    "a3": "1:1+palace", "b3": "2:5+good", "c3": "3:8", "d3": "3:6+2camels",
    "a4": "1:1+court", "b4": "2:4+court", "c4": "3:5+gardener+2talents", "d4": "3:10",
}  # fmt: skip
STARRED = ("c1", "d1", "d2")
CRAFTS = {2: "FTE,FTM", 3: "FTE,FTM,FEM", 4: "FTE,FTM,FEM,TEM"}
DEALS = {players: f"deal:{crafts.replace(',', '/')}" for players, crafts in CRAFTS.items()}
ROUND_END = "end,limit,tammouz2,tammouz1,marduk,ishtar,procession"


class Board(TypedDict):
    """The cubes on the Babylon board."""

    top: str
    bottom: str
    ishtar: str
    marduk: str
    tammouz: str
    canals: str


# Every cube of white placed: eight in the fields, twelve in the temples, ten on canals.
NO_CUBE_AT_HOME: Board = {
    "top": "WWWW", "bottom": "WWWW", "ishtar": "WWWW", "marduk": "WWWW", "tammouz": "WWWW",
    "canals": "a1-b1:W a1-a2:W b1-c1:W c1-d1:W a2-a3:W a3-a4:W c1-c2:W d1-d2:W c2-d2:W b1-b2:W",
}  # fmt: skip
# The same but for one cube, which is at home.
ONE_CUBE_AT_HOME: Board = {
    **NO_CUBE_AT_HOME,
    "canals": "a1-b1:W a1-a2:W b1-c1:W c1-d1:W a2-a3:W a3-a4:W c1-c2:W d1-d2:W c2-d2:W",
}


def full_garden(but: str = "", single: str = "K", double: str = "WW") -> str:
    """Canals on every side but those named; the cubes on single and on double sides as given."""
    left_out = but.split()
    cubes = {1: single, 2: double}
    return " ".join(
        f"{side}:{cubes[areas]}" for side, areas in zip(SIDE_NAMES, SIDE_AREAS, strict=True) if side not in left_out
    )


def all_planted(owner: str, but: str = "", players: int = 4) -> str:
    """Every square planted by one player, but those named."""
    left_out = [*but.split(), *(STARRED if players == 2 else ())]
    return " ".join(f"{square}:{owner}" for square in SQUARE_NAMES if square not in left_out)


def table(
    players: int = 4,
    *,
    rules: str = "-",
    round_no: int = 1,
    first: str | None = None,
    turn: str | None = None,
    passed: str = "-",
    caravan: str = "Babylon",
    plants: str = "1:1,2:1,3:1,K:2b",
    lying: str | None = None,
    crafts: str | None = None,
    top: str = "-",
    bottom: str = "-",
    ishtar: str = "-",
    marduk: str = "-",
    tammouz: str = "-",
    tiles: Mapping[str, str] | None = None,
    planted: str = "",
    canals: str = "",
    planting: str | None = None,
    todo: str = "turn",
    colours: str | None = None,
    **seats: str,
) -> Game:
    """A game that goes on from the table described; each seat's letter takes what differs from the start.

    A seat is written like `"12 t0 c3 dw C1 G2"`: prestige, talents, camels, goods, Court levels, in any order.
    `planted` names squares with their owners (`"b1:W c2:K"`), `canals` sides with their cubes (`"a1-b1:W c3-c4:KN"`),
    `tiles` puts a tile on a square, and its own where that tile lay.
    """
    colours = colours or SEAT_LETTERS[:players]
    unknown = set(seats) - set(colours)
    assert not unknown, f"nobody here plays {unknown}"
    sections = {
        "players": colours,
        "rules": rules,
        "round": str(round_no),
        "first": first or colours[0],
        "turn": turn or first or colours[0],
        "passed": passed,
        "caravan": caravan,
        "plants": plants,
        "lying": _lying(players, seats) if lying is None else lying,
        "crafts": crafts or CRAFTS[players],
        "top": top,
        "bottom": bottom,
        "ishtar": ishtar,
        "marduk": marduk,
        "tammouz": tammouz,
        "tiles": _tiles(players, tiles or {}, _pairs(planted)),
        "canals": _canals(_pairs(canals), colours),
        **{letter: _seat(seats.get(letter, "")) for letter in colours},
    }
    if planting:
        sections["planting"] = planting
    return Game.from_position(join({**sections, "todo": todo}))


def left_with(players: int, tiles: int, owner: str = "K", **seats: str) -> Game:
    """A table with so many tiles left, the others planted by one player; white has passed, the others have not."""
    in_use = [square for square in TILES if players > 2 or square not in STARRED]
    planted = all_planted(owner, but=" ".join(in_use[:tiles]), players=players)
    return table(players, canals=full_garden(), planted=planted, **seats)  # type: ignore[arg-type]


def join(sections: Mapping[str, str]) -> str:
    """The position of these sections."""
    return "_".join([f"amy{RULES_VERSION}", *(f"{key}={value}" for key, value in sections.items())])


def split(position: str) -> dict[str, str]:
    """The sections of a position."""
    return dict(part.split("=", 1) for part in position.split("_")[1:])


def with_sections(position: str, **changes: str) -> str:
    """The position with other values in some of its sections."""
    return join({**split(position), **changes})


def _pairs(words: str) -> dict[str, str]:
    return dict(word.split(":") for word in words.split())


def _lying(players: int, seats: Mapping[str, str]) -> str:
    left = COURT_COUNT[players][1][2] - sum("C2" in one.split() for one in seats.values())
    return {0: "-", 1: "p", 2: "bp"}[left]


def _tiles(players: int, moved: Mapping[str, str], owners: Mapping[str, str]) -> str:
    lie = {square: "-" if players == 2 and square in STARRED else tile for square, tile in TILES.items()}
    for square, tile in moved.items():
        other = next((place for place in lie if lie[place] == tile), square)
        lie[other], lie[square] = lie[square], tile
    return ",".join((f"{owners[square]}@" if square in owners else "") + lie[square] for square in SQUARE_NAMES)


def _canals(cubes: Mapping[str, str], colours: str) -> str:
    unknown = set(cubes) - set(SIDE_NAMES)
    assert not unknown, f"there is no side {unknown}"
    order = colours + "N"
    lie = [f"{side}:{''.join(sorted(cubes[side], key=order.index))}" for side in SIDE_NAMES if side in cubes]
    return ",".join(lie) or "-"


def _seat(said: str) -> str:
    parts = {"": "0", "t": "4", "c": "1", "goods": "-", "B": "0", "C": "0", "P": "0", "G": "0"}
    for word in said.split():
        found = re.fullmatch(r"([tcBCPG]?)(\d+)|([bdspw]+)", word)
        assert found, f"{word!r} says nothing about a player"
        if found[3]:
            parts["goods"] = "".join(sorted(found[3], key=GOOD_LETTERS.index))
        else:
            parts[found[1]] = found[2]
    return ",".join(value if key == "goods" else key + value for key, value in parts.items())


def play(game: Game, moves: str) -> list[Event]:
    """Play moves, one after the other; returns all they did."""
    return [event for move in moves.split() for event in game.push(move)]


class Seat(NamedTuple):
    """What lies before a player."""

    prestige: int
    talents: int
    camels: int
    goods: str
    banker: int
    caravaneer: int
    palace: int
    gardeners: int
    cubes: int


def seat(game: Game, letter: str) -> Seat:
    """What lies before a player now."""
    s = game.state
    me = s.seats[game.seats.index(letter)]
    goods = "".join(GOOD_LETTERS[good] * count for good, count in enumerate(me.goods))
    banker, caravaneer, palace, gardeners = me.court
    return Seat(me.prestige, me.talents, me.camels, goods, banker, caravaneer, palace, gardeners, me.cubes)


def section(game: Game, key: str) -> str:
    """A section of the position as it is now."""
    return split(game.position)[key]


def moves(game: Game, start: str = "") -> set[str]:
    """The legal moves that begin so."""
    return {move for move in game.legal_moves if move.startswith(start)}


def sides(game: Game) -> set[str]:
    """The sides that may be irrigated now, if that is the question."""
    return {move.removeprefix("dig:") for move in moves(game, "dig:")}


def squares(game: Game) -> set[str]:
    """The squares that may be planted now, if that is the question."""
    return {move.removeprefix("plant:") for move in moves(game, "plant:")}


def canals(game: Game) -> dict[str, str]:
    """The cubes on every side that has some."""
    lie = section(game, "canals")
    return {} if lie == "-" else dict(one.split(":") for one in lie.split(","))


def events(happened: list[Event], what: str) -> list[tuple[str, str | None, int, str | None]]:
    """The events of one kind: clause, seat, amount, detail."""
    return [(event.clause, event.seat, event.amount, event.detail) for event in happened if event.what == what]


def pass_round(game: Game) -> None:
    """Everybody passes, whoever is asked for a temple names Ishtar, and the first answer is given to the rest."""
    number = game.round
    while game.round == number and not game.is_over and game.question not in ("bonus", "deal"):
        game.push("pass" if "pass" in game.legal_moves else game.legal_moves[0])


def random_moves(game: Game, seed: int, limit: int = 10_000) -> Iterator[str]:
    """Play random moves to the end of a game that deals by itself; each is named before it is played."""
    chance = Random(seed)
    for _ in range(limit):
        if game.is_over:
            return
        legal = game.legal_moves
        move = legal[chance.randrange(len(legal))]
        yield move
        game.push(move)


def wander(game: Game, seed: int, limit: int = 10_000) -> None:
    """Play so many random moves, or to the end."""
    for _ in islice(random_moves(game, seed), limit + 1):
        pass
