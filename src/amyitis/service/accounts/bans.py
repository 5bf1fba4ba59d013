"""Who is banned: read at the start, and again whenever somebody says that it has changed."""

import logging
from typing import TYPE_CHECKING

from amyitis.service.background_tasks import BackgroundTasks, logged
from amyitis.service.events import EventBus, PeopleBanned

from .devices import Devices

if TYPE_CHECKING:
    from amyitis.store.parts.accounts import AccountStore

logger = logging.getLogger(__name__)


class Bans:
    """The people who are banned; requests and websockets look here, without asking the store."""

    def __init__(self, store: "AccountStore", devices: Devices, events: EventBus) -> None:
        self._store, self._devices, self._events = store, devices, events
        self._banned: frozenset[str] = frozenset()
        self._tasks = BackgroundTasks()

    def __contains__(self, person: object) -> bool:
        return person in self._banned

    async def load(self) -> None:
        """Read who is banned."""
        before, self._banned = self._banned, frozenset(await self._store.banned())
        if fresh := self._banned - before:
            self._events.publish(PeopleBanned(fresh))

    def look_again(self) -> None:
        """Read again who is banned, in the background."""
        self._tasks.start(self._look())

    async def _look(self) -> None:
        with logged(logger, "reading bans failed"):
            before = self._banned
            await self.load()
            for person in self._banned - before:  # they may have made keys until this server knew
                await self._devices.end_keys(person)

    async def stop(self) -> None:
        """Stop reading."""
        await self._tasks.stop()
