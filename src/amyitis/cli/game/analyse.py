"""`analyse`: the evaluation of a position."""

import json
import time
from typing import Annotated

import typer

from ..options import BoxOption, JsonOption


def analyse(
    position: Annotated[str, typer.Argument(help="A position in one line.")],
    seconds: Annotated[float, typer.Option(min=0.01, max=3600, help="How long to search.")] = 2.0,
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Evaluate a position, more precisely the longer it takes; --json writes one object a line."""
    from amyitis.analysis.evaluation import evaluate
    from amyitis.game import Game

    game = Game.from_position(position)
    until = None
    for evaluation in evaluate(game):
        until = until or time.monotonic() + seconds  # loading does not count
        if as_json:
            print(json.dumps(evaluation.as_dict(), ensure_ascii=False), flush=True)
        if time.monotonic() >= until:
            break
    if as_json:
        return
    if not evaluation.trained_for_this_box:
        print("The engine was not trained on this kind of game (box or supply): its figures are rough.")
    print(f"After {evaluation.visits} visits, of 100 games from here (and prestige at the end):")
    for seat in evaluation.seats:
        print(f"  {seat}: {100 * evaluation.wins[seat]:.0f} won, {evaluation.prestige[seat]:.1f} prestige")
    if evaluation.seat == "$":
        print("Nobody has to decide here: " + ("the game is over." if game.is_over else "a deal is due."))
        return
    for line in evaluation.lines:
        share = 100 * line.wins[evaluation.seat]
        print(f"{line.move}: {share:.0f} for {evaluation.seat} ({line.visits} visits); {' '.join(line.line)}")
