"""How people learn that a game waits for them: their webhooks, push subscriptions and quiet hours."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

Shape = Literal["json", "discord", "slack", "google", "ntfy", "gotify"]  # what a webhook's receiver understands
Language = Literal["en", "de", "cs", "fr"]
Reason = Literal["turn", "clock"]  # it is their turn; or little is left of their time

TABLE = ""  # in the place of the person where a table itself is called, and of the game where all games are meant


@dataclass(frozen=True)
class Webhook:
    """An address that is called: for one game, or, without one, for all games of its person."""

    person: str
    game_id: str
    url: str
    shape: Shape
    language: Language


@dataclass(frozen=True)
class Subscription:
    """A browser that takes push messages: where they are sent, and the keys that they are encrypted for."""

    endpoint: str
    person: str
    device: str
    p256dh: str
    auth: str
    language: Language


@dataclass(frozen=True)
class Mail:
    """Where digests go by mail once this was `confirmed` there; `code` is the hash of what does so, `sent` the last."""

    person: str
    address: str
    language: Language
    code: str
    confirmed: bool = False
    sent: int = 0


@dataclass(frozen=True)
class QuietHours:
    """The hours of the day in which a person is not called, as minutes since midnight in their time zone."""

    begin: int
    end: int
    zone: str

    def end_of(self, at: int) -> int | None:
        """Return when the quiet hours that a moment lies in will end (milliseconds), or None if it lies in none."""
        here = datetime.fromtimestamp(at / 1000, ZoneInfo(self.zone))
        minute = here.hour * 60 + here.minute
        if self.begin <= self.end:
            quiet, tomorrow = self.begin <= minute < self.end, False
        else:
            quiet, tomorrow = minute >= self.begin or minute < self.end, minute >= self.begin
        if not quiet:
            return None
        day = here.date() + timedelta(days=tomorrow)
        end = datetime(day.year, day.month, day.day, self.end // 60, self.end % 60, tzinfo=ZoneInfo(self.zone))
        return int(end.timestamp() * 1000)


@dataclass(frozen=True)
class DueAlert:
    """Somebody, or the webhook of a table, is to be told of a game; `due` is when."""

    person: str
    game_id: str
    reason: Reason
    due: int


@dataclass(frozen=True)
class Alert:
    """What is said: `games` of somebody wait, of which `game_id` has waited longest."""

    title: str
    text: str
    language: Language
    game_id: str
    seat: str
    round: int
    games: int
    reason: Reason
