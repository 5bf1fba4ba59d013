"""Who is called when: one message for all games, none in quiet hours, none at the page, none twice."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from types import SimpleNamespace
from typing import Any, Literal
from zoneinfo import ZoneInfo

import pytest

from amyitis.errors import Malformed
from amyitis.server.alerts.mailer import Mailer
from amyitis.server.limits.rate_limiter import RateLimiter
from amyitis.server.settings import Limits
from amyitis.service.alerts import alerts
from amyitis.service.alerts.alerts import SEEN, UNSEEN, Alerts, quiet_hours
from amyitis.service.alerts.mail_digests import EVERY, WAITED, MailDigests
from amyitis.service.alerts.ports import Alerting
from amyitis.service.clock import SystemClock
from amyitis.service.events import EventBus, PeopleLeft, TimeRunsOut
from amyitis.service.games.watching.watchers import Watcher, Watchers
from amyitis.service.handlers import alerts as alert_handlers
from amyitis.service.problems import BadRequest, NotFound, TooMuch
from amyitis.service.routing import Call
from amyitis.service.shapes.alerts import MailRequest
from amyitis.store import GameStore
from amyitis.store.parts import alerts as store_alerts
from amyitis.table import Identity, NewGame
from amyitis.table.people.alerts import Alert, QuietHours, Subscription, Webhook
from tests.server.running import FAILED_AFTER, Databases
from tests.store.storing import game
from tests.table.sitting import decider_of, kept, move, table_of

PAUSE = 60.0


@pytest.fixture
def person() -> str:
    return secrets.token_hex(8)


class Told:
    """A notifier that only notes what is said."""

    calls = has_webhooks = True
    push_key = "a key"

    def __init__(self) -> None:
        self.said: asyncio.Queue[tuple[str, Alert]] = asyncio.Queue()
        self.mailed: list[tuple[str, str, str, str]] = []
        self.result: Literal["sent", "failed", "gone"] = "sent"

    def check_webhook(self, url: str) -> str:
        return url

    def check_endpoint(self, url: str) -> str:
        return url

    def check_keys(self, _p256dh: str, _auth: str) -> None:
        pass

    mails = True
    secret = 2

    def mail_code(self, person: str, _address: str) -> str:
        return person * self.secret

    def link(self, path: str) -> str:
        return f"https://example.org/{path}"

    async def mail(self, address: str, subject: str, text: str, ends: str) -> bool:
        self.mailed.append((address, subject, text, ends))
        return self.result == "sent"

    def webhook_key(self, _person: str) -> str:
        return ""

    async def post(self, webhook: Webhook, alert: Alert, once: bool = False) -> bool:
        await self.said.put((webhook.url, alert))
        return True

    async def push(self, subscription: Subscription, alert: Alert) -> Literal["sent", "failed", "gone"]:
        await self.said.put((subscription.endpoint, alert))
        return self.result


class SetClock(SystemClock):
    """A clock that stands, and is set by hand."""

    at = 1_760_000_000_000

    def now(self) -> int:
        return self.at


class Room:
    """Alerts over a store, with a clock that stands."""

    def __init__(self, store: GameStore) -> None:
        self.store, self.told, self.clock = store, Told(), SetClock()
        self.events = EventBus()
        self.watchers = Watchers(self.clock)
        self.alerts = self.server()

    def server(self) -> Alerts:
        """One more server of the same store."""
        alerting = Alerting(self.store.alerts, self.told)
        return Alerts(alerting, self.store, self.clock, self.watchers, self.events, PAUSE)

    async def look(self) -> list[tuple[str, Alert]]:
        """What is said when everything that is due has been looked at."""
        now = self.clock.now()
        due = await self.store.alerts.take(now, now + 1000)
        for alert in due:
            await self.alerts._call(alert.person, [alert])
        return [self.told.said.get_nowait() for _ in range(self.told.said.qsize())]


def waiting_for(person: str, title: str = "") -> NewGame:
    """A game that waits for a person."""
    new = game(secrets.token_urlsafe(9), "owner")
    metadata = replace(new.metadata, title=title, standing='{"round": 4, "tiles_left": 3, "scores": {}}')
    bot = replace(new.seats[1], person=person, bot=None, name="Kim")
    return replace(new, metadata=metadata, seats=[new.seats[0], bot])


def with_room(database: str, work: Callable[[Room], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await GameStore.open(database)
        try:
            async with asyncio.timeout(FAILED_AFTER):
                await work(Room(store))
        finally:
            await store.close()

    asyncio.run(run())


async def subscribed(room: Room, person: str, endpoint: str = "https://push/") -> None:
    await room.store.alerts.subscribe(Subscription(endpoint + person, person, "", "", "", "cs"))


def test_one_message_for_all_games_that_wait(database: str, person: str) -> None:
    async def work(room: Room) -> None:
        first, second = waiting_for(person, "Ninth evening"), waiting_for(person)
        await room.store.create(first)
        await room.alerts._plan(person, first.metadata.id, "turn")
        assert await room.look() == [], "there is no way to call them"
        await subscribed(room, person)
        await room.store.alerts.keep_webhook(Webhook(person, "", "https://hook", "json", "en"))
        await room.alerts._plan(person, first.metadata.id, "turn")
        hook, push = await room.look()
        assert (hook[0], hook[1].title, hook[1].games) == ("https://hook", "Your turn", 1)
        assert hook[1].text == "Ninth evening: round 4, with Ann"
        assert (push[0], push[1].title) == (f"https://push/{person}", "Jste na tahu")
        await room.store.create(second)
        for new in (second, first):
            await room.alerts._plan(person, new.metadata.id, "turn")
        assert await room.look() == [], "not so soon after the last call"
        room.clock.at += int(PAUSE * 1000)
        together = await room.look()
        assert {alert.title for _to, alert in together} == {"Your turn at 2 tables", "Jste na tahu u 2 stolů"}
        room.clock.at += int(PAUSE * 1000)
        assert await room.look() == [], "and once"

    with_room(database, work)


def test_a_game_that_waits_no_longer_is_not_told(database: str, person: str) -> None:
    async def work(room: Room) -> None:
        new = waiting_for(person)
        await room.store.create(new)
        await subscribed(room, person)
        await room.alerts._plan(person, new.metadata.id, "turn")
        was = new.seats[1]
        assert await room.store.change_seat(new.metadata.id, was, {"bot": "greedy"})
        assert await room.look() == []

    with_room(database, work)


def test_a_clock_that_runs_out_is_said_first(database: str, person: str) -> None:
    async def work(room: Room) -> None:
        old, short = waiting_for(person), waiting_for(person)
        for new in (old, short):
            await room.store.create(new)
        await subscribed(room, person)
        await room.alerts._plan(person, old.metadata.id, "turn")
        room.alerts._called.clear()
        await room.store.alerts.plan(person, short.metadata.id, "clock", 0)
        now = room.clock.now()
        await room.alerts._call(person, await room.store.alerts.take(now, now + 1))
        _to, alert = room.told.said.get_nowait()
        assert (alert.title, alert.game_id, alert.games) == ("Dochází vám čas", short.metadata.id, 2)

    with_room(database, work)


def test_whose_time_runs_out_is_called_unless_they_are_there(database: str) -> None:
    async def work(room: Room) -> None:
        new = kept()
        await room.store.create(new)
        await subscribed(room, "ann")
        table, now = table_of(new), room.clock.now()
        table.online = frozenset("W")
        room.events.publish(TimeRunsOut(table, "W", 1000))
        await room.alerts._plans.wait()
        assert await room.store.alerts.take(now, now + 1) == []
        table.online = frozenset()
        room.events.publish(TimeRunsOut(table, "W", 1000))
        await room.alerts._plans.wait()
        assert [(due.person, due.reason) for due in await room.store.alerts.take(now, now + 1)] == [("ann", "clock")]

    with_room(database, work)


def test_who_leaves_as_their_turn_comes_is_called_unless_they_come_back(database: str) -> None:
    async def work(room: Room) -> None:
        new = kept()
        await room.store.create(new)
        table, soon = table_of(new), int(PAUSE * 1000)
        move(table, "pass")
        person = decider_of(table).person or ""
        await subscribed(room, person)

        async def called(left_after: int) -> list[str]:
            room.clock.at = table.recent[-1].logged.at + left_after
            room.events.publish(PeopleLeft(table, frozenset(table.decider)))
            await room.alerts._plans.wait()
            due = room.clock.at + soon
            assert await room.store.alerts.take(due - 1, due) == [], "they may come back"
            return [alert.person for alert in await room.store.alerts.take(due, due + 1)]

        assert await called(UNSEEN) == [], "they have seen that it is their turn"
        assert await called(UNSEEN - 1) == [person]
        table.seats = [
            seat if seat.person == person else replace(seat, person=None, bot="greedy") for seat in table.seats
        ]
        assert await called(UNSEEN - 1) == [], "no person waits"

    with_room(database, work)


def test_nobody_is_called_in_quiet_hours_or_at_the_page(database: str, person: str) -> None:
    async def work(room: Room) -> None:
        new = waiting_for(person)
        await room.store.create(new)
        await subscribed(room, person)
        hours = quiet_hours("22:00-07:00", "Europe/Prague")
        await room.store.alerts.keep_quiet_hours(person, hours)
        night = datetime(2026, 3, 1, 23, 30, tzinfo=ZoneInfo("Europe/Prague"))
        room.clock.at = int(night.timestamp() * 1000)
        await room.alerts._plan(person, new.metadata.id, "turn")
        assert await room.look() == []
        room.clock.at += int((7.5 * 3600 - 1) * 1000)
        assert await room.look() == []
        room.clock.at += 1000
        watcher = Watcher(Identity(person=person), -1)
        room.watchers.enter("another game", watcher)
        assert await room.look() == [], "they are at the page"
        room.watchers.leave("another game", watcher)
        room.watchers.enter("another game", Watcher(Identity(person=person), -1, away=True))
        room.clock.at += int(PAUSE * 1000)
        if room.store.shared:
            await room.store.saw([(new.metadata.id, new.seats[1].seat, room.clock.at - SEEN + 1)])
            assert await room.look() == [], "they are at another server's page"
            room.clock.at += int(PAUSE * 1000)
        assert len(await room.look()) == 1, "nobody looks at that tab"

    with_room(database, work)


def test_two_servers_call_once_and_a_stopped_one_loses_nothing(database: str, person: str) -> None:
    async def work(room: Room) -> None:
        new = waiting_for(person)
        await room.store.create(new)
        await subscribed(room, person)
        await room.alerts._plan(person, new.metadata.id, "turn")
        now = room.clock.now()
        taken = [await room.store.alerts.take(now, now + 1000) for _server in range(2)]
        assert [len(due) for due in taken] == [1, 0]
        assert len(await room.store.alerts.take(now + 1000, now + 2000)) == 1, "the first was stopped meanwhile"

    with_room(database, work)


def test_the_running_part_calls_by_itself(database: str, person: str) -> None:
    async def work(room: Room) -> None:
        new = waiting_for(person)
        await room.store.create(new)
        await subscribed(room, person)
        room.told.result = "gone"
        room.alerts.start()
        room.alerts.plan(person, new.metadata.id, "turn")
        to, _alert = await room.told.said.get()
        assert to == f"https://push/{person}"
        while await room.store.alerts.subscriptions(person):
            await asyncio.sleep(0.01)
        await room.alerts.stop()

    with_room(database, work)


def test_calls_that_are_not_answered_keep_nobody_from_being_called(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alerts, "MOST_PLANNED", 2)

    async def work(room: Room) -> None:
        hanging, push = asyncio.Event(), room.told.push
        begun = list[str]()

        async def push_or_hang(subscription: Subscription, alert: Alert) -> Literal["sent", "failed", "gone"]:
            begun.append(subscription.person)
            if subscription.person != "ann":
                await hanging.wait()
            return await push(subscription, alert)

        room.told.push = push_or_hang  # type: ignore[method-assign]
        room.alerts.start()
        for person in ("bad", "worse", "worst", "ann"):
            new = waiting_for(person)
            await room.store.create(new)
            await subscribed(room, person)
            room.alerts.plan(person, new.metadata.id, "turn")
            while person not in begun:
                await asyncio.sleep(0.001)
        assert (await room.told.said.get())[0] == "https://push/ann"
        room.clock.at += 2 * int(alerts.LEASE_SECONDS * 1000)
        room.alerts.plan("ann", new.metadata.id, "turn")
        await room.told.said.get()
        assert begun == ["bad", "worse", "worst", "ann", "ann"], "one who has not answered is not called twice"
        await room.alerts.stop()

    with_room(databases.sqlite(), work)


@pytest.mark.parametrize(
    ("text", "at", "end"),
    [
        ("22:00-07:00", "2026-01-10T21:59", None),
        ("22:00-07:00", "2026-01-10T22:00", "2026-01-11T07:00"),
        ("22:00-07:00", "2026-01-11T06:59", "2026-01-11T07:00"),
        ("22:00-07:00", "2026-01-11T07:00", None),
        ("12:00-13:30", "2026-01-11T13:00", "2026-01-11T13:30"),
        ("22:00-07:00", "2026-03-28T23:00", "2026-03-29T07:00"),  # the night is an hour shorter
        ("22:00-02:30", "2026-03-28T23:00", "2026-03-29T02:30"),  # a time that there is not
    ],
)
def test_when_quiet_hours_end(text: str, at: str, end: str | None) -> None:
    zone = ZoneInfo("Europe/Prague")
    hours = quiet_hours(text, "Europe/Prague")
    here, then = (None if one is None else datetime.fromisoformat(one).replace(tzinfo=zone) for one in (at, end))
    assert here is not None
    assert hours.end_of(int(here.timestamp() * 1000)) == (None if then is None else int(then.timestamp() * 1000))


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        *(("22:00-07:00", zone) for zone in ("Nowhere/Town", "../etc/passwd", "/", "Europe", "__init__/x")),
        ("08:00-08:00", "UTC"),
    ],
)
def test_what_are_no_quiet_hours_is_refused(text: str, zone: str) -> None:
    with pytest.raises(BadRequest):
        quiet_hours(text, zone)
    assert quiet_hours("22:00-07:00", "UTC") == QuietHours(1320, 420, "UTC")


def test_a_digest_goes_once_a_day_to_who_is_waited_for_and_has_confirmed(database: str, person: str) -> None:
    async def work(room: Room) -> None:
        alerting = Alerting(room.store.alerts, room.told)
        digests = MailDigests(alerting, room.store, room.clock, room.watchers)
        game = waiting_for(person, "Ninth evening, http://a.b")
        await room.store.create(replace(game, metadata=replace(game.metadata, updated=room.clock.at - WAITED + 1)))
        await digests.ask(person, f"{person}@example.org", "en")
        (asked,) = room.told.mailed
        assert f"https://example.org/mail/{person * 2}" in asked[2]
        room.clock.at += 10  # it has waited for long enough
        await digests.look()
        assert len(room.told.mailed) == 1, "nobody has said that the address is theirs"
        with pytest.raises(NotFound):
            await digests.settle("0" * 32, True)
        assert await digests.settle(person * 2, True)
        await room.store.alerts.keep_quiet_hours(person, QuietHours(0, 1439, "UTC"))
        await digests.look()
        assert len(room.told.mailed) == 1, "they sleep"
        await room.store.alerts.keep_quiet_hours(person, None)
        watcher = Watcher(Identity(person=person), 0)
        room.watchers.enter("another", watcher)
        await digests.look()
        assert len(room.told.mailed) == 1, "they are at a table"
        room.watchers.leave("another", watcher)
        await asyncio.gather(digests.look(), MailDigests(alerting, room.store, room.clock, room.watchers).look())
        address, subject, text, end = room.told.mailed[1]
        assert len(room.told.mailed) == 2, "of two servers one sends it"
        assert (address, subject) == (f"{person}@example.org", "Your turn")
        assert "Ninth evening, http: //a\u2024b: round 4, with Ann" in text
        assert f"https://example.org/table/{game.metadata.id}" in text
        assert text.endswith(end)
        room.clock.at += EVERY - 1
        await digests.look()
        assert len(room.told.mailed) == 2
        room.clock.at += 2
        await digests.look()
        assert len(room.told.mailed) == 3, "the next day"
        room.told.secret = 3  # it was rotated
        room.clock.at += EVERY + 1
        await digests.look()
        assert room.told.mailed[3][3].endswith(f"/mail/{person * 3}/end")
        await digests.settle(person * 3, False)
        room.clock.at += EVERY + 1
        await digests.look()
        assert (len(room.told.mailed), await room.store.alerts.mail(person)) == (4, None)
        room.told.result = "failed"
        with pytest.raises(TooMuch):
            await digests.ask(person, "x@example.org", "en")
        assert await room.store.alerts.mail(person) is None

    with_room(database, work)


def test_those_who_sleep_keep_no_digest_from_anybody(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_alerts, "MOST_DUE", 1)

    async def work(room: Room) -> None:
        digests = MailDigests(Alerting(room.store.alerts, room.told), room.store, room.clock, room.watchers)
        people = [str(number) * 16 for number in range(3)]
        for who in people:
            await room.store.create(waiting_for(who))
            await digests.ask(who, f"{who}@example.org", "en")
            await digests.settle(who * 2, True)
        for who in people[:-1]:
            await room.store.alerts.keep_quiet_hours(who, QuietHours(0, 1439, "UTC"))
        room.told.mailed.clear()
        room.clock.at += WAITED + EVERY
        await digests.look()
        assert [address for address, *_more in room.told.mailed] == [f"{people[-1]}@example.org"]

    with_room(databases.sqlite(), work)


def test_nobody_gets_many_mails_that_they_have_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks, from wherever: the address counts, too."""
    asked = list[str]()

    async def nothing(*_what: object) -> None:
        pass

    async def ask(_person: str, address: str, _language: str) -> None:
        asked.append(address)

    monkeypatch.setattr(alert_handlers, "read_alerts", nothing)
    store, digests = SimpleNamespace(mail=nothing), SimpleNamespace(ask=ask)
    called = SimpleNamespace(store=store, notifier=SimpleNamespace(mails=True), digests=digests)
    service: Any = SimpleNamespace(alerts=called, quotas=RateLimiter(Limits(mails_per_hour=2)))

    async def run() -> None:
        for number, name in enumerate(("ann", "Ann", "ANN")):
            call = Call(Identity(person=name), f"192.0.2.{number}")
            await alert_handlers.change_mail(service, call, MailRequest(address=f"{name}@example.org"))

    with pytest.raises(TooMuch):
        asyncio.run(run())
    assert asked == ["ann@example.org", "Ann@example.org"]


@pytest.mark.parametrize(
    "text", ["example.org", "http://h?from=a@b", "smtp://h", "smtp://h:x?from=a@b", "smtp://?from=a@b"]
)
def test_what_is_no_mail_server_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="a mail server is like"):
        Mailer(text)
