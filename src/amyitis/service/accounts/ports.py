"""What accounts need from outside: the parts of a store, the hashing of passwords, and what a passkey signs."""

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

from amyitis.table.people.accounts import Passkey

if TYPE_CHECKING:
    from amyitis.store.parts.accounts import AccountStore
    from amyitis.store.parts.moving import MovingStore

Registration = Literal["open", "invitation", "closed"]


class Passwords(Protocol):
    """Hashes passwords, outside of the event loop; raises TooMuch if too many wait."""

    def hash(self, password: str, owner: str) -> Awaitable[str]:
        """Return the hash of a password."""

    def is_right(self, password: str, hashed: str | None, owner: str) -> Awaitable[bool]:
        """Return whether a password has this hash; for None it takes the same time, and returns False."""


@dataclass(frozen=True)
class Credential:
    """What a browser sent of a passkey: its id, and the challenge and the person that it says it signed for."""

    id: str
    challenge: bytes
    person: str
    text: str = field(repr=False)


class PasskeyCeremonies(Protocol):
    """Makes what a passkey is to sign, and checks it, outside of the event loop."""

    def rp(self, origin: str) -> str | None:
        """Return the name that passkeys of an origin are for; None where they cannot work."""

    def to_make(
        self, origin: str, challenge: bytes, person: str, name: str, known: Sequence[Passkey]
    ) -> Mapping[str, Any]:
        """Return the options for `navigator.credentials.create`, as JSON."""

    def to_use(self, origin: str, challenge: bytes, known: Sequence[Passkey]) -> Mapping[str, Any]:
        """Return the options for `navigator.credentials.get`, as JSON; without known ones any passkey will do."""

    def read(self, text: str) -> Credential:
        """Return what a browser sent, unchecked; raises BadRequest."""

    def public_key(self, credential: Credential, origin: str, owner: str) -> Awaitable[bytes]:
        """Return the public key of a new passkey; raises Forbidden if it did not sign the challenge here."""

    def check(self, credential: Credential, origin: str, public_key: bytes, owner: str) -> Awaitable[None]:
        """Raise Forbidden if a passkey did not sign the challenge here."""


@dataclass(frozen=True)
class AccountPorts:
    """What an edition with accounts brings; `registration` says who may make one."""

    store: "AccountStore"
    moving: "MovingStore"
    passwords: Passwords
    passkeys: PasskeyCeremonies
    registration: Registration
