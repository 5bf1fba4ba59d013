"""What is thought about games and positions beside the table: how it is asked for, and how it is told."""

import hashlib
from asyncio import Task
from dataclasses import dataclass, field
from typing import Any, Literal

from amyitis.api.records import read_record
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.sources import package_digest

MADE_BY = package_digest("box", "rules", "notation", "game", "nets", "search", "analysis")
KEY_LENGTH = 24

Status = Literal["waiting", "running", "done", "failed"]
Kind = Literal["game", "record", "analysis", "judgement"]
Job = dict[str, Any]  # as `analysis/jobs.py` takes it


@dataclass
class Thought:
    """A job as far as it has come: what was found so far, or why it failed."""

    kind: Kind
    key: str
    status: Status = "waiting"
    found: Job | None = None
    whole: bool = False  # what was found so far is a whole one, to be shown until another is done
    error: str | None = None
    task: Task[None] | None = field(default=None, repr=False)

    def told(self, name: str) -> dict[str, Any]:
        """What is said of it; what was found stands under a name."""
        return {"key": self.key, "status": self.status, "error": self.error, name: self.found}


@dataclass(frozen=True)
class Question:
    """Something to be thought about: its kind, the key that its answer is found by, and the job."""

    kind: Kind
    key: str
    job: Job


def about_record(text: str) -> Question:
    """What every move of a record cost."""
    return Question("record", _name("record", text), review_job(text))


def about_position(text: str, visits: int) -> Question:
    """What is to be thought of a position; raises Malformed."""
    position = Game.from_position(text).position
    job = {"kind": "analysis", "position": position, "visits": visits}
    return Question("analysis", _name("analysis", f"{visits} {position}"), job)


def about_move(text: str, move: str, beside: str | None, times: int = 1) -> Question:
    """What a move of a position costs, with so many times the thought; raises Malformed or Illegal."""
    game = Game.from_position(text)
    for token in (move, beside):
        if token is not None:
            game.check(token)
    job = {"kind": "judgement", "position": game.position, "move": move, "beside": beside, "times": times}
    return Question("judgement", _name("judgement", f"{times} {move} {beside} {game.position}"), job)


def review_job(record: str) -> Job:
    """The review of a record, as a job."""
    return {"kind": "review", "record": record, "seed": 0}


def checked_record(text: str) -> str:
    """A record that can be reviewed; raises what is wrong with it."""
    game = Game.from_record(read_record(text))
    if all(ply.is_deal for ply in game.plies):
        raise Malformed("the record has no moves to review: nobody has decided anything in it")
    return text


def _name(kind: str, text: str) -> str:
    return hashlib.sha256(f"{kind} {text}".encode()).hexdigest()[:KEY_LENGTH]
