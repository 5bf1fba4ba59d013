"""`Service`: the parts that answer requests, made from the ports of an edition."""

from collections.abc import Mapping, Sequence
from typing import Any

from amyitis.table import Identity
from amyitis.table.messages.serializing import Serializer

from .accounts.accounts import BANNED, Accounts
from .accounts.devices import Devices
from .accounts.keys import Invitations
from .alerts.alerts import Alerts
from .analysis.coach import Coach
from .analysis.fair_play import FairPlay
from .analysis.jobs import AnalysisJobs
from .analysis.refutations import Refutations
from .analysis.turn_answers import TurnAnswers
from .events import DevicesRevoked, EventBus, PeopleBanned
from .games.bot_turns import BotTurns
from .games.clocks.table_clocks import TableClocks
from .games.clocks.time_up import TimeUp
from .games.lifecycle import Lifecycle
from .games.moves import Moves
from .games.plans import Plans
from .games.seats import check_may_see
from .games.stand_ins import StandIns
from .games.tables import Tables
from .games.watching.presence import Presence
from .games.watching.replays import Replays
from .games.watching.watchers import Watchers
from .ports import Ports
from .problems import Forbidden
from .routing import Access, Call, Reply, Route
from .talk import Talk

TABLES_CACHED = 400


class Service:
    """Everything that people and programs can ask for.

    `secrets` sign invitations: the first makes them, all are accepted.
    """

    def __init__(self, ports: Ports, secrets: Sequence[str], tables_cached: int = TABLES_CACHED) -> None:
        self.store, self.analyzer, self.clock = ports.store, ports.analyzer, ports.clock
        self.quotas, self.boxes, self.codec = ports.quotas, ports.boxes, ports.codec
        self.events = events = EventBus()
        self.serializer = serializer = Serializer(
            ports.codec.fragment,
            ports.quotas.absent_seconds,
            lambda table: clocks.message(table),  # noqa: PLW0108 - made below
        )
        self.watchers = watchers = Watchers(ports.clock)
        self.tables = tables = Tables(ports, watchers, events, serializer, tables_cached)
        self.presence = presence = Presence(ports, events, watchers, tables)
        self.clocks = clocks = TableClocks(ports, tables, watchers)
        self.lifecycle = Lifecycle(ports, events, tables, watchers, presence, clocks)
        self.moves = Moves(ports, events, tables, watchers, presence, serializer, clocks)
        self.bots = BotTurns(ports, events, tables, watchers, self.moves)
        self.replays = Replays(ports, events, tables)
        self.fair_play = FairPlay(ports)
        self.stand_ins = StandIns(ports, self.fair_play, self.lifecycle)
        self.plans = Plans(ports, events, tables, self.lifecycle, self.moves, self.fair_play, self.is_banned)
        self.time_up = TimeUp(ports, events, tables, clocks, self.moves, self.stand_ins)
        self.jobs = AnalysisJobs(ports, events, tables, self.fair_play, self.bots.owners)
        self.coach = Coach(tables, self.jobs, ports.quotas)
        self.refutations = Refutations(self.jobs, ports.quotas)
        self.turn_answers = TurnAnswers(self.jobs, ports.quotas)
        self.devices = Devices(ports.store.devices, ports.clock, events)
        self.accounts: Accounts | None = None
        if ports.accounts is not None:
            self.accounts = Accounts(ports, ports.accounts, self.devices, events, tables)
        self.invitations = Invitations(secrets)
        self._alerts = (
            Alerts(ports.alerting, ports.store, ports.clock, watchers, events, ports.quotas.alert_pause_seconds)
            if ports.alerting is not None
            else None
        )
        self.talk = None if ports.talk is None else Talk(ports.talk, ports.clock, watchers, events, ports.lobby_talk)
        events.subscribe(DevicesRevoked, self._devices_revoked)
        events.subscribe(PeopleBanned, lambda event: watchers.wake_people(event.people))

    def _devices_revoked(self, event: DevicesRevoked) -> None:
        """Read the games whose seats lost their keys again, and let the watchers on these devices go."""
        for game_id in event.games:
            self.tables.drop(game_id)
        self.watchers.wake_devices(event.devices)

    def is_banned(self, identity: Identity) -> bool:
        """Return whether the sender of a request is banned."""
        return self.accounts is not None and identity.person in self.accounts.bans

    def has_lost_rights(self, identity: Identity) -> bool:
        """Return whether somebody who was let in is to leave: their device was revoked, or they are banned."""
        return self.devices.has_lost_rights(identity) or self.is_banned(identity)

    @property
    def alerts(self) -> Alerts:
        """The part that calls people; raises Forbidden in an edition without one."""
        if self._alerts is None:
            raise Forbidden("nobody is called here")
        return self._alerts

    async def start(self) -> None:
        """Take up the work that waits: bots' turns, clocks, missing replays, presence."""
        await self.devices.load()
        if self.accounts is not None:
            await self.accounts.bans.load()
        await self.clocks.start()
        for part in (self.bots, self.replays, self.presence, self.time_up, self.plans, self._alerts):
            if part is not None:
                part.start()

    async def stop(self) -> None:
        """Finish what was begun, and start nothing new."""
        bans = None if self.accounts is None else self.accounts.bans
        acting = (self.bots, self.time_up, self.plans, self.lifecycle, self.presence)
        for part in (self.devices, bans, self._alerts, *acting):
            if part is not None:
                await part.stop()
        await self.moves.tasks.wait()
        for last in (self.clocks, self.replays, self.jobs):
            await last.stop()

    async def call(
        self, route: Route, call: Call, path: Mapping[str, str], query: Mapping[str, list[str]], body: Any
    ) -> Reply[Any]:
        """Answer a request; raises AmyitisError, most often a Refused."""
        if route.who is Access.PERSON and call.identity.person is None:
            raise Forbidden(route.who.value, key="cookie_first")
        if self.is_banned(call.identity) and not route.banned_too:
            raise Forbidden(BANNED, key="banned")
        arguments = route.bind(path, query, body)
        if "game_id" in arguments:
            await self.check_may_see(call.identity, arguments["game_id"])
        return route.reply(await route.handler(self, call, **arguments))

    async def check_may_see(self, identity: Identity, game_id: str) -> None:
        """Raise Forbidden for a stranger at a closed table whose game is running."""
        table = self.tables.cached(game_id)
        metadata = table.metadata if table is not None else await self.store.game(game_id)
        if metadata is None or not metadata.closed:
            return
        check_may_see(table or await self.tables.table(game_id), identity)
