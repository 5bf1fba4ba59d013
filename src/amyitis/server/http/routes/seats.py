"""Seats and people: names, invitations, joining, leaving to a bot and coming back, keys."""

from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.responses import Response

from amyitis.server.bots.guests import check_bot
from amyitis.server.encoding import TELLER
from amyitis.server.http.dependencies import Services, Use, Who, game_response, json_response, set_person
from amyitis.server.http.models.games import GameModel, Invitations, Joined, Key, Person
from amyitis.server.http.models.problems import refuses
from amyitis.server.http.models.requests import AboutMe, JoinRequest, LeaveRequest
from amyitis.server.http.refusals import Conflict, Forbidden
from amyitis.server.live.webhooks import check_url
from amyitis.server.people.keys import key_hash, new_key
from amyitis.server.people.names import clean_name
from amyitis.table import Asker, SeatFacts, Table

from .games import DEFAULT_NAME, GameId

router = APIRouter(tags=["seats"])

SeatLetter = Annotated[str, Path(pattern="^[WKBR]$")]
REFUSALS = refuses(_403="not yours to do", _404="not found", _409="somebody was quicker, or it does not fit")


@router.get("/me", response_model=Person, responses=refuses())
async def who_am_i(use: Use, who: Who) -> Response:
    """Who you are to this server; the cookie of somebody we know is renewed."""
    if who.person is not None:
        return await _about(use, who.person)
    nobody = {"known": False, "name": None, "webhooks": use.settings.webhooks, "webhook": None, "webhook_key": None}
    return json_response(nobody)


@router.post("/me", response_model=Person, responses=refuses(_403="forbidden"))
async def about_me(asked: AboutMe, use: Use, who: Who) -> Response:
    """Give yourself a name, or say where you want to be told of your turn; whoever is new gets a cookie."""
    if who.key_hash is not None:
        raise Forbidden("a program is named when it takes a seat")
    changes: dict[str, str | None] = {}
    if asked.name is not None:
        changes["name"] = clean_name(asked.name)
    if asked.webhook is not None:
        if not use.settings.webhooks:
            raise Forbidden("this server sends no webhooks")
        changes["webhook"] = check_url(asked.webhook)
    elif "webhook" in asked.model_fields_set:
        changes["webhook"] = None
    person = who.person or use.identities.new_person()
    if changes:
        await use.store.change_person(person, **changes)
    return await _about(use, person)


async def _about(use: Services, person: str) -> Response:
    name, webhook = await use.store.person_name(person), await use.store.webhook(person)
    key = None if webhook is None else use.webhooks.key(person)
    facts = {"name": name, "webhooks": use.settings.webhooks, "webhook": webhook, "webhook_key": key}
    response = json_response({"known": True, **facts})
    set_person(response, use, person)
    return response


@router.get("/games/{game_id}/invitations", responses=refuses(_403="not your game", _404="not found"))
async def invitations(game_id: GameId, use: Use, who: Who) -> Invitations:
    """The invitations to the open seats, for whoever made the game."""
    table = await use.games.table(game_id)
    _check_owner(table, who)
    return Invitations(invitations=use.invitations.of(game_id, table.seats))


@router.post("/games/{game_id}/seats/{seat}/join", response_model=Joined, responses=REFUSALS)
async def join(game_id: GameId, seat: SeatLetter, asked: JoinRequest, use: Use, who: Who) -> Response:
    """Take an open seat: by its invitation, or, in a public game, because it is open."""
    if who.key_hash is not None:
        raise Forbidden("a seat's key is for its seat alone")
    person = who.person or use.identities.new_person()
    given = clean_name(asked.name) if asked.name else await use.store.person_name(person)
    key = new_key() if asked.key else None

    def take(table: Table, one: SeatFacts) -> dict[str, Any]:
        invited = asked.invitation is not None and use.invitations.is_word(game_id, one, asked.invitation)
        if not invited and not (table.facts.public and asked.invitation is None and one.is_open):
            raise Forbidden("that is not an invitation to this seat")
        if not one.is_open:
            raise Conflict("the seat is taken")
        hashed = None if key is None else key_hash(key)
        return {"person": person, "name": given or DEFAULT_NAME, "key_hash": hashed}

    table = await use.games.change_seat(game_id, seat, take)
    game = TELLER.game(table, Asker(person=person))
    response = json_response({"game": game, "seat": seat, "key": key})
    set_person(response, use, person)
    return response


@router.post("/games/{game_id}/seats/{seat}/leave", response_model=GameModel, responses=REFUSALS)
async def leave(game_id: GameId, seat: SeatLetter, asked: LeaveRequest, use: Use, who: Who) -> Response:
    """Leave a seat of mine to a bot; I may come back. Whoever made the game may so fill an open seat."""
    bot = check_bot(asked.bot)

    def hand_over(table: Table, one: SeatFacts) -> dict[str, Any]:
        if one.is_open:
            _check_owner(table, who)
            return {"bot": bot, "name": bot, "invitation": one.invitation + 1}
        _check_holder(one, who)
        if one.bot is not None:
            raise Conflict("a bot plays this seat already")
        return {"bot": bot}

    return game_response(await use.games.change_seat(game_id, seat, hand_over), who)


@router.post("/games/{game_id}/seats/{seat}/return", response_model=GameModel, responses=REFUSALS)
async def come_back(game_id: GameId, seat: SeatLetter, use: Use, who: Who) -> Response:
    """Take a seat back that I left to a bot."""

    def take_back(_table: Table, one: SeatFacts) -> dict[str, Any]:
        _check_holder(one, who)
        if one.bot is None:
            raise Conflict("no bot plays this seat")
        return {"bot": None}

    return game_response(await use.games.change_seat(game_id, seat, take_back), who)


@router.post("/games/{game_id}/seats/{seat}/key", responses=REFUSALS)
async def make_key(game_id: GameId, seat: SeatLetter, use: Use, who: Who) -> Key:
    """A new bearer key for a seat of mine, so that a program can play it; the old one ends."""
    key = new_key()

    def change(_table: Table, one: SeatFacts) -> dict[str, Any]:
        _check_holder(one, who)
        return {"key_hash": key_hash(key)}

    await use.games.change_seat(game_id, seat, change)
    return Key.model_validate({"seat": seat, "key": key})


def _check_owner(table: Table, who: Asker) -> None:
    if who.person is None or who.person != table.facts.owner:
        raise Forbidden("only whoever made the game may do this")


def _check_holder(seat: SeatFacts, who: Asker) -> None:
    if not who.may_claim(seat):
        raise Forbidden("this seat is not yours")
