"""What accounts need from outside: their store, the hashing of passwords, and what a passkey signs."""

from collections.abc import Awaitable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from amyitis.table.people.accounts import Account, Gone, Passkey
from amyitis.table.people.identity import Revoked

Made = Literal["made", "name_taken", "no_invitation", "has_one"]
Registration = Literal["open", "invitation", "closed"]


class AccountStore(Protocol):
    """Accounts, passkeys, fresh proofs, invitations and bans."""

    def of(self, person: str) -> Awaitable[Account | None]:
        """Return the account of a person, or None."""

    def named(self, looks: str) -> Awaitable[Account | None]:
        """Return the account whose name looks so, or None."""

    def is_taken(self, looks: str, person: str) -> Awaitable[bool]:
        """Return whether a name belongs to somebody else's account, or to somebody who was removed."""

    def make(self, account: Account, name: str, invitation: str | None, passkey: Passkey | None) -> Awaitable[Made]:
        """Keep a new account with its name, and use its invitation up if it needs one."""

    def rename(self, person: str, device: str, name: str, looks: str) -> Awaitable[bool]:
        """Change the name of an account; False if it is taken, or the device was revoked."""

    def renew_recovery(self, person: str, device: str, recovery: str) -> Awaitable[bool]:
        """Keep another recovery code; False if the device was revoked."""

    def set_password(self, person: str, device: str, password: str | None) -> Awaitable[Revoked | None]:
        """Keep another password and end all other devices; None, and nothing happens, if this one was revoked."""

    def use_recovery(self, person: str, used: str, fresh: str) -> Awaitable[bool]:
        """Use a recovery code up, and keep the next one; False if it is not the code of this account."""

    def passkeys(self, person: str) -> Awaitable[list[Passkey]]:
        """Return the passkeys of a person, the oldest first."""

    def passkey(self, key: str) -> Awaitable[Passkey | None]:
        """Return a passkey, or None."""

    def add_passkey(self, passkey: Passkey, device: str) -> Awaitable[bool]:
        """Keep a passkey; False if it is known already, or the device was revoked."""

    def used_passkey(self, key: str) -> Awaitable[None]:
        """Note that a passkey was used."""

    def rename_passkey(self, person: str, key: str, name: str) -> Awaitable[bool]:
        """Name a passkey of a person; False if they have no such one."""

    def remove_passkey(self, person: str, key: str) -> Awaitable[bool]:
        """Remove a passkey of a person; False if they have no such one, or no other way to sign in."""

    def begin(self, challenge_hash: str, person: str, seconds: float) -> Awaitable[None]:
        """Keep a challenge for some seconds."""

    def finish(self, challenge_hash: str, person: str) -> Awaitable[bool]:
        """Use a challenge up; False if it is not this person's, unknown, or its time is over."""

    def prove(self, device: str, seconds: float) -> Awaitable[None]:
        """Note that somebody has just shown on a device who they are; it counts for some seconds."""

    def proven(self, device: str) -> Awaitable[bool]:
        """Return whether a device has a fresh proof."""

    def knows(self, person: str, ids: Collection[str]) -> Awaitable[str | None]:
        """Return the oldest of these devices that is or was the person's, or None."""

    def banned(self) -> Awaitable[set[str]]:
        """Return the people who are banned."""


class MovingStore(Protocol):
    """Moves what a guest has begun to their account, and removes people."""

    def move(self, guest: str, person: str) -> Awaitable[Gone]:
        """Give everything of a guest to a person; the guest's devices lose their rights."""

    def remove(self, person: str, looks: str | None, bot: str) -> Awaitable[Gone]:
        """Remove a person: a bot plays on in their running games, finished ones keep `someone`, all else goes."""

    def kept_about(self, person: str) -> Awaitable[dict[str, list[dict[str, Any]]]]:
        """Return the rows that are kept about a person, by their table, without hashes and keys."""


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

    store: AccountStore
    moving: MovingStore
    passwords: Passwords
    passkeys: PasskeyCeremonies
    registration: Registration
