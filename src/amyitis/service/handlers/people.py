"""People: who I am, my devices."""

from amyitis.service.accounts.devices import LINK_SECONDS
from amyitis.service.accounts.keys import new_person
from amyitis.service.accounts.names import person_name
from amyitis.service.problems import Conflict, Forbidden, NotFound
from amyitis.service.routing import Call, Reply
from amyitis.service.service import Service
from amyitis.service.shapes.accounts import Devices, Link, Linked, Person
from amyitis.service.shapes.parameters import DeviceId
from amyitis.service.shapes.requests import AboutMe, LinkRequest


async def who_am_i(service: Service, call: Call) -> Person | Reply[Person]:
    """Return who I am on this server, and renew my session."""
    if call.identity.person is not None:
        return await _describe(service, call.identity.person)
    return {"known": False, "account": False, "name": None}


async def about_me(service: Service, call: Call, body: AboutMe) -> Reply[Person]:
    """Give myself a name; a new client gets a session."""
    if call.identity.key_hash is not None:
        raise Forbidden("a program is named when it takes a seat")
    name = None if body.name is None else person_name(body.name)
    if name is not None and service.accounts is not None:
        name = await service.accounts.settle_name(call, name)
    if call.identity.person is None:
        service.quotas.charge("people", call.client)
    person = call.identity.person or new_person()
    if name is not None:
        await service.store.people.change(person, name=name)
    return await _describe(service, person)


async def _describe(service: Service, person: str) -> Reply[Person]:
    account = service.accounts is not None and await service.accounts.store.of(person) is not None
    return Reply({"known": True, "account": account, "name": await service.store.people.name(person)}, person=person)


async def list_devices(service: Service, call: Call) -> Devices:
    """Return the devices (browsers) by which I am known."""
    return {"devices": await service.devices.list(call.identity)}


async def make_link(service: Service, call: Call) -> Link:
    """Return a code that makes another device mine: it works once, for some minutes."""
    if service.accounts is not None:
        await service.accounts.need_proof(call)
    return {"code": await service.devices.new_link(call.identity), "seconds": LINK_SECONDS}


async def use_link(service: Service, call: Call, body: LinkRequest) -> Linked | Reply[Linked]:
    """Become the person whose code this is. A device with its own games must confirm with `replace`."""
    me, whose = call.identity.person, await service.devices.whose_link(body.code)
    if whose is not None and whose == me:  # this device is theirs already: the link stays for another
        return {"name": await service.store.people.name(whose)}
    if me is not None and not body.replace and await service.store.games_of(me):
        raise Conflict("this device has games of its own: they would be out of its reach")
    service.quotas.charge("people", call.client)  # a device is remembered for good once it was revoked
    taken = await service.devices.take_link(body.code, call.agent)
    if taken is None:
        raise Forbidden("this link was used before, or its time is over")
    person, device = taken
    return Reply({"name": await service.store.people.name(person)}, person=person, device=device)


async def remove_device(service: Service, call: Call, device: DeviceId) -> Devices:
    """Revoke a device of mine; `others` means all except this one."""
    person = call.identity.person or ""
    if device == "others":
        await service.devices.revoke_others(person, call.identity.device)
    elif not await service.devices.revoke(person, device):
        raise NotFound("you have no such device")
    return await list_devices(service, call)


async def sign_out(service: Service, call: Call) -> Reply[Linked]:
    """Sign out on this device. My games stay mine on my other devices."""
    if call.identity.device is not None:
        await service.devices.revoke(call.identity.person or "", call.identity.device)
    return Reply({"name": None}, person="")
