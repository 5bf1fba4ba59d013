"""`Service`: the parts that answer requests, made from the ports of an edition."""

from collections.abc import Mapping, Sequence
from typing import Any

from amyitis.table.serializing import Serializer

from .analysis.coach import Coach
from .analysis.fair_play import FairPlay
from .analysis.jobs import AnalysisJobs
from .devices import Devices
from .events import DevicesRevoked, EventBus, TurnChanged
from .games.bot_turns import BotTurns
from .games.lifecycle import Lifecycle
from .games.moves import Moves
from .games.presence import Presence
from .games.replays import Replays
from .games.tables import Tables
from .games.watchers import Watchers
from .keys import Invitations
from .ports import Ports
from .problems import Forbidden
from .routing import Access, Call, Reply, Route

TABLES_CACHED = 400


class Service:
    """Everything that people and programs can ask for.

    `secrets` sign invitations: the first makes them, all are accepted.
    """

    def __init__(self, ports: Ports, secrets: Sequence[str], tables_cached: int = TABLES_CACHED) -> None:
        self.store, self.analyzer, self.clock, self.notifier = ports.store, ports.analyzer, ports.clock, ports.notifier
        self.quotas, self.boxes, self.codec = ports.quotas, ports.boxes, ports.codec
        self.events = events = EventBus()
        self.serializer = serializer = Serializer(ports.codec.fragment)
        self.watchers = watchers = Watchers(ports.clock)
        self.tables = tables = Tables(ports, watchers, events, serializer, tables_cached)
        self.presence = presence = Presence(ports, events, watchers, tables)
        self.lifecycle = Lifecycle(ports, events, tables, watchers, presence)
        self.moves = Moves(ports, events, tables, watchers, presence, serializer)
        self.bots = BotTurns(ports, events, tables, watchers, self.moves)
        self.replays = Replays(ports, events, tables)
        self.fair_play = FairPlay(ports)
        self.jobs = AnalysisJobs(ports, events, tables, self.fair_play, self.bots.owners)
        self.coach = Coach(tables, self.jobs, ports.quotas)
        self.devices = Devices(ports.store.devices, ports.clock, events)
        self.invitations = Invitations(secrets)
        events.subscribe(TurnChanged, lambda event: self.notifier.notify_turn(event.table))
        events.subscribe(DevicesRevoked, self._devices_revoked)

    def _devices_revoked(self, event: DevicesRevoked) -> None:
        """Read the games whose seats lost their keys again, and let the watchers on these devices go."""
        for game_id in event.games:
            self.tables.drop(game_id)
        self.watchers.wake_devices(event.devices)

    async def start(self) -> None:
        """Take up the work that waits: bots' turns, missing replays, presence."""
        await self.devices.load()
        for part in (self.bots, self.replays, self.presence):
            part.start()

    async def stop(self) -> None:
        """Finish what was begun, and start nothing new."""
        await self.devices.stop()
        await self.bots.stop()
        await self.lifecycle.stop()
        await self.presence.stop()
        await self.moves.tasks.wait()
        await self.replays.stop()
        await self.jobs.stop()

    async def call(
        self, route: Route, call: Call, path: Mapping[str, str], query: Mapping[str, list[str]], body: Any
    ) -> Reply[Any]:
        """Answer a request; raises AmyitisError, most often a Refused."""
        if route.who is Access.PERSON and call.identity.person is None:
            raise Forbidden(route.who.value, key="cookie_first")
        return route.reply(await route.handler(self, call, **route.bind(path, query, body)))
