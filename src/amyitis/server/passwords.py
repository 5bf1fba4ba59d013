"""Passwords, hashed with Argon2id: 19 MiB, two passes, one lane, as OWASP recommends."""

import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from .limits.bounded_threads import BoundedThreads

MEMORY_KIB, PASSES, LANES = 19 * 1024, 2, 1
# The hash of nobody's password: to compare with it takes as long as with somebody's.
NOBODY = f"$argon2id$v=19$m={MEMORY_KIB},t={PASSES},p={LANES}${'A' * 22}${'A' * 43}"


class ArgonPasswords:
    """Hashes passwords; the `Passwords` of the server."""

    def __init__(self, threads: BoundedThreads) -> None:
        self._threads = threads
        self._hasher = PasswordHasher(time_cost=PASSES, memory_cost=MEMORY_KIB, parallelism=LANES)

    async def hash(self, password: str, owner: str) -> str:
        """Return the hash of a password; raises TooMuch."""
        return await self._threads.run(owner, self._hasher.hash, _normal(password))

    async def is_right(self, password: str, hashed: str | None, owner: str) -> bool:
        """Return whether a password has this hash; for None it takes the same time, and returns False."""
        same = await self._threads.run(owner, self._is_same, _normal(password), hashed or NOBODY)
        return same and hashed is not None

    def _is_same(self, password: str, hashed: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False


def _normal(password: str) -> str:
    """The same letters, however a keyboard writes them."""
    return unicodedata.normalize("NFKC", password)
