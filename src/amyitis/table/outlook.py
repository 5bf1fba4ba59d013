"""The outlook of a moment: all that is needed to offer a decision, and to explain it, without asking again."""

from typing import Any

from amyitis.game import Game, Refusal


def outlook(game: Game) -> dict[str, Any]:
    """What each legal move would do, and why the other answers that the table shows are not allowed."""
    return {
        "options": [prospect.as_dict() for prospect in game.prospects()],
        "reasons": [reason(token, refusal) for token, refusal in game.refusals().items()],
    }


def reason(token: str, refusal: Refusal | None) -> dict[str, Any]:
    """Why a move is not allowed, as plain data; the refusal is None if it is allowed."""
    if refusal is None:
        return {"token": token, "legal": True, "clause": None, "missing": None, "key": None, "facts": None}
    facts = {"clause": refusal.clause, "missing": refusal.missing, "key": refusal.key, "facts": refusal.facts}
    return {"token": token, "legal": False, **facts}
