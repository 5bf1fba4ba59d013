"""Bearer keys by which programs play a seat, and ids of people; only the hashes of keys are kept."""

import hashlib
import secrets

KEY_PREFIX = "amy_"
PERSON_BYTES = 12


def new_key() -> str:
    """Return a key for a program."""
    return KEY_PREFIX + secrets.token_urlsafe(32)


def key_hash(key: str) -> str:
    """Return what is kept of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def new_person() -> str:
    """Return an id for a new person."""
    return secrets.token_urlsafe(PERSON_BYTES)
