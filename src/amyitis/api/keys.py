"""The keys by which programs play a seat; only their hashes are kept."""

import hashlib
import secrets

KEY_PREFIX = "amy_"


def new_key() -> str:
    """A key for a program; only its hash is kept."""
    return KEY_PREFIX + secrets.token_urlsafe(32)


def key_hash(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode()).hexdigest()
