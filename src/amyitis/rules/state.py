"""Everything on the table, as one flat thing with named fields.

The classes here are the plain face of the state, for the uncompiled engine. `engine/record.py` derives
from the same annotations the record for the compiled one: each field says its integer type and its shape.
"""

from math import prod
from operator import attrgetter
from struct import Struct
from typing import Annotated, Any, Self, get_args, get_type_hints

from amyitis.box.tables import GREY, MAX_SEATS, N_GOODS, ROW_LENGTH, TEMPLE_SPACES

from .board.garden_map import N_SQUARES
from .journal import Note
from .switches import SWITCH_NAMES

COURT_KINDS = 4
LEVELS = 7
PLANT_SLOTS = 4
BONUSES = 4
AGENDA_ROOM = 16

EMPTY = -1  # a space with no cube, a square with no tile
CHANCE = 4  # the seat of the deals

I1 = Annotated[int, "i1"]
I2 = Annotated[int, "i2"]
I4 = Annotated[int, "i4"]
I8 = Annotated[int, "i8"]
CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "f8": "d"}  # of `struct`


class Fields:
    """A thing with annotated integer fields; new ones are all zero."""

    _plain: tuple[str, ...]
    _shapes: dict[str, tuple[int, ...]]
    _parts: dict[str, tuple[type["Fields"], int]]
    _lists: tuple[str, ...]  # the shapes of one dimension, and those of two
    _grids: tuple[str, ...]
    _values: Any  # an `attrgetter` of all fields, in their order
    _layout: str  # of its bytes, as `struct` has it
    _bytes: Struct

    def __init_subclass__(cls) -> None:
        cls._plain, cls._shapes, cls._parts = (), {}, {}
        names, layout = [], ""
        for name, hint in get_type_hints(cls, include_extras=True).items():
            _, *extra = get_args(hint) if hasattr(hint, "__metadata__") else (hint,)
            if not extra:
                continue
            names.append(name)
            if isinstance(extra[0], type) and issubclass(extra[0], Fields):
                cls._parts[name] = (extra[0], extra[1])
                layout += extra[0]._layout * extra[1]
                continue
            if len(extra) == 1:
                cls._plain += (name,)
            else:
                cls._shapes[name] = tuple(extra[1:])
            layout += f"{prod(extra[1:])}{CODES[extra[0]]}"
        cls._lists = tuple(name for name, shape in cls._shapes.items() if len(shape) == 1)
        cls._grids = tuple(name for name, shape in cls._shapes.items() if len(shape) == 2)
        if layout:
            cls._values = attrgetter(*names)
            widest = max(layout, key="bhidq".find)
            cls._layout = f"0{widest}{layout}0{widest}"  # begins and ends where its widest number may lie
            cls._bytes = Struct("@" + cls._layout)

    def __init__(self) -> None:
        for name in self._plain:
            setattr(self, name, 0)
        for name, shape in self._shapes.items():
            setattr(self, name, _zeros(shape))
        for name, (part, count) in self._parts.items():
            setattr(self, name, [part() for _ in range(count)])

    def copy(self) -> Self:
        """Another one, equal and independent."""
        twin = self.__class__.__new__(self.__class__)
        twin.__dict__ = its = self.__dict__.copy()
        for name in self._lists:
            its[name] = its[name][:]
        for name in self._grids:
            its[name] = [inner[:] for inner in its[name]]
        for name in self._parts:
            its[name] = [part.copy() for part in its[name]]
        return twin

    def packed(self) -> bytes:
        """Returns the bytes of its record (`engine/record.py`): equal ones for equal things, and for no others."""
        numbers: list[Any] = []
        self._put_into(numbers)
        return self._bytes.pack(*numbers)

    def _put_into(self, numbers: list[Any]) -> None:
        for value in self._values(self):
            if type(value) is not list:
                numbers.append(value)
            elif type(value[0]) is list:
                for inner in value:
                    numbers += inner
            elif isinstance(value[0], Fields):
                for part in value:
                    part._put_into(numbers)
            else:
                numbers += value

    def as_dict(self) -> dict[str, Any]:
        """It as plain data, by the names of its fields."""
        parts = {name: [part.as_dict() for part in getattr(self, name)] for name in self._parts}
        return {name: getattr(self, name) for name in (*self._plain, *self._shapes)} | parts

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fields) or type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in (*self._plain, *self._shapes, *self._parts))

    __hash__ = None  # type: ignore[assignment]


def _zeros(shape: tuple[int, ...]) -> list[Any]:
    return [0] * shape[0] if len(shape) == 1 else [_zeros(shape[1:]) for _ in range(shape[0])]


class Player(Fields):
    """What lies before one player."""

    prestige: I2
    talents: I2
    camels: I2
    cubes: I2  # at home
    goods: Annotated[list[int], "i2", N_GOODS]
    court: Annotated[list[int], "i1", COURT_KINDS]  # level of Banker, Caravaneer, Palace; Gardeners held
    gardens: I4  # the squares planted: a set
    track: I2  # 13.1: the space on the Palace track
    arrival: I2  # 13.1: how many other markers on its space came there earlier; 0 off the track


class State(Fields):
    """The whole table, and what is being asked of whom."""

    players: I1  # how many
    colours: Annotated[list[int], "i1", MAX_SEATS]  # by seat; the rules never ask
    limited_supply: I1  # 12.1: a switch (`switches.py`)
    palace: I1  # 13: a switch
    full_lap: I1  # 7.1: a switch
    unlimited_noble: I1  # 13.3: a switch
    open_duel: I1  # 2.7, 10.2, 11.2: a switch
    rules_version: I1  # by which the game is played (`RULES_VERSIONS`)
    round_no: I2  # 0 before the first deal
    first: I1  # holder of the First player card
    turn: I1  # whose turn it is in phase II
    passed: I1  # set of seats

    seats: Annotated[list[Player], Player, MAX_SEATS]

    caravan: I1  # city
    plant_card: Annotated[list[int], "i1", PLANT_SLOTS]  # by plant city
    plant_face: Annotated[list[int], "i1", PLANT_SLOTS]
    court_left: Annotated[list[list[int]], "i1", COURT_KINDS, LEVELS]  # by type and level; Gardeners at level 1
    caravaneer_goods: Annotated[list[int], "i1", N_GOODS]  # 2.4: lying on level-2 Caravaneers
    groups: Annotated[list[int], "i2", MAX_SEATS]  # face-up Craft cards of each group (`questions.py`)

    rows: Annotated[list[list[int]], "i1", 2, ROW_LENGTH]  # colour or EMPTY
    temples: Annotated[list[list[int]], "i1", 3, TEMPLE_SPACES]  # colour, GREY or EMPTY, from the left

    tile: Annotated[list[int], "i1", N_SQUARES]  # kind of tile laid here, planted or not; EMPTY if none ever
    canals: Annotated[list[int], "i4", GREY + 1]  # by colour: the sides that hold a cube of it
    doubles: Annotated[list[int], "i4", GREY + 1]  # by colour: the sides that hold two of it
    # Derivable from canals, but kept: asking the water anew at every decision halves the speed.
    irrigated: I4  # sides with all areas filled
    wet: I4  # sides that water reaches (8.3)
    watered: I4  # squares with an irrigated side

    noble_used: I1  # 13.3: somebody has won the Noble over in this round
    bonus: Annotated[list[int], "i1", BONUSES]  # 13.5: holder of each bonus of this round, or EMPTY
    bonus_picks: I2  # 13.4: seats still to pick, four bits each, the one asked or next lowest; seat + 1

    asked: I1  # kind of question
    task: I1  # the task that asks it
    seat: I1  # who acts, and answers
    legal: I8  # the legal answers: a set
    planting: I1  # square being planted, or EMPTY
    agenda: Annotated[list[int], "i1", AGENDA_ROOM]  # tasks to do, the next one last
    agenda_length: I1

    journal: list[Note] | None = None

    def copy(self) -> Self:
        """Another one, equal and independent; its journal is not kept."""
        twin = super().copy()
        twin.journal = None
        return twin


if not set(SWITCH_NAMES) <= set(State._plain):
    raise ValueError("a switch of the rules has no field in the state")
