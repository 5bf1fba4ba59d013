"""Who asks: people by a signed cookie, programs by the key of a seat.

A cookie names a person and the device (the browser) that it was given to. Its signature is all that counts: a clock
that was wrong when it was signed, here or on another server, takes nothing from anybody.
"""

import secrets
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from itsdangerous import BadSignature, URLSafeTimedSerializer

from amyitis.api.keys import key_hash
from amyitis.errors import Malformed
from amyitis.table import Asker

COOKIE = "amyitis_person"
SECURE_COOKIE = "__Host-amyitis_person"
COOKIE_SECONDS = 400 * 24 * 3600
SECRET_LENGTH = 16
DEVICE_BYTES = 12


class Known(NamedTuple):
    """A person, and the device by which they are known; None where the cookie is older than the list of devices."""

    person: str
    device: str | None


def plain_cookies(person: str) -> str:
    """What stands in the list of revoked devices for the cookies of a person that name no device."""
    return f"~{person}"


class Identities:
    """Signs and reads the cookies by which people are known.

    Of several secrets the first one signs, and what any of them has signed is accepted. `revoked` are the devices whose
    rights are gone.
    """

    def __init__(self, secrets_: Sequence[str], secure: bool = False, revoked: Iterable[str] = ()) -> None:
        if not secrets_ or any(len(secret) < SECRET_LENGTH for secret in secrets_):
            raise Malformed(f"the secret that signs cookies needs at least {SECRET_LENGTH} letters")
        self._serializer = URLSafeTimedSerializer(list(reversed(secrets_)), salt="amyitis-person")
        self.secure = secure
        self.cookie_name = SECURE_COOKIE if secure else COOKIE
        self.revoked = set(revoked)

    def new_person(self) -> str:
        """An id for somebody new."""
        return secrets.token_urlsafe(12)

    def new_device(self) -> str:
        """An id for a device."""
        return secrets.token_urlsafe(DEVICE_BYTES)

    def cookie(self, person: str, device: str | None = None) -> str:
        """The signed value of a person's cookie."""
        return self._serializer.dumps(person if device is None else [person, device])

    def known(self, cookie: str | None) -> Known | None:
        """Whom a cookie names; None if it is not ours, or its device was revoked."""
        if not cookie:
            return None
        try:
            found = self._serializer.loads(cookie)  # without a limit on its age: a signed cookie is a signed cookie
        except BadSignature:
            return None
        match found:
            case str(person):
                one = Known(person, None)
            case [str(person), str(device)]:
                one = Known(person, device)
            case _:
                return None
        return None if self._is_revoked(one.person, one.device) else one

    def _is_revoked(self, person: str, device: str | None) -> bool:
        return (device or plain_cookies(person)) in self.revoked

    def has_lost_rights(self, who: Asker) -> bool:
        """Whether the device of one who was let in as a person was revoked since."""
        return who.person is not None and self._is_revoked(who.person, who.device)

    def asker(self, cookie: str | None, authorization: str | None) -> Asker:
        """Who sends these headers; a key counts before a cookie."""
        scheme, _, key = (authorization or "").partition(" ")
        if scheme.lower() == "bearer" and key:
            return Asker(key_hash=key_hash(key.strip()))
        known = self.known(cookie)
        return Asker() if known is None else Asker(person=known.person, device=known.device)
