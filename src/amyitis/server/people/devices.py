"""The devices of people: names for them, and the links by which one goes on with another."""

import hashlib
import logging
import re
import secrets
from collections.abc import Callable

from amyitis.api.background_tasks import BackgroundTasks
from amyitis.store.devices import Device, DeviceStore

from .identity import Identities, plain_cookies

LINK_SECONDS = 15 * 60
CODE_BYTES = 18
NAME_LENGTH = 80

# The first that is found counts: browsers name others, too.
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
    """What people do with their devices; whose rights are gone is known at once, here and on other servers.

    `on_revoked` is called when some have lost their rights.
    """

    def __init__(self, store: DeviceStore, identities: Identities, on_revoked: Callable[[], None]) -> None:
        self._store, self._identities, self._on_revoked = store, identities, on_revoked
        self._tasks = BackgroundTasks()

    async def new(self, person: str, agent: str) -> str:
        """A new device of a person."""
        device = self._identities.new_device()
        await self._store.keep(device, person, device_name(agent))
        return device

    async def of(self, person: str) -> list[Device]:
        """The devices of a person."""
        return await self._store.of(person)

    async def revoke(self, person: str, device: str) -> bool:
        """Take the rights of a device away; False if the person has none of this name."""
        done = await self._store.revoke(person, device)
        if done:
            self._revoked({device})
        return done

    async def revoke_others(self, person: str, but: str | None) -> None:
        """Take the rights of all devices but one away, those of cookies that name none among them."""
        gone = {one.id for one in await self._store.of(person)} - {but}
        await self._store.revoke_others(person, but, plain_cookies(person))
        self._revoked(gone | {plain_cookies(person)})

    def _revoked(self, devices: set[str]) -> None:
        if not devices <= self._identities.revoked:
            self._identities.revoked |= devices
            self._on_revoked()

    async def new_link(self, person: str) -> str:
        """A word that makes another device this person's, once, within some minutes."""
        code = new_code()
        await self._store.add_link(code_hash(code), person, LINK_SECONDS)
        return code

    async def whose_link(self, code: str) -> str | None:
        """Whose link this is; it stays good. None if there is none, or its time is over."""
        return await self._store.whose_link(code_hash(code))

    async def take_link(self, code: str) -> str | None:
        """Whose link this is; it is used up. None if there is none, or its time is over."""
        return await self._store.take_link(code_hash(code))

    def look_again(self) -> None:
        """Another server says that somebody's rights are gone."""
        self._tasks.start(self._look())

    async def _look(self) -> None:
        try:
            self._revoked(await self._store.revoked())
        except Exception:
            logger.exception("looking for revoked devices failed")

    async def stop(self) -> None:
        """Look no more."""
        await self._tasks.stop()


def device_name(agent: str) -> str:
    """What a device is called in its owner's list, by what it says of itself: `Firefox, Linux`."""
    found = [next((name for name, sign in kinds if re.search(sign, agent)), None) for kinds in (_BROWSERS, _SYSTEMS)]
    named = ", ".join(name for name in found if name is not None)
    return named or agent.partition("/")[0].strip()[:NAME_LENGTH] or "?"


def new_code() -> str:
    """A word that lets another device be the same person; only its hash is kept."""
    return secrets.token_urlsafe(CODE_BYTES)


def code_hash(code: str) -> str:
    """What is kept of such a word."""
    return hashlib.sha256(f"amyitis-device:{code}".encode()).hexdigest()
