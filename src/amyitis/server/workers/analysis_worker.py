"""A worker process: an analysis job as a line of JSON in, its updates out, a line each, the last one `complete`.

The lines are those of `analysis/jobs.py`, behind those of its start (as in `bot_worker.py`). The process gives way to
everything else on the machine, and ends when its input does, so it never outlives its server.
"""

import json
import os
import sys
from typing import Any, TextIO

NICENESS = 10
WARM_UP_PLAYERS = 2


def main() -> None:
    """Work until the input ends."""
    from amyitis.analysis.jobs import job_from_dict, run_job
    from amyitis.analysis.native_analyzer import NativeAnalyzer
    from amyitis.analysis.review import Reviewer
    from amyitis.engine.compiled import compiler
    from amyitis.game import Game

    if hasattr(os, "nice"):
        os.nice(NICENESS)
    said = sys.stdout
    sys.stdout = sys.stderr  # nothing but answers may go out there
    compiler().progress = lambda done, total, _name: _say(said, {"compiled": done, "of": total})
    analyzer = NativeAnalyzer()
    Reviewer(Game.new(WARM_UP_PLAYERS, 0), 0, analyzer=analyzer).run()  # loads all that is compiled
    compiler().progress = None
    _say(said, {"ready": True})
    for line in sys.stdin:
        for update in run_job(job_from_dict(json.loads(line)), analyzer):
            _say(said, update.as_dict())


def _say(said: TextIO, answer: dict[str, Any]) -> None:
    said.write(json.dumps(answer) + "\n")
    said.flush()


if __name__ == "__main__":
    main()
