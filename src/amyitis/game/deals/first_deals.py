"""Deals from a seed that the maker of a game has chosen (edition 1): they can be checked, but were no chance.

The seed is a number of 64 bits, for the fast generator. The commitment is the SHA-256 of `amyitis-deals-1:SEED:NONCE`:
it binds the seed alone. Seed and nonce are shown from the beginning.
"""

import hashlib
import secrets
from typing import NamedTuple

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


def seal(seed: int) -> Sealed:
    """Returns a seed with a fresh nonce and the commitment to both."""
    nonce = secrets.token_hex(NONCE_BYTES)
    return Sealed(seed, nonce, commitment(seed, nonce))


def fairness_headers(sealed: Sealed, deals_from: int | None = None, first: str | None = None) -> dict[str, str]:
    """Returns the headers of a record. See those of fair deals."""
    headers = {COMMITMENT: sealed.commitment, SEED: str(sealed.seed), NONCE: sealed.nonce, CHOSEN: "seed"}
    return headers | where_headers(deals_from, first)
