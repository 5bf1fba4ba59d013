"""What does not change: the bots' levels, the box, the rules; and a description of any position."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from amyitis import rulebook
from amyitis.bots.levels import ALL_LEVELS, LEVELS
from amyitis.box import Box, active_box
from amyitis.box.origin import plain
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.table.metadata import seat_letter
from amyitis.table.outlook import question_kind

from .problems import NotFound
from .shapes.reference import Bots, ClauseModel, ExampleModel, LevelModel, PositionModel, Rules


def describe_bots(names: Sequence[str]) -> Bots:
    """Return the bots that can take a seat, and the measured strength of the levels."""
    measured = [_level_message(level.name, level.figures) for level in ALL_LEVELS]
    return {"levels": list(LEVELS), "measured": measured, "names": list(names)}


def _level_message(name: str, figures: dict[str, Any]) -> LevelModel:
    two = figures.get("two", {})
    return {
        "name": name,
        "rating": figures.get("rating"),
        "against": figures.get("against"),
        "win_rate": two.get("win_rate"),
        "interval": two.get("interval"),
        "games": two.get("games"),
    }


def describe_box(box: Box) -> dict[str, Any]:
    """Return what is in a box, with how sure each fact is."""
    message = plain(box)
    message["tiles"] = [{"name": tile.name, **facts} for tile, facts in zip(box.tiles, message["tiles"], strict=True)]
    return {"digest": box.digest, "own": box.digest == active_box().digest, **message}


@cache
def describe_rules(lang: str, box: Box) -> Rules:
    """Return all rules in a language, with the numbers of a box."""
    with_pictures = box is active_box()
    return {
        "lang": lang,
        "languages": list(rulebook.LANGUAGES),
        "sections": [
            {
                "number": section.number,
                "title": section.title,
                "clauses": [_clause_message(clause, with_pictures) for clause in section.clauses],
            }
            for section in rulebook.sections(lang, box)
        ],
    }


def describe_clause(number: str, lang: str, box: Box) -> ClauseModel:
    """Return a clause of the rules; raises NotFound."""
    try:
        clause = rulebook.clause(number, lang, box)
    except Malformed as problem:
        raise NotFound(str(problem)) from None
    return _clause_message(clause, box is active_box())


def _clause_message(clause: rulebook.Clause, with_picture: bool) -> ClauseModel:
    ruling = clause.ruling
    return {
        "number": clause.number,
        "title": clause.title,
        "text": clause.text,
        "ruling": clause.is_ruling,
        "why": ruling.why if ruling else None,
        "otherwise": ruling.otherwise if ruling else None,
        "example": _example_message(clause.number) if with_picture else None,
    }


def _example_message(number: str) -> ExampleModel | None:
    """Return the picture of a clause; None where there is none, or where its position does not fit the box."""
    picture = rulebook.example(number)
    if picture is None:
        return None
    try:
        view = Game.from_position(picture.position).view()
    except Malformed:
        return None
    return {"position": picture.position, "view": view, "part": picture.part, "marks": list(picture.marks)}


def describe_position(game: Game) -> PositionModel:
    """Return a position: the table, and what may be done there."""
    return {
        "position": game.position,
        "hash": game.hash,
        "players": game.players,
        "decider": seat_letter(game.seat) if game.seat in game.seats else None,
        "question": question_kind(game),
        "legal": list(game.legal_moves),
        "over": game.is_over,
        "view": game.view(),
    }
