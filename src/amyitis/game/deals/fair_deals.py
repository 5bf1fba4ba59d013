"""Fair deals, second edition: everyone at the table has a part in the seed, and nobody can choose it.

Before anybody has shown anything, the server draws a secret and shows its commitment: the SHA-256 of the terms of the
game (which game, rules, box, seats and their kinds, switches, who begins, from where on it deals) and the secret. Every
browser draws a share and shows its seal, the SHA-256 of it. Only when all seats are taken are the shares shown; secret,
commitment and shares then make the seed, with HMAC-SHA-256. Each of them has one form, and any other is refused: else
a server could choose among ways to write the same. When the game is over the secret is shown, and anybody can check all
of it (`verifying.py`). `docs/explanation/fair-deals.md` has the protocol in full.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from amyitis.errors import Malformed
from amyitis.rules.switches import Switches

EDITION = 2
SECRET_BYTES = 32
LONGEST_SHARES = 300
SEATS = "seats: "

# What stands in `shares` for a seat without one: its browser did not show it in time, it never had one, or a bot's.
LATE, NONE, BOT = "late", "none", "bot"
WORDS = (LATE, NONE, BOT)
PERSON = "person"  # the kind of a seat that is no bot's when the commitment is made: it may be open still
NO_SHARE = "-"  # what goes into the seed for any of the words: nobody can choose a seed by choosing among them

SAME_DEAL = "deals"  # what the header Chosen says of a game with the deals of another

# Headers of records.
DEALS, COMMITMENT, SECRET, SHARES, FIRST, DEALS_FROM, ID, CHOSEN = (
    "Deals",
    "Commitment",
    "Secret",
    "Shares",
    "First",
    "DealsFrom",
    "Id",
    "Chosen",
)


@dataclass(frozen=True)
class Terms:
    """What a commitment binds beside the secret.

    `seats` are the letters in their order, each with its kind when the commitment was made, PERSON or BOT. `first` is
    the seat that was chosen to begin, None if it is drawn. `goes_on` is where a game begins that has its set-up
    already: the number of moves made before, and the position behind them; None if the set-up is drawn.
    """

    game: str
    rules: int
    box: str
    seats: Mapping[str, str]
    switches: Switches
    first: str | None = None
    goes_on: tuple[int, str] | None = None

    def __str__(self) -> str:
        start = "set-up" if self.goes_on is None else f"ply {self.goes_on[0]} {sha256(self.goes_on[1])}"
        lines = {
            "game": self.game,
            "rules": str(self.rules),
            "box": self.box.split()[-1],
            "seats": " ".join(f"{seat}={kind}" for seat, kind in self.seats.items()),
            "switches": ",".join(self.switches.names()) or NONE,
            "begins": self.first or "drawn",
            "from": start,
        }
        return "\n".join([f"amyitis-deals-{EDITION}", *(f"{key}: {value}" for key, value in lines.items())])


def new_secret() -> str:
    """Returns a secret of 256 bits, in hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


def is_hex(text: str) -> bool:
    """Whether a text is 256 bits in small hexadecimal digits: a secret, a share, a seal or a commitment."""
    return len(text) == 2 * SECRET_BYTES and not set(text) - set("0123456789abcdef")


def sha256(text: str) -> str:
    """Returns the SHA-256 of a text, in hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def commitment(terms: str, secret: str) -> str:
    """Returns the commitment to a secret, under the terms of its game."""
    return sha256(f"{terms}\nsecret: {secret}")


def seal_of(share: str) -> str:
    """Returns the seal of a share: what a browser shows before it shows the share."""
    return sha256(f"amyitis-share-{EDITION}:{share}")


def shares_text(shares: Mapping[str, str]) -> str:
    """Returns the shares as they go into the seed and into a record: `W=SHARE K=late B=bot`, in the order of seats."""
    return " ".join(f"{seat}={share}" for seat, share in shares.items())


def read_shares(text: str) -> dict[str, str]:
    """Returns the shares of such a text, by seat; raises Malformed for any other way to write them."""
    shares = dict(word.partition("=")[::2] for word in text.split(" ")) if len(text) <= LONGEST_SHARES else {}
    if not all(is_hex(share) or share in WORDS for share in shares.values()) or shares_text(shares) != text:
        raise Malformed(f"{text[:60]!r} are no shares as they are written: W=SHARE K=late, with one space between two")
    return shares


def kinds_of(shares: Mapping[str, str]) -> dict[str, str]:
    """Returns the kinds of the seats that have these shares."""
    return {seat: BOT if share == BOT else PERSON for seat, share in shares.items()}


def bots_in(terms: str) -> set[str]:
    """Returns the seats that were a bot's when the commitment under these terms was made."""
    seats = next((line for line in terms.split("\n") if line.startswith(SEATS)), SEATS).removeprefix(SEATS)
    return {seat for seat, _, kind in (seat_kind.partition("=") for seat_kind in seats.split(" ")) if kind == BOT}


def given(shares: Iterable[str]) -> int:
    """How many of the shares were really given."""
    return sum(map(is_hex, shares))


def deal_seed(secret: str, promised: str, shares: str) -> bytes:
    """Returns the seed of a game: HMAC-SHA-256, with the secret as the key, of commitment and shares.

    Seats without a share count alike, whatever word stands there. Raises Malformed unless all three are in the one form
    in which they are written.
    """
    if not (is_hex(secret) and is_hex(promised)):
        raise Malformed("secret and commitment are 64 small hexadecimal digits each")
    given = {seat: share if is_hex(share) else NO_SHARE for seat, share in read_shares(shares).items()}
    return hmac.digest(bytes.fromhex(secret), f"{promised}\n{shares_text(given)}".encode(), "sha256")


def fairness_headers(
    promised: str, shares: str, secret: str | None, deals_from: int | None = None, first: str | None = None
) -> dict[str, str]:
    """Returns the headers of a record that let anybody verify it; the secret only once the game is over.

    `deals_from` is the ply behind which the seed deals, None if it made the set-up too; `first` the seat that was
    chosen to begin, None if it was drawn.
    """
    headers = {DEALS: str(EDITION), COMMITMENT: promised}
    if shares:
        headers[SHARES] = shares
    if secret is not None:
        headers[SECRET] = secret
    return headers | where_headers(deals_from, first)


def where_headers(deals_from: int | None, first: str | None) -> dict[str, str]:
    """Returns the headers that say from where on a seed deals, and who was chosen to begin."""
    headers = {} if deals_from is None else {DEALS_FROM: str(deals_from)}
    return headers if first is None else headers | {FIRST: first}
