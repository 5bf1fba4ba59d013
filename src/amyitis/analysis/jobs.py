"""Jobs for whoever thinks beside a table, a process of a server or a worker of a page: what is asked, and what is said.

In goes `{"kind": "review", "record", "seed"}`, the same with `"picture"` for the first picture alone, `{"kind":
"analysis", "position", "visits"}` or `{"kind": "judgement", "position", "move", "beside", "times"}`; out come `{"done",
"found"}`, or `{"done": true, "error"}`.
"""

import time
from collections.abc import Iterator
from typing import Any

from amyitis.game import Game

from .judging import judge
from .losses import USUAL
from .opinions import opinions
from .review import Reviewer
from .thinkers import AnyThinker

TELL_SECONDS = 1.0  # between two answers to one job

Job = dict[str, Any]


def answers(job: Job, thinker: AnyThinker) -> Iterator[Job]:
    """What is to be said of a job: its first picture at once, then from time to time, and the end."""
    told, last = 0.0, None
    try:
        for found in WORK[job["kind"]](job, thinker):
            last = found
            if time.monotonic() - told >= TELL_SECONDS:
                yield {"done": False, "found": found.as_dict()}
                told = time.monotonic()
        yield {"done": True, "found": last.as_dict() if last is not None else None}
    except Exception as problem:
        yield {"done": True, "error": f"{type(problem).__name__}: {problem}"}


def _reviewed(job: Job, thinker: AnyThinker) -> Iterator[Any]:
    return Reviewer(Game.from_record(job["record"]), job["seed"], thinker=thinker).steps()


def _pictured(job: Job, thinker: AnyThinker) -> Iterator[Any]:
    yield next(_reviewed(job, thinker))


def _analysed(job: Job, thinker: AnyThinker) -> Iterator[Any]:
    return opinions(Game.from_position(job["position"]), job["visits"], thinker)


def _judged(job: Job, thinker: AnyThinker) -> Iterator[Any]:
    effort = USUAL.times(job["times"])
    yield judge(Game.from_position(job["position"]), job["move"], job["beside"], effort, thinker)


WORK = {"review": _reviewed, "picture": _pictured, "analysis": _analysed, "judgement": _judged}
