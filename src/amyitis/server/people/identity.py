"""Who asks: people by a signed cookie, programs by the key of a seat."""

import secrets

from itsdangerous import BadSignature, URLSafeTimedSerializer

from amyitis.errors import Malformed
from amyitis.table import Asker

from .keys import key_hash

COOKIE = "amyitis_person"
SECURE_COOKIE = "__Host-amyitis_person"
COOKIE_SECONDS = 400 * 24 * 3600
SECRET_LENGTH = 16


class Identities:
    """Signs and reads the cookies by which people are known."""

    def __init__(self, secret: str, secure: bool = False) -> None:
        if len(secret) < SECRET_LENGTH:
            raise Malformed(f"the secret that signs cookies needs at least {SECRET_LENGTH} letters")
        self._serializer = URLSafeTimedSerializer(secret, salt="amyitis-person")
        self.secure = secure
        self.cookie_name = SECURE_COOKIE if secure else COOKIE

    def new_person(self) -> str:
        """An id for somebody new."""
        return secrets.token_urlsafe(12)

    def cookie(self, person: str) -> str:
        """The signed value of a person's cookie."""
        return self._serializer.dumps(person)

    def person_of(self, cookie: str | None) -> str | None:
        """The person of a cookie; None if it is not ours, or too old."""
        if not cookie:
            return None
        try:
            found = self._serializer.loads(cookie, max_age=COOKIE_SECONDS)
        except BadSignature:
            return None
        return found if isinstance(found, str) else None

    def asker(self, cookie: str | None, authorization: str | None) -> Asker:
        """Who sends these headers; a key counts before a cookie."""
        scheme, _, key = (authorization or "").partition(" ")
        if scheme.lower() == "bearer" and key:
            return Asker(key_hash=key_hash(key.strip()))
        return Asker(person=self.person_of(cookie))
