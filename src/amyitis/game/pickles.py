"""A game as it is pickled: the start as text, the moves as numbers, and the generator of the deals.

Small, and the same in every process with the same box and rules; the states between are made again by playing.
"""

from collections.abc import Sequence
from typing import Any

from amyitis.box.tables import BOX_DIGEST
from amyitis.errors import Malformed
from amyitis.notation.position_parser import parse_position
from amyitis.notation.positions import position_text
from amyitis.rules import RULES_VERSION, RULES_VERSIONS
from amyitis.rules.course.chance import Shuffler
from amyitis.rules.state import State

from .deals.dealing import Dealer, SealedShuffler
from .events import Ply

OURS = ("made_with", "start", "actions", "deals", "deals_now")
# What else a game holds has a place of its own, since it may be called as something of ours. Beside it stands what a
# subclass adds to the pickle itself.
FURTHER = "_further"
MADE_WITH = (RULES_VERSION, BOX_DIGEST)

# A move and the generator as it was before it.
Move = tuple[int, Dealer | None]


def to_pickle(start: State, plies: Sequence[Ply], deals: Dealer | None, further: dict[str, Any]) -> dict[str, Any]:
    """Returns a game and what else it holds as plain data; the generator is written where it has changed."""
    changes: list[tuple[int, dict[str, Any] | None]] = []
    for place, ply in enumerate(plies):
        written = _written(ply.deals_before)
        if not changes or changes[-1][1] != written:
            changes.append((place, written))
    actions = [ply.action for ply in plies]
    ours = (MADE_WITH, position_text(start), actions, changes, _written(deals))
    return dict(zip(OURS, ours, strict=True)) | {FURTHER: further}


def from_pickle(pickled: dict[str, Any]) -> tuple[State, list[Move], Dealer | None, dict[str, Any]]:
    """Returns the start, the moves, the generator now, and what else the game holds. Raises Malformed."""
    beside = dict(pickled)
    made_with, start, actions, changes, deals = (beside.pop(name) for name in OURS)
    further = beside.pop(FURTHER) | beside
    version, box = made_with
    if version not in RULES_VERSIONS or box != BOX_DIGEST:
        raise Malformed(f"the pickled game is of rules and box {made_with}; these are {MADE_WITH}")
    generators = dict(changes)
    moves: list[Move] = []
    generator: Dealer | None = None
    for place, action in enumerate(actions):
        if place in generators:
            generator = _read(generators[place])
        moves.append((action, generator))
    return parse_position(start), moves, _read(deals), further


def slots_of(thing: object) -> dict[str, Any]:
    """Returns what an object holds in slots, by name: that of subclasses which name theirs."""
    kept = object.__getstate__(thing)
    return dict(kept[1]) if isinstance(kept, tuple) else {}


def set_all(thing: object, attributes: dict[str, Any]) -> None:
    """Give an object these attributes, each where its class keeps it."""
    for name, value in attributes.items():
        object.__setattr__(thing, name, value)


def _written(deals: Dealer | None) -> dict[str, Any] | None:
    return None if deals is None else dict(deals.__dict__)


def _read(written: dict[str, Any] | None) -> Dealer | None:
    if written is None:
        return None
    if "seed" in written:
        return SealedShuffler(**written)
    deals = Shuffler()
    deals.__dict__.update(written)
    return deals
