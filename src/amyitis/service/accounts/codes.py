"""Recovery codes, invitations to register, challenges, and the hashes that are kept of them and of names."""

import hashlib
import secrets

from .names import looks

CHALLENGE_BYTES = 32
INVITATION_BYTES = 15
# Neither vowels, which would make words, nor signs that look like others.
RECOVERY_LETTERS = "23456789BCDFGHJKMNPQRSTVWXZ"
GROUPS, GROUP_LETTERS = 5, 5  # 118 bits


def new_recovery() -> str:
    """Return a recovery code, as one writes it down: `7KQ2M-...`."""
    return "-".join("".join(secrets.choice(RECOVERY_LETTERS) for _ in range(GROUP_LETTERS)) for _ in range(GROUPS))


def recovery_hash(code: str) -> str:
    """Return what is kept of a recovery code; case, blanks and hyphens do not count."""
    return _hash("recovery", "".join(letter for letter in code.upper() if letter.isalnum()))


def new_invitation() -> str:
    """Return an invitation to make an account."""
    return secrets.token_urlsafe(INVITATION_BYTES)


def invitation_hash(code: str) -> str:
    """Return what is kept of an invitation."""
    return _hash("invitation", code)


def challenge_hash(challenge: bytes) -> str:
    """Return what is kept of a challenge."""
    return _hash("challenge", challenge.hex())


def looks_hash(name: str) -> str:
    """Return what is kept of the looks of a name."""
    return _hash("looks", looks(name))


def _hash(kind: str, text: str) -> str:
    return hashlib.sha256(f"amyitis-{kind}:{text}".encode()).hexdigest()
