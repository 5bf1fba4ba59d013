"""Trying a line of moves on a copy: nothing is stored, and no deal of a real game is foreseen."""

from collections.abc import Sequence

from amyitis.errors import AmyitisError, Malformed
from amyitis.game import Game
from amyitis.game.view import Parts
from amyitis.game.view.changes import changes

from .errors import BadMove
from .messages.entries import event_messages
from .messages.outlook import outlook, question_kind
from .messages.shapes import Explored, LineEnd, Tried, TryStep
from .metadata import seat_letter

DRAW = "deal"  # a token that stands for any deal


def try_line(game: Game, ply: int, tokens: Sequence[str]) -> Tried:
    """Play a line on a game that cannot deal, and return it as JSON; raises BadMove.

    Each step has what it changes in the view of the step before. The outlook is that of the end of the line; None if
    another seat decides there, a deal is due, or the game is over.
    """
    seat = game.seat
    steps = _play_steps(game, tokens, deals=False)
    end = _end(game)
    options = outlook(game) if end == "decision" and game.seat == seat else None
    return {"ply": ply, "steps": steps, "ends_with": end, "outlook": options}


def explore(game: Game, tokens: Sequence[str], deal: int) -> Explored:
    """Play a line for all seats, deals included, and return it as JSON; raises BadMove.

    The token `deal` draws the cards, from the seed `deal`. The outlook is that of the end of the line; None if a deal
    is due there, or the game is over.
    """
    steps = _play_steps(game, tokens, deals=True, seed=deal)
    end = _end(game)
    options = outlook(game) if end == "decision" else None
    return {"position": game.position, "steps": steps, "ends_with": end, "outlook": options}


def _play_steps(game: Game, tokens: Sequence[str], deals: bool, seed: int = 0) -> list[TryStep]:
    parts = Parts()
    steps, view = list[TryStep](), game.view(parts)
    for place, token in enumerate(tokens):
        mover = game.seat
        try:
            events = game.push(drawn_deal(game, seed + place) if deals and token == DRAW else token)
        except AmyitisError as problem:
            raise BadMove(place, problem) from None
        before, view = view, game.view(parts)
        steps.append(
            {
                "token": game.plies[-1].token if deals else token,
                "seat": seat_letter(mover),
                "events": event_messages(events),
                "decider": None if game.is_over else seat_letter(game.seat),
                "question": question_kind(game),
                "legal": list(game.legal_moves),
                "set": changes(before, view),
            }
        )
        if game.question == "deal" and not deals:
            break
    return steps


def drawn_deal(game: Game, seed: int) -> str:
    """The token of a deal drawn from a seed, where one is due; raises Malformed if none is."""
    if game.question != "deal":
        raise Malformed("no Craft cards are to be dealt here")
    trial = Game(game.state)
    trial.deal_from(seed)
    return trial.plies[0].token


def _end(game: Game) -> LineEnd:
    return "over" if game.is_over else "deal" if game.question == "deal" else "decision"
