"""What calling people needs from outside: the store of webhooks, subscriptions and calls, and the sender of calls."""

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from amyitis.table.people.alerts import Alert, Subscription, Webhook

if TYPE_CHECKING:
    from amyitis.store.parts.alerts import AlertStore


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

    store: "AlertStore"
    notifier: Notifier
