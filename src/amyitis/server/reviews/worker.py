"""A worker process: a line of JSON in, lines out that tell how far it has come, the last one with `"done": true`.

In goes `{"kind": "review", "record", "seed"}`, the same with `"picture"` for the first picture alone, `{"kind":
"analysis", "position", "visits"}` or `{"kind": "judgement", "position", "move", "beside"}`; out come `{"done",
"found"}`, or `{"done": true, "error"}`. It gives way to everything else on the machine, and ends when its input does,
so it never outlives its server.
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from amyitis.analysis.thinking import Thinker

NICENESS = 10
TELL_SECONDS = 1.0  # between two lines of one job
WARM_UP_PLAYERS = 2


def main() -> None:
    """Work until the input ends."""
    from amyitis.analysis.review import Reviewer
    from amyitis.analysis.thinking import Thinker
    from amyitis.game import Game

    if hasattr(os, "nice"):
        os.nice(NICENESS)
    answers = sys.stdout
    sys.stdout = sys.stderr  # nothing but answers may go out there
    thinker = Thinker()
    Reviewer(Game.new(WARM_UP_PLAYERS, 0), 0, thinker=thinker).run()  # loads all that is compiled
    _say(answers, {"ready": True})
    for line in sys.stdin:
        for answer in _answers(json.loads(line), thinker):
            _say(answers, answer)


def _answers(job: dict[str, Any], thinker: "Thinker") -> Iterator[dict[str, Any]]:
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


def _reviewed(job: dict[str, Any], thinker: "Thinker") -> Iterator[Any]:
    from amyitis.analysis.review import Reviewer
    from amyitis.game import Game

    return Reviewer(Game.from_record(job["record"]), job["seed"], thinker=thinker).steps()


def _pictured(job: dict[str, Any], thinker: "Thinker") -> Iterator[Any]:
    yield next(_reviewed(job, thinker))


def _analysed(job: dict[str, Any], thinker: "Thinker") -> Iterator[Any]:
    from amyitis.analysis.opinions import opinions
    from amyitis.game import Game

    return opinions(Game.from_position(job["position"]), job["visits"], thinker)


def _judged(job: dict[str, Any], thinker: "Thinker") -> Iterator[Any]:
    from amyitis.analysis.judging import judge
    from amyitis.game import Game

    yield judge(Game.from_position(job["position"]), job["move"], job["beside"], thinker=thinker)


WORK = {"review": _reviewed, "picture": _pictured, "analysis": _analysed, "judgement": _judged}


def _say(answers: TextIO, answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
