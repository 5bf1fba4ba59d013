"""How people are called: webhooks, push messages, quiet hours, and a test of each."""

from amyitis.service.alerts.alerts import quiet_hours
from amyitis.service.games.seats import check_maker
from amyitis.service.problems import Conflict, Forbidden
from amyitis.service.routing import Call
from amyitis.service.service import Service
from amyitis.service.shapes.alerts import (
    AlertRequest,
    AlertSettings,
    MailCode,
    MailRequest,
    MailState,
    PushEnd,
    PushRequest,
    Reached,
    TableWebhook,
    Unchanged,
    WaitingGames,
    WebhookModel,
    WebhookRequest,
)
from amyitis.service.shapes.parameters import CalledBy, GameId
from amyitis.table.people.alerts import TABLE, Subscription, Webhook


async def waiting_games(service: Service, call: Call) -> WaitingGames:
    """Return the games that wait for my decision, the longest waiting first."""
    person = call.identity.person
    waiting = [] if person is None else await service.alerts.store.waiting(person)
    return {"games": [metadata.id for metadata, _seat in waiting]}


async def read_alerts(service: Service, call: Call) -> AlertSettings:
    """Return how I am notified when a game waits for me."""
    person, store, notifier = call.identity.person or "", service.alerts.store, service.alerts.notifier
    webhook, hours = await store.webhook(person), await store.quiet_hours(person)
    mail = await store.mail(person)
    times = None if hours is None else "-".join(f"{at // 60:02}:{at % 60:02}" for at in (hours.begin, hours.end))
    return {
        "webhooks": notifier.has_webhooks,
        "webhook": _model(webhook),
        "webhook_key": None if webhook is None else notifier.webhook_key(person),
        "push_key": notifier.push_key,
        "browsers": len(await store.subscriptions(person)),
        "mails": notifier.mails,
        "mail": None if mail is None else {"address": mail.address, "confirmed": mail.confirmed},
        "quiet": times,
        "zone": None if hours is None else hours.zone,
    }


async def change_alerts(service: Service, call: Call, body: AlertRequest) -> AlertSettings:
    """Change how I am notified."""
    person, store = call.identity.person or "", service.alerts.store
    if body.webhook is not None:
        await _keep_webhook(service, person, TABLE, body.webhook)
    if not isinstance(body.quiet, Unchanged):
        await store.keep_quiet_hours(person, None if body.quiet is None else quiet_hours(body.quiet, body.zone))
        service.clocks.forget(person)
    return await read_alerts(service, call)


async def add_push(service: Service, call: Call, body: PushRequest) -> AlertSettings:
    """Store the push subscription of this browser; a sixth replaces the oldest."""
    notifier = service.alerts.notifier
    if notifier.push_key is None:
        raise Forbidden("this server sends no push messages")
    endpoint = notifier.check_endpoint(body.endpoint)
    notifier.check_keys(body.p256dh, body.auth)
    person, device = call.identity.person or "", call.identity.device or ""
    await service.alerts.store.subscribe(Subscription(endpoint, person, device, body.p256dh, body.auth, body.language))
    return await read_alerts(service, call)


async def end_push(service: Service, call: Call, body: PushEnd) -> AlertSettings:
    """Remove the push subscription of a browser."""
    await service.alerts.store.unsubscribe(call.identity.person or "", body.endpoint)
    return await read_alerts(service, call)


async def change_mail(service: Service, call: Call, body: MailRequest) -> AlertSettings:
    """Name a mail address for digests, or none. The link in a first mail confirms it."""
    alerts, person = service.alerts, call.identity.person or ""
    known = await alerts.store.mail(person)
    if body.address is None:
        if known is not None:
            await alerts.store.end_mail(known.code)
        return await read_alerts(service, call)
    if not alerts.notifier.mails:
        raise Forbidden("this server sends no mail")
    if known is None or not known.confirmed or known.address != body.address:
        service.quotas.charge("mails", call.client)
        service.quotas.charge("mails", f"to {body.address.casefold()}")  # whose owner may never have asked for any
        await service.alerts.digests.ask(person, body.address, body.language)
    return await read_alerts(service, call)


async def settle_mail(service: Service, call: Call, body: MailCode) -> MailState:
    """Confirm or end digests to an address, with the code of a mail."""
    return {"on": await service.alerts.digests.settle(body.code, body.on)}


async def test_alerts(service: Service, call: Call, by: CalledBy) -> Reached:
    """Send a test message to my webhook or to my browsers."""
    service.quotas.charge("alert_tests", call.client)
    person = call.identity.person or ""
    if by == "push":
        return {"webhook": False, "browsers": await service.alerts.try_push(person)}
    webhook = await service.alerts.store.webhook(person)
    return {"webhook": webhook is not None and await service.alerts.try_webhook(webhook), "browsers": 0}


async def table_webhook(service: Service, call: Call, game_id: GameId) -> TableWebhook:
    """Return the webhook that is called at every turn of a table, to its creator."""
    return {"webhook": _model(await _of_table(service, call, game_id))}


async def change_table_webhook(service: Service, call: Call, game_id: GameId, body: WebhookRequest) -> TableWebhook:
    """Set an address to be called at every turn of a table, for instance a chat channel of its players."""
    await _of_table(service, call, game_id)
    await _keep_webhook(service, call.identity.person or "", game_id, body)
    return await table_webhook(service, call, game_id)


async def test_table_webhook(service: Service, call: Call, game_id: GameId) -> Reached:
    """Send a test message to the webhook of a table."""
    service.quotas.charge("alert_tests", call.client)
    webhook = await _of_table(service, call, game_id)
    if webhook is None:
        raise Conflict("this table has no webhook")
    return {"webhook": await service.alerts.try_webhook(webhook), "browsers": 0}


async def _of_table(service: Service, call: Call, game_id: str) -> Webhook | None:
    check_maker(await service.tables.table(game_id), call.identity)
    return await service.alerts.store.webhook(call.identity.person or "", game_id)


async def _keep_webhook(service: Service, person: str, game_id: str, request: WebhookRequest) -> None:
    store, notifier = service.alerts.store, service.alerts.notifier
    if not request.url:
        await store.remove_webhook(person, game_id)
        return
    if not notifier.has_webhooks:
        raise Forbidden("this server sends no webhooks")
    url = notifier.check_webhook(request.url)
    await store.keep_webhook(Webhook(person, game_id, url, request.shape, request.language))


def _model(webhook: Webhook | None) -> WebhookModel | None:
    return None if webhook is None else {"url": webhook.url, "shape": webhook.shape}
