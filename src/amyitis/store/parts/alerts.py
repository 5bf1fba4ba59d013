"""What is kept to call people: webhooks, push subscriptions, quiet hours, and who is to be called when."""

from collections.abc import Sequence
from dataclasses import asdict, fields
from hashlib import sha256

from sqlalchemy import ColumnElement, and_, delete, exists, insert, or_, select, tuple_, update

from amyitis.store.retry import retried
from amyitis.store.schema import alerts, games, mails, push_subscriptions, quiet_hours, seats, webhooks
from amyitis.table import GameMetadata
from amyitis.table.people.alerts import TABLE, DueAlert, Mail, QuietHours, Reason, Subscription, Webhook

from .part import StorePart, now

MOST_SUBSCRIPTIONS = 5
MOST_DUE = 100
MOST_WAITING = 100
WEBHOOK = [webhooks.c[field.name] for field in fields(Webhook)]
MAIL = [mails.c[field.name] for field in fields(Mail)]
SUBSCRIPTION = [push_subscriptions.c[field.name] for field in fields(Subscription)]


def endpoint_hash(endpoint: str) -> str:
    """Return the key of a subscription: addresses of push services are long."""
    return sha256(endpoint.encode()).hexdigest()


class AlertStore(StorePart):
    """Keeps how people are called, and who is to be called."""

    # Webhooks.

    async def webhook(self, person: str, game_id: str = TABLE) -> Webhook | None:
        """Return a person's webhook for all their games, or the one that they gave a game."""
        rows = await self._store.rows(select(*WEBHOOK).where(_webhook_of(person, game_id)))
        return Webhook(**rows[0]) if rows else None

    async def webhooks_of(self, game_id: str) -> list[Webhook]:
        """Return the webhooks of a game."""
        return [Webhook(**row) for row in await self._store.rows(select(*WEBHOOK).where(webhooks.c.game_id == game_id))]

    @retried
    async def keep_webhook(self, webhook: Webhook) -> None:
        """Keep a webhook instead of the one before."""
        await self._write(self._store.upsert(webhooks, asdict(webhook), "person", "game_id"))

    @retried
    async def remove_webhook(self, person: str, game_id: str = TABLE) -> None:
        """Remove a webhook."""
        await self._write(delete(webhooks).where(_webhook_of(person, game_id)))

    # Push subscriptions.

    async def subscriptions(self, person: str) -> list[Subscription]:
        """Return a person's push subscriptions, the newest first."""
        mine = select(*SUBSCRIPTION).where(push_subscriptions.c.person == person)
        rows = await self._store.rows(mine.order_by(push_subscriptions.c.created.desc(), push_subscriptions.c.id))
        return [Subscription(**row) for row in rows]

    @retried
    async def subscribe(self, subscription: Subscription) -> None:
        """Keep a subscription; beyond the newest few the person's older ones go."""
        row = asdict(subscription) | {"id": endpoint_hash(subscription.endpoint), "created": now()}
        mine = push_subscriptions.c.person == subscription.person
        newest = select(push_subscriptions.c.id).where(mine)
        newest = newest.order_by(push_subscriptions.c.created.desc(), push_subscriptions.c.id)
        async with self._store.transaction() as connection:
            await connection.execute(self._store.upsert(push_subscriptions, row, "id"))
            ids = (await connection.execute(newest.offset(MOST_SUBSCRIPTIONS))).scalars().all()
            await connection.execute(delete(push_subscriptions).where(push_subscriptions.c.id.in_(ids)))

    @retried
    async def unsubscribe(self, person: str, endpoint: str) -> None:
        """Remove a subscription of a person."""
        this = (push_subscriptions.c.id == endpoint_hash(endpoint), push_subscriptions.c.person == person)
        await self._write(delete(push_subscriptions).where(*this))

    # Mail.

    async def mail(self, person: str) -> Mail | None:
        """Return where a person's digests go, or None."""
        rows = await self._store.rows(select(*MAIL).where(mails.c.person == person))
        return Mail(**rows[0]) if rows else None

    @retried
    async def keep_mail(self, mail: Mail) -> None:
        """Keep where a person's digests go, instead of the address before."""
        await self._write(self._store.upsert(mails, asdict(mail), "person"))

    @retried
    async def confirm_mail(self, code: str) -> bool:
        """Note that an address was confirmed; False if there is none with this hash of a code."""
        return await self._write(update(mails).where(mails.c.code == code).values(confirmed=True)) == 1

    @retried
    async def end_mail(self, code: str) -> None:
        """Forget the address with this hash of a code."""
        await self._write(delete(mails).where(mails.c.code == code))

    async def due_mails(self, sent: int, waited: int) -> list[Mail]:
        """Return the addresses that got nothing since a time, and whose people were waited for since another one."""
        turn = and_(seats.c.game_id == games.c.id, seats.c.seat == games.c.decider)
        theirs = (seats.c.person == mails.c.person, seats.c.bot.is_(None), ~games.c.over, games.c.stage.is_(None))
        waits = select(games.c.id).join(seats, turn).where(*theirs, games.c.updated < waited).exists()
        # All of them: some may be in their quiet hours for long, and keep no others from being read.
        due = select(*MAIL).where(mails.c.confirmed, mails.c.sent < sent, waits)
        return [Mail(**row) for row in await self._store.rows(due)]

    @retried
    async def claim_mail(self, mail: Mail, at: int) -> bool:
        """Note that a digest is sent now; False if another server was quicker."""
        same = (mails.c.person == mail.person, mails.c.sent == mail.sent)
        return await self._write(update(mails).where(*same).values(sent=at)) == 1

    # Quiet hours.

    async def quiet_hours(self, person: str) -> QuietHours | None:
        """Return the hours in which a person is not called."""
        rows = await self._store.rows(select(quiet_hours).where(quiet_hours.c.person == person))
        return QuietHours(rows[0]["begin"], rows[0]["end"], rows[0]["zone"]) if rows else None

    @retried
    async def keep_quiet_hours(self, person: str, hours: QuietHours | None) -> None:
        """Keep the hours in which a person is not called."""
        async with self._store.transaction() as connection:
            await connection.execute(delete(quiet_hours).where(quiet_hours.c.person == person))
            if hours is not None:
                await connection.execute(insert(quiet_hours).values(person=person, **asdict(hours)))

    # Who is to be called.

    async def seen_since(self, person: str, at: int) -> bool:
        """Return whether a person was at a table after a time, whichever server they came through."""
        wanted = select(seats.c.game_id).where(seats.c.person == person, seats.c.seen > at).limit(1)
        return await self._store.value(wanted) is not None

    async def reachable(self, person: str, game_id: str) -> tuple[bool, bool]:
        """Return whether a person can be called, and whether a game has a webhook."""
        theirs = or_(exists().where(_webhook_of(person, TABLE)), exists().where(push_subscriptions.c.person == person))
        its = exists().where(webhooks.c.game_id == game_id)
        row = (await self._store.rows(select(theirs.label("theirs"), its.label("its"))))[0]
        return bool(row["theirs"]), bool(row["its"])

    @retried
    async def plan(self, person: str, game_id: str, reason: Reason, due: int) -> None:
        """Plan a call; if one is planned already, the earlier moment counts."""
        new = {"due": due, "reason": reason}
        row = self._store.insert(alerts).values(person=person, game_id=game_id, **new)
        sooner = alerts.c.due > due
        await self._write(row.on_conflict_do_update(index_elements=["person", "game_id"], set_=new, where=sooner))

    @retried
    async def take(self, at: int, until: int) -> list[DueAlert]:
        """Return the calls that are due, for this server alone until a time."""
        due = select(alerts.c.person, alerts.c.game_id).where(alerts.c.due <= at).order_by(alerts.c.due).limit(MOST_DUE)
        if await self._store.value(due) is None:
            return []
        these = and_(tuple_(alerts.c.person, alerts.c.game_id).in_(due), alerts.c.due <= at)
        taken = update(alerts).where(these).values(due=until).returning(*alerts.c)
        async with self._store.transaction() as connection:
            return [DueAlert(**row) for row in (await connection.execute(taken)).mappings()]

    @retried
    async def postpone(self, taken: Sequence[DueAlert], due: int) -> None:
        """Plan calls that were taken for later."""
        async with self._store.transaction() as connection:
            for alert in taken:
                await connection.execute(update(alerts).where(_same(alert)).values(due=due))

    @retried
    async def done(self, taken: Sequence[DueAlert]) -> None:
        """Remove calls that were taken, unless they were planned anew meanwhile."""
        async with self._store.transaction() as connection:
            for alert in taken:
                await connection.execute(delete(alerts).where(_same(alert)))

    async def waiting(self, person: str) -> list[tuple[GameMetadata, str]]:
        """Return the games that wait for a person's decision, and at which seat; the longest waiting first."""
        turn = and_(seats.c.game_id == games.c.id, seats.c.seat == games.c.decider)
        mine = (seats.c.person == person, seats.c.bot.is_(None), ~games.c.over, games.c.stage.is_(None))
        waiting = select(games, seats.c.seat).join(seats, turn).where(*mine).order_by(games.c.updated)
        rows = await self._store.rows(waiting.limit(MOST_WAITING))
        return [(GameMetadata.from_row(row), row["seat"]) for row in rows]


def _webhook_of(person: str, game_id: str) -> ColumnElement[bool]:
    return and_(webhooks.c.person == person, webhooks.c.game_id == game_id)


def _same(alert: DueAlert) -> ColumnElement[bool]:
    return and_(alerts.c.person == alert.person, alerts.c.game_id == alert.game_id, alerts.c.due == alert.due)
