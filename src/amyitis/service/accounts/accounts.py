"""Accounts: registering, signing in, fresh proofs, and the ways in that a person has.

Without an account a person is a cookie, and everything works. An account gives that person a name that nobody else has,
and a way back: a password, passkeys, and a recovery code, of which only hashes and public keys are kept.
"""

import secrets
from collections.abc import Awaitable, Callable

from amyitis.service.events import DevicesRevoked, EventBus
from amyitis.service.games.tables import Tables
from amyitis.service.ports import Ports
from amyitis.service.problems import BadRequest, Conflict, Forbidden, NotFound
from amyitis.service.routing import Call
from amyitis.table.people.accounts import Account, Gone, Passkey

from .bans import Bans
from .codes import CHALLENGE_BYTES, challenge_hash, invitation_hash, looks_hash, new_recovery, recovery_hash
from .devices import REVOKED, Devices, device_name
from .exporting import Exporter
from .names import looks, person_name
from .ports import AccountPorts, Credential, Registration

CEREMONY_SECONDS = 5 * 60.0
PROOF_SECONDS = 10 * 60.0
MOST_PASSKEYS = 20
STAND_IN = "Steward"  # plays on for people who are removed

WRONG = "this name and this password do not belong together"
WRONG_CODE = "this name and this recovery code do not belong together"
WRONG_PASSKEY = "this passkey is not known here"
BANNED = "you may not use this server any more"
PROOF_FIRST = "show first that it is you: POST /api/v1/account/proof"
LAST_WAY = "this is your only way in: set a password, or add another passkey first"


class Accounts:
    """The accounts of a server."""

    def __init__(
        self, ports: Ports, accounts: AccountPorts, devices: Devices, events: EventBus, tables: Tables
    ) -> None:
        self._ports, self._devices, self._events = ports, devices, events
        self.store, self._moving = accounts.store, accounts.moving
        self._passwords, self._passkeys = accounts.passwords, accounts.passkeys
        self.registration: Registration = accounts.registration
        self.bans = Bans(accounts.store, devices, events)
        self._exporter = Exporter(ports, accounts.moving, tables)

    # Names.

    async def check_name(self, person: str, text: str, field: str = "name") -> str:
        """Return a name that a person may have; raises BadRequest, or Conflict if it is somebody else's."""
        name = person_name(text, field)
        if await self.store.is_taken(looks_hash(name), person):
            raise _taken()
        return name

    async def settle_name(self, call: Call, text: str) -> str:
        """Return the name that a person takes, and rename their account if they have one.

        Raises as `check_name`, and Forbidden without a fresh proof: the name of an account lets its owner in.
        """
        person = call.identity.person or ""
        account = await self.store.of(person)
        if account is None:
            return await self.check_name(person, text)
        name = _account_name(text)
        if looks_hash(name) != account.looks:
            await self.need_proof(call)
        if not await self.store.rename(person, call.identity.device or "", name, looks_hash(name)):
            raise _taken()
        return name

    # Registering.

    async def register(
        self, call: Call, name: str, password: str | None, credential: str | None, invitation: str | None
    ) -> tuple[str, str]:
        """Make an account for this person; return their recovery code, and the device that this one is now.

        All devices that were theirs before end, and their links and keys: somebody else may have made them this person.
        Raises a Refused.
        """
        person = call.identity.person or ""
        if self.registration == "closed":
            raise Forbidden("no accounts are made on this server", key="registration_closed")
        if self.registration == "invitation" and not invitation:
            raise Forbidden("accounts are made by invitation here", key="needs_invitation")
        if password is None and credential is None:
            raise BadRequest("an account needs a password or a passkey", field="password")
        name = _account_name(name)
        self._ports.quotas.charge("sign_ins", call.client)
        passkey = None if credential is None else await self._new_passkey(call, credential, None)
        hashed = None if password is None else await self._passwords.hash(password, call.owner)
        recovery = new_recovery()
        account = Account(person, looks_hash(name), self._ports.clock.now(), hashed, recovery_hash(recovery))
        code = invitation_hash(invitation or "") if self.registration == "invitation" else None
        made = await self.store.make(account, name, code, passkey)
        if made == "name_taken":
            raise _taken()
        if made == "no_invitation":
            raise Forbidden("this invitation was used before, or its time is over", key="used_invitation")
        if made == "has_one":
            raise Conflict("you have an account already", key="has_account")
        device = await self._devices.add(person, call.agent)
        await self._devices.revoke_others(person, device)
        await self.store.prove(device, PROOF_SECONDS)
        return recovery, device

    # Signing in. Each returns the person, and the device if it is a new one.

    async def by_password(self, call: Call, name: str, password: str, bring: bool) -> tuple[str, str | None]:
        """Sign in by name and password; raises Forbidden or TooMuch."""
        account = await self._with_password(call, looks_hash(name), password)

        async def still() -> bool:
            now = await self.store.of(account.person)
            return now is not None and now.password == account.password

        return await self._enter(call, account.person, bring, still)

    async def by_passkey(self, call: Call, text: str, bring: bool) -> tuple[str, str | None]:
        """Sign in by a passkey, which says who it is; raises Forbidden."""
        passkey = await self._used_passkey(call, text, "")

        async def still() -> bool:
            return await self.store.passkey(passkey.id) is not None

        return await self._enter(call, passkey.person, bring, still)

    async def by_recovery(self, call: Call, name: str, code: str, bring: bool) -> tuple[str, str | None, str]:
        """Sign in by a recovery code, which is used up; return the next one, too. Raises Forbidden."""
        self._ports.quotas.charge("sign_ins", call.client)
        account, fresh, used = await self.store.named(looks_hash(name)), new_recovery(), recovery_hash(code)
        if account is None or account.recovery != used:
            raise Forbidden(WRONG_CODE, key="wrong_recovery")
        person = account.person
        if person in self.bans:  # only the owner of the code learns it, and the code stays valid
            raise _banned()
        if not await self.store.use_recovery(person, used, recovery_hash(fresh)):
            raise Forbidden(WRONG_CODE, key="wrong_recovery")

        async def still() -> bool:
            now = await self.store.of(person)
            return now is not None and now.recovery == recovery_hash(fresh)

        return *await self._enter(call, person, bring, still), fresh

    async def _enter(
        self, call: Call, person: str, bring: bool, still: Callable[[], Awaitable[bool]]
    ) -> tuple[str, str | None]:
        """Let somebody in who has shown who they are: with a new device, unless they are this person already.

        Anybody who was signed in here before is signed out. What a guest has begun here comes along if they `bring` it.
        """
        if person in self.bans:
            raise _banned()
        me, before = call.identity.person, call.identity.device
        if me == person:
            await self._prove(call)
            return person, None
        device = await self._devices.add(person, call.agent)
        if not await still():  # the password was changed meanwhile, and ended all other sessions: this one, too
            await self._devices.revoke(person, device)
            raise Forbidden(WRONG, key="wrong_password")
        await self.store.prove(device, PROOF_SECONDS)
        if me is not None:
            if await self.store.of(me) is not None:
                await self._devices.revoke(me, before or "")
            elif bring and me not in self.bans:
                self._gone(await self._moving.move(me, person))
        return person, device

    async def _with_password(self, call: Call, named: str, password: str) -> Account:
        """Return the account with this name and password; raises Forbidden or TooMuch.

        A name that nobody has costs the same time and the same quotas. Guesses are counted for each account; a device
        that its owner has used has a count of its own, so that strangers who guess do not lock the owner out.
        """
        self._ports.quotas.charge("sign_ins", call.client)
        account = await self.store.named(named)
        person, hashed = ("", None) if account is None else (account.person, account.password)
        known = await self.store.knows(person, call.known)
        self._ports.quotas.charge("guesses", f"name {named}" if known is None else f"device {known}")
        right = await self._passwords.is_right(password, hashed, call.owner)
        if account is None or not right:
            raise Forbidden(WRONG, key="wrong_password")
        return account

    # Fresh proofs.

    async def prove(self, call: Call, password: str | None, credential: str | None) -> None:
        """Show again who one is, by a password or a passkey; raises Forbidden or TooMuch."""
        account = await self.mine(call)
        if credential is not None:
            await self._used_passkey(call, credential, account.person)
        elif password is not None:
            await self._with_password(call, account.looks, password)
        else:
            raise BadRequest("a password or a passkey", field="password")
        await self._prove(call)

    async def _prove(self, call: Call) -> None:
        await self.store.prove(call.identity.device or "", PROOF_SECONDS)

    async def is_proven(self, call: Call) -> bool:
        """Return whether this device has shown lately who uses it."""
        return await self.store.proven(call.identity.device or "")

    async def need_proof(self, call: Call) -> None:
        """Raise Forbidden for somebody with an account who has not shown lately that it is them."""
        person = call.identity.person
        if person is not None and await self.store.of(person) is not None and not await self.is_proven(call):
            raise Forbidden(PROOF_FIRST, key="proof_first")

    async def mine(self, call: Call) -> Account:
        """Return my account; raises NotFound."""
        account = await self.store.of(call.identity.person or "")
        if account is None:
            raise NotFound("you have no account", key="no_account")
        return account

    # Ways in.

    async def set_password(self, call: Call, password: str | None) -> None:
        """Set another password, or none; all other sessions end. Raises Forbidden or Conflict."""
        account = await self.mine(call)
        await self.need_proof(call)
        if password is None and not await self.store.passkeys(account.person):
            raise Conflict(LAST_WAY, key="last_way_in")
        hashed = None if password is None else await self._passwords.hash(password, call.owner)
        ended = await self.store.set_password(account.person, call.identity.device or "", hashed)
        if ended is None:
            raise Forbidden(REVOKED)
        self._devices.ended(ended)

    async def renew_recovery(self, call: Call) -> str:
        """Return a new recovery code, which takes the place of the one before; raises Forbidden."""
        account = await self.mine(call)
        await self.need_proof(call)
        recovery = new_recovery()
        if not await self.store.renew_recovery(account.person, call.identity.device or "", recovery_hash(recovery)):
            raise Forbidden(REVOKED)
        return recovery

    async def add_passkey(self, call: Call, text: str, name: str | None) -> None:
        """Add a passkey; raises a Refused."""
        account = await self.mine(call)
        await self.need_proof(call)
        if len(await self.store.passkeys(account.person)) >= MOST_PASSKEYS:
            raise Conflict(f"a person has at most {MOST_PASSKEYS} passkeys", key="most_passkeys")
        if not await self.store.add_passkey(await self._new_passkey(call, text, name), call.identity.device or ""):
            raise Conflict("this passkey is known already", key="passkey_known")

    async def rename_passkey(self, call: Call, key: str, name: str) -> None:
        """Give a passkey of mine another name; raises NotFound."""
        if not await self.store.rename_passkey((await self.mine(call)).person, key, name):
            raise NotFound("you have no such passkey")

    async def remove_passkey(self, call: Call, key: str) -> None:
        """Remove a passkey of mine, unless it is the only way in; raises Forbidden, NotFound or Conflict."""
        account = await self.mine(call)
        await self.need_proof(call)
        if not any(passkey.id == key for passkey in await self.store.passkeys(account.person)):
            raise NotFound("you have no such passkey")
        if not await self.store.remove_passkey(account.person, key):
            raise Conflict(LAST_WAY, key="last_way_in")

    # Passkeys.

    async def to_make_passkey(self, call: Call, name: str) -> object:
        """Return the options with which a browser makes a passkey; raises Conflict where passkeys cannot work."""
        person = call.identity.person or ""
        challenge = await self._begin(call, person)
        return self._passkeys.to_make(call.origin, challenge, person, name, await self.store.passkeys(person))

    async def to_use_passkey(self, call: Call, mine: bool) -> object:
        """Return the options with which a browser uses a passkey: one of `mine` for a proof, or anybody's."""
        person, known = "", list[Passkey]()
        if mine:
            person, rp = (await self.mine(call)).person, self._passkeys.rp(call.origin)
            known = [passkey for passkey in await self.store.passkeys(person) if passkey.rp == rp]
            if not known:
                raise NotFound("you have no passkey for this address", key="no_passkey_here")
        return self._passkeys.to_use(call.origin, await self._begin(call, person), known)

    async def _begin(self, call: Call, person: str) -> bytes:
        self._ports.quotas.charge("sign_ins", call.client)
        if self._passkeys.rp(call.origin) is None:
            raise Conflict("passkeys do not work at this address", key="no_passkeys_here")
        challenge = secrets.token_bytes(CHALLENGE_BYTES)
        await self.store.begin(challenge_hash(challenge), person, CEREMONY_SECONDS)
        return challenge

    async def _read(self, call: Call, text: str, person: str) -> Credential:
        """Return what a browser sent, its challenge used up; raises BadRequest, Conflict or Forbidden."""
        if self._passkeys.rp(call.origin) is None:
            raise Conflict("passkeys do not work at this address", key="no_passkeys_here")
        credential = self._passkeys.read(text)
        if not await self.store.finish(challenge_hash(credential.challenge), person):
            raise Forbidden("this took too long, or was sent before: try again", key="late_passkey")
        return credential

    async def _new_passkey(self, call: Call, text: str, name: str | None) -> Passkey:
        person = call.identity.person or ""
        credential = await self._read(call, text, person)
        key = await self._passkeys.public_key(credential, call.origin, call.owner)
        rp = self._passkeys.rp(call.origin) or ""
        return Passkey(credential.id, person, rp, name or device_name(call.agent), key, self._ports.clock.now(), None)

    async def _used_passkey(self, call: Call, text: str, person: str) -> Passkey:
        """Return the passkey that was used, of this person if one is named; raises Forbidden."""
        credential = await self._read(call, text, person)
        passkey = await self.store.passkey(credential.id)
        wanted = person or credential.person
        if passkey is None or passkey.person != wanted or passkey.rp != self._passkeys.rp(call.origin):
            raise Forbidden(WRONG_PASSKEY, key="wrong_passkey")
        await self._passkeys.check(credential, call.origin, passkey.public_key, call.owner)
        await self.store.used_passkey(passkey.id)
        return passkey

    # Export and removal.

    async def export(self, call: Call) -> bytes:
        """Return everything that is kept about this person, as JSON; raises Forbidden or TooMuch."""
        await self.need_proof(call)
        return await self._exporter.export(call)

    async def remove(self, call: Call) -> None:
        """Remove this person with all that belongs to them; raises Forbidden."""
        await self.need_proof(call)
        person = call.identity.person or ""
        account = await self.store.of(person)
        self._gone(await self._moving.remove(person, None if account is None else account.looks, STAND_IN))

    def _gone(self, gone: Gone) -> None:
        """Tell everybody here which devices and seats are nobody's any more."""
        self._devices.heard(set(gone.devices))
        self._events.publish(DevicesRevoked(frozenset(), gone.games))


def _account_name(text: str) -> str:
    """Return a name for an account, which needs a letter by which it differs from others; raises BadRequest."""
    name = person_name(text)
    if not looks(name):
        raise BadRequest("the name of an account needs a letter or a digit", field="name")
    return name


def _taken() -> Conflict:
    return Conflict("somebody with an account is called so, or nearly so: choose another name", key="name_taken")


def _banned() -> Forbidden:
    return Forbidden(BANNED, key="banned")
