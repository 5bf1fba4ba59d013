"""The end of the game: favour, goods and winners (11)."""

from amyitis.box.tables import END_TILES, FAVOUR_PRESTIGE, FAVOUR_TILES, MAX_SEATS, N_GOODS

from .. import questions
from ..bits import count_bits
from ..board.garden import tiles_left
from ..board.supply import score
from ..journal import GAME_OVER, NO_DETAIL, NOBODY, note
from ..rule import rule
from ..state import CHANCE, State

ROUND_LIMIT = 30  # 11.5
SMALL, GREAT = 0, 1  # sizes of Amyitis' favour


@rule
def tiles_at_end(s: State) -> int:
    """11.1: no more tiles than this may be left in the last round."""
    return END_TILES[s.players]


@rule
def last_round(s: State) -> bool:
    """11.1, 11.5: whether the current round is the last."""
    return tiles_left(s) <= tiles_at_end(s) or s.round_no >= ROUND_LIMIT


@rule
def goods_held(s: State, p: int) -> int:
    """How many goods a player holds."""
    count = 0
    for good in range(N_GOODS):
        count += s.seats[p].goods[good]
    return count


@rule
def favour_tiles(s: State, size: int) -> int:
    """11.2: how many tiles win a favour of this size; with `open_duel` as few as with four players."""
    return FAVOUR_TILES[MAX_SEATS if s.open_duel else s.players][size]


@rule
def favour(s: State, p: int) -> int:
    """11.2: Amyitis' favour, by tiles owned."""
    tiles = count_bits(s.seats[p].gardens)
    if tiles >= favour_tiles(s, GREAT):
        return FAVOUR_PRESTIGE[GREAT]
    if tiles >= favour_tiles(s, SMALL):
        return FAVOUR_PRESTIGE[SMALL]
    return 0


@rule
def final_scoring(s: State) -> None:
    """11.2, 11.3: favour and one prestige for each good; then the game is over."""
    note(s, 11_01, NOBODY, GAME_OVER, s.round_no, NO_DETAIL)
    for p in range(s.players):
        score(s, p, favour(s, p), 11_02)
        score(s, p, goods_held(s, p), 11_03)
    s.asked = questions.OVER
    s.seat = CHANCE


@rule
def winners(s: State) -> int:
    """11.4: the set of players with most prestige."""
    most = 0
    best = 0
    for p in range(s.players):
        if best == 0 or s.seats[p].prestige > most:
            most = s.seats[p].prestige
            best = 1 << p
        elif s.seats[p].prestige == most:
            best |= 1 << p
    return best
