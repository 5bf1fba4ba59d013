"""Trying a line of moves on a copy: nothing is kept, and no deal of a game is foreseen."""

from collections.abc import Sequence
from typing import Any

from amyitis.errors import AmyitisError, Malformed
from amyitis.game import Game
from amyitis.game.film import changes
from amyitis.game.view import Parts

from .outlook import outlook
from .refusals import Misplaced

DRAW = "deal"  # for a token: whatever comes


def try_line(game: Game, ply: int, tokens: Sequence[str], parts: Parts | None = None) -> dict[str, Any]:
    """Play a line on a game that cannot deal; raises Misplaced.

    Each step says what it has changed in the view since the step before. The outlook is for the end of the line, unless
    another seat decides there, a deal is due, or the game is over.
    """
    seat = game.seat
    steps = _steps(game, tokens, Parts() if parts is None else parts, deals=False)
    end = _end(game)
    ahead = outlook(game) if end == "decision" and game.seat == seat else None
    return {"ply": ply, "steps": steps, "ends_with": end, "outlook": ahead}


def explore(game: Game, tokens: Sequence[str], deal: int) -> dict[str, Any]:
    """Play a line from a position on, whoever decides, and deals too; raises Misplaced.

    A token `deal` alone draws the cards, from the seed `deal`. The outlook is for the end of the line, if somebody
    decides there.
    """
    steps = _steps(game, tokens, Parts(), deals=True, seed=deal)
    end = _end(game)
    ahead = outlook(game) if end == "decision" else None
    return {"position": game.position, "steps": steps, "ends_with": end, "outlook": ahead}


def _steps(game: Game, tokens: Sequence[str], parts: Parts, deals: bool, seed: int = 0) -> list[dict[str, Any]]:
    steps, view = list[dict[str, Any]](), game.view(parts)
    for place, token in enumerate(tokens):
        mover = game.seat
        try:
            events = game.push(drawn_deal(game, seed + place) if deals and token == DRAW else token)
        except AmyitisError as problem:
            raise Misplaced(place, problem) from None
        before, view = view, game.view(parts)
        steps.append(
            {
                "token": game.plies[-1].token if deals else token,
                "seat": mover,
                "events": [event.as_dict() for event in events],
                "decider": None if game.is_over else game.seat,
                "question": game.question,
                "legal": list(game.legal_moves),
                "set": changes(before, view),
            }
        )
        if game.question == "deal" and not deals:
            break
    return steps


def drawn_deal(game: Game, seed: int) -> str:
    """A deal as it may fall where one is due, as a token; raises Malformed."""
    if game.question != "deal":
        raise Malformed("no Craft cards are to be dealt here")
    trial = Game(game.state)
    trial.deal_from(seed)
    return trial.plies[0].token


def _end(game: Game) -> str:
    return "over" if game.is_over else "deal" if game.question == "deal" else "decision"
