"""People, their devices, and links between devices."""

from typing import Annotated

from amyitis.extras import TypedDict
from amyitis.markers import Doc


class Person(TypedDict):
    """Who you are: your name, the webhook that is called on your turn, and the key that signs its requests."""

    known: bool
    name: str | None
    webhooks: Annotated[bool, Doc("Whether this server sends webhooks.")]
    webhook: str | None
    webhook_key: str | None


class Device(TypedDict):
    """One of your devices; `this` marks the one that made the request."""

    id: str
    name: str
    seen: Annotated[int, Doc("When its cookie was last renewed.")]
    this: bool


class Devices(TypedDict):
    """Your devices."""

    devices: list[Device]


class Link(TypedDict):
    """A code that makes another device yours, and for how many seconds it works."""

    code: str
    seconds: int


class Linked(TypedDict):
    """The name of the person that this device now belongs to."""

    name: str | None
