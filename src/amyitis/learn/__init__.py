"""The lesson in two parts: the guided first game, and a game between strong players for those who have played it.

Each part is a record and a script: `first.amy` is a game, `first.toml` what each of its moves is there for. A part is
played back when it is first asked for, and refused if its two files do not fit each other, the rules or the box. With
an owner's box it is taught wherever all that its words claim still happens; the words take their numbers from the box.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from amyitis.box import tables
from amyitis.box.words import Seat
from amyitis.errors import Malformed
from amyitis.game import Game, Ply
from amyitis.notation.records import Turn, parse_record

__all__ = ["PARTS", "Kind", "Lesson", "Step", "lesson", "read_lesson"]

Kind = Literal["read", "do", "confirm", "watch"]
PARTS = ("first", "second")


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do or to see: `tokens` are the moves it takes, from `ply` on; `marks` what to point at.

    `clause` is where the rules say more; empty for what is only watched. What is watched may also be a leap: many moves
    that are not shown one by one.
    """

    key: str
    kind: Kind
    ply: int
    tokens: tuple[str, ...]
    marks: tuple[str, ...]
    clause: str
    leap: bool = False


@dataclass(frozen=True)
class Lesson:
    """The whole lesson. `plies` are the moves of its game, `steps` cover them all in order.

    `numbers` are facts of the box that the words repeat, by the name they have there.
    """

    learner: Seat
    start: str
    steps: tuple[Step, ...]
    plies: tuple[Ply, ...]
    numbers: Mapping[str, int]

    def game(self, ply: int = 0) -> Game:
        """Returns the game after so many moves, ready to be tried on; raises Malformed if it is not that long."""
        if not 0 <= ply <= len(self.plies):
            raise Malformed(f"the lesson has plies 0 to {len(self.plies)}, not {ply}")
        game = Game.from_position(self.start)
        for move in self.plies[:ply]:
            game.push_id(move.action)
        return game


@cache
def lesson(part: int = 1) -> Lesson:
    """Returns a part of the lesson; raises Malformed or Illegal with a box or rules that it does not fit."""
    here, name = files(__name__), PARTS[part - 1]
    record, script = (here.joinpath(f"{name}.{kind}").read_text(encoding="utf-8") for kind in ("amy", "toml"))
    return read_lesson(record, script)


def read_lesson(record: str, script: str) -> Lesson:
    """Returns a lesson from the texts of its two files; raises Malformed or Illegal if a step does not fit the game."""
    game, said = _played(record), tomllib.loads(script)
    learner: Seat = said["learner"]
    plies, steps, numbers = game.plies, list[Step](), _numbers()
    table, ply = Game.from_position(game.start), 0
    for entry in said["step"]:
        step = _step(entry, ply, plies)
        _check(step, steps, plies, learner)
        _check_claims(step, plies, [claim.format(**numbers) for claim in entry.get("claims", ())])
        _check_standing(step, table.position, entry.get("stands", ()))
        steps.append(step)
        for move in plies[ply : ply + len(step.tokens)]:
            table.push_id(move.action)
        ply += len(step.tokens)
    if ply != len(plies):
        raise Malformed(f"the steps of the lesson end at ply {ply}, its game at ply {len(plies)}")
    if game.winners != [learner]:
        raise Malformed(f"the lesson is to end with {learner} winning alone")
    return Lesson(learner, game.start, tuple(steps), tuple(plies), numbers)


def _played(record: str) -> Game:
    """Returns the game of the record, whatever box it was written with: what counts is that its moves can be played."""
    read = parse_record(record)
    game = Game.from_position(read.headers["Start"])
    for entry in read.entries:
        if isinstance(entry, Turn):
            for move in entry.tokens:
                game.push(move)
    return game


def _numbers() -> dict[str, int]:
    """Returns the facts of the box that the words of the lesson repeat."""
    return {
        "engineer": tables.ENGINEER_PRESTIGE,
        "banker": tables.BANKER_TALENTS[1],
        "marduk": tables.MARDUK_PRESTIGE[0],
        "sale": tables.MARKET_PRESTIGE[2],
        "favour": tables.FAVOUR_PRESTIGE[1],
        "favour_small": tables.FAVOUR_PRESTIGE[0],
        "marduk2": tables.MARDUK_PRESTIGE[1],
        "banker3": tables.BANKER_TALENTS[3],
        "banker3_prestige": tables.BANKER_PRESTIGE[3],
        "talents": tables.START_TALENTS,
        "camels": tables.START_CAMELS,
        "keep": tables.CARAVANEER_KEEP[1],
        "keep2": tables.CARAVANEER_KEEP[2],
        "palace": tables.PALACE_PRESTIGE[1],
        "spaces": tables.CARAVANEER_SPACES[1],
    }


def _step(entry: Mapping[str, Any], ply: int, plies: list[Ply]) -> Step:
    kind: Kind = "confirm" if entry.get("confirm") else "read"
    tokens: tuple[str, ...] = ()
    if "do" in entry:
        kind, tokens = "do", (entry["do"],)
    elif "watch" in entry:
        kind, tokens = "watch", tuple(entry["watch"])
    elif "leap" in entry:
        kind, tokens = "watch", tuple(move.token for move in plies[ply : ply + entry["leap"]])
    return Step(
        entry["key"], kind, ply, tokens, tuple(entry.get("marks", ())), entry.get("clause", ""), leap="leap" in entry
    )


def _check(step: Step, before: list[Step], plies: list[Ply], learner: str) -> None:
    """Whether a step fits the moves of the game."""
    moves = plies[step.ply : step.ply + len(step.tokens)]
    if tuple(move.token for move in moves) != step.tokens:
        raise Malformed(f"step {step.key!r} of the lesson plays {' '.join(step.tokens)}, which its game does not")
    if step.kind == "do" and moves[0].seat != learner:
        raise Malformed(f"step {step.key!r} of the lesson asks {learner} for a move of {moves[0].seat}")
    if any(earlier.key == step.key for earlier in before):
        raise Malformed(f"the lesson has two steps {step.key!r}")


def _check_claims(step: Step, plies: list[Ply], claims: list[str]) -> None:
    """Whether what the words of a step say comes to pass while it is played; a plural is as good as a singular."""
    moves = plies[step.ply : step.ply + len(step.tokens)]
    happened = {_counted(f"{event.clause} {event.text}") for ply in moves for event in ply.events}
    for claim in claims:
        if _counted(claim) not in happened:
            raise Malformed(f"step {step.key!r} of the lesson claims {claim!r}, which does not happen")


def _check_standing(step: Step, position: str, stands: Iterable[str]) -> None:
    """Whether the position before a step is as its words say: each is a part of the text of that position."""
    table = position.split("_")
    for part in stands:
        if part not in table:
            raise Malformed(f"step {step.key!r} of the lesson finds no {part!r} on the table")


def _counted(text: str) -> str:
    return text.replace("talents", "talent")
