"""What does not change: the levels of the bots, the box, the rules; and any position."""

from typing import Any

from amyitis import rulebook
from amyitis.bots.levels import ALL_LEVELS, LEVELS
from amyitis.box import Box, active_box
from amyitis.box.plain import plain
from amyitis.errors import Malformed
from amyitis.game import Game

from .refusals import NotFound


def bots_told(names: list[str]) -> dict[str, Any]:
    """The bots that can take a seat, and what was measured of the levels."""
    return {"levels": list(LEVELS), "measured": [_measured(level.name, level.figures) for level in ALL_LEVELS]} | {
        "names": names
    }


def _measured(name: str, figures: dict[str, Any]) -> dict[str, Any]:
    two = figures.get("two", {})
    return {
        "name": name,
        "rating": figures.get("rating"),
        "against": figures.get("against"),
        "win_rate": two.get("win_rate"),
        "interval": two.get("interval"),
        "games": two.get("games"),
    }


def box_told(box: Box) -> dict[str, Any]:
    """What is in a box, with how sure each fact is."""
    told = plain(box)
    told["tiles"] = [{"name": tile.name, **one} for tile, one in zip(box.tiles, told["tiles"], strict=True)]
    return {"digest": box.digest, "own": box.digest == active_box().digest, **told}


def rules_told(lang: str, box: Box) -> dict[str, Any]:
    """All rules in a language, with the numbers of a box."""
    pictured = box is active_box()
    sections = [
        {
            "number": section.number,
            "title": section.title,
            "clauses": [_clause(one, pictured) for one in section.clauses],
        }
        for section in rulebook.sections(lang, box)
    ]
    return {"lang": lang, "languages": rulebook.LANGUAGES, "sections": sections}


def clause_told(number: str, lang: str, box: Box) -> dict[str, Any]:
    """A clause of the rules; raises NotFound."""
    try:
        found = rulebook.clause(number, lang, box)
    except Malformed as problem:
        raise NotFound(str(problem)) from None
    return _clause(found, box is active_box())


def _clause(found: rulebook.Clause, pictured: bool) -> dict[str, Any]:
    ruling = found.ruling
    return {
        "number": found.number,
        "title": found.title,
        "text": found.text,
        "ruling": found.is_ruling,
        "why": ruling.why if ruling else None,
        "otherwise": ruling.otherwise if ruling else None,
        "example": _example(found.number) if pictured else None,
    }


def _example(number: str) -> dict[str, Any] | None:
    """The picture of a clause; None where there is none, or where its position cannot be with the box in use."""
    picture = rulebook.example(number)
    if picture is None:
        return None
    try:
        view = Game.from_position(picture.position).view()
    except Malformed:
        return None
    return {"position": picture.position, "view": view, "part": picture.part, "marks": picture.marks}


def position_told(game: Game) -> dict[str, Any]:
    """A position in words: the table, and what may be done there."""
    return {
        "position": game.position,
        "hash": game.hash,
        "players": game.players,
        "decider": game.seat if game.seat in game.seats else None,
        "question": game.question,
        "legal": list(game.legal_moves),
        "over": game.is_over,
        "view": game.view(),
    }
