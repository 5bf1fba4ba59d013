"""The outlook of a moment: all that a page needs to offer a decision and to explain it, without another request."""

from typing import cast

from amyitis.errors import Illegal
from amyitis.game import Game, Refusal

from . import shapes


def outlook(game: Game) -> shapes.Outlook:
    """What each legal move would do, and why the other answers that the table shows are not allowed, as JSON."""
    return {
        "options": cast(list[shapes.Prospect], [prospect.as_dict() for prospect in game.prospects()]),
        "reasons": [refusal_message(token, refusal) for token, refusal in game.refusals().items()],
    }


def question_kind(game: Game) -> shapes.QuestionKind:
    """What is asked now, `over` if nothing."""
    return cast(shapes.QuestionKind, game.question)


def refusal_message(token: str, refusal: Refusal | Illegal | None) -> shapes.Refusal:
    """Why a move is not allowed, as JSON; the refusal is None if it is allowed."""
    if refusal is None:
        return {"token": token, "legal": True, "clause": None, "missing": None, "key": None, "facts": None}
    return {
        "token": token,
        "legal": False,
        "clause": refusal.clause,
        "missing": refusal.missing,
        "key": refusal.key,
        "facts": dict(refusal.facts or {}),
    }
