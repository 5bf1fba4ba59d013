"""Who makes a request: people by a signed cookie, programs by the key of a seat.

A second cookie names the devices that a browser was before somebody signed out. It lets nobody in: attempts to sign in
again are counted apart from those of strangers.

A cookie names a person and the device (the browser) that it was issued to. Only its signature counts: a clock that was
wrong when it was signed takes nothing from anybody.
"""

from collections.abc import Sequence

from itsdangerous import BadSignature, URLSafeTimedSerializer

from amyitis.errors import Malformed
from amyitis.service.accounts.keys import key_hash
from amyitis.table import Identity

COOKIE = "amyitis_person"
SECURE_COOKIE = "__Host-amyitis_person"
KNOWN = "amyitis_known"
MOST_KNOWN = 5
COOKIE_SECONDS = 400 * 24 * 3600
SECRET_LENGTH = 16


class Cookies:
    """Signs and reads the cookies of people; of several secrets the first signs, and all are accepted."""

    def __init__(self, secrets: Sequence[str], secure: bool = False) -> None:
        if not secrets or any(len(secret) < SECRET_LENGTH for secret in secrets):
            raise Malformed(f"the secret that signs cookies needs at least {SECRET_LENGTH} letters")
        self._serializer = URLSafeTimedSerializer(list(reversed(secrets)), salt="amyitis-person")
        self._known = URLSafeTimedSerializer(list(reversed(secrets)), salt="amyitis-known")
        self.secure = secure
        self.known_name = f"__Host-{KNOWN}" if secure else KNOWN
        self.name = SECURE_COOKIE if secure else COOKIE

    def sign(self, person: str, device: str) -> str:
        """Return the signed value of a person's cookie."""
        return self._serializer.dumps([person, device])

    def read(self, cookie: str | None) -> Identity:
        """Return whom a cookie names; nobody if it is not ours."""
        if not cookie:
            return Identity()
        try:
            content = self._serializer.loads(cookie)  # without a maximum age
        except BadSignature:
            return Identity()
        match content:
            case [str(person), str(device)]:
                return Identity(person=person, device=device)
        return Identity()

    def sign_known(self, devices: Sequence[str]) -> str:
        """Return the signed value of the cookie with the devices that a browser was, the latest first."""
        return self._known.dumps(list(devices[:MOST_KNOWN]))

    def read_known(self, cookie: str | None) -> tuple[str, ...]:
        """Return the devices that a browser was; none if the cookie is not ours."""
        try:
            return tuple(map(str, self._known.loads(cookie))) if cookie else ()
        except BadSignature:
            return ()

    def identify(self, cookie: str | None, authorization: str | None) -> Identity:
        """Return who sends these headers; a key counts before a cookie."""
        scheme, _, key = (authorization or "").partition(" ")
        if scheme.lower() == "bearer" and key:
            return Identity(key_hash=key_hash(key.strip()))
        return self.read(cookie)
