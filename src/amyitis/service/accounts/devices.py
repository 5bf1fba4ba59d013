"""The devices of people: their names, and the links by which a person adds another device."""

import hashlib
import logging
import re
import secrets
from typing import TYPE_CHECKING

from amyitis.service.background_tasks import BackgroundTasks, logged
from amyitis.service.bounded_cache import BoundedCache
from amyitis.service.events import DevicesRevoked, EventBus
from amyitis.service.ports import Clock
from amyitis.service.problems import Forbidden
from amyitis.service.shapes.accounts import Device
from amyitis.table import Identity
from amyitis.table.people.identity import Revoked

if TYPE_CHECKING:
    from amyitis.store.parts.devices import DeviceStore

REVOKED = "this device was revoked"
LINK_SECONDS = 15 * 60
CODE_BYTES = 18
DEVICE_BYTES = 12
NAME_LENGTH = 80
NOTED_MILLISECONDS, MOST_NOTED = 3600_000, 10_000
LATE_MILLISECONDS = 3600_000  # clocks may differ, and a transaction may have been slow

# The first match counts: browsers name others, too.
_BROWSERS = (
    ("Edge", r"Edg(e|A|iOS)?/"),
    ("Opera", r"OPR/|Opera"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrome/|Chromium/|CriOS/"),
    ("Safari", r"Safari/"),
)
_SYSTEMS = (
    ("Android", r"Android"),
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Windows", r"Windows"),
    ("macOS", r"Macintosh|Mac OS X"),
    ("ChromeOS", r"CrOS"),
    ("Linux", r"Linux|X11"),
)

logger = logging.getLogger(__name__)


class Devices:
    """Adds and revokes devices; a revocation is effective at once, here and on other servers.

    With a device its person's pending links and the keys of their seats end.
    """

    def __init__(self, store: "DeviceStore", clock: Clock, events: EventBus) -> None:
        self._store, self._clock, self._events = store, clock, events
        self._noted: BoundedCache[str, int] = BoundedCache(MOST_NOTED)
        self._since = clock.now() - LATE_MILLISECONDS
        self._tasks = BackgroundTasks()
        self._revoked: set[str] = set()

    async def load(self) -> None:
        """Load the revoked devices, before the first request."""
        self._revoked = await self._store.revoked()

    async def add(self, person: str, agent: str) -> str:
        """Return a new device of a person, named by its user agent."""
        device = secrets.token_urlsafe(DEVICE_BYTES)
        self._noted[device] = self._clock.now()
        self.ended(await self._store.keep(device, person, device_name(agent)))
        return device

    async def saw(self, person: str, device: str, agent: str) -> None:
        """Note that a device of a person is here; not again within the hour."""
        now = self._clock.now()
        if now - self._noted.get(device, 0) < NOTED_MILLISECONDS:
            return
        self._noted[device] = now
        with logged(logger, "noting a device failed"):  # a page is shown all the same: the disk may be full
            self.ended(await self._store.keep(device, person, device_name(agent)))

    async def list(self, identity: Identity) -> list[Device]:
        """Return the devices of a person."""
        assert identity.person is not None
        devices = await self._store.of(identity.person)
        return [
            {"id": device.id, "name": device.name, "seen": device.seen, "this": device.id == identity.device}
            for device in devices
        ]

    async def revoke(self, person: str, device: str) -> bool:
        """Revoke a device; False if the person has no such device."""
        ended = await self._store.revoke(person, [device])
        self.ended(ended)
        return device in ended.devices

    async def revoke_others(self, person: str, but: str | None) -> None:
        """Revoke all devices of a person but one."""
        self.ended(await self._store.revoke(person, but=but))

    async def end_keys(self, person: str) -> None:
        """End the links of a person and the keys of their seats; their devices stay."""
        self.ended(await self._store.end_keys(person))

    def is_revoked(self, device: str) -> bool:
        """Return whether a device was revoked."""
        return device in self._revoked

    def has_lost_rights(self, identity: Identity) -> bool:
        """Return whether the device of somebody who was let in was revoked since."""
        return identity.device is not None and self.is_revoked(identity.device)

    def ended(self, ended: Revoked) -> None:
        """Note devices and keys of seats that have just ended, and notify their watchers."""
        if ended.devices or ended.games:
            self._revoked |= ended.devices
            self._events.publish(DevicesRevoked(ended.devices, ended.games))

    def heard(self, devices: set[str]) -> None:
        """Note devices that another server has revoked."""
        if fresh := frozenset(devices - self._revoked):
            self._revoked |= fresh
            self._events.publish(DevicesRevoked(fresh))

    async def new_link(self, identity: Identity) -> str:
        """Return a code that makes another device this person's, once, within some minutes; raises Forbidden."""
        code, person, device = secrets.token_urlsafe(CODE_BYTES), identity.person or "", identity.device or ""
        if not await self._store.add_link(_code_hash(code), person, LINK_SECONDS, device):
            raise Forbidden(REVOKED)
        return code

    async def whose_link(self, code: str) -> str | None:
        """Return whose link a code is; it stays valid. None if it is unknown or expired."""
        return await self._store.whose_link(_code_hash(code))

    async def take_link(self, code: str, agent: str) -> tuple[str, str] | None:
        """Return whose link a code is, and a new device of theirs; the link is used up. None if it is not valid."""
        device = secrets.token_urlsafe(DEVICE_BYTES)
        taken = await self._store.take_link(_code_hash(code), device, device_name(agent))
        if taken is None:
            return None
        self.ended(taken[1])
        return taken[0], device

    def look_again(self) -> None:
        """Read the latest revoked devices again: announcements of other servers may have been missed."""
        self._tasks.start(self._look())

    async def _look(self) -> None:
        with logged(logger, "reading revoked devices failed"):
            self.heard(await self._store.revoked(since=self._since))

    async def stop(self) -> None:
        """Stop reading."""
        await self._tasks.stop()


def device_name(agent: str) -> str:
    """Return what a device is called in its owner's list, by its user agent: `Firefox, Linux`."""
    matches = [next((name for name, sign in kinds if re.search(sign, agent)), None) for kinds in (_BROWSERS, _SYSTEMS)]
    named = ", ".join(name for name in matches if name is not None)
    return named or agent.partition("/")[0].strip()[:NAME_LENGTH] or "?"


def _code_hash(code: str) -> str:
    return hashlib.sha256(f"amyitis-device:{code}".encode()).hexdigest()
