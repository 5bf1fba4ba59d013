"""Accounts: registering, signing in, fresh proofs, passwords, passkeys, recovery codes, export and removal."""

from typing import Any, cast

from amyitis.service.accounts.accounts import Accounts
from amyitis.service.accounts.names import clean_name
from amyitis.service.problems import BadRequest
from amyitis.service.routing import Call, Reply
from amyitis.service.service import Service
from amyitis.service.shapes.accounts import (
    KEY_NAME,
    Account,
    AccountState,
    Ceremony,
    CeremonyRequest,
    Linked,
    PasskeyId,
    PasskeyNameRequest,
    PasskeyRequest,
    PasskeySignInRequest,
    PasswordRequest,
    ProofRequest,
    Recovery,
    RecoveryRequest,
    RegisterRequest,
    SignedIn,
    SignInRequest,
)


def _accounts(service: Service) -> Accounts:
    assert service.accounts is not None  # these routes are in the edition that has accounts
    return service.accounts


async def my_account(service: Service, call: Call) -> AccountState:
    """Return my account, and who may create one on this server."""
    accounts, person = _accounts(service), call.identity.person or ""
    own = await accounts.store.of(person)
    if own is None:
        return {"registration": accounts.registration, "account": None}
    account: Account = {
        "name": await service.store.people.name(person) or "",
        "created": own.created,
        "password": own.password is not None,
        "proven": await accounts.is_proven(call),
        "passkeys": [
            {"id": passkey.id, "name": passkey.name, "rp": passkey.rp, "created": passkey.created, "used": passkey.used}
            for passkey in await accounts.store.passkeys(person)
        ],
    }
    return {"registration": accounts.registration, "account": account}


async def register(service: Service, call: Call, body: RegisterRequest) -> Reply[Recovery]:
    """Create an account for the person of this session.

    The recovery code is shown only this once. My other devices, links and seat keys end.
    """
    code, device = await _accounts(service).register(call, body.name, body.password, body.credential, body.invitation)
    return Reply({"recovery": code}, person=call.identity.person, device=device)


async def sign_in(service: Service, call: Call, body: SignInRequest) -> Reply[SignedIn]:
    """Sign in by name and password."""
    return await _signed_in(service, *await _accounts(service).by_password(call, body.name, body.password, body.bring))


async def sign_in_by_passkey(service: Service, call: Call, body: PasskeySignInRequest) -> Reply[SignedIn]:
    """Sign in by a passkey."""
    return await _signed_in(service, *await _accounts(service).by_passkey(call, body.credential, body.bring))


async def sign_in_by_recovery(service: Service, call: Call, body: RecoveryRequest) -> Reply[SignedIn]:
    """Sign in with my recovery code. It works once; the response has the next one."""
    return await _signed_in(service, *await _accounts(service).by_recovery(call, body.name, body.code, body.bring))


async def _signed_in(service: Service, person: str, device: str | None, recovery: str | None = None) -> Reply[SignedIn]:
    name = await service.store.people.name(person)
    return Reply({"name": name, "recovery": recovery}, person=person, device=device)


async def begin_passkey(service: Service, call: Call, body: CeremonyRequest) -> Ceremony:
    """Return what the browser needs to create or use a passkey. Its answer must come within five minutes."""
    accounts = _accounts(service)
    if body.purpose != "new":
        options = await accounts.to_use_passkey(call, mine=body.purpose == "proof")
    elif call.identity.person is None:
        raise BadRequest("a passkey is made for somebody: POST /api/v1/me makes you known", field="purpose")
    else:
        named = body.name or await service.store.people.name(call.identity.person)
        options = await accounts.to_make_passkey(call, clean_name(named or "?"))
    return {"options": cast(dict[str, Any], options)}


async def prove(service: Service, call: Call, body: ProofRequest) -> AccountState:
    """Confirm my identity again, as export, removal, a new password and a further device require."""
    await _accounts(service).prove(call, body.password, body.credential)
    return await my_account(service, call)


async def set_password(service: Service, call: Call, body: PasswordRequest) -> AccountState:
    """Change or remove my password. My other devices, links and seat keys end."""
    await _accounts(service).set_password(call, body.password)
    return await my_account(service, call)


async def renew_recovery(service: Service, call: Call) -> Recovery:
    """Return a new recovery code; the previous one stops working."""
    return {"recovery": await _accounts(service).renew_recovery(call)}


async def add_passkey(service: Service, call: Call, body: PasskeyRequest) -> AccountState:
    """Add a passkey to my account."""
    name = None if body.name is None else clean_name(body.name, KEY_NAME)
    await _accounts(service).add_passkey(call, body.credential, name)
    return await my_account(service, call)


async def rename_passkey(service: Service, call: Call, key: PasskeyId, body: PasskeyNameRequest) -> AccountState:
    """Rename a passkey."""
    await _accounts(service).rename_passkey(call, key, clean_name(body.name, KEY_NAME))
    return await my_account(service, call)


async def remove_passkey(service: Service, call: Call, key: PasskeyId) -> AccountState:
    """Remove a passkey. The last way to sign in cannot be removed."""
    await _accounts(service).remove_passkey(call, key)
    return await my_account(service, call)


async def export_me(service: Service, call: Call) -> Reply[dict[str, Any]]:
    """Return everything this server stores about me as one JSON file, with the records of my games."""
    file = await _accounts(service).export(call)
    return Reply(file, headers={"Content-Disposition": 'attachment; filename="amyitis.json"'})


async def remove_me(service: Service, call: Call) -> Reply[Linked]:
    """Remove me from this server. Finished games show `someone`; a bot plays on in the others."""
    await _accounts(service).remove(call)
    return Reply({"name": None}, person="")
