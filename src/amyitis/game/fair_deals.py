"""Fair deals: the seed is fixed and sealed before the first card is dealt, and shown when the game is over.

The seal (a commitment) is the SHA-256 of `amyitis-deals-1:SEED:NONCE`. Whoever has seen it at the start can check at
the end that seed and nonce belong to it, and that every deal of the record follows from the seed.
"""

import hashlib
import secrets
from typing import NamedTuple

from amyitis.errors import AmyitisError, Malformed
from amyitis.notation.records import Record, parse_record
from amyitis.notation.tokens import token
from amyitis.rules.chance import Shuffler, draw_deal, shuffler
from amyitis.rules.questions import FIRST_DEAL
from amyitis.rules.seeds import SEED_BITS

from .game import Game

SEED = "Seed"
NONCE = "Nonce"
COMMITMENT = "Commitment"
DEALS_FROM = "DealsFrom"
FIRST = "First"
NONCE_BYTES = 16


class Sealed(NamedTuple):
    """A seed, the nonce that keeps it from being guessed, and the commitment to both."""

    seed: int
    nonce: str
    commitment: str


class Verdict(NamedTuple):
    """What was found in a record: how many deals follow from the seed, and whether a commitment was given and kept."""

    deals: int
    plies: int
    committed: bool


def commitment(seed: int, nonce: str) -> str:
    """Returns the commitment to a seed."""
    return hashlib.sha256(f"amyitis-deals-1:{seed}:{nonce}".encode()).hexdigest()


def seal(seed: int | None = None) -> Sealed:
    """Returns a seed (drawn if none is given) with a fresh nonce and the commitment to both."""
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    nonce = secrets.token_hex(NONCE_BYTES)
    return Sealed(seed, nonce, commitment(seed, nonce))


def fairness_headers(
    sealed: Sealed, over: bool, deals_from: int | None = None, first: str | None = None
) -> dict[str, str]:
    """Returns the headers of a record that let anybody verify it; seed and nonce only once the game is over.

    `deals_from` is the ply behind which the seed deals, None if it made the set-up too; `first` the seat that was
    chosen to begin, None if it was drawn.
    """
    found = {COMMITMENT: sealed.commitment}
    if over:
        found |= {SEED: str(sealed.seed), NONCE: sealed.nonce}
    if deals_from is not None:
        found[DEALS_FROM] = str(deals_from)
    if first is not None:
        found[FIRST] = first
    return found


def verify_deals(text: str) -> Verdict:
    """Check that the deals of a record follow from its seed, and the seed from its commitment; returns what was found.

    Raises Malformed for a record without a seed, Illegal or Drift for one that does not replay, and AmyitisError
    where the seed is not the one committed to or deals differently.
    """
    record = parse_record(text)
    if SEED not in record.headers:
        raise Malformed("the record names no seed: it is revealed when the game is over")
    return verify_played(record, Game.from_record(record))


def verify_played(record: Record, game: Game) -> Verdict:
    """Returns the same for a record with a seed that was read and played."""
    seed = _number(record, SEED)
    assert seed is not None
    committed = COMMITMENT in record.headers
    if committed and commitment(seed, record.headers.get(NONCE, "")) != record.headers[COMMITMENT]:
        raise AmyitisError("seed and nonce are not those of the commitment")
    deals_from, plies = _number(record, DEALS_FROM), game.plies
    if deals_from is not None and deals_from > len(plies):
        raise Malformed(f"the record has {len(plies)} plies, but its seed deals from ply {deals_from} on")
    dealer = _dealer(game, seed, record.headers.get(FIRST)) if deals_from is None else shuffler(seed)
    deals = [(place, ply) for place, ply in enumerate(plies, 1) if ply.is_deal and place > (deals_from or 0)]
    for place, ply in deals:
        given = FIRST_DEAL + draw_deal(ply.before, dealer)
        if given != ply.action:
            raise AmyitisError(f"ply {place}: {ply.token} was dealt, the seed gives {token(given)}")
    return Verdict(len(deals), len(plies), committed)


def _dealer(game: Game, seed: int, first: str | None) -> Shuffler:
    """Returns what deals in a game whose set-up comes from the seed too."""
    letters, version = "".join(game.seats), game.rules_version
    switches = game.switches.as_dict()
    begun = Game.new(game.players, seed, **switches, rules_version=version, colours=letters, first=first)
    if begun.start != game.start:
        raise AmyitisError("the seed gives another start position")
    dealer = begun.plies[0].deals_before
    assert dealer is not None
    return dealer.copy()


def _number(record: Record, key: str) -> int | None:
    text = record.headers.get(key)
    if text is None:
        return None
    if not (text.isdecimal() and int(text) < 1 << SEED_BITS):
        raise Malformed(f"line {record.header_lines[key]}: {key} wants a number, not {text!r}")
    return int(text)
