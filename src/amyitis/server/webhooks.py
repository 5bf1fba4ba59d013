"""Webhooks: a word to people who are not there when it becomes their turn, for games that take weeks.

Only where the server's operator has turned them on: nothing else ever makes the server call another. A hook is sent
beside the game, a few times at most, and never to an address inside the operator's own network.
"""

import asyncio
import hashlib
import hmac
import ipaddress
import json
import logging
import socket
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

import httpx

from amyitis import __version__
from amyitis.server.token_buckets import TokenBuckets
from amyitis.service.background_tasks import BackgroundTasks
from amyitis.service.problems import BadRequest
from amyitis.table import Table

URL_LENGTH = 500
TIMEOUT = 5.0
PAUSES = (0.0, 5.0, 30.0)  # seconds before each attempt
MOST_WAITING = 500
MOST_AT_ONCE = 8
AT_ONCE, PER_SECOND = 20.0, 0.1  # hooks for one person: some at once, then one every ten seconds
SIGNATURE = "Amyitis-Signature"
# Python takes these for the world's: relays and translators lead to any IPv4 address, site-local is the own network.
INSIDE = [ipaddress.ip_network(one) for one in ("192.88.99.0/24", "64:ff9b::/96", "fec0::/10", "3fff::/20")]

logger = logging.getLogger(__name__)

Find = Callable[[str], Awaitable[str | None]]


class NotOutside(OSError):
    """The address lies in the operator's own network, or is none at all."""


class Turn(NamedTuple):
    """It is somebody's turn."""

    person: str
    game: str
    seat: str
    round: int


def check_url(text: str) -> str:
    """The address of a webhook; raises BadRequest for what is none."""
    try:
        url = urlsplit(text)
        good = url.scheme in ("http", "https") and url.hostname and url.username is None and url.port != 0
    except ValueError:
        good = False
    if not good or len(text) > URL_LENGTH or not text.isascii() or any(letter <= " " for letter in text):
        raise BadRequest("a webhook is an address like https://example.org/hook", field="webhook")
    return text


def signature(key: str, at: int, body: bytes) -> str:
    """What the receiver can check with its key: `t=SECONDS,v1=HMAC` of the time, a dot and the body."""
    mac = hmac.digest(key.encode(), f"{at}.".encode() + body, "sha256").hex()
    return f"t={at},v1={mac}"


def is_outside(address: str) -> bool:
    """Whether an IP address is one of the world's, not of this machine, its network or a special one."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return is_outside(str(found.ipv4_mapped))
        if found.sixtofour is not None or found.teredo is not None:
            return False
    special = found.is_multicast or found.is_reserved or any(found in network for network in INSIDE)
    return found.is_global and not special


class Webhooks:
    """Tells people who are away that it is their turn; `find` knows where, if they want it."""

    def __init__(
        self, find: Find, secret: str, *, enabled: bool, anywhere: bool, on_sent: Callable[[str], None]
    ) -> None:
        self._find, self._secret, self._anywhere, self._on_sent = find, secret.encode(), anywhere, on_sent
        self.has_webhooks = enabled
        self._tasks = BackgroundTasks()
        self._room = asyncio.Semaphore(MOST_AT_ONCE)
        self._hooks = TokenBuckets(AT_ONCE, PER_SECOND)
        self.address = ""  # of this server, for those who are told

    def check_webhook(self, url: str) -> str:
        """Return the address of a webhook; raises BadRequest."""
        return check_url(url)

    def webhook_key(self, person: str) -> str:
        """The key with which a person's hooks are signed."""
        return hmac.digest(self._secret, f"webhook:{person}".encode(), hashlib.sha256).hex()

    def notify_turn(self, table: Table) -> None:
        """It has become somebody's turn: tell them, unless they are there, or have just moved or made the game."""
        seat = table.seat(table.decider)
        away = seat is not None and seat.person is not None and seat.bot is None and seat.seat not in table.online
        if not self.has_webhooks or seat is None or seat.person is None or not away:
            return
        moved = (entry.logged.actor for entry in reversed(table.recent) if entry.logged.kind != "deal")
        last = next(moved, table.metadata.owner)
        if last == seat.person or len(self._tasks) >= MOST_WAITING or self._hooks.take(seat.person):
            return
        self._tasks.start(self._tell(Turn(seat.person, table.metadata.id, seat.seat, table.round)))

    async def stop(self) -> None:
        """Leave what is not sent."""
        await self._tasks.stop()

    async def _tell(self, turn: Turn) -> None:
        result = "failed"
        try:
            url = await self._find(turn.person)
            if url is None:
                return
            for pause in PAUSES:
                await asyncio.sleep(pause)
                async with self._room:
                    if await self._sent(url, turn):
                        result = "sent"
                        break
        except Exception:
            logger.exception("webhook failed", extra={"game": turn.game})
        self._on_sent(result)

    async def _sent(self, url: str, turn: Turn) -> bool:
        """Send once; whether it was taken."""
        try:
            status = await asyncio.wait_for(self._post(url, turn), TIMEOUT)
        except (OSError, httpx.HTTPError, ValueError) as problem:
            logger.info("webhook not sent", extra={"game": turn.game, "error": type(problem).__name__})
            return False
        return 200 <= status < 300

    async def _post(self, url: str, turn: Turn) -> int:
        parts = urlsplit(url)
        address = await self._resolved(parts)
        facts = {"game": turn.game, "seat": turn.seat, "url": f"{self.address}table/{turn.game}", "round": turn.round}
        body = json.dumps(facts).encode()
        headers = {
            "Host": parts.netloc,
            "Content-Type": "application/json",
            "User-Agent": f"Amyitis/{__version__}",
            SIGNATURE: signature(self.webhook_key(turn.person), int(time.time()), body),
        }
        port = f":{parts.port}" if parts.port else ""
        there = f"{parts.scheme}://{f'[{address}]' if ':' in address else address}{port}{parts.path or '/'}"
        there += f"?{parts.query}" if parts.query else ""
        # The connection goes to the very address that was checked: the name is not looked up again.
        by_name = {"sni_hostname": parts.hostname}
        async with (
            httpx.AsyncClient(timeout=TIMEOUT, follow_redirects=False, trust_env=False) as http,
            http.stream("POST", there, content=body, headers=headers, extensions=by_name) as answer,
        ):
            return answer.status_code

    async def _resolved(self, url: SplitResult) -> str:
        """An address of the host that may be called; raises NotOutside if any of them may not."""
        assert url.hostname is not None
        loop, port = asyncio.get_running_loop(), url.port or (443 if url.scheme == "https" else 80)
        found = await loop.getaddrinfo(url.hostname, port, type=socket.SOCK_STREAM)
        addresses = [str(one[4][0]) for one in found]
        if not addresses or not (self._anywhere or all(map(is_outside, addresses))):
            raise NotOutside(f"{url.hostname} is not an address outside")
        return addresses[0]
