"""Bearer keys by which programs play a seat, ids of people, and invitations: secret words that open a free seat.

Of keys only the hashes are kept; invitations are made from the server's secret.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence

from amyitis.table import SeatMetadata
from amyitis.table.metadata import new_id

KEY_PREFIX = "amy_"
PERSON_LENGTH = 16
INVITATION_LENGTH = 24


def new_key() -> str:
    """Return a key for a program."""
    return KEY_PREFIX + secrets.token_urlsafe(32)


def key_hash(key: str) -> str:
    """Return what is kept of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def new_person() -> str:
    """Return an id for a new person."""
    return new_id(PERSON_LENGTH)


class Invitations:
    """Makes and checks invitations; of several secrets the first makes them, and all are accepted."""

    def __init__(self, secrets: Sequence[str]) -> None:
        self._secrets = [secret.encode() for secret in secrets]

    def of(self, game_id: str, seats: Sequence[SeatMetadata]) -> dict[str, str]:
        """Return the invitations to the open seats, by seat."""
        return {seat.seat: self._words(game_id, seat)[0] for seat in seats if seat.is_open}

    def is_valid(self, game_id: str, seat: SeatMetadata, word: str | None) -> bool:
        """Return whether a word is the invitation to a seat."""
        given = (word or "").encode()
        return any(hmac.compare_digest(known.encode(), given) for known in self._words(game_id, seat))

    def _words(self, game_id: str, seat: SeatMetadata) -> list[str]:
        text = f"invitation:{game_id}:{seat.seat}:{seat.invitation}".encode()
        signed = [hmac.digest(secret, text, "sha256") for secret in self._secrets]
        return [base64.urlsafe_b64encode(digest).decode()[:INVITATION_LENGTH] for digest in signed]
