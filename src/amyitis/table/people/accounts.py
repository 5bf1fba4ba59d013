"""What is kept of a person with an account: how they sign in, and what stays when they have gone."""

from dataclasses import dataclass, field

REMOVED = "removed"  # holds the seats of people who were removed; no person is called so
SOMEONE = "someone"  # the name at those seats


@dataclass(frozen=True)
class Account:
    """An account: the hash of what its name looks like, and the hashes of its password and its recovery code."""

    person: str
    looks: str
    created: int
    password: str | None
    recovery: str


@dataclass(frozen=True)
class Passkey:
    """A passkey, which works under one name of the server (`rp`)."""

    id: str
    person: str
    rp: str
    name: str
    public_key: bytes = field(repr=False)
    created: int
    used: int | None


@dataclass(frozen=True)
class Member:
    """A person with an account, or one who is banned, as an operator lists them."""

    person: str
    name: str
    created: int | None
    password: bool
    passkeys: int
    seen: int | None
    banned: bool


@dataclass(frozen=True)
class Gone:
    """What ended when a person moved to another id or was removed: devices, and games whose seats have changed."""

    devices: frozenset[str] = frozenset()
    games: frozenset[str] = frozenset()
