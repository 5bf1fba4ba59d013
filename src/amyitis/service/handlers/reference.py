"""What does not change: the bots, the box, the rules, the lesson; and any position."""

from amyitis.game import Game
from amyitis.service.lessons import describe_lesson
from amyitis.service.reference import describe_bots, describe_box, describe_clause, describe_position, describe_rules
from amyitis.service.routing import Call
from amyitis.service.service import Service
from amyitis.service.shapes.box import BoxModel
from amyitis.service.shapes.parameters import BoxDigest, ClauseNumber, Language, LessonPart, Players
from amyitis.service.shapes.reference import Bots, ClauseModel, LessonModel, PositionModel, Rules
from amyitis.service.shapes.requests import PositionRequest


async def bots(service: Service, call: Call) -> Bots:
    """Return the bots that can take a seat."""
    return describe_bots(service.analyzer.bot_names())


async def box(service: Service, call: Call, digest: BoxDigest = None) -> BoxModel:
    """Return what is in the server's box, or in that of a game, with how sure each fact is."""
    return describe_box(await service.boxes.printed(digest or service.boxes.own))


async def rules(service: Service, call: Call, lang: Language = "en", box: BoxDigest = None) -> Rules:
    """Return all rules in our words, section by section, with the numbers of the server's box or of a game's."""
    return describe_rules(lang, await service.boxes.printed(box or service.boxes.own))


async def rule(
    service: Service, call: Call, number: ClauseNumber, lang: Language = "en", box: BoxDigest = None
) -> ClauseModel:
    """Return a clause of the rules, in our words."""
    return describe_clause(number, lang, await service.boxes.printed(box or service.boxes.own))


async def lesson(service: Service, call: Call, part: LessonPart = 1) -> LessonModel:
    """Return a part of the lesson."""
    return await service.boxes.call(service.boxes.own, describe_lesson, part, owner=call.client)


async def new_position(service: Service, call: Call, players: Players = 2, palace: bool = False) -> PositionModel:
    """Return a position to begin with: a random set-up for some players."""
    return describe_position(Game.new(players, palace=palace))


async def position(service: Service, call: Call, body: PositionRequest) -> PositionModel:
    """Describe a position: the table, and what may be done there."""
    return describe_position(Game.from_position(body.position))
