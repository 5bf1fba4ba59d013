"""Who asks: people by a signed cookie, programs by the key of a seat, and the invitations that let people in."""

import base64
import hashlib
import hmac
import secrets
import unicodedata
from dataclasses import dataclass

from itsdangerous import BadSignature, URLSafeTimedSerializer

from amyitis.errors import Malformed
from amyitis.store import SeatRow

from .refusals import BadRequest
from .table import Table

COOKIE = "amyitis_person"
SECURE_COOKIE = "__Host-amyitis_person"
COOKIE_SECONDS = 400 * 24 * 3600
NAME_LENGTH = 24
KEY_PREFIX = "amy_"
INVITATION_LENGTH = 24
SECRET_LENGTH = 16
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that show nothing


@dataclass(frozen=True)
class Asker:
    """The one who asks: a person, the bearer of a key, or nobody we know."""

    person: str | None = None
    key_hash: str | None = None

    @property
    def actor(self) -> str:
        """How the log names who acted."""
        return self.person or f"key:{(self.key_hash or '')[:16]}"

    def may_claim(self, seat: SeatRow) -> bool:
        """Whether the seat belongs to the asker, even while a bot plays it."""
        if self.person is not None and seat.person == self.person:
            return True
        return self.key_hash is not None and seat.key_hash == self.key_hash

    def seats(self, table: Table) -> frozenset[str]:
        """The seats that the asker may decide for."""
        return frozenset(seat.seat for seat in table.seats if seat.bot is None and self.may_claim(seat))


class Doorkeeper:
    """Signs and reads cookies, makes keys and invitations; all from one secret."""

    def __init__(self, secret: str, secure: bool = False) -> None:
        if len(secret) < SECRET_LENGTH:
            raise Malformed(f"the secret that signs cookies needs at least {SECRET_LENGTH} letters")
        self._secret = secret.encode()
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

    def invitation(self, game_id: str, seat: SeatRow) -> str:
        """The secret word that lets its bearer take an open seat."""
        text = f"invitation:{game_id}:{seat.seat}:{seat.invitation}".encode()
        return base64.urlsafe_b64encode(hmac.digest(self._secret, text, "sha256")).decode()[:INVITATION_LENGTH]

    def is_invitation(self, game_id: str, seat: SeatRow, word: str) -> bool:
        """Whether a word is the invitation to a seat."""
        return hmac.compare_digest(self.invitation(game_id, seat).encode(), word.encode())


def new_key() -> str:
    """A key for a program; only its hash is kept."""
    return KEY_PREFIX + secrets.token_urlsafe(32)


def key_hash(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def clean_name(text: str, most: int = NAME_LENGTH, field: str = "name") -> str:
    """A name fit to be shown: one line, no control or direction marks, not too long; raises BadRequest."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if any(unicodedata.category(letter).startswith("C") for letter in name):
        raise BadRequest("a name may not contain control characters", field=field)
    if not 1 <= len(name) <= most:
        raise BadRequest(f"a name has 1 to {most} letters", field=field)
    if all(letter in BLANKS or unicodedata.category(letter).startswith(("M", "Z")) for letter in name):
        raise BadRequest("a name needs a letter that can be seen", field=field)
    return name
