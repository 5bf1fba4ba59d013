"""What calling people needs from outside: the store of webhooks, subscriptions and calls, and the sender of calls."""

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from amyitis.table import GameMetadata
from amyitis.table.people.alerts import Alert, DueAlert, Mail, QuietHours, Reason, Subscription, Webhook


class AlertStore(Protocol):
    """How people are called, and who is to be called when."""

    def webhook(self, person: str, game_id: str = "") -> Awaitable[Webhook | None]:
        """Return a person's webhook for all their games, or the one that they gave a game."""

    def webhooks_of(self, game_id: str) -> Awaitable[list[Webhook]]:
        """Return the webhooks of a game."""

    def keep_webhook(self, webhook: Webhook) -> Awaitable[None]:
        """Keep a webhook instead of the one before."""

    def remove_webhook(self, person: str, game_id: str = "") -> Awaitable[None]:
        """Remove a webhook."""

    def subscriptions(self, person: str) -> Awaitable[list[Subscription]]:
        """Return a person's push subscriptions, the newest first."""

    def subscribe(self, subscription: Subscription) -> Awaitable[None]:
        """Keep a subscription; beyond the newest few the person's older ones go."""

    def unsubscribe(self, person: str, endpoint: str) -> Awaitable[None]:
        """Remove a subscription of a person."""

    def quiet_hours(self, person: str) -> Awaitable[QuietHours | None]:
        """Return the hours in which a person is not called."""

    def keep_quiet_hours(self, person: str, hours: QuietHours | None) -> Awaitable[None]:
        """Keep the hours in which a person is not called."""

    def seen_since(self, person: str, at: int) -> Awaitable[bool]:
        """Return whether a person was at a table after a time, whichever server they came through."""

    def mail(self, person: str) -> Awaitable[Mail | None]:
        """Return where a person's digests go, or None."""

    def keep_mail(self, mail: Mail) -> Awaitable[None]:
        """Keep where a person's digests go, instead of the address before."""

    def confirm_mail(self, code: str) -> Awaitable[bool]:
        """Note that an address was confirmed; False if there is none with this hash of a code."""

    def end_mail(self, code: str) -> Awaitable[None]:
        """Forget the address with this hash of a code."""

    def due_mails(self, sent: int, waited: int) -> Awaitable[list[Mail]]:
        """Return the addresses that got nothing since a time, and whose people were waited for since another one."""

    def claim_mail(self, mail: Mail, at: int) -> Awaitable[bool]:
        """Note that a digest is sent now; False if another server was quicker."""

    def reachable(self, person: str, game_id: str) -> Awaitable[tuple[bool, bool]]:
        """Return whether a person can be called, and whether a game has a webhook."""

    def plan(self, person: str, game_id: str, reason: Reason, due: int) -> Awaitable[None]:
        """Plan a call; if one is planned already, the earlier moment counts."""

    def take(self, at: int, until: int) -> Awaitable[list[DueAlert]]:
        """Return the calls that are due, for this server alone until a time."""

    def postpone(self, taken: Sequence[DueAlert], due: int) -> Awaitable[None]:
        """Plan calls that were taken for later."""

    def done(self, taken: Sequence[DueAlert]) -> Awaitable[None]:
        """Remove calls that were taken, unless they were planned anew meanwhile."""

    def waiting(self, person: str) -> Awaitable[list[tuple[GameMetadata, str]]]:
        """Return the games that wait for a person's decision, and at which seat; the longest waiting first."""


class Notifier(Protocol):
    """Sends messages to people who are away."""

    @property
    def calls(self) -> bool:
        """Whether anybody is called at all."""

    @property
    def has_webhooks(self) -> bool:
        """Whether people may name a webhook."""

    @property
    def push_key(self) -> str | None:
        """The key by which push services know this server; None if it sends no push messages."""

    def check_webhook(self, url: str) -> str:
        """Return the address of a webhook; raises BadRequest for anything else."""

    def check_endpoint(self, url: str) -> str:
        """Return the address of a push subscription; raises BadRequest for anything else."""

    def check_keys(self, p256dh: str, auth: str) -> None:
        """Raise BadRequest for what are no keys of a push subscription."""

    def webhook_key(self, person: str) -> str:
        """Return the key with which a person's webhooks are signed."""

    @property
    def mails(self) -> bool:
        """Whether people may have digests by mail."""

    def mail_code(self, person: str, address: str) -> str:
        """Return the code with which the owner of an address confirms its mails and ends them."""

    def link(self, path: str) -> str:
        """Return the address of a place of the page."""

    def mail(self, address: str, subject: str, text: str, ends: str) -> Awaitable[bool]:
        """Send a mail, with a link that `ends` further ones; return whether it was taken."""

    def post(self, webhook: Webhook, alert: Alert, once: bool = False) -> Awaitable[bool]:
        """Call a webhook, a few times if need be, or `once`; return whether it was taken."""

    def push(self, subscription: Subscription, alert: Alert) -> Awaitable[Literal["sent", "failed", "gone"]]:
        """Send a push message; `gone` if the browser takes none any more."""


@dataclass(frozen=True)
class Alerting:
    """What is needed to call people."""

    store: AlertStore
    notifier: Notifier
