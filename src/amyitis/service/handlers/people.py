"""People: who I am, my devices."""

from amyitis.service.devices import LINK_SECONDS
from amyitis.service.keys import new_person
from amyitis.service.names import person_name
from amyitis.service.problems import Conflict, Forbidden, NotFound
from amyitis.service.routing import Call, Reply
from amyitis.service.service import Service
from amyitis.service.shapes.parameters import DeviceId
from amyitis.service.shapes.people import Devices, Link, Linked, Person
from amyitis.service.shapes.requests import AboutMe, LinkRequest, Unchanged


async def who_am_i(service: Service, call: Call) -> Person | Reply[Person]:
    """Return who I am to this server; a known person's session is renewed."""
    if call.identity.person is not None:
        return await _describe(service, call.identity.person)
    has_webhooks = service.notifier.has_webhooks
    return {"known": False, "name": None, "webhooks": has_webhooks, "webhook": None, "webhook_key": None}


async def about_me(service: Service, call: Call, body: AboutMe) -> Reply[Person]:
    """Give myself a name, or say where I want to be notified of my turn; a new client gets a session."""
    if call.identity.key_hash is not None:
        raise Forbidden("a program is named when it takes a seat")
    changes: dict[str, str | None] = {}
    if body.name is not None:
        changes["name"] = person_name(body.name)
    if body.webhook is None:
        changes["webhook"] = None
    elif not isinstance(body.webhook, Unchanged):
        if not service.notifier.has_webhooks:
            raise Forbidden("this server sends no webhooks")
        changes["webhook"] = service.notifier.check_webhook(body.webhook)
    if call.identity.person is None:
        service.quotas.charge("people", call.client)
    person = call.identity.person or new_person()
    if changes:
        await service.store.people.change(person, **changes)
    return await _describe(service, person)


async def _describe(service: Service, person: str) -> Reply[Person]:
    people = service.store.people
    name, webhook = await people.name(person), await people.webhook(person)
    key = None if webhook is None else service.notifier.webhook_key(person)
    webhooks = service.notifier.has_webhooks
    message: Person = {"known": True, "name": name, "webhooks": webhooks, "webhook": webhook, "webhook_key": key}
    return Reply(message, person=person)


async def list_devices(service: Service, call: Call) -> Devices:
    """Return the devices (browsers) by which I am known."""
    return {"devices": await service.devices.list(call.identity)}


async def make_link(service: Service, call: Call) -> Link:
    """Return a code that makes another device mine: it works once, for some minutes."""
    return {"code": await service.devices.new_link(call.identity), "seconds": LINK_SECONDS}


async def use_link(service: Service, call: Call, body: LinkRequest) -> Linked | Reply[Linked]:
    """Become the person whose code this is. A device with games of its own must say that it means it (`replace`)."""
    me, whose = call.identity.person, await service.devices.whose_link(body.code)
    if whose is not None and whose == me:  # this device is theirs already: the link stays for another
        return {"name": await service.store.people.name(whose)}
    if me is not None and not body.replace and await service.store.games_of(me):
        raise Conflict("this device has games of its own: they would be out of its reach")
    taken = await service.devices.take_link(body.code, call.agent)
    if taken is None:
        raise Forbidden("this link was used before, or its time is over")
    person, device = taken
    return Reply({"name": await service.store.people.name(person)}, person=person, device=device)


async def remove_device(service: Service, call: Call, device: DeviceId) -> Devices:
    """Revoke a device of mine. `others` stands for all but this one."""
    person = call.identity.person or ""
    if device == "others":
        await service.devices.revoke_others(person, call.identity.device)
    elif not await service.devices.revoke(person, device):
        raise NotFound("you have no such device")
    return await list_devices(service, call)


async def sign_out(service: Service, call: Call) -> Reply[Linked]:
    """Be nobody on this device from now on; my games stay mine on the others."""
    if call.identity.device is not None:
        await service.devices.revoke(call.identity.person or "", call.identity.device)
    return Reply({"name": None}, person="")
