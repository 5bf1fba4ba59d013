"""`analyse`: what the engine thinks of a position."""

import json
import time
from typing import Annotated

import typer

from ..options import BoxOption, JsonOption


def analyse(
    position: Annotated[str, typer.Argument(help="A position in one line.")],
    seconds: Annotated[float, typer.Option(min=0.01, max=3600, help="How long to think.")] = 2.0,
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Say what the engine thinks of a position, more surely the longer it thinks; --json has one object a line."""
    from amyitis.analysis.opinions import opinions
    from amyitis.game import Game

    game = Game.from_position(position)
    until = None
    for found in opinions(game):
        until = until or time.monotonic() + seconds  # loading does not count
        if as_json:
            print(json.dumps(found.as_dict(), ensure_ascii=False), flush=True)
        if time.monotonic() >= until:
            break
    if as_json:
        return
    if not found.at_home:
        print("The engine was not trained on this kind of game (box or supply): its figures are rough.")
    print(f"After {found.visits} visits, of 100 games from here (and prestige at the end):")
    for seat in found.seats:
        print(f"  {seat}: {100 * found.wins[seat]:.0f} won, {found.prestige[seat]:.1f} prestige")
    if found.seat == "$":
        print("Nobody has to decide here: " + ("the game is over." if game.is_over else "a deal is due."))
        return
    for one in found.lines:
        share = 100 * one.wins[found.seat]
        print(f"{one.move}: {share:.0f} for {found.seat} ({one.visits} visits); {' '.join(one.line)}")
