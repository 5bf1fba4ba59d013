"""A worker process: a line of JSON in, lines out that tell how far it has come, the last one with `"done": true`.

What the lines say is told in `analysis/jobs.py`. It gives way to everything else on the machine, and ends when its
input does, so it never outlives its server.
"""

import json
import os
import sys
from typing import Any, TextIO

NICENESS = 10
WARM_UP_PLAYERS = 2


def main() -> None:
    """Work until the input ends."""
    from amyitis.analysis.jobs import answers
    from amyitis.analysis.review import Reviewer
    from amyitis.analysis.thinking import Thinker
    from amyitis.game import Game

    if hasattr(os, "nice"):
        os.nice(NICENESS)
    said = sys.stdout
    sys.stdout = sys.stderr  # nothing but answers may go out there
    thinker = Thinker()
    Reviewer(Game.new(WARM_UP_PLAYERS, 0), 0, thinker=thinker).run()  # loads all that is compiled
    _say(said, {"ready": True})
    for line in sys.stdin:
        for answer in answers(json.loads(line), thinker):
            _say(said, answer)


def _say(said: TextIO, answer: dict[str, Any]) -> None:
    said.write(json.dumps(answer) + "\n")
    said.flush()


if __name__ == "__main__":
    main()
