"""What does not change: the bots, the box, the rules; and any position."""

import asyncio
import secrets
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from amyitis import rulebook
from amyitis.bots.levels import ALL_LEVELS, LEVELS
from amyitis.box import Box, active_box
from amyitis.box.plain import plain
from amyitis.box.tables import MAX_SEATS
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.server.bots.guests import bots_for_guests
from amyitis.server.encoding import ready
from amyitis.server.games.refusing import refusal_of
from amyitis.server.http.dependencies import Client, Use, json_response
from amyitis.server.http.models.facts import Bots, BoxModel, ClauseModel, LevelModel, PositionModel, Rules
from amyitis.server.http.models.problems import refuses
from amyitis.server.http.models.requests import ExploreRequest, PositionRequest
from amyitis.server.http.models.tries import Explored
from amyitis.server.http.refusals import NotFound
from amyitis.table.refusals import Misplaced
from amyitis.table.tries import explore

from .moves import STEPS_PER_REQUEST

router = APIRouter(tags=["facts"])

NOT_HERE = "the file of that box is not here"
BoxDigest = Annotated[
    str | None,
    Query(pattern="^[0-9a-f]{12}$", description="Another box than the server's, by the digest that its games name."),
]
Language = Annotated[Literal["en", "de", "cs", "fr"], Query(description="The language of the text.")]


@router.get("/bots", responses=refuses())
async def bots() -> Bots:
    """The bots that can take a seat."""
    measured = []
    for level in ALL_LEVELS:
        two = level.figures.get("two", {})
        measured.append(
            LevelModel(
                name=level.name,
                rating=level.figures.get("rating"),
                against=level.figures.get("against"),
                win_rate=two.get("win_rate"),
                interval=two.get("interval"),
                games=two.get("games"),
            )
        )
    return Bots(levels=list(LEVELS), measured=measured, names=bots_for_guests())


@router.get("/box", response_model=BoxModel, responses=refuses(_409=NOT_HERE))
async def box(use: Use, digest: BoxDigest = None) -> dict[str, Any]:
    """What is in the server's box, or in that of a game, with how sure each fact is."""
    found = await use.boxes.facts(digest or use.boxes.own)
    return {"digest": found.digest, "own": found.digest == use.boxes.own, **plain(found)}


@router.get("/rules", response_model=Rules, responses=refuses(_409=NOT_HERE))
async def rules(use: Use, lang: Language = "en", box: BoxDigest = None) -> Response:
    """All rules in our words, section by section, with the numbers of the server's box or of a game's."""
    return json_response(_rules(lang, await use.boxes.facts(box or use.boxes.own)))


@router.get(
    "/rules/{number}", response_model=ClauseModel, responses=refuses(_404="there is no such clause", _409=NOT_HERE)
)
async def rule(
    number: Annotated[str, Path(pattern=r"^[0-9]{1,4}\.[0-9]{1,4}$")],
    use: Use,
    lang: Language = "en",
    box: BoxDigest = None,
) -> Response:
    """A clause of the rules, in our words."""
    known = await use.boxes.facts(box or use.boxes.own)
    try:
        found = rulebook.clause(number, lang, known)
    except Malformed as problem:
        raise NotFound(str(problem)) from None
    return json_response(_clause(found, known is active_box()))


@cache
def _rules(lang: str, box: Box) -> Any:
    pictured = box is active_box()
    sections = [
        {
            "number": section.number,
            "title": section.title,
            "clauses": [_clause(one, pictured) for one in section.clauses],
        }
        for section in rulebook.sections(lang, box)
    ]
    return ready({"lang": lang, "languages": rulebook.LANGUAGES, "sections": sections})


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


@router.get("/positions/new", response_model=PositionModel, responses=refuses())
async def new_position(players: Annotated[int, Query(ge=2, le=MAX_SEATS)] = 2) -> Response:
    """A position to begin with: a set-up as it may fall, for so many players."""
    return json_response(_described(Game.new(players, secrets.randbits(48))))


@router.post("/positions", response_model=PositionModel, responses=refuses())
async def position(asked: PositionRequest) -> Response:
    """A position in words: the table, and what may be done there."""
    return json_response(_described(Game.from_position(asked.position)))


def _described(game: Game) -> dict[str, Any]:
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


@router.post("/positions/explore", response_model=Explored, responses=refuses(_422="a move is illegal"))
async def explore_position(asked: ExploreRequest, use: Use, client: Client) -> Response:
    """Play a line from a position on, for all seats; cards are dealt as named, or drawn. Nothing is kept."""
    use.limiter.request(client, len(asked.tokens) / STEPS_PER_REQUEST)
    game = Game.from_position(asked.position)
    try:
        return json_response(await asyncio.to_thread(explore, game, asked.tokens, secrets.randbits(48)))
    except Misplaced as found:
        raise refusal_of(found.problem, 0, found.place) from None
