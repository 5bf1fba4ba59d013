"""`Alerts`: calls people who are away when a game waits for them, and the webhooks of tables.

A call is planned as a row of the store, so no restart and no other server loses or doubles it. When it is due, one
message names all games that wait then. Nobody is called at the table where the game waits. The call is made later
while they are at another table, in their quiet hours, or soon after the last call.
"""

import asyncio
import json
import logging
from collections.abc import Sequence
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from amyitis.service.background_tasks import BackgroundTasks, logged, repeat
from amyitis.service.bounded_cache import BoundedCache
from amyitis.service.events import EventBus, PeopleLeft, TimeRunsOut, TurnChanged
from amyitis.service.games.watching.watchers import Watchers
from amyitis.service.ports import Clock, Store
from amyitis.service.problems import BadRequest
from amyitis.table import GameMetadata, SeatMetadata, Table
from amyitis.table.people.alerts import TABLE, Alert, DueAlert, Language, QuietHours, Reason, Subscription, Webhook
from amyitis.table.plans import plan_of

from .mail_digests import MailDigests
from .ports import Alerting
from .words import WORDS

LOOK_SECONDS = 5.0  # between looks at what is due; what is due at once is looked at at once
LEASE_SECONDS = 120.0  # for which a call belongs to the server that makes it
SEEN = 45_000  # milliseconds for which somebody seen by another server counts as here
UNSEEN = 100_000  # milliseconds: a tab may be hidden, or a phone be gone, for so long before it is noticed
MOST_PLANNED = 500  # at the same time
MOST_CALLED = 10_000

logger = logging.getLogger(__name__)


class Alerts:
    """Plans calls and makes them."""

    def __init__(
        self, alerting: Alerting, store: Store, clock: Clock, watchers: Watchers, events: EventBus, pause: float
    ) -> None:
        self.store, self.notifier = alerting.store, alerting.notifier
        self.digests = MailDigests(alerting, store, clock, watchers)
        self._games, self._clock, self._watchers = store, clock, watchers
        self._pause = int(pause * 1000)
        self._called: BoundedCache[str, int] = BoundedCache(MOST_CALLED)
        self._tasks, self._plans = BackgroundTasks(), BackgroundTasks()
        self._calling = set[str]()
        self._due = asyncio.Event()
        events.subscribe(TurnChanged, lambda event: self._turn_changed(event.table))
        events.subscribe(PeopleLeft, self._left)
        events.subscribe(TimeRunsOut, self._time_runs_out)

    def start(self) -> None:
        """Make the calls that are due, from now on."""
        self.digests.start()
        if self.notifier.calls:
            self._tasks.start(repeat(self._remind, self._clock, LOOK_SECONDS, logger))
            self._tasks.start(self._run())

    async def stop(self) -> None:
        """Make no further calls."""
        await self.digests.stop()
        await self._plans.stop()
        await self._tasks.stop()

    # Planning.

    def _turn_changed(self, table: Table, later: int = 0) -> None:
        """Plan a call to the player to decide, unless they are there, or have just moved or made the game."""
        seat = table.seat(table.decider)
        if seat is None or seat.person is None or seat.bot is not None or seat.seat in table.online or table.over:
            return
        plan = plan_of(seat)
        if plan is not None and plan.is_pending:
            return  # the turn is planned: if the plan is dropped, its turn is published again
        moved = (entry.logged.actor for entry in reversed(table.recent) if entry.logged.kind in ("move", "undo"))
        if next(moved, table.metadata.owner) != seat.person:
            self.plan(seat.person, table.metadata.id, "turn", later)

    def _left(self, event: PeopleLeft) -> None:
        """Plan a call to somebody who leaves as their turn comes, if a person waits: for when they do not come back."""
        table = event.table
        others = {seat.person for seat in table.seats if seat.person and seat.seat not in event.seats}
        lately = table.recent and self._clock.now() - table.recent[-1].logged.at < UNSEEN
        if table.decider in event.seats and others and lately:
            self._turn_changed(table, self._pause)

    def _time_runs_out(self, event: TimeRunsOut) -> None:
        """Plan a call to somebody whose time runs out, unless they are there."""
        seat = event.table.seat(event.seat)
        if seat is not None and seat.person is not None and seat.seat not in event.table.online:
            self.plan(seat.person, event.table.metadata.id, "clock")

    def plan(self, person: str, game_id: str, reason: Reason, later: int = 0) -> None:
        """Plan a call to a person about a game, and to the webhooks of its table, so many milliseconds later."""
        if self.notifier.calls and len(self._plans) < MOST_PLANNED:
            self._plans.start(self._plan(person, game_id, reason, later))

    async def _plan(self, person: str, game_id: str, reason: Reason, later: int = 0) -> None:
        with logged(logger, "a call could not be planned", game=game_id):
            for who, reachable in zip((person, TABLE), await self.store.reachable(person, game_id), strict=True):
                if reachable:
                    last = self._called.get(who or game_id)
                    earliest = 0 if last is None else last + self._pause
                    await self.store.plan(who, game_id, reason, max(earliest, self._clock.now() + later))
                    self._due.set()

    # Calling.

    async def _run(self) -> None:
        while True:
            await self._due.wait()
            self._due.clear()
            with logged(logger, "reading planned calls failed"):
                now = self._clock.now()
                people: dict[str, list[DueAlert]] = {}
                for alert in await self.store.take(now, now + int(LEASE_SECONDS * 1000)):
                    people.setdefault(alert.person or f"{TABLE} {alert.game_id}", []).append(alert)
                for who in people.keys() - self._calling:
                    self._tasks.start(self._call(who, people[who]))
                if people:
                    self._due.set()  # more may be due than was taken

    async def _remind(self) -> None:
        """Let what is due be looked at."""
        self._due.set()

    async def _call(self, who: str, due: Sequence[DueAlert]) -> None:
        """Call a person, or a table; one who has not answered yet is not called again meanwhile."""
        person = due[0].person
        self._calling.add(who)
        with logged(logger, "a call failed", game=due[0].game_id):
            later = await self._later(person)
            if later is not None:
                await self.store.postpone(due, later)
            else:
                self._called[person or due[0].game_id] = self._clock.now()
                await (self._call_person(person, due) if person else self._call_table(due[0]))
                await self.store.done(due)
        self._calling.discard(who)

    async def _later(self, person: str) -> int | None:
        """Return when to call a person instead of now, or None."""
        if not person:
            return None
        now, hours = self._clock.now(), await self.store.quiet_hours(person)
        if hours is not None and (end := hours.end_of(now)) is not None:
            return end
        here = self._watchers.is_here(person)
        if not here and self._games.shared:
            here = await self.store.seen_since(person, now - SEEN)
        return now + self._pause if here else None

    async def _call_person(self, person: str, due: Sequence[DueAlert]) -> None:
        waiting = await self.store.waiting(person)
        if not waiting:
            return
        reasons = {alert.game_id: alert.reason for alert in due}
        metadata, seat = next((game for game in waiting if reasons.get(game[0].id) == "clock"), waiting[0])
        seats, reason = await self._games.seats(metadata.id), reasons.get(metadata.id, "turn")

        def alert(language: Language) -> Alert:
            return _alert(language, metadata, seats, seat, len(waiting), reason)

        webhook = await self.store.webhook(person)
        if webhook is not None and self.notifier.has_webhooks:
            await self.notifier.post(webhook, alert(webhook.language))
        if self.notifier.push_key is not None:
            for subscription in await self.store.subscriptions(person):
                await self._push(subscription, alert(subscription.language))

    async def _call_table(self, due: DueAlert) -> None:
        metadata, seats = await self._games.game(due.game_id), await self._games.seats(due.game_id)
        decider = next((seat for seat in seats if metadata and seat.seat == metadata.decider), None)
        if metadata is None or metadata.over or decider is None or decider.bot is not None:
            return
        for webhook in await self.store.webhooks_of(due.game_id):
            alert = _alert(webhook.language, metadata, seats, decider.seat, 1, due.reason, decider.name)
            await self.notifier.post(webhook, alert)

    async def _push(self, subscription: Subscription, alert: Alert) -> bool:
        result = await self.notifier.push(subscription, alert)
        if result == "gone":
            await self.store.unsubscribe(subscription.person, subscription.endpoint)
        return result == "sent"

    # Trying out.

    async def try_webhook(self, webhook: Webhook) -> bool:
        """Call a webhook now; return whether it was taken."""
        return await self.notifier.post(webhook, _test(webhook.language, webhook.game_id), once=True)

    async def try_push(self, person: str) -> int:
        """Send a push message to a person's browsers now; return how many it reached."""
        subscriptions = [] if self.notifier.push_key is None else await self.store.subscriptions(person)
        return sum([await self._push(subscription, _test(subscription.language)) for subscription in subscriptions])


def quiet_hours(text: str, zone: str) -> QuietHours:
    """Return quiet hours like `22:00-07:30` in a time zone; raises BadRequest."""
    try:
        ZoneInfo(zone)
    except (TypeError, ValueError, OSError, ZoneInfoNotFoundError):  # TypeError: `__init__/x` is looked up in a module
        raise BadRequest("there is no such time zone", field="zone") from None
    begin, end = (int(hour) * 60 + int(minute) for hour, minute in (part.split(":") for part in text.split("-")))
    if begin == end:
        raise BadRequest("quiet hours begin and end at different times", field="quiet")
    return QuietHours(begin, end, zone)


def _alert(
    language: Language,
    metadata: GameMetadata,
    seats: Sequence[SeatMetadata],
    seat: str,
    games: int,
    reason: Reason,
    name: str = "",
) -> Alert:
    """Return what is said about a game; with a name, to all who play there."""
    words, round_ = WORDS[language], json.loads(metadata.standing)["round"]
    others = ", ".join(other.name for other in seats if other.seat != seat and other.name)
    title = (
        words.of_table.format(name=name) if name
        else words.clock if reason == "clock"
        else words.turn if games == 1
        else words.turns.format(games=games)
    )  # fmt: skip
    where = words.titled if metadata.title else words.where
    text = where.format(title=metadata.title, round=round_, names=others)
    return Alert(title, text, language, metadata.id, seat, round_, games, reason)


def _test(language: Language, game_id: str = TABLE) -> Alert:
    return Alert(WORDS[language].test, WORDS[language].test_text, language, game_id, "", 0, 0, "turn")
