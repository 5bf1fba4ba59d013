"""Passkeys: what a browser is to make or to sign, and whether it has; by the package webauthn, unattested."""

import ipaddress
import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json_dict, parse_client_data_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from amyitis.service.accounts.ports import Credential
from amyitis.service.problems import BadRequest, Forbidden
from amyitis.table.people.accounts import Passkey

from .limits.bounded_threads import BoundedThreads

TIMEOUT = 4 * 60 * 1000  # milliseconds
LONGEST_ID = 1364  # 1023 bytes
GAME = "Amyitis"


class WebAuthnPasskeys:
    """The `PasskeyCeremonies` of a server that goes by some names.

    The counter of a passkey is not looked at: one that is synced between devices may go back.
    """

    def __init__(self, names: Collection[str], threads: BoundedThreads) -> None:
        self._names, self._threads = names, threads

    def rp(self, origin: str) -> str | None:
        """Return the name that passkeys of an origin are for; None where browsers make none: at IP addresses, or over
        plain HTTP, but for `localhost`.
        """
        try:
            parts = urlsplit(origin)
            name = (parts.hostname or "").lower()
        except ValueError:
            return None
        safe = parts.scheme == "https" or (parts.scheme == "http" and name == "localhost")
        return name if safe and name in self._names and not _is_number(name) else None

    def to_make(
        self, origin: str, challenge: bytes, person: str, name: str, known: Sequence[Passkey]
    ) -> Mapping[str, Any]:
        """Return the options for `navigator.credentials.create`, as JSON."""
        options = webauthn.generate_registration_options(
            rp_id=self.rp(origin) or "",
            rp_name=GAME,
            user_id=person.encode(),
            user_name=name,
            challenge=challenge,
            timeout=TIMEOUT,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
            ),
            exclude_credentials=_described(known),
        )
        return options_to_json_dict(options)

    def to_use(self, origin: str, challenge: bytes, known: Sequence[Passkey]) -> Mapping[str, Any]:
        """Return the options for `navigator.credentials.get`, as JSON."""
        options = webauthn.generate_authentication_options(
            rp_id=self.rp(origin) or "", challenge=challenge, timeout=TIMEOUT, allow_credentials=_described(known)
        )
        return options_to_json_dict(options)

    def read(self, text: str) -> Credential:
        """Return what a browser sent, unchecked; raises BadRequest."""
        try:
            sent = json.loads(text)
            key, response = sent["id"], sent["response"]
            client = parse_client_data_json(base64url_to_bytes(response["clientDataJSON"]))
            person = base64url_to_bytes(response.get("userHandle") or "").decode()
            if not isinstance(key, str) or len(key) > LONGEST_ID:
                raise ValueError
        except Exception:  # whatever it is that a stranger has sent
            raise BadRequest("this is not what a browser sends of a passkey", field="credential") from None
        return Credential(key, client.challenge, person, text)

    async def public_key(self, credential: Credential, origin: str, owner: str) -> bytes:
        """Return the public key of a new passkey; raises Forbidden."""
        return await self._threads.run(owner, self._public_key, credential, origin)

    async def check(self, credential: Credential, origin: str, public_key: bytes, owner: str) -> None:
        """Raise Forbidden if a passkey did not sign the challenge here."""
        await self._threads.run(owner, self._check, credential, origin, public_key)

    def _public_key(self, credential: Credential, origin: str) -> bytes:
        try:
            made = webauthn.verify_registration_response(
                credential=credential.text,
                expected_challenge=credential.challenge,
                expected_rp_id=self.rp(origin) or "",
                expected_origin=origin,
            )
        except Exception:
            raise _wrong() from None
        if bytes_to_base64url(made.credential_id) != credential.id:
            raise _wrong()
        return made.credential_public_key

    def _check(self, credential: Credential, origin: str, public_key: bytes) -> None:
        try:
            webauthn.verify_authentication_response(
                credential=credential.text,
                expected_challenge=credential.challenge,
                expected_rp_id=self.rp(origin) or "",
                expected_origin=origin,
                credential_public_key=public_key,
                credential_current_sign_count=0,
            )
        except Exception:
            raise _wrong() from None


def _wrong() -> Forbidden:
    return Forbidden("this passkey was not accepted", key="wrong_passkey")


def _described(known: Sequence[Passkey]) -> list[PublicKeyCredentialDescriptor]:
    return [PublicKeyCredentialDescriptor(id=base64url_to_bytes(passkey.id)) for passkey in known]


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
