"""What a position is worth to each player, by hand: the prestige they may expect at the end of the game.

Every number is in units of prestige. It is a rough guess made of parts that a player would name: prestige now, income,
goods and camels, Court levels and their scarcity, leads along the canals and in the temples, Gardeners, tiles towards
Amyitis' favour, and what the caravan could be led to. Another valuation may take its place
(`engine/exchange.py`).
"""

from amyitis.box.tables import (
    BANKER,
    BANKER_PRESTIGE,
    CARAVANEER,
    CITY_KIND,
    CITY_OFFER,
    CITY_PLANT_SLOT,
    COURT_CITY,
    FAVOUR_PRESTIGE,
    GARDENER,
    MARKET,
    MARKET_PRESTIGE,
    N_CITIES,
    PALACE,
    PALACE_PRESTIGE,
    TEMPLES,
    TILE_CAMELS,
    TILE_COURTS,
    TILE_GARDENERS,
    TILE_GOODS,
    TILE_PALACES,
    TILE_PRESTIGE,
    TILE_TALENTS,
    WINE,
)
from amyitis.engine.arrays import Reals
from amyitis.engine.exponential import exponential
from amyitis.rules import questions
from amyitis.rules.bits import count_bits, has_bit, lowest_bit
from amyitis.rules.board.caravan import cities_in_reach, city_payments
from amyitis.rules.board.court import court_open
from amyitis.rules.board.fields import cubes_in_row
from amyitis.rules.board.garden import cubes_around, plant_quality, plantable_squares, planted_squares, tiles_left
from amyitis.rules.board.garden_map import SQUARE_NEED, TILED_SQUARES
from amyitis.rules.board.temples import first_in_temple, second_in_temple
from amyitis.rules.course.round_end import goods_allowed
from amyitis.rules.course.scoring import GREAT, ROUND_LIMIT, SMALL, favour_tiles, goods_held, tiles_at_end, winners
from amyitis.rules.journal import NOBODY
from amyitis.rules.rule import rule
from amyitis.rules.state import State

N_TEMPLES = len(TEMPLES)

# What the rounds to come mean, by number of players. These three and the weights below were compared with the games of
# the search against itself, and set by hand to numbers that a person would name.
ROUNDS_A_TILE = (0.0, 0.0, 1.25, 0.85, 0.7)
PRESTIGE_A_ROUND = (0.0, 0.0, 5.5, 6.0, 5.3)
SPREAD, SPREAD_A_ROUND = 2.5, (0.0, 0.0, 0.9, 0.5, 0.35)  # how far the end may be from what is expected

TALENT, SPARE_TALENT, PURSE = 0.65, 0.2, 6  # the first six count in full
CAMEL, SPARE_CAMEL, STABLE = 1.1, 0.2, 4
GOOD, WINE_EXTRA, SPARE_GOOD = 1.5, 0.4, 0.5
GARDENER_WORTH = 1.9
INCOME_A_ROUND = (0.0, 1.1, 1.8, 1.8)  # of the Banker's talents, by level
CARAVANEER_A_ROUND = (0.0, 1.1, 1.7)
NEXT_PALACE = 0.35  # of the prestige of the next card, if it is still there
OPEN_COURT_A_ROUND = 0.12  # for each Court type in which a player can still rise
TEMPLE_FIRST, TEMPLE_SECOND = 0.9, 0.5
ROW_CUBE = 0.3
CANAL_LEAD = 0.55
TRACK_STEP = 0.4
IN_REACH, OUT_OF_REACH = 0.35, 0.15  # of the worth of the best thing that the caravan could bring

# What a tile brings beside its prestige, and what a Court card is worth to a buyer.
COURT_CARD_WORTH = 3.0
TILE_WORTH: tuple[float, ...] = tuple(
    prestige + CAMEL * camels + TALENT * talents + GOOD * goods + GARDENER_WORTH * gardeners + 2.5 * palaces
    + COURT_CARD_WORTH * courts
    for prestige, camels, talents, goods, gardeners, palaces, courts in zip(
        TILE_PRESTIGE, TILE_CAMELS, TILE_TALENTS, TILE_GOODS, TILE_GARDENERS, TILE_PALACES, TILE_COURTS, strict=True
    )
)  # fmt: skip


@rule
def rounds_left(s: State) -> float:
    """A guess at the rounds still to come after this one."""
    rounds = (tiles_left(s) - tiles_at_end(s)) * ROUNDS_A_TILE[s.players]
    limit = float(ROUND_LIMIT - s.round_no)
    if rounds < 0.0:
        return 0.0
    return rounds if rounds < limit else limit


@rule
def some_then_spare(count: int, full: int, worth: float, spare: float) -> float:
    """The first few of a thing count in full, the others less."""
    return worth * count if count <= full else worth * full + spare * (count - full)


@rule
def stock_worth(s: State, p: int) -> float:
    """Talents, camels and goods in hand."""
    me = s.seats[p]
    worth = some_then_spare(me.talents, PURSE, TALENT, SPARE_TALENT)
    worth += some_then_spare(me.camels, STABLE, CAMEL, SPARE_CAMEL)
    worth += some_then_spare(goods_held(s, p), goods_allowed(s, p), GOOD, SPARE_GOOD)
    return worth + WINE_EXTRA * me.goods[WINE]


@rule
def court_worth(s: State, p: int, rounds: float) -> float:
    """Income and reach for the rounds to come, Gardeners, and the types in which the player can still rise."""
    me = s.seats[p]
    worth = rounds * (INCOME_A_ROUND[me.court[BANKER]] + BANKER_PRESTIGE[me.court[BANKER]])
    worth += rounds * CARAVANEER_A_ROUND[me.court[CARAVANEER]]
    worth += GARDENER_WORTH * me.court[GARDENER]
    types = court_open(s, p)
    if has_bit(types, PALACE):
        worth += NEXT_PALACE * PALACE_PRESTIGE[me.court[PALACE] + 1]
    return worth + OPEN_COURT_A_ROUND * rounds * count_bits(types)


@rule
def favour_worth(s: State, p: int) -> float:
    """Amyitis' favour: what the tiles earn now, and as much of the next step as has been made."""
    tiles = count_bits(s.seats[p].gardens)
    low, high = favour_tiles(s, SMALL), favour_tiles(s, GREAT)
    if tiles >= high:
        return float(FAVOUR_PRESTIGE[1])
    if tiles >= low:
        step = FAVOUR_PRESTIGE[1] - FAVOUR_PRESTIGE[0]
        return FAVOUR_PRESTIGE[0] + step * (tiles - low) / (high - low)
    return FAVOUR_PRESTIGE[0] * tiles / low


@rule
def best_tile(s: State, squares: int, quality: int) -> float:
    """The worth of the best tile on some squares, Gardeners deducted."""
    best = 0.0
    while squares != 0:
        square = lowest_bit(squares)
        squares &= squares - 1
        worth = TILE_WORTH[s.tile[square]]
        missing = SQUARE_NEED[square] - quality
        if missing > 0:
            worth -= GARDENER_WORTH * missing
        best = max(best, worth)
    return best


@rule
def city_worth(s: State, p: int, city: int, types: int) -> float:
    """The worth of what a player could buy or sell in a city now; 0 if nothing."""
    if CITY_KIND[city] == MARKET:
        held = goods_held(s, p)
        return float(MARKET_PRESTIGE[held if held < 2 else 2])
    if city_payments(s, p, city) == 0:
        return 0.0
    if CITY_KIND[city] == COURT_CITY:
        return COURT_CARD_WORTH if types & CITY_OFFER[city] != 0 else 0.0
    quality = plant_quality(s, CITY_PLANT_SLOT[city])
    return best_tile(s, plantable_squares(s, p, quality), quality)


@rule
def caravan_worth(s: State, p: int) -> float:
    """A part of the best thing that the caravan could bring, more if the player's camels lead there now."""
    if goods_held(s, p) == 0:
        return 0.0
    reach = cities_in_reach(s, p)
    types = court_open(s, p)
    best = 0.0
    for city in range(N_CITIES):
        part = IN_REACH if has_bit(reach, city) else OUT_OF_REACH
        worth = part * city_worth(s, p, city, types)
        best = max(best, worth)
    return best


@rule
def add_canal_leads(s: State, worth: Reals) -> None:
    """Who leads around a square that is still to be planted may hope for the irrigation bonus."""
    squares = TILED_SQUARES[s.players] & ~planted_squares(s)
    while squares != 0:
        square = lowest_bit(squares)
        squares &= squares - 1
        leader = NOBODY
        most = 0
        for p in range(s.players):
            count = cubes_around(s, square, p)
            if count > most:
                most = count
                leader = p
            elif count == most:
                leader = NOBODY
        if leader != NOBODY:
            worth[leader] += CANAL_LEAD


@rule
def add_temple_leads(s: State, worth: Reals) -> None:
    """Places in the temples bring something at the end of the round, and often of the next."""
    for temple in range(N_TEMPLES):
        first = first_in_temple(s, temple)
        if first != NOBODY:
            worth[first] += TEMPLE_FIRST
        second = second_in_temple(s, temple)
        if second != NOBODY:
            worth[second] += TEMPLE_SECOND


@rule
def value_position(s: State, worth: Reals) -> None:
    """The prestige that each player may expect at the end of the game."""
    if s.asked == questions.OVER:
        for p in range(s.players):
            worth[p] = float(s.seats[p].prestige)
        return
    rounds = rounds_left(s)
    horizon = (rounds + 0.3) / (rounds + 1.0)
    for p in range(s.players):
        worth[p] = stock_worth(s, p) + court_worth(s, p, rounds) + caravan_worth(s, p)
        worth[p] += TRACK_STEP * s.seats[p].track + ROW_CUBE * (cubes_in_row(s, 0, p) + cubes_in_row(s, 1, p))
    add_canal_leads(s, worth)
    add_temple_leads(s, worth)
    for p in range(s.players):
        worth[p] = worth[p] * horizon + s.seats[p].prestige + favour_worth(s, p)
        worth[p] += rounds * PRESTIGE_A_ROUND[s.players]


@rule
def win_chances(s: State, worth: Reals, chances: Reals) -> None:
    """Each player's chance to win, from the prestige they may expect; the truth if the game is over."""
    if s.asked == questions.OVER:
        best = winners(s)
        for p in range(s.players):
            chances[p] = 1.0 / count_bits(best) if has_bit(best, p) else 0.0
        return
    spread = SPREAD + SPREAD_A_ROUND[s.players] * rounds_left(s)
    most = worth[0]
    for p in range(1, s.players):
        most = max(most, worth[p])
    total = 0.0
    for p in range(s.players):
        chances[p] = exponential((worth[p] - most) / spread)
        total += chances[p]
    for p in range(s.players):
        chances[p] /= total
