"""A worker process: a slice of an analysis job as a line of JSON in, the job's updates out, a line each.

A line in is `{"id", "job", "seconds"}`. The updates are those of `analysis/jobs.py`, behind the lines of the start (as
in `bot_worker.py`). The last one is `complete`. If the seconds are over before, `{"paused": true}` follows; the same
line lets the job go on. The process gives way to everything else on the machine, and ends when its input does, so it
never outlives its server.
"""

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TextIO

from amyitis.priority import give_way
from amyitis.service.bounded_cache import BoundedCache

if TYPE_CHECKING:
    from amyitis.analysis.analyzers.position_analyzer import PositionAnalyzer

WARM_UP_PLAYERS = 2
MOST_PAUSED = 64  # jobs that can go on; one that was paused longest ago begins anew


def main() -> None:
    """Work until the input ends."""
    give_way(int(sys.argv[1]))
    from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
    from amyitis.analysis.review.review import Reviewer
    from amyitis.engine.compiled import compiler
    from amyitis.game import Game

    said = sys.stdout
    sys.stdout = sys.stderr  # nothing but answers may go out there
    compiler().progress = lambda done, total, _name: _say(said, {"compiled": done, "of": total})
    analyzer = NativeAnalyzer()
    Reviewer(Game.new(WARM_UP_PLAYERS, 0), 0, analyzer=analyzer).run()  # loads all that is compiled
    compiler().progress = None
    _say(said, {"ready": True})
    serve(sys.stdin, lambda answer: _say(said, answer), analyzer)


def serve(lines: Iterable[str], say: Callable[[dict[str, Any]], None], analyzer: "PositionAnalyzer") -> None:
    """Work on one slice after the other. Every step of a job asks for its position anew, so others may come between."""
    from amyitis.analysis.jobs import JobUpdate, job_from_dict, run_job

    paused: BoundedCache[int, Iterator[JobUpdate]] = BoundedCache(MOST_PAUSED)
    for line in lines:
        request = json.loads(line)
        began, updates = time.monotonic(), paused.pop(request["id"], None)
        if updates is None:
            updates = run_job(job_from_dict(request["job"]), analyzer)
        elif "seed" in request["job"]:
            analyzer.reset(request["job"]["seed"])
        for update in updates:
            say(update.as_dict())
            if (
                request["seconds"] is not None
                and time.monotonic() - began >= request["seconds"]
                and not update.complete
            ):
                paused[request["id"]] = updates
                say({"paused": True})
                break


def _say(said: TextIO, answer: dict[str, Any]) -> None:
    said.write(json.dumps(answer) + "\n")
    said.flush()


if __name__ == "__main__":
    main()
