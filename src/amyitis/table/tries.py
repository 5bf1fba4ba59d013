"""Trying a line of moves on a copy: nothing is kept, and no deal is foreseen."""

from collections.abc import Sequence
from typing import Any

from amyitis.errors import AmyitisError
from amyitis.game import Game
from amyitis.game.film import changes
from amyitis.game.view import Parts

from .outlook import outlook
from .refusals import Misplaced


def try_line(game: Game, ply: int, tokens: Sequence[str], parts: Parts | None = None) -> dict[str, Any]:
    """Play a line on a game that cannot deal; raises Misplaced.

    Each step says what it has changed in the view since the step before. The outlook is for the end of the line, unless
    another seat decides there, a deal is due, or the game is over.
    """
    parts = Parts() if parts is None else parts
    steps, seat, view = list[dict[str, Any]](), game.seat, game.view(parts)
    for place, token in enumerate(tokens):
        mover = game.seat
        try:
            events = game.push(token)
        except AmyitisError as problem:
            raise Misplaced(place, problem) from None
        before, view = view, game.view(parts)
        steps.append(
            {
                "token": token,
                "seat": mover,
                "events": [event.as_dict() for event in events],
                "decider": None if game.is_over else game.seat,
                "question": game.question,
                "legal": list(game.legal_moves),
                "set": changes(before, view),
            }
        )
        if game.question == "deal":
            break
    end = "over" if game.is_over else "deal" if game.question == "deal" else "decision"
    ahead = outlook(game) if end == "decision" and game.seat == seat else None
    return {"ply": ply, "steps": steps, "ends_with": end, "outlook": ahead}
