"""The set-up of a game (2): everything that is not random; the random rest is in `chance.py`."""

from amyitis.box.tables import (
    CARAVANEER,
    CUBES,
    ROW_LENGTH,
    START_CAMELS,
    START_TALENTS,
    TEMPLE_SPACES,
    TEMPLES,
)

from .. import RULES_VERSION
from ..board.court import begins_with, court_cards
from ..board.garden_map import N_SQUARES, RIVER_SIDES
from ..questions import NOTHING
from ..rule import rule
from ..state import BONUSES, COURT_KINDS, EMPTY, LEVELS, State
from .chance import Shuffler, draw_setup
from .round_start import ask_deal

N_TEMPLES = len(TEMPLES)


@rule
def empty_board(s: State) -> None:
    """An all-zero state becomes a board without cubes, tiles or bonuses."""
    for space in range(ROW_LENGTH):
        s.rows[0][space] = EMPTY
        s.rows[1][space] = EMPTY
    for temple in range(N_TEMPLES):
        for space in range(TEMPLE_SPACES):
            s.temples[temple][space] = EMPTY
    for square in range(N_SQUARES):
        s.tile[square] = EMPTY
    for bonus in range(BONUSES):
        s.bonus[bonus] = EMPTY
    s.planting = EMPTY
    s.asked = NOTHING
    s.task = NOTHING
    s.wet = RIVER_SIDES


@rule
def set_up(s: State, players: int) -> None:
    """2.1, 2.2, 2.7: cards for this number of players, the caravan on the market, and what each player begins with.

    What a state says of the switches, and of the version of the rules (0: the newest), stays.
    """
    empty_board(s)
    s.players = players
    if s.rules_version == 0:
        s.rules_version = RULES_VERSION
    for kind in range(COURT_KINDS):
        for level in range(LEVELS):
            s.court_left[kind][level] = court_cards(s, kind, level)
            if begins_with(s, kind, level):
                s.court_left[kind][level] -= players
                for p in range(players):
                    s.seats[p].court[kind] = level
    for p in range(players):
        s.colours[p] = p
        s.seats[p].talents = START_TALENTS
        s.seats[p].camels = START_CAMELS
        s.seats[p].cubes = CUBES
    s.court_left[CARAVANEER][0] -= players


@rule
def new_game(s: State, players: int, r: Shuffler) -> None:
    """2: from a state that is zero, but for what it says of the rules (`set_up`), to the first deal."""
    set_up(s, players)
    draw_setup(s, r)
    ask_deal(s)
