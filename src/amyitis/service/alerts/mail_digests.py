"""`MailDigests`: at most once a day, one mail to a player whose turn it is, if they asked for it.

Nothing goes to an address before its owner has followed the link of a first mail, and every mail has a link that ends
them.
"""

import json
import logging
from dataclasses import replace
from hashlib import sha256

from amyitis.service.accounts.names import unlinked
from amyitis.service.background_tasks import BackgroundTasks, repeat
from amyitis.service.games.watching.watchers import Watchers
from amyitis.service.ports import Clock, Store
from amyitis.service.problems import NotFound, TooMuch
from amyitis.table import GameMetadata
from amyitis.table.people.alerts import Language, Mail

from .ports import Alerting
from .words import WORDS

LOOK_SECONDS = 300.0
HOUR = 3600_000
EVERY, WAITED = 20 * HOUR, 3 * HOUR  # between two mails; for how long somebody is waited for before one
MOST_NAMED = 20  # games in a mail

logger = logging.getLogger(__name__)


class MailDigests:
    """Sends digests, and the mails by which addresses are confirmed."""

    def __init__(self, alerting: Alerting, store: Store, clock: Clock, watchers: Watchers) -> None:
        self._store, self._notifier = alerting.store, alerting.notifier
        self._games, self._clock, self._watchers = store, clock, watchers
        self._tasks = BackgroundTasks()

    def start(self) -> None:
        """Look from time to time who is to get one."""
        if self._notifier.mails:
            self._tasks.start(repeat(self.look, self._clock, LOOK_SECONDS, logger))

    async def stop(self) -> None:
        """Send no more."""
        await self._tasks.stop()

    # Addresses.

    async def ask(self, person: str, address: str, language: Language) -> None:
        """Keep an address, and ask there whether digests are wanted; raises TooMuch if the mail is not taken."""
        code, words = self._notifier.mail_code(person, address), WORDS[language]
        await self._store.keep_mail(Mail(person, address, language, hashed(code)))
        text = words.mail_confirm_text.format(link=self._notifier.link(f"mail/{code}"))
        if not await self._notifier.mail(address, words.mail_confirm, text, self._end(code)):
            await self._store.end_mail(hashed(code))
            raise TooMuch("the mail server has not taken the mail: try again later", 60, key="mail_untaken")

    async def settle(self, code: str, on: bool) -> bool:
        """Confirm an address by its code, or end its digests; raises NotFound."""
        if on and not await self._store.confirm_mail(hashed(code)):
            raise NotFound("no mail has this code", key="mail_code")
        if not on:
            await self._store.end_mail(hashed(code))
        return on

    # Digests.

    async def look(self) -> None:
        """Send to everybody who is due: not in their quiet hours, nor while they are at a table."""
        now = self._clock.now()
        for mail in await self._store.due_mails(now - EVERY, now - WAITED):
            hours = await self._store.quiet_hours(mail.person)
            quiet = hours is not None and hours.end_of(now) is not None
            if not quiet and not self._watchers.is_here(mail.person) and await self._store.claim_mail(mail, now):
                await self._send(mail)

    async def _send(self, mail: Mail) -> None:
        waiting, words = await self._store.waiting(mail.person), WORDS[mail.language]
        if not waiting:
            return
        subject = words.turn if len(waiting) == 1 else words.turns.format(games=len(waiting))
        lines = [await self._line(mail.language, metadata, seat) for metadata, seat in waiting[:MOST_NAMED]]
        code = self._notifier.mail_code(mail.person, mail.address)
        if hashed(code) != mail.code:  # the server has another secret by now, and this mail the code that counts
            await self._store.keep_mail(replace(mail, code=hashed(code), sent=self._clock.now()))
        end = self._end(code)
        text = "\n\n".join([f"{subject}.", *lines, words.mail_end.format(link=end)])
        await self._notifier.mail(mail.address, subject, text, end)

    async def _line(self, language: Language, metadata: GameMetadata, seat: str) -> str:
        words, round_ = WORDS[language], json.loads(metadata.standing)["round"]
        others = [other.name for other in await self._games.seats(metadata.id) if other.seat != seat and other.name]
        where = words.titled if metadata.title else words.where
        said = unlinked(where.format(title=metadata.title, round=round_, names=", ".join(others)))
        return f"{said}\n{self._notifier.link(f'table/{metadata.id}')}"

    def _end(self, code: str) -> str:
        return self._notifier.link(f"mail/{code}/end")


def hashed(code: str) -> str:
    """Return what is kept of a code."""
    return sha256(code.encode()).hexdigest()
