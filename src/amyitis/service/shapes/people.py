"""People, their devices, and links between devices."""

from typing import Annotated

from amyitis.extras import TypedDict
from amyitis.markers import Doc


class Person(TypedDict):
    """Who you are."""

    known: bool
    account: Annotated[bool, Doc("Whether you have an account.")]
    name: str | None


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
    """The name of the person that this device now belongs to; null for nobody."""

    name: str | None
