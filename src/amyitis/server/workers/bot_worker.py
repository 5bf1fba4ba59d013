"""A worker process: a line of JSON in (`{"bot", "seed", "position", "ply"}`), a line out (`{"token"}` or `{"error"}`).

While the rules are compiled it says how far that is (`{"compiled", "of"}`), then `{"ready": true}`. It ends when its
input does, so it never outlives its server.
"""

import json
import sys
from threading import Thread
from typing import TYPE_CHECKING, Any, TextIO

from amyitis.priority import give_way

if TYPE_CHECKING:
    from amyitis.bots import Bot

WARM_UP_PLAYERS = 2
MOST_BOTS = 6

_bots: "dict[str, tuple[Bot, int]]" = {}  # with their seeds; a bot knows nothing but the position: one serves all games


def main() -> None:
    """Answer until the input ends."""
    give_way(int(sys.argv[1]))
    from amyitis.bots import make_bot
    from amyitis.engine.compiled import compiler
    from amyitis.game import Game

    answers = sys.stdout
    sys.stdout = sys.stderr  # nothing but answers may go out there
    compiler().progress = lambda done, total, _name: _say(answers, {"compiled": done, "of": total})
    make_bot("Steward", 0).choose(Game.new(WARM_UP_PLAYERS, 0))
    compiler().progress = None
    _say(answers, {"ready": True})
    Thread(target=_fetch_the_rest, daemon=True).start()
    for line in sys.stdin:
        _say(answers, _answer(json.loads(line)))


def _fetch_the_rest() -> None:
    """Fetch or compile, while the first moves are thought about, what plays where no network can."""
    from amyitis.engine.compiled import prepare
    from amyitis.rules.course.chance import start_shuffler
    from amyitis.search.tree import look_at, reset_node, run_search

    prepare(look_at, run_search, reset_node, start_shuffler)


def _answer(job: dict[str, Any]) -> dict[str, Any]:
    from amyitis.bots import ask, make_bot
    from amyitis.game import Game
    from amyitis.notation.tokens import token

    try:
        if job["bot"] not in _bots:
            if len(_bots) >= MOST_BOTS:
                _bots.clear()
            _bots[job["bot"]] = make_bot(job["bot"], job["seed"]), job["seed"]
        bot, seed = _bots[job["bot"]]
        return {"token": token(ask(bot, Game.from_position(job["position"]), seed, job["ply"]))}
    except Exception as problem:
        return {"error": f"{type(problem).__name__}: {problem}"}


def _say(answers: TextIO, answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
