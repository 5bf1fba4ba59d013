"""The parts of the lesson: a guided game with its steps, its moves, and the table after each of them."""

from dataclasses import asdict
from functools import cache
from typing import cast

from amyitis.errors import Illegal, Malformed
from amyitis.game import Game, Ply
from amyitis.learn import Lesson, lesson
from amyitis.table.messages.entries import ply_message
from amyitis.table.messages.outlook import outlook
from amyitis.table.messages.shapes import EntryModel
from amyitis.table.metadata import seat_letter

from .problems import NotFound
from .shapes.reference import LessonModel, LessonMoment, LessonStep


def find_lesson(part: int) -> Lesson:
    """Return a part of the lesson; raises NotFound with a box or rules that it does not fit."""
    try:
        return lesson(part)
    except (Malformed, Illegal):
        raise NotFound("there is no guided game for the rules and the box in use") from None


@cache
def describe_lesson(part: int) -> LessonModel:
    """Return a part of the lesson; raises NotFound.

    Where the learner is to move, the outlook is included: the page needs no further request while the lesson is played.
    """
    known = find_lesson(part)
    game, moments = known.game(), list[LessonMoment | None]()
    skipped = {ply for step in known.steps if step.leap for ply in range(step.ply + 1, step.ply + len(step.tokens))}
    decided = {step.ply for step in known.steps if step.kind == "do"}
    for ply in range(len(known.plies) + 1):
        moments.append(None if ply in skipped else _moment(ply, game, with_outlook=ply in decided))
        if ply < len(known.plies):
            game.push_id(known.plies[ply].action)
    return {
        "learner": known.learner,
        "position": known.start,
        "numbers": dict(known.numbers),
        "steps": cast(list[LessonStep], [asdict(step) for step in known.steps]),
        "entries": [_entry(number, ply, known.learner) for number, ply in enumerate(known.plies, 1)],
        "moments": moments,
    }


def _moment(ply: int, game: Game, *, with_outlook: bool) -> LessonMoment:
    return {
        "ply": ply,
        "decider": seat_letter(game.seat) if game.seat in game.seats else None,
        "over": game.is_over,
        "legal": list(game.legal_moves),
        "view": game.view(),
        "outlook": outlook(game) if with_outlook else None,
    }


def _entry(number: int, ply: Ply, learner: str) -> EntryModel:
    return {**ply_message(number, ply), "by_bot": not ply.is_deal and ply.seat != learner}
