"""Seats and people: names, invitations, joining, leaving to a bot and coming back, keys."""

from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.responses import Response

from amyitis.api.keys import key_hash, new_key
from amyitis.api.names import clean_name
from amyitis.api.seating import check_holder, check_owner, handed_over, returned, with_share
from amyitis.server.bots.allowed import check_bot, expensive_among
from amyitis.server.encoding import TELLER
from amyitis.server.http.addresses import API
from amyitis.server.http.dependencies import (
    Agent,
    Client,
    Services,
    Use,
    Who,
    game_response,
    json_response,
    set_person,
)
from amyitis.server.http.models.games import GameModel, Invitations, Invited, Joined, Key, Person
from amyitis.server.http.models.problems import refuses
from amyitis.server.http.models.requests import (
    AboutMe,
    InvitedRequest,
    JoinRequest,
    LeaveRequest,
    ReplaceRequest,
    ShareRequest,
)
from amyitis.server.live.webhooks import check_url
from amyitis.server.refusals import Conflict, Forbidden
from amyitis.table import Asker, SeatFacts, Table, now
from amyitis.table.absence import given_to_bot, is_absent, opened, voters, with_vote

from .games import DEFAULT_NAME, GameId

router = APIRouter(prefix=API, tags=["seats"])

ONE_SEAT = "you sit at this table already: whoever made it wants one person at each seat"
AGREE = "this table has a coach: whoever sits down agrees to it (`coach`), or stays away"
COOKIE_FIRST = (
    "a cookie first: POST /api/v1/me gives you one, and with it a join whose answer was lost can be asked for again"
)
SeatLetter = Annotated[str, Path(pattern="^[WKBR]$")]
REFUSALS = refuses(_403="not yours to do", _404="not found", _409="somebody was quicker, or it does not fit")


@router.get("/me", response_model=Person, responses=refuses())
async def who_am_i(use: Use, who: Who, agent: Agent) -> Response:
    """Who you are to this server; the cookie of somebody we know is renewed."""
    if who.person is not None:
        return await _about(use, who, who.person, agent)
    nobody = {"known": False, "name": None, "webhooks": use.settings.webhooks, "webhook": None, "webhook_key": None}
    return json_response(nobody)


@router.post("/me", response_model=Person, responses=refuses(_403="forbidden"))
async def about_me(asked: AboutMe, use: Use, who: Who, client: Client, agent: Agent) -> Response:
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
    if who.person is None:
        use.limiter.new_person(client)
    person = who.person or use.identities.new_person()
    if changes:
        await use.store.people.change(person, **changes)
    return await _about(use, who, person, agent)


async def _about(use: Services, who: Asker, person: str, agent: str) -> Response:
    name, webhook = await use.store.people.name(person), await use.store.people.webhook(person)
    key = None if webhook is None else use.webhooks.key(person)
    facts = {"name": name, "webhooks": use.settings.webhooks, "webhook": webhook, "webhook_key": key}
    response = json_response({"known": True, **facts})
    await set_person(response, use, who, person, agent)
    return response


@router.get("/games/{game_id}/invitations", responses=refuses(_403="not your game", _404="not found"))
async def invitations(game_id: GameId, use: Use, who: Who) -> Invitations:
    """The invitations to the open seats, for whoever made the game."""
    table = await use.games.table(game_id)
    check_owner(table, who)
    return Invitations(invitations=use.invitations.of(game_id, table.seats))


@router.post("/games/{game_id}/seats/{seat}/invited", responses=refuses(_404="not found"))
async def invited(game_id: GameId, seat: SeatLetter, asked: InvitedRequest, use: Use) -> Invited:
    """Whether an invitation is good for a seat, before anybody is told that it is theirs."""
    table = await use.games.table(game_id)
    found = next((one for one in table.seats if one.seat == seat), None)
    return Invited(good=found is not None and use.invitations.is_word(game_id, found, asked.invitation))


@router.post("/games/{game_id}/seats/{seat}/join", response_model=Joined, responses=REFUSALS)
async def join(game_id: GameId, seat: SeatLetter, asked: JoinRequest, use: Use, who: Who, agent: Agent) -> Response:
    """Take an open seat: by its invitation, or, in a public game, because it is open."""
    if who.key_hash is not None:
        raise Forbidden("a seat's key is for its seat alone")
    person = who.person
    if person is None:
        raise Forbidden(COOKIE_FIRST, key="cookie_first")
    given = clean_name(asked.name) if asked.name else await use.store.people.name(person)
    key = new_key() if asked.key else None

    def take(table: Table, one: SeatFacts) -> dict[str, Any]:
        hashed = {} if key is None else {"key_hash": key_hash(key)}
        if one.person == person:
            return hashed | ({"bot": None} if one.bot is not None else {})  # asked again: the answer was lost
        invited = asked.invitation is not None and use.invitations.is_word(game_id, one, asked.invitation)
        former = one.is_open and one.former == person
        if not invited and not former and not (table.facts.public and asked.invitation is None):
            raise Forbidden("that is not an invitation to this seat")
        if not one.is_open:
            raise Conflict("the seat is taken", key="seat_taken")
        if not _may_take_another(table, person):
            raise Conflict(ONE_SEAT, key="one_seat")
        if table.facts.coach == "on" and not asked.coach:
            raise Conflict(AGREE, key="coach_agreement")
        seal = asked.seal if table.facts.stage == "open" else None
        taken = {"person": person, "name": given or DEFAULT_NAME, "key_hash": None, "seal": seal}
        return taken | {"former": None, "votes": "", "seen": now()} | hashed

    table = await use.games.seating.change_seat(game_id, seat, take)
    game = TELLER.game(table, Asker(person=person))
    response = json_response({"game": game, "seat": seat, "key": key})
    await set_person(response, use, who, person, agent)
    return response


@router.post("/games/{game_id}/seats/{seat}/leave", response_model=GameModel, responses=REFUSALS)
async def leave(game_id: GameId, seat: SeatLetter, asked: LeaveRequest, use: Use, who: Who, client: Client) -> Response:
    """Leave a seat of mine to a bot; I may come back. Whoever made the game may so fill an open seat."""
    bot = check_bot(asked.bot)
    use.limiter.expensive_bots(client, await expensive_among([bot], use.bot_pool.milliseconds))
    table = await use.games.seating.change_seat(game_id, seat, lambda table, one: handed_over(table, one, who, bot))
    return game_response(table, who)


@router.post("/games/{game_id}/seats/{seat}/replace", response_model=GameModel, responses=REFUSALS)
async def replace_absent(
    game_id: GameId, seat: SeatLetter, asked: ReplaceRequest, use: Use, who: Who, client: Client
) -> Response:
    """Give the seat of somebody who is away to a bot, or open it again.

    Whoever made the game decides alone; the other players by more than half of them. The absent one may come back.
    """
    wish = "open" if asked.by == "open" else f"bot:{check_bot(asked.bot)}"
    if asked.by == "bot":
        use.limiter.expensive_bots(client, await expensive_among([asked.bot], use.bot_pool.milliseconds))
    await use.games.presence.write()
    known = {one.seat: one for one in await use.store.seats(game_id)}  # with what other servers have seen

    def change(table: Table, one: SeatFacts) -> dict[str, Any]:
        owner = who.person is not None and who.person == table.facts.owner
        if who.person is None or not (owner or who.person in voters(table.seats, one)):
            raise Forbidden("only those who play here, and whoever made the game, may do this")
        if one.person == who.person:
            raise Conflict("this seat is yours: leave it instead")
        if table.over:
            raise Conflict("the game is over: everybody keeps the seat they had", key="game_over")
        if one.is_open:
            raise Conflict("the seat is open already", key="seat_open")
        if one.bot is not None:
            raise Conflict("a bot plays this seat already", key="seat_bots")
        if not is_absent(known.get(seat, one), table.online, now(), use.settings.limits.absent_seconds):
            raise Conflict("whoever holds this seat is here, or was a moment ago", key="holder_here")
        if table.facts.stage == "reveal":
            raise Conflict("the game is about to begin")
        decided, votes = (True, "") if owner else with_vote(table.seats, one, wish, who.person)
        if not decided:
            return {"votes": votes}
        return opened(one) if asked.by == "open" else given_to_bot(wish.removeprefix("bot:"))

    return game_response(await use.games.seating.change_seat(game_id, seat, change), who)


@router.post("/games/{game_id}/seats/{seat}/return", response_model=GameModel, responses=REFUSALS)
async def come_back(game_id: GameId, seat: SeatLetter, use: Use, who: Who) -> Response:
    """Take a seat back that I left to a bot."""
    table = await use.games.seating.change_seat(game_id, seat, lambda table, one: returned(table, one, who))
    return game_response(table, who)


@router.post("/games/{game_id}/seats/{seat}/share", response_model=GameModel, responses=REFUSALS)
async def add_share(game_id: GameId, seat: SeatLetter, asked: ShareRequest, use: Use, who: Who) -> Response:
    """Add to the seed of a game that gathers: the seal of a share first, the share itself once everyone is there."""

    def add(table: Table, one: SeatFacts) -> dict[str, Any]:
        return with_share(table, one, who, asked.seal, asked.share)

    return game_response(await use.games.seating.change_seat(game_id, seat, add), who)


@router.post("/games/{game_id}/seats/{seat}/key", responses=REFUSALS)
async def make_key(game_id: GameId, seat: SeatLetter, use: Use, who: Who) -> Key:
    """A new bearer key for a seat of mine, so that a program can play it; the old one ends."""
    key = new_key()

    def change(_table: Table, one: SeatFacts) -> dict[str, Any]:
        check_holder(one, who)
        return {"key_hash": key_hash(key)}

    await use.games.seating.change_seat(game_id, seat, change)
    return Key.model_validate({"seat": seat, "key": key})


def _may_take_another(table: Table, person: str) -> bool:
    """Whether a person may take a seat beside those that they hold already."""
    facts = table.facts
    return facts.several_seats or facts.owner == person or all(one.person != person for one in table.seats)
