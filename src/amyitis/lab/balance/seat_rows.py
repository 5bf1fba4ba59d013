"""What a game says of each seat: its place in the first round, how it ended, where prestige came from, what was used.

A game is played again from its seed and its moves by the plain rules, whose journal tells all of it. What is found is a
row of whole numbers for each seat, so that the rows of thousands of games are one table.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np

from amyitis.box import tables
from amyitis.game.events import clause_number
from amyitis.lab.batches import Array
from amyitis.lab.intervals import WHOLE
from amyitis.lab.record_summary import NOBLE, NOBLE_CLAUSE, SOURCES
from amyitis.lab.statistics import card_names, craft_names
from amyitis.lab.variants import Variant
from amyitis.rules import journal, questions
from amyitis.rules.apply import apply
from amyitis.rules.course.chance import shuffler
from amyitis.rules.course.scoring import winners
from amyitis.rules.course.setup import new_game
from amyitis.rules.journal import Note
from amyitis.rules.state import CHANCE, State

from .openness import Course

# The first numbers of a row.
GAME, PLACE, SHARE, SCORE, MARGIN, ROUNDS = range(6)
FIRST_THING = 6

SOURCE, CARD, CITY, TEMPLE, CRAFT = "source", "card", "city", "temple", "craft"


@dataclass(frozen=True)
class Thing:
    """Something that a seat can have or use, or a source of prestige."""

    group: str
    name: str


@cache
def things(variant: Variant) -> tuple[Thing, ...]:
    """All that is counted in games of this kind, in the order of the columns from `FIRST_THING` on."""
    named: tuple[tuple[str, Iterable[str]], ...] = (
        (SOURCE, SOURCES.values()),
        (CARD, card_names(variant.players)),
        (CITY, tables.CITY_NAMES),
        (TEMPLE, tables.TEMPLES),
        (CRAFT, craft_names(variant)),
    )
    return tuple(Thing(group, name) for group, names in named for name in names)


@cache
def _columns(variant: Variant) -> dict[Thing, int]:
    return {thing: FIRST_THING + i for i, thing in enumerate(things(variant))}


def seat_rows(variant: Variant, seed: int, moves: Iterable[int], encode: bool = False) -> tuple[Array, Course]:
    """A row for each seat of the game of a seed, played again by its moves, and its course, encoded for a network."""
    s = State()
    variant.mark(s)
    new_game(s, variant.players, shuffler(seed))
    first = s.first
    s.journal = []
    columns = _columns(variant)
    rows = np.zeros((variant.players, FIRST_THING + len(columns)), np.int64)
    course = Course()
    for move in moves:
        mover = s.seat
        apply(s, move)
        if s.asked in (questions.DEAL, questions.OVER) and mover != CHANCE:
            course.note(s, mover, encode)
    for note in s.journal:
        if 0 <= note.who < variant.players:
            thing = thing_of(note)
            if thing is not None and thing[0] in columns:
                rows[note.who, columns[thing[0]]] += thing[1]
    _tell_the_end(s, first, seed, rows)
    return rows, course


def _tell_the_end(s: State, first: int, seed: int, rows: Array) -> None:
    """Write how the game ended for every seat."""
    best = winners(s)
    scores = [s.seats[p].prestige for p in range(s.players)]
    for p, score in enumerate(scores):
        rows[p, GAME] = seed
        rows[p, PLACE] = (p - first) % s.players
        rows[p, SHARE] = WHOLE // best.bit_count() if best >> p & 1 else 0
        rows[p, SCORE] = score
        rows[p, MARGIN] = score - max(scores[:p] + scores[p + 1 :])
        rows[p, ROUNDS] = s.round_no


def thing_of(note: Note) -> tuple[Thing, int] | None:
    """What a note tells of, and how much of it; None if nothing is counted."""
    match note.what:
        case journal.PRESTIGE:
            clause = clause_number(note.clause)
            return Thing(SOURCE, SOURCES.get(clause, clause)), note.amount
        case journal.COURT_CARD if note.amount > 0:
            kind = tables.COURT_TYPES[note.detail]
            return Thing(CARD, kind if note.detail == tables.GARDENER else f"{kind} {note.amount}"), 1
        case journal.CARAVAN:
            return Thing(CITY, tables.CITY_NAMES[note.detail]), 1
        case journal.CUBE_IN_TEMPLE:
            return Thing(TEMPLE, tables.TEMPLES[note.detail]), 1
        case journal.RECRUITED:
            return Thing(CRAFT, tables.CRAFTS[note.detail]), 1
        case journal.TRACK if clause_number(note.clause) == NOBLE_CLAUSE:
            return Thing(CRAFT, NOBLE), 1
    return None
