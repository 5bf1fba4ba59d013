"""The parts of the lesson: all of a part at once."""

from typing import Any

from amyitis.errors import Illegal, Malformed
from amyitis.game import Game, Ply
from amyitis.learn import Lesson, lesson
from amyitis.table.entries import ply_facts
from amyitis.table.outlook import outlook

from .refusals import NotFound


def taught(part: int) -> Lesson:
    """A part of the lesson; raises NotFound with a box or rules that it does not fit."""
    try:
        return lesson(part)
    except (Malformed, Illegal):
        raise NotFound("there is no guided game for the rules and the box in use") from None


def lesson_told(part: int) -> dict[str, Any]:
    """A part of the lesson: its steps, its moves, and the table after each of them; raises NotFound.

    Where the learner is to move, the outlook is told, too: nobody has to ask again while the lesson is played.
    """
    known = taught(part)
    game, moments = known.game(), list[dict[str, Any] | None]()
    leapt = {ply for step in known.steps if step.leap for ply in range(step.ply + 1, step.ply + len(step.tokens))}
    asked = {step.ply for step in known.steps if step.kind == "do"}
    for ply in range(len(known.plies) + 1):
        moments.append(None if ply in leapt else _moment(ply, game, asked=ply in asked))
        if ply < len(known.plies):
            game.push_id(known.plies[ply].action)
    steps = [
        {
            "key": step.key,
            "kind": step.kind,
            "ply": step.ply,
            "tokens": step.tokens,
            "marks": step.marks,
            "clause": step.clause,
            "leap": step.leap,
        }
        for step in known.steps
    ]
    return {
        "learner": known.learner,
        "position": known.start,
        "numbers": known.numbers,
        "steps": steps,
        "entries": [_entry(number, ply, known.learner) for number, ply in enumerate(known.plies, 1)],
        "moments": moments,
    }


def _moment(ply: int, game: Game, *, asked: bool) -> dict[str, Any]:
    return {
        "ply": ply,
        "decider": game.seat if game.seat in game.seats else None,
        "over": game.is_over,
        "legal": list(game.legal_moves),
        "view": game.view(),
        "outlook": outlook(game) if asked else None,
    }


def _entry(number: int, ply: Ply, learner: str) -> dict[str, Any]:
    return {**ply_facts(number, ply), "by_bot": not ply.is_deal and ply.seat != learner}
