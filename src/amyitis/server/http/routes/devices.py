"""The devices of a person: the list of them, a link to go on with another, leaving, and taking rights away."""

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from amyitis.server.http.addresses import API
from amyitis.server.http.dependencies import Agent, Services, Use, Who, json_response, set_person
from amyitis.server.http.models.devices import Device, Devices, Link, Linked, LinkRequest
from amyitis.server.http.models.problems import refuses
from amyitis.server.people.devices import LINK_SECONDS
from amyitis.server.refusals import Conflict, Forbidden, NotFound
from amyitis.table import Asker

router = APIRouter(prefix=API, tags=["devices"])

DeviceId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,40}$")]


def _person(who: Asker) -> str:
    if who.person is None:
        raise Forbidden("only a person that this server knows has devices")
    return who.person


@router.get("/me/devices", responses=refuses(_403="nobody we know"))
async def my_devices(use: Use, who: Who) -> Devices:
    """The devices (browsers) by which I am known."""
    found = await use.devices.of(_person(who))
    listed = [Device(id=one.id, name=one.name, seen=one.seen, this=one.id == who.device) for one in found]
    return Devices(devices=listed)


@router.post("/me/link", responses=refuses(_403="nobody we know"))
async def link_device(use: Use, who: Who) -> Link:
    """A code that makes another device mine: it works once, for some minutes."""
    return Link(code=await use.devices.new_link(_person(who)), seconds=LINK_SECONDS)


@router.post(
    "/me/devices",
    response_model=Linked,
    responses=refuses(_403="no such link", _409="this device is somebody else's already"),
)
async def be_the_same(asked: LinkRequest, use: Use, who: Who, agent: Agent) -> Response:
    """Be the person whose code this is. A device that is somebody else's already must say that it means it."""
    whose = await use.devices.whose_link(asked.code)
    if whose is not None and whose == who.person:  # this device is theirs already: the link stays for another
        return json_response({"name": await use.store.people.name(whose)})
    if who.person is not None and not asked.replace and await _has_games(use, who.person):
        raise Conflict("this device has games of its own: they would be out of its reach")
    person = await use.devices.take_link(asked.code)
    if person is None:
        raise Forbidden("this link was used before, or its time is over")
    response = json_response({"name": await use.store.people.name(person)})
    await set_person(response, use, who, person, agent)
    return response


async def _has_games(use: Services, person: str) -> bool:
    return bool(await use.store.games_of(person))


@router.delete("/me/devices/{device}", responses=refuses(_403="nobody we know", _404="not found"))
async def remove_device(device: DeviceId, use: Use, who: Who) -> Devices:
    """Take the rights of a device of mine away: it is nobody then. `others` stands for all but this one."""
    person = _person(who)
    if device == "others":
        await use.devices.revoke_others(person, who.device)
    elif not await use.devices.revoke(person, device):
        raise NotFound("you have no such device")
    return await my_devices(use, who)


@router.post("/me/leave", response_model=Linked, responses=refuses(_403="nobody we know"))
async def leave_device(use: Use, who: Who) -> Response:
    """Be nobody on this device from now on; my games stay mine on the others."""
    person = _person(who)
    if who.device is not None:
        await use.devices.revoke(person, who.device)
    response = json_response({"name": None})
    identities = use.identities
    response.delete_cookie(identities.cookie_name, path="/", httponly=True, samesite="lax", secure=identities.secure)
    return response
