"""Whether the deals of a record were fair: what was promised, what was kept, and what nobody promised."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from amyitis.errors import AmyitisError, Malformed
from amyitis.notation.positions import position_text
from amyitis.notation.records import Record, parse_record
from amyitis.notation.tokens import token
from amyitis.rules import SEED_LIMIT
from amyitis.rules.questions import FIRST_DEAL

from ..game import Game
from . import fair_deals, first_deals
from .dealing import Dealer, dealer, draw_deal
from .fair_deals import CHOSEN, COMMITMENT, DEALS, DEALS_FROM, FIRST, ID, SECRET, SHARES, Terms
from .first_deals import NONCE, SEED

NUMBER = re.compile(r"0|[1-9][0-9]{0,19}")  # in the one way to write it


class Finding(NamedTuple):
    """Something found: a word for programs, and a sentence."""

    key: str
    sentence: str


@dataclass
class Verdict:
    """What was found in a record: by which edition it was dealt, and how many of its deals follow from its seed.

    Deals are fair if there are no `faults`; `notes` say what limits this.
    """

    edition: int
    deals: int = 0
    all_deals: int = 0
    plies: int = 0
    faults: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)

    @property
    def fair(self) -> bool:
        """Whether all was promised, and all was kept."""
        return not self.faults

    def fault(self, key: str, sentence: str) -> None:
        """Something is missing or wrong."""
        self.faults.append(Finding(key, sentence))

    def note(self, key: str, sentence: str) -> None:
        """Something is worth knowing."""
        self.notes.append(Finding(key, sentence))


def verify_deals(text: str, seen: str | None = None) -> Verdict:
    """Check the deals of a record; `seen` is the commitment that somebody saw when the game began.

    Raises Malformed, Illegal or Drift for a record that cannot be read or does not replay.
    """
    record = parse_record(text)
    return verify_played(record, Game.from_record(record), seen)


def verify_played(record: Record, game: Game, seen: str | None = None) -> Verdict:
    """Returns the same for a record that was read and played."""
    edition = record.headers.get(DEALS, str(first_deals.EDITION))
    if edition not in (str(first_deals.EDITION), str(fair_deals.EDITION)):
        line = record.header_lines[DEALS]
        raise Malformed(
            f"line {line}: deals of edition {edition!r:.60} are not known here; a newer version may know them"
        )
    plies = game.plies
    verdict = Verdict(int(edition), all_deals=sum(ply.is_deal for ply in plies), plies=len(plies))
    _check_promise(record, verdict, seen)
    deals_from = _deals_from(record, len(plies))
    if verdict.edition == fair_deals.EDITION:
        seed: int | bytes | None = _second_seed(record, game, deals_from, verdict)
    else:
        seed = _first_seed(record, verdict)
    if seed is not None:
        _check_deals(record, game, seed, deals_from, verdict)
    if deals_from is not None:
        _say_part(verdict, deals_from)
    if record.headers.get(CHOSEN) == fair_deals.SAME_DEAL:
        verdict.fault("same-deal", "the deals are those of a game that was played before: its players knew them")
    if FIRST in record.headers:
        verdict.note("first-chosen", f"{record.headers[FIRST]:.60} was chosen to begin, not drawn")
    if not game.is_over:
        verdict.fault("not-over", "the game is not over: what comes after this record is not in it")
    return verdict


def _check_promise(record: Record, verdict: Verdict, seen: str | None) -> None:
    """Whether there is a commitment, and the one that somebody has seen."""
    promised = record.headers.get(COMMITMENT)
    if promised is None:
        verdict.fault("no-commitment", "there is no commitment: nobody promised these deals before they were made")
    elif seen is None:
        verdict.note("not-compared", "compare the commitment with the one you saw when the game began (--commitment)")
    if seen is not None and promised != seen.strip().lower():
        verdict.fault("other-commitment", "the commitment is not the one that was seen when the game began")


def _first_seed(record: Record, verdict: Verdict) -> int | None:
    """The seed of a game whose maker could choose it, if it belongs to the commitment."""
    headers = record.headers
    verdict.fault("chosen", "the player who made the game could choose the seed: the deals were no chance to them")
    if SEED not in headers:
        verdict.fault("no-seed", "there is no seed: nobody can say what the deals should have been")
        return None
    if not (NUMBER.fullmatch(headers[SEED]) and int(headers[SEED]) < SEED_LIMIT):
        raise Malformed(f"line {record.header_lines[SEED]}: {SEED} wants a number, not {headers[SEED]!r:.60}")
    seed = int(headers[SEED])
    if COMMITMENT in headers and first_deals.commitment(seed, headers.get(NONCE, "")) != headers[COMMITMENT]:
        verdict.fault("other-seed", "seed and nonce are not those of the commitment")
    return seed


def _second_seed(record: Record, game: Game, deals_from: int | None, verdict: Verdict) -> bytes | None:
    """The seed of a game of the second edition, if it follows from commitment, secret and shares."""
    headers = record.headers
    for key, why in (
        (ID, "the commitment binds the game's id"),
        (SECRET, "it is shown when the game is over"),
        (SHARES, "without them the seed cannot be made"),
    ):
        if key not in headers:
            verdict.fault(f"no-{key.lower()}", f"the header {key} is missing: {why}")
    if not {ID, SECRET, SHARES, COMMITMENT} <= headers.keys():
        return None
    for key in (SECRET, COMMITMENT):
        if not fair_deals.is_hex(headers[key]):
            raise Malformed(f"line {record.header_lines[key]}: {key} wants 64 hexadecimal digits")
    kinds = fair_deals.kinds_of(_check_shares(record, game, verdict))
    goes_on = None if deals_from is None else (deals_from, _position(game, deals_from))
    terms = Terms(headers[ID], game.rules_version, headers["Box"], kinds, game.switches, headers.get(FIRST), goes_on)
    if fair_deals.commitment(str(terms), headers[SECRET]) != headers[COMMITMENT]:
        verdict.fault(
            "other-secret",
            "the commitment is not to this secret with this game's id, rules, box, seats, bots, switches, first player "
            "and beginning: one of them was changed",
        )
        return None
    return fair_deals.deal_seed(headers[SECRET], headers[COMMITMENT], headers[SHARES])


def _check_shares(record: Record, game: Game, verdict: Verdict) -> dict[str, str]:
    """Returns what each seat added to the seed; says who had a part in it."""
    try:
        shares = fair_deals.read_shares(record.headers[SHARES])
    except Malformed:
        shares = {}
    if list(shares) != game.seats:
        raise Malformed(
            f"line {record.header_lines[SHARES]}: {SHARES} wants what each seat added to the seed, in order, with one "
            "space between two"
        )
    givers = [seat for seat, share in shares.items() if fair_deals.is_hex(share)]
    late = [seat for seat, share in shares.items() if share == fair_deals.LATE]
    if givers:
        verdict.note("shares", f"shares of {', '.join(givers)} are in the seed: each of them knows that theirs was new")
    else:
        verdict.fault("no-share", "no player had a part in the seed: the operator could have chosen it")
    if late:
        verdict.note("late", f"the browser of {', '.join(late)} did not show its share in time: it was left out")
    return shares


def _position(game: Game, ply: int) -> str:
    plies = game.plies
    return position_text(plies[ply].before if ply < len(plies) else game.state)


def _deals_from(record: Record, plies: int) -> int | None:
    """The ply behind which the seed deals, None if it made the set-up too."""
    text = record.headers.get(DEALS_FROM)
    if text is None:
        return None
    line = record.header_lines[DEALS_FROM]
    if not NUMBER.fullmatch(text):
        raise Malformed(f"line {line}: {DEALS_FROM} wants a number, not {text!r:.60}")
    if int(text) > plies:
        raise Malformed(f"line {line}: the record has {plies} plies, but its seed deals from ply {text} on")
    return int(text)


def _check_deals(record: Record, game: Game, seed: int | bytes, deals_from: int | None, verdict: Verdict) -> None:
    """Whether the set-up and the deals are those that the seed gives."""
    try:
        deals = _dealer(game, seed, record.headers.get(FIRST)) if deals_from is None else dealer(seed)
    except AmyitisError as problem:
        verdict.fault("other-start", str(problem))
        return
    for place, ply in enumerate(game.plies, 1):
        if not ply.is_deal or place <= (deals_from or 0):
            continue
        drawn = FIRST_DEAL + draw_deal(ply.before, deals)
        if drawn != ply.action:
            verdict.fault("other-deal", f"ply {place}: {ply.token} was dealt, the seed gives {token(drawn)}")
            return
        verdict.deals += 1


def _dealer(game: Game, seed: int | bytes, first: str | None) -> Dealer:
    """Returns what deals in a game whose set-up comes from the seed too; raises AmyitisError if it does not."""
    letters, version = "".join(game.seats), game.rules_version
    switches = game.switches.as_dict()
    begun = Game.new(game.players, seed, **switches, rules_version=version, colours=letters, first=first)
    if begun.start != game.start:
        raise AmyitisError("the seed gives another start position")
    deals = begun.plies[0].deals_before
    assert deals is not None
    return deals.copy()


def _say_part(verdict: Verdict, deals_from: int) -> None:
    others = verdict.all_deals - verdict.deals if not verdict.faults else None
    count = "" if others is None else f", and {others} of {verdict.all_deals} deals"
    verdict.fault(
        "part",
        f"the seed covers only a part of the game: it deals from behind ply {deals_from}; the set-up{count} came from "
        "somewhere else, and may have been chosen",
    )
