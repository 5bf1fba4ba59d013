"""`Sender`: the service's notifier. It posts to webhooks and push services, a few times at most."""

import asyncio
import hashlib
import hmac
import json
import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Literal

import httpx

from amyitis.server.limits.fair_queue import FairQueue
from amyitis.table.people.alerts import Alert, Subscription, Webhook

from . import push
from .mailer import Mailer
from .outside import MOST_AT_ONCE, check_url, post
from .shapes import request_of

PAUSES = (0.0, 5.0, 30.0)  # seconds before each attempt
SIGNATURE = "Amyitis-Signature"
TTL_SECONDS = 3 * 24 * 3600  # for which a push service keeps a message for a browser that is switched off
MAIL_CODE = 32  # digits
GONE = (404, 410)
CONTACT = "https://localhost/"  # where a server has no public address

MAILS_AT_ONCE = 2

# A mail server that does not answer holds up other mails, and neither webhooks nor the reading of games.
_mail_threads = ThreadPoolExecutor(MAILS_AT_ONCE, "mails")

logger = logging.getLogger(__name__)


def signature(key: str, at: int, body: bytes) -> str:
    """Return what the receiver can check with its key: `t=SECONDS,v1=HMAC` of the time, a dot and the body."""
    mac = hmac.digest(key.encode(), f"{at}.".encode() + body, "sha256").hex()
    return f"t={at},v1={mac}"


class Sender:
    """Sends to webhooks and push services; `push_key` is None where no push messages are sent."""

    def __init__(
        self,
        secret: str,
        *,
        webhooks: bool,
        push_key: str | None,
        mailer: Mailer | None = None,
        anywhere: bool,
        on_sent: Callable[[str, str], None],
    ) -> None:
        self._secret, self._anywhere, self._on_sent = secret.encode(), anywhere, on_sent
        self.has_webhooks = webhooks
        self._push = None if push_key is None else push.PushKey(push_key)
        self._queue = FairQueue(MOST_AT_ONCE)  # shared out between the people whose addresses are called
        self._mailer, self._mails = mailer, FairQueue(MAILS_AT_ONCE)
        self.address = ""  # of this server, for links

    @property
    def calls(self) -> bool:
        """Whether anybody is called at all."""
        return self.has_webhooks or self._push is not None

    @property
    def push_key(self) -> str | None:
        """The key by which push services know this server; None if it sends no push messages."""
        return None if self._push is None else self._push.public

    def check_webhook(self, url: str) -> str:
        """Return the address of a webhook; raises BadRequest."""
        return check_url(url, "webhook")

    def check_endpoint(self, url: str) -> str:
        """Return the address of a push subscription; raises BadRequest."""
        return check_url(url, "endpoint", ("http", "https") if self._anywhere else ("https",))

    def check_keys(self, p256dh: str, auth: str) -> None:
        """Raise BadRequest for what are no keys of a push subscription."""
        push.check_keys(p256dh, auth)

    def webhook_key(self, person: str) -> str:
        """Return the key with which a person's webhooks are signed."""
        return hmac.digest(self._secret, f"webhook:{person}".encode(), hashlib.sha256).hex()

    @property
    def mails(self) -> bool:
        """Whether people may have digests by mail."""
        return self._mailer is not None

    def mail_code(self, person: str, address: str) -> str:
        """Return the code with which the owner of an address confirms its mails and ends them."""
        return hmac.digest(self._secret, f"mail:{person} {address}".encode(), hashlib.sha256).hex()[:MAIL_CODE]

    def link(self, path: str) -> str:
        """Return the address of a place of the page."""
        return self.address + path

    async def mail(self, address: str, subject: str, text: str, ends: str) -> bool:
        """Send a mail; return whether the mail server took it."""
        assert self._mailer is not None
        async with self._mails.place(address):
            send = partial(self._mailer.send, address, subject, text, ends)
            sent = await asyncio.get_running_loop().run_in_executor(_mail_threads, send)
        self._on_sent("mail", "sent" if sent else "failed")
        return sent

    async def post(self, webhook: Webhook, alert: Alert, once: bool = False) -> bool:
        """Call a webhook, a few times if need be, or `once`; return whether it was taken."""
        url, content = request_of(webhook.shape, webhook.url, alert, self._link(alert))
        body = json.dumps(content).encode()
        headers = {"Content-Type": "application/json"}
        if webhook.shape == "json":
            headers[SIGNATURE] = signature(self.webhook_key(webhook.person), int(time.time()), body)
        status = await self._send(webhook.person, url, body, headers, once=once)
        sent = 200 <= status < 300
        self._on_sent("webhook", "sent" if sent else "failed")
        return sent

    async def push(self, subscription: Subscription, alert: Alert) -> Literal["sent", "failed", "gone"]:
        """Send a push message; `gone` if the browser takes none any more."""
        assert self._push is not None
        body = push.encrypt(push.message_of(alert, self._link(alert)), subscription.p256dh, subscription.auth)
        contact = self.address if self.address.startswith("https:") else CONTACT
        headers = {
            "Authorization": self._push.authorization(subscription.endpoint, contact),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TTL_SECONDS),
            "Urgency": "high" if alert.reason == "clock" else "normal",
            "Topic": "amyitis",  # a browser that was switched off gets the latest message alone
        }
        status = await self._send(subscription.person, subscription.endpoint, body, headers)
        result: Literal["sent", "failed", "gone"] = (
            "sent" if 200 <= status < 300 else "gone" if status in GONE else "failed"
        )
        self._on_sent("push", result)
        return result

    def _link(self, alert: Alert) -> str:
        return f"{self.address}table/{alert.game_id}" if alert.game_id else self.address

    async def _send(self, owner: str, url: str, body: bytes, headers: Mapping[str, str], once: bool = False) -> int:
        """Return the status of the last attempt; 0 if there was no answer."""
        status = 0
        for pause in PAUSES[:1] if once else PAUSES:
            await asyncio.sleep(pause)
            async with self._queue.place(owner):
                try:
                    status = await post(url, body, headers, anywhere=self._anywhere)
                except (OSError, httpx.HTTPError, ValueError) as problem:
                    status = 0
                    logger.info("a call was not taken", extra={"error": type(problem).__name__})
            if 200 <= status < 300 or status in GONE:
                break
        return status
