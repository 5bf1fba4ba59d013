"""What is asked and said about the devices of a person."""

from typing import Annotated

from pydantic import Field, StringConstraints

from .base import Model
from .requests import Asked


class LinkRequest(Asked):
    """Be the person whose link this is; `replace`: even if this device is somebody with games already."""

    code: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    replace: bool = False


class Device(Model):
    """A device of mine; `this` is the one that asks."""

    id: str
    name: str
    seen: Annotated[int, Field(description="When it last got its cookie.")]
    this: bool


class Devices(Model):
    """My devices."""

    devices: list[Device]


class Link(Model):
    """A code that makes another device mine, and how long it does."""

    code: str
    seconds: int


class Linked(Model):
    """Who I am now."""

    name: str | None
