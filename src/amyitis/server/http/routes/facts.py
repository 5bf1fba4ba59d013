"""What does not change: the bots, the box, the rules."""

from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from amyitis import rulebook
from amyitis.bots.levels import LEVELS
from amyitis.box import active_box
from amyitis.box.plain import plain
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.server.bots.guests import bots_for_guests
from amyitis.server.encoding import ready
from amyitis.server.http.dependencies import json_response
from amyitis.server.http.models.facts import Bots, BoxModel, ClauseModel, PositionModel, Rules
from amyitis.server.http.models.problems import refuses
from amyitis.server.http.models.requests import PositionRequest
from amyitis.server.http.refusals import NotFound

router = APIRouter(tags=["facts"])

Language = Annotated[Literal["en", "de", "cs", "fr"], Query(description="The language of the text.")]


@router.get("/bots", responses=refuses())
async def bots() -> Bots:
    """The bots that can take a seat."""
    return Bots(levels=list(LEVELS), names=bots_for_guests())


@router.get("/box", response_model=BoxModel, responses=refuses())
async def box() -> dict[str, Any]:
    """What is in the box, with how sure each fact is."""
    found = active_box()
    return {"digest": found.digest, **plain(found)}


@router.get("/rules", response_model=Rules, responses=refuses())
async def rules(lang: Language = "en") -> Response:
    """All rules in our words, section by section."""
    return json_response(_rules(lang))


@router.get("/rules/{number}", response_model=ClauseModel, responses=refuses(_404="there is no such clause"))
async def rule(number: Annotated[str, Path(pattern=r"^[0-9]{1,4}\.[0-9]{1,4}$")], lang: Language = "en") -> Response:
    """A clause of the rules, in our words."""
    try:
        found = rulebook.clause(number, lang)
    except Malformed as problem:
        raise NotFound(str(problem)) from None
    return json_response(_clause(found))


@cache
def _rules(lang: str) -> Any:
    sections = [
        {"number": section.number, "title": section.title, "clauses": [_clause(one) for one in section.clauses]}
        for section in rulebook.sections(lang)
    ]
    return ready({"lang": lang, "languages": rulebook.LANGUAGES, "sections": sections})


def _clause(found: rulebook.Clause) -> dict[str, Any]:
    ruling = found.ruling
    return {
        "number": found.number,
        "title": found.title,
        "text": found.text,
        "ruling": found.is_ruling,
        "why": ruling.why if ruling else None,
        "otherwise": ruling.otherwise if ruling else None,
        "example": _example(found.number),
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


@router.post("/positions", response_model=PositionModel, responses=refuses())
async def position(asked: PositionRequest) -> Response:
    """A position in words: the table, and what may be done there."""
    game = Game.from_position(asked.position)
    found = {
        "position": game.position,
        "hash": game.hash,
        "players": game.players,
        "decider": game.seat if game.seat in game.seats else None,
        "question": game.question,
        "legal": list(game.legal_moves),
        "over": game.is_over,
        "view": game.view(),
    }
    return json_response(found)
