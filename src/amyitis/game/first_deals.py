"""Fair deals, first edition: for games that were begun with it, and for those whose maker has chosen the seed.

The seed is a number of 64 bits, for the fast generator. The commitment is the SHA-256 of `amyitis-deals-1:SEED:NONCE`:
it binds the seed alone, and nobody but the server has a part in it.
"""

import hashlib
import secrets
from typing import NamedTuple

from amyitis.rules.seeds import SEED_BITS

from .fair_deals import CHOSEN, COMMITMENT, where_headers

EDITION = 1
SEED = "Seed"
NONCE = "Nonce"
NONCE_BYTES = 16


class Sealed(NamedTuple):
    """A seed, the nonce that keeps it from being guessed, and the commitment to both."""

    seed: int
    nonce: str
    commitment: str


def commitment(seed: int, nonce: str) -> str:
    """Returns the commitment to a seed."""
    return hashlib.sha256(f"amyitis-deals-1:{seed}:{nonce}".encode()).hexdigest()


def seal(seed: int | None = None) -> Sealed:
    """Returns a seed (drawn if none is given) with a fresh nonce and the commitment to both."""
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    nonce = secrets.token_hex(NONCE_BYTES)
    return Sealed(seed, nonce, commitment(seed, nonce))


def fairness_headers(
    sealed: Sealed, shown: bool, deals_from: int | None = None, first: str | None = None, chosen: bool = False
) -> dict[str, str]:
    """Returns the headers of a record; seed and nonce only if they may be `shown`. See the second edition's."""
    found = {COMMITMENT: sealed.commitment}
    if shown:
        found |= {SEED: str(sealed.seed), NONCE: sealed.nonce}
    if chosen:
        found[CHOSEN] = "seed"
    return found | where_headers(deals_from, first)
