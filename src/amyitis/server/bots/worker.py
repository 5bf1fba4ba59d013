"""A worker process: one line of JSON in (`{"bot", "seed", "position"}`), one line out (`{"token"}` or `{"error"}`).

It says `{"ready": true}` once the rules are compiled, and ends when its input does, so it never outlives its server.
"""

import json
import sys
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from amyitis.bots import Bot

WARM_UP_PLAYERS = 2
MOST_BOTS = 6

_bots: "dict[str, Bot]" = {}  # a bot knows nothing but the position, so one serves all games


def main() -> None:
    """Answer until the input ends."""
    from amyitis.bots import make_bot
    from amyitis.game import Game

    answers = sys.stdout
    sys.stdout = sys.stderr  # nothing but answers may go out there
    make_bot("Steward", 0).choose(Game.new(WARM_UP_PLAYERS, 0).state)
    _say(answers, {"ready": True})
    for line in sys.stdin:
        _say(answers, _answer(json.loads(line)))


def _answer(job: dict[str, Any]) -> dict[str, Any]:
    from amyitis.bots import make_bot
    from amyitis.notation.position_parser import parse_position
    from amyitis.notation.tokens import token

    try:
        bot = _bots.get(job["bot"])
        if bot is None:
            if len(_bots) >= MOST_BOTS:
                _bots.clear()
            bot = _bots[job["bot"]] = make_bot(job["bot"], job["seed"])
        return {"token": token(bot.choose(parse_position(job["position"])))}
    except Exception as problem:
        return {"error": f"{type(problem).__name__}: {problem}"}


def _say(answers: TextIO, answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
