"""How people are called: their settings, and the requests that change them."""

from dataclasses import dataclass, field
from typing import Annotated

from amyitis.extras import TypedDict
from amyitis.markers import Doc, Text
from amyitis.table.people.alerts import Language, Shape

MAIL_PATTERN = r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+([.][A-Za-z0-9-]+)*$"
UrlText = Annotated[str, Text(0, 500)]
HoursText = Annotated[str, Text(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$")]


class WebhookModel(TypedDict):
    """An address that is called, and in which shape."""

    url: str
    shape: Shape


class MailModel(TypedDict):
    """Where your digests go by mail, once that was confirmed by the link in a mail."""

    address: str
    confirmed: bool


class MailState(TypedDict):
    """Whether digests go to the address of a code."""

    on: bool


class AlertSettings(TypedDict):
    """How you are called when a game waits for you and you are away."""

    webhooks: Annotated[bool, Doc("Whether this server calls webhooks.")]
    webhook: WebhookModel | None
    webhook_key: Annotated[str | None, Doc("The key that signs calls of the shape `json`.")]
    push_key: Annotated[str | None, Doc("The key for push subscriptions; null if this server sends no push messages.")]
    browsers: Annotated[int, Doc("How many of your browsers take push messages.")]
    mails: Annotated[bool, Doc("Whether this server sends digests by mail.")]
    mail: MailModel | None
    quiet: Annotated[str | None, Doc("The hours in which you are not called, like `22:00-07:00`.")]
    zone: str | None


class WaitingGames(TypedDict):
    """The games that wait for your decision, the longest waiting first."""

    games: list[str]


class TableWebhook(TypedDict):
    """The webhook of a table."""

    webhook: WebhookModel | None


class Reached(TypedDict):
    """What a test message has reached."""

    webhook: bool
    browsers: int


class Unchanged(str):
    """The value of a text that the request does not mention, where null means something else."""

    __slots__ = ()


@dataclass(frozen=True, kw_only=True)
class WebhookRequest:
    """The address that is called, null for none; what its receiver understands, and the language of the calls."""

    url: UrlText | None
    shape: Shape = "json"
    language: Language = "en"


@dataclass(frozen=True, kw_only=True)
class AlertRequest:
    """How I am called. What the request leaves out stays as it is."""

    webhook: WebhookRequest | None = None
    quiet: Annotated[HoursText | None, Doc("Null for none.")] = field(default_factory=Unchanged)
    zone: Annotated[str, Text(1, 64, example="Europe/Prague")] = "UTC"


@dataclass(frozen=True, kw_only=True)
class MailRequest:
    """Where my digests go, null for nowhere, and their language."""

    address: Annotated[str, Text(3, 254, pattern=MAIL_PATTERN, example="anna@example.org")] | None
    language: Language = "en"


@dataclass(frozen=True, kw_only=True)
class MailCode:
    """The code that came with a mail, and whether digests are to come."""

    code: Annotated[str, Text(pattern="^[0-9a-f]{32}$")]
    on: bool


@dataclass(frozen=True, kw_only=True)
class PushRequest:
    """A push subscription, as the browser gives it: keys are base64url."""

    endpoint: Annotated[str, Text(1, 1000)]
    p256dh: Annotated[str, Text(1, 100)]
    auth: Annotated[str, Text(1, 40)]
    language: Language = "en"


@dataclass(frozen=True, kw_only=True)
class PushEnd:
    """The push subscription that ends."""

    endpoint: Annotated[str, Text(1, 1000)]
