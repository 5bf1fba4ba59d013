"""Checks of states that callers hand to compiled code, which trusts its input.

This is no check of the rules: `Game.status` names all that is wrong with a position. Here every number that chooses
something from a table must be one that is there.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from amyitis.box.tables import GREY, MAX_SEATS, N_CITIES, N_TILE_KINDS
from amyitis.engine.record import STATE_DTYPE
from amyitis.errors import Malformed
from amyitis.lab.variants import Variant
from amyitis.rules import RULES_VERSIONS, questions
from amyitis.rules.board.garden_map import N_SIDES, N_SQUARES
from amyitis.rules.board.palace import PICK_BITS, PICK_MASK
from amyitis.rules.questions import ANSWERS, GROUP_MASK
from amyitis.rules.state import AGENDA_ROOM, CHANCE, EMPTY, LEVELS, PLANT_SLOTS
from amyitis.rules.tasks import KIND_OF_TASK, TASKS

HIGHEST = 1 << 31
# By field, those of the seats after a dot: the lowest and the highest number.
BOUNDS: dict[str, tuple[int, int]] = {
    "rules_version": (min(RULES_VERSIONS), max(RULES_VERSIONS)),
    "passed": (0, (1 << MAX_SEATS) - 1),
    "round_no": (0, HIGHEST),
    "caravan": (0, N_CITIES - 1),
    "plant_card": (0, PLANT_SLOTS - 1),
    "plant_face": (0, 1),
    "court_left": (0, HIGHEST),
    "caravaneer_goods": (0, HIGHEST),
    "groups": (0, GROUP_MASK),
    "rows": (EMPTY, GREY),
    "temples": (EMPTY, GREY),
    "tile": (EMPTY, N_TILE_KINDS - 1),
    "canals": (0, (1 << N_SIDES) - 1),
    "doubles": (0, (1 << N_SIDES) - 1),
    "irrigated": (0, (1 << N_SIDES) - 1),
    "wet": (0, (1 << N_SIDES) - 1),
    "watered": (0, (1 << N_SQUARES) - 1),
    "noble_used": (0, 1),
    "bonus": (EMPTY, MAX_SEATS - 1),
    "bonus_picks": (0, HIGHEST),
    "asked": (0, questions.OVER),
    "task": (EMPTY, len(TASKS) - 1),
    "planting": (EMPTY, N_SQUARES - 1),
    "agenda": (0, len(TASKS) - 1),
    "agenda_length": (0, AGENDA_ROOM),
    "seats.prestige": (0, HIGHEST),
    "seats.talents": (0, HIGHEST),
    "seats.camels": (0, HIGHEST),
    "seats.cubes": (0, HIGHEST),
    "seats.goods": (0, HIGHEST),
    "seats.court": (0, LEVELS - 1),
    "seats.gardens": (0, (1 << N_SQUARES) - 1),
    "seats.track": (0, HIGHEST),
    "seats.arrival": (0, MAX_SEATS - 1),
}
ASKED_BY_TASK = np.array(KIND_OF_TASK)
ANSWER_COUNT = np.array([*ANSWERS[: questions.DEAL], 63, 63])


def checked_states(states: Any, count: int, variant: Variant) -> Any:
    """Returns records of so many states; raises Malformed unless they are as many, of this variant, and possible."""
    given = np.atleast_1d(states)
    if given.dtype != STATE_DTYPE or given.shape != (count,):
        raise Malformed(f"{count} places take {count} states, records as in `states`")
    kind = {"players": variant.players, **variant.switches.as_dict()}
    if not all(np.all(given[name] == value) for name, value in kind.items()):
        raise Malformed(f"these games are of {variant.name}; a given state is of another kind")
    for name, (low, high) in BOUNDS.items():
        outer, _, inner = name.partition(".")
        _refuse(name, _each(given[outer][inner] if inner else given[outer]), low, high)
    _refuse("first", given["first"], 0, variant.players - 1)
    _refuse("turn", given["turn"], 0, variant.players - 1)
    _refuse_question(given, variant.players)
    return given


def _refuse_question(given: Any, players: int) -> None:
    """Raise Malformed unless what is asked, by which task, of whom and with which answers go together."""
    kinds = given["asked"].astype(np.int64)
    open_ones = kinds < questions.OVER
    wrong = open_ones & (ASKED_BY_TASK[given["task"]] != kinds)
    dealt = kinds == questions.DEAL
    wrong |= open_ones & np.where(dealt, given["seat"] != CHANCE, (given["seat"] < 0) | (given["seat"] >= players))
    answers = given["legal"] >> ANSWER_COUNT[kinds]
    wrong |= open_ones & ~dealt & ((given["legal"] <= 0) | (answers != 0))
    picks = given["bonus_picks"].astype(np.int64)
    for shift in range(0, 16, PICK_BITS):
        wrong |= (picks >> shift) & PICK_MASK > players
    if wrong.any():
        raise Malformed(f"state {int(np.argmax(wrong))}: what is asked there, and of whom, does not fit together")


def _each(numbers: NDArray[Any]) -> NDArray[Any]:
    """The numbers of each state in a row."""
    return numbers.reshape(len(numbers), -1) if numbers.size else numbers


def _refuse(name: str, numbers: NDArray[Any], low: int, high: int) -> None:
    wrong = (numbers < low) | (numbers > high)
    if wrong.any():
        place = int(np.argwhere(wrong)[0][0])
        raise Malformed(f"state {place}: {name} is {int(numbers[wrong][0])}, which cannot be")
