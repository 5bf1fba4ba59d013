"""A position as one line of text without spaces: enough to go on from, equal for equal positions.

Sections `key=value`, joined by `_` in one order (`docs/reference/notation.md`). What follows from the rest is not
written: cubes at home, Court cards left, where water reaches, which answers are legal.
"""

import hashlib
from typing import Final, Literal

from amyitis.box.tables import (
    BANKER,
    CARAVANEER,
    CITY_NAMES,
    GARDENER,
    GOOD_LETTERS,
    GREY,
    N_GOODS,
    PALACE,
    PLANT_CARDS,
    PLANT_FACES,
    ROW_NAMES,
    SEATS,
    SQUARE_NAMES,
    TEMPLES,
    TILE_NAMES,
)
from amyitis.box.words import Seat
from amyitis.rules.bits import members
from amyitis.rules.board.garden import dug_sides
from amyitis.rules.board.garden_map import N_SQUARES, SIDE_NAMES
from amyitis.rules.questions import OVER
from amyitis.rules.state import CHANCE, EMPTY, PLANT_SLOTS, State
from amyitis.rules.switches import SWITCH_WORDS
from amyitis.rules.tasks import TASK_NAMES

from .tokens import group_text

SeatOrChance = Literal[Seat, "$"]
Cube = Literal[Seat, "N"]  # a player's, or grey

HEAD = "amy"  # before the version of the rules
BETWEEN = "_"
NONE = "-"
OVER_WORD = "over"
GREY_LETTER: Final = "N"
CHANCE_LETTER: Final = "$"
HASH_LENGTH = 12


def seat_letter(s: State, p: int) -> Seat:
    """Returns the letter of a player."""
    return SEATS[s.colours[p]]


def seat_letters(s: State) -> list[Seat]:
    """Returns the letters of the players, clockwise."""
    return [seat_letter(s, p) for p in range(s.players)]


def decider_letter(s: State) -> SeatOrChance:
    """Returns the letter of the player to decide; `$` for chance."""
    return CHANCE_LETTER if s.seat == CHANCE else seat_letter(s, s.seat)


def cube_letter(s: State, colour: int) -> Cube:
    """Returns the letter of a cube on the board: its player's, or N for a grey one."""
    return GREY_LETTER if colour == GREY else seat_letter(s, colour)


def goods_text(goods: list[int]) -> str:
    """Returns goods as letters in the order of the notation."""
    return "".join(GOOD_LETTERS[good] * goods[good] for good in range(N_GOODS)) or NONE


def position_hash(text: str) -> str:
    """Returns a short hash of a position's text."""
    return hashlib.sha256(text.encode()).hexdigest()[:HASH_LENGTH]


def position_text(s: State) -> str:
    """Returns the one-line text of a position."""
    sections = {
        "players": "".join(seat_letters(s)),
        "rules": _switches(s),
        "round": str(s.round_no),
        "first": seat_letter(s, s.first),
        "turn": seat_letter(s, s.turn),
        "passed": "".join(seat_letter(s, seat) for seat in range(s.players) if s.passed >> seat & 1) or NONE,
        "caravan": CITY_NAMES[s.caravan],
        "plants": ",".join(_plant(s, slot) for slot in range(PLANT_SLOTS)),
        "lying": goods_text(s.caravaneer_goods),
        "crafts": ",".join(group_text(s.groups[group]) or NONE for group in range(s.players)),
    }
    for name, row in zip(ROW_NAMES, s.rows, strict=True):
        sections[name] = _cubes(s, row)
    for temple, spaces in zip(TEMPLES, s.temples, strict=True):
        sections[temple] = _cubes(s, spaces)
    sections["tiles"] = ",".join(_tile(s, square) for square in range(N_SQUARES))
    sections["canals"] = ",".join(_canals(s)) or NONE
    for seat in range(s.players):
        sections[seat_letter(s, seat)] = _player(s, seat)
    if s.palace:
        sections |= _palace(s)
    if s.planting != EMPTY:
        sections["planting"] = SQUARE_NAMES[s.planting]
    sections["todo"] = ",".join(_todo(s))
    return BETWEEN.join([f"{HEAD}{s.rules_version}", *(f"{key}={value}" for key, value in sections.items())])


def _switches(s: State) -> str:
    return ",".join(words.position for name, words in SWITCH_WORDS.items() if getattr(s, name)) or NONE


def _plant(s: State, slot: int) -> str:
    card = s.plant_card[slot]
    return f"{PLANT_CARDS[card]}:{PLANT_FACES[card][s.plant_face[slot]]}"


def _cubes(s: State, spaces: list[int]) -> str:
    return "".join(cube_letter(s, colour) for colour in spaces if colour != EMPTY) or NONE


def _tile(s: State, square: int) -> str:
    """Returns the tile that was laid on a square, behind its owner's letter once it is planted."""
    if s.tile[square] == EMPTY:
        return NONE
    for p in range(s.players):
        if s.seats[p].gardens >> square & 1:
            return f"{seat_letter(s, p)}@{TILE_NAMES[s.tile[square]]}"
    return TILE_NAMES[s.tile[square]]


def _canals(s: State) -> list[str]:
    """Returns every side that holds cubes, with their letters."""
    colours = [(cube_letter(s, colour), s.canals[colour], s.doubles[colour]) for colour in (*range(s.players), GREY)]
    return [
        f"{SIDE_NAMES[side]}:"
        + "".join(letter * ((once >> side & 1) + (twice >> side & 1)) for letter, once, twice in colours)
        for side in members(dug_sides(s))
    ]


def _player(s: State, seat: int) -> str:
    me = s.seats[seat]
    parts = [str(me.prestige), f"t{me.talents}", f"c{me.camels}", goods_text(me.goods)]
    parts += [f"B{me.court[BANKER]}", f"C{me.court[CARAVANEER]}", f"P{me.court[PALACE]}", f"G{me.court[GARDENER]}"]
    if s.palace:
        parts.append(f"T{me.track}.{me.arrival}")
    return ",".join(parts)


def _palace(s: State) -> dict[str, str]:
    """Returns the Palace board: the Noble, the holders of the four bonuses, and who is still to pick."""
    picks, waiting = "", s.bonus_picks
    while waiting:
        picks += seat_letter(s, (waiting & 0xF) - 1)
        waiting >>= 4
    return {
        "noble": "used" if s.noble_used else "free",
        "bonus": "".join(NONE if holder == EMPTY else seat_letter(s, holder) for holder in s.bonus),
        "picks": picks or NONE,
    }


def _todo(s: State) -> list[str]:
    """Returns the agenda, the next task last; the last one is the one that asks."""
    if s.asked == OVER:
        return [OVER_WORD]
    return [TASK_NAMES[task] for task in [*s.agenda[: s.agenda_length], s.task]]
