"""The guided first game: a prepared position, a short game from there, and the steps by which a newcomer plays it.

`lesson.amy` is the game, `lesson.toml` what each of its moves is there for. The lesson is played back when it is first
asked for, and refused if the two files do not fit each other, the rules or the box.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from amyitis.errors import Malformed
from amyitis.game import Game, Ply, game_from_record

__all__ = ["Kind", "Lesson", "Step", "lesson", "read_lesson"]

Kind = Literal["read", "do", "confirm", "watch"]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do or to see: `tokens` are the moves it takes, from `ply` on; `marks` what to point at.

    `clause` is where the rules say more; empty for what is only watched.
    """

    key: str
    kind: Kind
    ply: int
    tokens: tuple[str, ...]
    marks: tuple[str, ...]
    clause: str


@dataclass(frozen=True)
class Lesson:
    """The whole lesson. `plies` are the moves of its game, `steps` cover them all in order."""

    learner: str
    start: str
    steps: tuple[Step, ...]
    plies: tuple[Ply, ...]

    def game(self, ply: int = 0) -> Game:
        """The game after so many moves, ready to be tried on; raises Malformed if it is not that long."""
        if not 0 <= ply <= len(self.plies):
            raise Malformed(f"the lesson has plies 0 to {len(self.plies)}, not {ply}")
        game = Game.from_position(self.start)
        for one in self.plies[:ply]:
            game.push_id(one.action)
        return game


@cache
def lesson() -> Lesson:
    """The lesson; raises Malformed or Drift with another box or other rules than it was written for."""
    here = files(__name__)
    record, script = (here.joinpath(f"lesson.{kind}").read_text(encoding="utf-8") for kind in ("amy", "toml"))
    return read_lesson(record, script)


def read_lesson(record: str, script: str) -> Lesson:
    """A lesson from the texts of its two files; raises Malformed where a step does not fit the game."""
    game, said = game_from_record(record), tomllib.loads(script)
    learner: str = said["learner"]
    plies, steps = game.plies, list[Step]()
    ply = 0
    for entry in said["step"]:
        step = _step(entry, ply)
        _check(step, steps, plies, learner)
        steps.append(step)
        ply += len(step.tokens)
    if ply != len(plies):
        raise Malformed(f"the steps of the lesson end at ply {ply}, its game at ply {len(plies)}")
    return Lesson(learner, game.start, tuple(steps), tuple(plies))


def _step(entry: Mapping[str, Any], ply: int) -> Step:
    kind: Kind = "confirm" if entry.get("confirm") else "read"
    tokens: tuple[str, ...] = ()
    if "do" in entry:
        kind, tokens = "do", (entry["do"],)
    elif "watch" in entry:
        kind, tokens = "watch", tuple(entry["watch"])
    return Step(entry["key"], kind, ply, tokens, tuple(entry.get("marks", ())), entry.get("clause", ""))


def _check(step: Step, before: list[Step], plies: list[Ply], learner: str) -> None:
    """Whether a step fits the moves of the game."""
    moves = plies[step.ply : step.ply + len(step.tokens)]
    if tuple(one.token for one in moves) != step.tokens:
        raise Malformed(f"step {step.key!r} of the lesson plays {' '.join(step.tokens)}, which its game does not")
    if step.kind == "do" and moves[0].seat != learner:
        raise Malformed(f"step {step.key!r} of the lesson asks {learner} for a move of {moves[0].seat}")
    if any(one.key == step.key for one in before):
        raise Malformed(f"the lesson has two steps {step.key!r}")
