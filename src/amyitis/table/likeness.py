"""How alike two positions are: a few swapped tiles or changed numbers do not make another position.

`likeness` writes a position as a row of signs, one for each thing on the table. `DEFAULT` stands for what is so when a
game begins: two games that have that in common are not alike for it. `variants` are the rows of a position under other
names: seats and colours exchanged, the garden turned over. The rows and temples of the board are written in the order
of what lies there, not of their names.

Two positions are alike if enough of what lies on both tables is the same, or enough of one garden is in the other,
which grows from round to round and never shrinks. The bounds were measured: unrelated games stay far below them
(`tests/table/test_likeness.py`).
"""

from collections.abc import Sequence
from typing import NamedTuple

from amyitis.box.tables import FILES, GREY, START_CAMELS, START_TALENTS
from amyitis.rules.bits import members
from amyitis.rules.board.garden_map import N_SIDES, N_SQUARES, SIDE_SQUARES
from amyitis.rules.state import EMPTY, State

DEFAULT, ASKED_DEFAULT = ".", ","  # in a row that is kept, and in one that is compared with it: they are never the same
SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
GARDEN = 2 * N_SQUARES + N_SIDES  # the first signs: tiles, who has planted them, and canals
ALIKE = 0.5  # of what lies on either table, the least that is the same on both
NEVER = 2.0  # more than all
ALIKE_GARDENS = 0.8  # of what lies in the smaller garden
LEAST_GARDEN = 10  # things: less says nothing

_PLAIN_SQUARES, _PLAIN_SIDES = tuple(range(N_SQUARES)), tuple(range(N_SIDES))
_TURNED_SQUARES = tuple(square % FILES * FILES + square // FILES for square in _PLAIN_SQUARES)
_TURNED_SIDES = tuple(
    SIDE_SQUARES.index(sum(1 << _TURNED_SQUARES[square] for square in members(pair))) for pair in SIDE_SQUARES
)


class KnownRow(NamedTuple):
    """The row of a game. `own_garden`: its set-up was drawn for it, so no other game has that garden by chance."""

    game_id: str
    row: str
    own_garden: bool


def likeness(s: State, first: int = 0, turned: bool = False) -> str:
    """Return the row of a position, with the seats counted from `first`, and the garden plain or turned over."""
    n = s.players
    seat = {**{p: (p - first) % n + 1 for p in range(n)}, GREY: 6, EMPTY: 0}
    owners, canals = [0] * N_SQUARES, [0] * N_SIDES
    for p in range(n):
        for square in members(s.seats[p].gardens):
            owners[square] = seat[p]
    for colour in (*range(n), GREY):
        for side in members(s.canals[colour]):
            canals[side] += 3 ** seat[colour] * (1 + (s.doubles[colour] >> side & 1))
    squares, sides = (_TURNED_SQUARES, _TURNED_SIDES) if turned else (_PLAIN_SQUARES, _PLAIN_SIDES)
    values = [s.tile[square] + 1 for square in squares]
    values += [owners[square] for square in squares]
    values += [canals[side] for side in sides]
    for rows in (s.rows, s.temples):
        for row in sorted([seat[colour] for colour in row] for row in rows):
            values += row
    for place in range(n):
        me = s.seats[(first + place) % n]
        values += (me.prestige, me.talents - START_TALENTS, me.camels - START_CAMELS, *me.goods, *me.court, me.track)
    values += sorted(s.groups[:n])
    values += (*s.plant_face, s.caravan, *s.caravaneer_goods)
    return "".join([SIGNS[value % len(SIGNS)] if value else DEFAULT for value in values])


def variants(s: State) -> list[str]:
    """Return the rows of a position to compare with known ones."""
    rows = [likeness(s, first, turned) for first in range(s.players) for turned in (False, True)]
    return [row.replace(DEFAULT, ASKED_DEFAULT) for row in rows]


def alike(rows: Sequence[str], known: Sequence[KnownRow]) -> list[str]:
    """Return the games whose rows are alike to one of those asked, which are of one position or game.

    Of games with another number of players only the gardens are compared.
    """
    length = len(rows[0])
    alike_games = _alike(rows, [game for game in known if len(game.row) == length], ALIKE)
    others = [KnownRow(game.game_id, game.row[:GARDEN], True) for game in known if len(game.row) != length]
    own = {game.game_id for game in known if game.own_garden}
    return sorted(alike_games | (_alike([row[:GARDEN] for row in rows], others, NEVER) & own))


def _alike(rows: Sequence[str], games: Sequence[KnownRow], least: float) -> set[str]:
    """Compare all rows at once, as two long numbers: a byte of their difference is 0 where two signs are the same."""
    length, alike_games = len(rows[0]), set[str]()
    together = int.from_bytes("".join(game.row for game in games).encode())
    filled = [length - game.row.count(DEFAULT) for game in games]
    gardens = [GARDEN - game.row.count(DEFAULT, 0, GARDEN) for game in games]
    for row in rows:
        wanted, garden = length - row.count(ASKED_DEFAULT), GARDEN - row.count(ASKED_DEFAULT, 0, GARDEN)
        different = (together ^ int.from_bytes((row * len(games)).encode())).to_bytes(length * len(games))
        for place, game in enumerate(games):
            at, smaller = place * length, min(garden, gardens[place])
            same = different.count(0, at, at + length)
            grows = game.own_garden and smaller >= LEAST_GARDEN
            if same >= least * (wanted + filled[place] - same) or (
                grows and different.count(0, at, at + GARDEN) >= ALIKE_GARDENS * smaller
            ):
                alike_games.add(game.game_id)
    return alike_games
