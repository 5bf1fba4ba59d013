"""Drawing a view: everything that lies on the table, with named fields, ready for JSON."""

from collections.abc import Callable, Sequence
from typing import Any

from amyitis.box import tables
from amyitis.box.words import CITY_KINDS
from amyitis.notation.positions import cube_letter, decider_letter, seat_letter, seat_letters
from amyitis.rules import agenda, questions
from amyitis.rules.bits import members
from amyitis.rules.board.caravan import camels_to, cities_in_reach, spaces_to
from amyitis.rules.board.garden import cubes_around, open_sides, tiles_left
from amyitis.rules.board.garden_map import N_SIDES, N_SQUARES, SIDE_AREAS, SIDE_NAMES, SQUARE_FLOOR, SQUARE_NEED
from amyitis.rules.board.recruiting import price
from amyitis.rules.board.supply import camels_left, goods_left, talents_left
from amyitis.rules.course.round_end import goods_allowed
from amyitis.rules.course.scoring import (
    GREAT,
    SMALL,
    favour,
    favour_tiles,
    goods_held,
    last_round,
    tiles_at_end,
    winners,
)
from amyitis.rules.questions import ASKED_NAMES, CRAFT_BITS, CRAFT_MASK, NO_GOOD
from amyitis.rules.state import CHANCE, EMPTY, State
from amyitis.rules.switches import Switches
from amyitis.rules.tasks import TASK_NAMES

from .shape import (
    Bonuses,
    City,
    Court,
    CraftGroup,
    Cube,
    FieldSpace,
    Garden,
    Goods,
    Phase,
    PlantFace,
    SeatView,
    Side,
    Square,
    Task,
    View,
)


class Parts:
    """The parts of a view, each with what it was drawn from: only what has changed since is drawn anew.

    For the views of many moments of one game, keep the parts from one to the next; views share them then.
    """

    def __init__(self) -> None:
        self._drawn: dict[Any, tuple[Any, Any]] = {}

    def part(self, draw: Callable[..., Any], seen: Any, *of: Any) -> Any:
        """Returns what `draw` makes, or made when it saw the same."""
        place = (draw, of[1:])
        known = self._drawn.get(place)
        if known is None or known[0] != seen:
            known = self._drawn[place] = (seen, draw(*of))
        return known[1]


def view_of(s: State, parts: Parts | None = None) -> View:
    """Returns everything on the table, and what is asked of whom."""
    parts = parts or Parts()
    over = s.asked == questions.OVER
    letters = seat_letters(s)
    top, bottom = (parts.part(_row, row[:], s, i) for i, row in enumerate(s.rows))
    ishtar, marduk, tammouz = (parts.part(_temple, temple[:], s, i) for i, temple in enumerate(s.temples))
    view: View = {
        "players": s.players,
        "rules_version": s.rules_version,
        "switches": Switches.of(s).as_dict(),
        "round": s.round_no,
        "last_round": bool(last_round(s)),
        "phase": phase(s),
        "first_player": letters[s.first],
        "turn": letters[s.turn],
        "question": None if over else {"seat": decider_letter(s), "kind": ASKED_NAMES[s.asked], "task": task(s)},
        "seats": [parts.part(_seat, _seen_seat(s, p), s, p) for p in range(s.players)],
        "crafts": [parts.part(_group, s.groups[group], s, group) for group in range(s.players)],
        "fields": {"top": top, "bottom": bottom},
        "temples": {"ishtar": ishtar, "marduk": marduk, "tammouz": tammouz},
        "garden": parts.part(_garden, _seen_garden(s), s),
        "caravan": tables.CITY_NAMES[s.caravan],
        "cities": parts.part(_cities, _seen_cities(s), s),
        "court": parts.part(_court, _seen_court(s), s),
        "scores": {letter: s.seats[p].prestige for p, letter in enumerate(letters)},
        "winners": [letter for p, letter in enumerate(letters) if winners(s) >> p & 1] if over else [],
    }
    if s.limited_supply:
        view["supply"] = {
            "talents": talents_left(s),
            "camels": camels_left(s),
            "goods": goods_names([goods_left(s, good) for good in range(tables.N_GOODS)]),
        }
    if s.palace:
        view["palace"] = {
            "noble": "used" if s.noble_used else "free",
            "track": {letter: s.seats[p].track for p, letter in enumerate(letters)},
            "order": [letters[p] for p in _track_order(s)],
            "bonuses": _bonuses(s),
        }
    return view


def _bonuses(s: State) -> Bonuses:
    first, procession, craft, courtier = (None if holder == EMPTY else seat_letter(s, holder) for holder in s.bonus)
    return {"first": first, "procession": procession, "craft": craft, "courtier": courtier}


def _track_order(s: State) -> list[int]:
    """13.1: the players on the Palace track, the one ahead first."""
    on_track = [p for p in range(s.players) if s.seats[p].track > 0]
    return sorted(on_track, key=lambda p: (-s.seats[p].track, s.seats[p].arrival))


def phase(s: State) -> Phase:
    """Returns the phase of the round: `deal`, `actions`, `round end`, `palace` or `over`."""
    if s.asked == questions.OVER:
        return "over"
    if s.asked == questions.BONUS:
        return "palace"
    if s.asked == questions.DEAL:
        return "deal"
    return (
        "round end"
        if (s.agenda[0] == agenda.END_ROUND and s.agenda_length > 0) or s.task == agenda.END_ROUND
        else "actions"
    )


def task(s: State) -> Task:
    """Returns the name of the task that asks the open question."""
    return TASK_NAMES[s.task]


def goods_names(goods: Sequence[int]) -> Goods:
    """Returns counts of goods by name."""
    barley, dates, salt, palm, wine = goods
    return {"barley": barley, "dates": dates, "salt": salt, "palm": palm, "wine": wine}


def _cube(s: State, cube: int) -> Cube | None:
    return None if cube == EMPTY else cube_letter(s, cube)


def _seen_seat(s: State, p: int) -> tuple[int, ...]:
    """Returns what a player's panel is drawn from."""
    me = s.seats[p]
    counts = (me.prestige, me.talents, me.camels, me.cubes, me.gardens, s.passed >> p & 1, s.first)
    return (*counts, *me.goods, *me.court)


def _seat(s: State, p: int) -> SeatView:
    me = s.seats[p]
    owned = members(me.gardens)
    thresholds = [favour_tiles(s, size) for size in (SMALL, GREAT)]
    return {
        "seat": seat_letter(s, p),
        "colour": tables.COLOURS[s.colours[p]],
        "prestige": me.prestige,
        "talents": me.talents,
        "camels": me.camels,
        "cubes": me.cubes,
        "goods": goods_names(me.goods),
        "goods_held": goods_held(s, p),
        "goods_limit": goods_allowed(s, p),
        "banker": me.court[tables.BANKER],
        "caravaneer": me.court[tables.CARAVANEER],
        "palace": me.court[tables.PALACE],
        "gardeners": me.court[tables.GARDENER],
        "caravan_bonus": tables.CARAVANEER_SPACES[me.court[tables.CARAVANEER]],
        "income": tables.BANKER_TALENTS[me.court[tables.BANKER]],
        "tiles": [
            {"square": tables.SQUARE_NAMES[square], "tile": tables.TILE_NAMES[s.tile[square]]} for square in owned
        ],
        "favour": favour(s, p),
        "tiles_to_next_favour": next((more - len(owned) for more in thresholds if more > len(owned)), None),
        "passed": bool(s.passed >> p & 1),
        "first_player": s.first == p,
    }


def _group(s: State, group: int) -> CraftGroup:
    face_up = [
        tables.CRAFTS[craft]
        for craft in range(tables.N_CRAFTS)
        for _ in range((s.groups[group] >> CRAFT_BITS * craft) & CRAFT_MASK)
    ]
    return {"group": group + 1, "face_up": face_up, "price": price(s, group) if face_up else None}


def _row(s: State, row: int) -> list[FieldSpace]:
    return [
        {"good": tables.GOODS[good], "cube": _cube(s, cube)}
        for good, cube in zip(tables.ROW_GOODS[row], s.rows[row], strict=True)
    ]


def _seen_garden(s: State) -> tuple[int, ...]:
    """Returns what the garden is drawn from: its tiles lie there from the start."""
    return (*s.canals, *s.doubles, *(player.gardens for player in s.seats))


def _temple(s: State, temple: int) -> list[Cube | None]:
    return [_cube(s, cube) for cube in s.temples[temple]]


def _garden(s: State) -> Garden:
    open_now = open_sides(s)
    return {
        "tiles_left": tiles_left(s),
        "tiles_at_end": tiles_at_end(s),
        "squares": {tables.SQUARE_NAMES[square]: _square(s, square) for square in range(N_SQUARES)},
        "sides": {SIDE_NAMES[side]: _side(s, side, open_now) for side in range(N_SIDES)},
    }


def _square(s: State, square: int) -> Square:
    kind = s.tile[square]
    owner = [p for p in range(s.players) if s.seats[p].gardens >> square & 1]
    return {
        "floor": SQUARE_FLOOR[square],
        "quality_needed": SQUARE_NEED[square],
        "tile": None if kind == EMPTY else tables.TILE_NAMES[kind],
        "planted_by": seat_letter(s, owner[0]) if owner else None,
        "irrigated": bool(s.watered >> square & 1),
        "cubes": {seat_letter(s, p): count for p in range(s.players) if (count := cubes_around(s, square, p))},
    }


def _side(s: State, side: int, open_now: int) -> Side:
    cubes = [
        cube_letter(s, colour)
        for colour in (*range(s.players), tables.GREY)
        for _ in range((s.canals[colour] >> side & 1) + (s.doubles[colour] >> side & 1))
    ]
    return {
        "areas": SIDE_AREAS[side],
        "cubes": cubes,
        "irrigated": bool(s.irrigated >> side & 1),
        "open": bool(open_now >> side & 1),
    }


def _asker(s: State) -> int:
    return s.seat if s.seat != CHANCE else s.turn


def _seen_cities(s: State) -> tuple[int, ...]:
    """Returns what the cities are drawn from: the caravan, the plant cards, and how far the asker can go."""
    me = s.seats[_asker(s)]
    return (s.caravan, me.camels, *me.court, *s.plant_card, *s.plant_face)


def _cities(s: State) -> list[City]:
    asker = _asker(s)
    reach = cities_in_reach(s, asker)
    return [_city(s, city, asker, reach) for city in range(tables.N_CITIES)]


def _city(s: State, city: int, asker: int, reach: int) -> City:
    """Returns a city with its price and offer, and what the way there costs the player whose decision it is."""
    slot = tables.CITY_PLANT_SLOT[city]
    drawn: City = {
        "city": tables.CITY_NAMES[city],
        "kind": CITY_KINDS[tables.CITY_KIND[city]],
        "asks": None if tables.CITY_KIND[city] == tables.MARKET else tables.GOODS[tables.CITY_GOOD[city]],
        "offers": [name for kind, name in enumerate(tables.COURT_TYPES) if tables.CITY_OFFER[city] >> kind & 1],
        "spaces": 0 if city == s.caravan and not s.full_lap else spaces_to(s, city),
        "camels": camels_to(s, asker, city) if reach >> city & 1 else None,
    }
    if tables.CITY_KIND[city] == tables.MARKET:
        drawn["prices"] = list(tables.MARKET_PRESTIGE[1:])
    if slot >= 0:
        card, up = s.plant_card[slot], s.plant_face[slot]
        drawn["plant"] = {"card": tables.PLANT_CARDS[card], **_plant_face(card, up), "under": _plant_face(card, 1 - up)}
    return drawn


def _plant_face(card: int, face: int) -> PlantFace:
    """A side of a plant card."""
    extra = tables.PLANT_EXTRA[card][face]
    return {
        "face": tables.PLANT_FACES[card][face],
        "quality": tables.PLANT_QUALITY[card][face],
        "extra": None if extra == NO_GOOD else tables.GOODS[extra],
    }


def _seen_court(s: State) -> Any:
    return [kind[:] for kind in s.court_left], s.caravaneer_goods[:]


def _court(s: State) -> Court:
    """Returns what is left of each Court card, and the goods on the level-2 Caravaneers."""
    return {
        "banker": _cards_left(s, tables.BANKER),
        "caravaneer": _cards_left(s, tables.CARAVANEER),
        "palace": _cards_left(s, tables.PALACE),
        "gardener": s.court_left[tables.GARDENER][1],
        "caravaneer_goods": [
            tables.GOODS[good] for good in range(tables.N_GOODS) for _ in range(s.caravaneer_goods[good])
        ],
    }


def _cards_left(s: State, kind: int) -> dict[str, int]:
    return {str(level): s.court_left[kind][level] for level in range(1, tables.TOP_LEVEL[kind] + 1)}
