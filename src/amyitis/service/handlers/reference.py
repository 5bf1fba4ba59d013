"""What does not change: the bots, the box, the rules, the lesson; and any position."""

from functools import cache
from typing import Any

from amyitis import rulebook
from amyitis.analysis import openings as counted
from amyitis.analysis.openings import Openings
from amyitis.bots.levels import ALL_LEVELS, LEVELS
from amyitis.box import Box, active_box
from amyitis.box.origin import plain
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.service.lessons import describe_lesson
from amyitis.service.problems import NotFound
from amyitis.service.routing import Call
from amyitis.service.service import Service
from amyitis.service.shapes.box import BoxModel
from amyitis.service.shapes.parameters import BoxDigest, ClauseNumber, Language, LessonPart, Players
from amyitis.service.shapes.reference import (
    Bots,
    ClauseModel,
    ExampleModel,
    LessonModel,
    LevelModel,
    PositionModel,
    Rules,
)
from amyitis.service.shapes.requests import PositionRequest
from amyitis.table.messages.outlook import question_kind
from amyitis.table.metadata import seat_letter


async def bots(service: Service, call: Call) -> Bots:
    """Return the bots that can take a seat."""
    measured = [_level_message(level.name, level.figures) for level in ALL_LEVELS]
    compiling = service.analyzer.compiling
    return {
        "levels": list(LEVELS),
        "measured": measured,
        "names": list(service.analyzer.bot_names()),
        "compiling": None if compiling is None else {"done": compiling[0], "total": compiling[1]},
    }


async def box(service: Service, call: Call, digest: BoxDigest = None) -> BoxModel:
    """Return what is in the box of the server or of a game, and how certain each fact is."""
    own = service.boxes.own
    box = await service.boxes.printed(digest or own)
    message = plain(box)
    message["tiles"] = [{"name": tile.name, **facts} for tile, facts in zip(box.tiles, message["tiles"], strict=True)]
    return {"digest": box.digest, "own": box.digest == own, **message}


async def rules(service: Service, call: Call, lang: Language = "en", box: BoxDigest = None) -> Rules:
    """Return all rules in our own words, by section, with the numbers of the server's box or of a game's."""
    return _rules(lang, await service.boxes.printed(box or service.boxes.own))


async def rule(
    service: Service, call: Call, number: ClauseNumber, lang: Language = "en", box: BoxDigest = None
) -> ClauseModel:
    """Return a clause of the rules, in our own words."""
    printed = await service.boxes.printed(box or service.boxes.own)
    try:
        clause = rulebook.clause(number, lang, printed)
    except Malformed as problem:
        raise NotFound(str(problem)) from None
    return _clause_message(clause, printed is active_box())


async def lesson(service: Service, call: Call, part: LessonPart = 1) -> LessonModel:
    """Return a part of the lesson."""
    return await service.boxes.call(service.boxes.own, describe_lesson, part, owner=call.owner)


async def openings(service: Service, call: Call, players: Players = 2) -> Openings:
    """Return openings for a number of players: how often each was played, how it did, and what follows from it."""
    try:
        return counted.openings(players)
    except counted.NoOpenings as problem:
        raise NotFound(str(problem)) from None


async def new_position(service: Service, call: Call, players: Players = 2, palace: bool = False) -> PositionModel:
    """Return a random start position for a number of players."""
    return _describe(Game.new(players, palace=palace))


async def position(service: Service, call: Call, body: PositionRequest) -> PositionModel:
    """Describe a position: its table and its legal moves."""
    return _describe(Game.from_position(body.position))


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


@cache
def _rules(lang: str, box: Box) -> Rules:
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


def _describe(game: Game) -> PositionModel:
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
