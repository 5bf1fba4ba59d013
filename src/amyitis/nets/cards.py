"""The card of a network: what it was trained for. Needs no NumPy, so a page without a server reads it too.

The networks of the package lie in `weights`: those for the standard box there, and for each earlier standard box, in a
folder named by its digest, the small one, so that the levels play on as strongly in games that were begun with it.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from amyitis.box.tables import BOX_DIGEST
from amyitis.errors import AmyitisError, Malformed
from amyitis.rules import RULES_VERSION
from amyitis.rules.state import State

from .layout import ENCODING_VERSION

FOLDER = Path(__file__).parent / "weights"
LARGE, SMALL = "large", "small"  # the levels play with the small one

Card = dict[str, Any]


class NetworkRefused(AmyitisError):
    """A network that cannot be used here: damaged, or made for another box, other rules or another encoding."""


def check_card(card: Card, name: str, any_box: bool = False) -> None:
    """Raise NetworkRefused unless the network was made for this box (if that matters), these rules, this encoding."""
    if card.get("box_digest") != BOX_DIGEST and not any_box:
        raise NetworkRefused(f"network {name} was trained for the box {card.get('box_digest')}, not for {BOX_DIGEST}")
    if card.get("encoding_version") != ENCODING_VERSION:
        raise NetworkRefused(
            f"network {name} reads encoding {card.get('encoding_version')} of a position, not {ENCODING_VERSION}"
        )
    versions = card.get("rules_versions", [])
    if RULES_VERSION not in versions:
        known = ", ".join(map(str, versions)) or "none"
        raise NetworkRefused(f"network {name} was trained for rules version {known}, not for {RULES_VERSION}")


def packaged_file(name: str) -> Path:
    """Where the card of a network of the package lies: the one for the box in use, or else for the standard box."""
    earlier = FOLDER / BOX_DIGEST / f"{name}.json"
    return earlier if earlier.is_file() else FOLDER / f"{name}.json"


def network_names() -> list[str]:
    """The names of the networks that come with the package."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def card_file(name: str) -> Path:
    """The file of a card: NAME of a network of the package, or the file itself; raises Malformed."""
    if name.endswith(".json"):
        return Path(name)
    if name not in network_names():
        raise Malformed(f"there is no network {name!r:.200}; there are {', '.join(network_names()) or 'none'}")
    return packaged_file(name)


def find_card(name: str, any_box: bool = False) -> Card:
    """The card of a network by name or file; raises Malformed, or NetworkRefused if it cannot be used here.

    With `any_box`, a network for another box will do.
    """
    return read_card(card_file(name), any_box)


def read_card(path: Path, any_box: bool = False) -> Card:
    """The card in a file; raises NetworkRefused if it cannot be used here."""
    try:
        card: Card = json.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise _unreadable(path, problem.strerror) from None
    except ValueError as problem:
        raise _unreadable(path, problem) from None
    check_card(card, path.stem if FOLDER in path.parents else str(path), any_box)
    return card


def _unreadable(path: Path, why: object) -> NetworkRefused:
    return NetworkRefused(f"network {path!s:.200} cannot be read: {why}")


def read_weights(path: Path, card: Card) -> bytes:
    """The weights beside the card at `path`; raises NetworkRefused if they are missing or are not those of the card."""
    try:
        content = path.with_suffix(".f16").read_bytes()
    except OSError as problem:
        raise _unreadable(path, f"its weights: {problem.strerror}") from None
    if sha256(content).hexdigest() != card.get("sha256"):
        raise NetworkRefused(f"network {path} is damaged: its weights are not those of its card")
    return content


def check_kind(card: Card, s: State, name: str) -> None:
    """Raise NetworkRefused, naming the network by its name or file, unless it was trained on this kind of game."""
    if knows(card, s):
        return
    kind = f"{s.players} players" + ", with the Palace" * s.palace + ", with limited supply" * s.limited_supply
    players = ", ".join(map(str, card.get("players", []))) or "no"
    palace = {(False,): "without the Palace", (True,): "with the Palace"}.get(tuple(card.get("palace", [False])))
    trained = f"{players} players, {palace or 'with and without the Palace'}, with unlimited supply"
    raise NetworkRefused(f"network {name} cannot play games of {kind}: it was trained for {trained}")


def knows(card: Card, s: State) -> bool:
    """Whether a network was trained on this kind of game."""
    palace = card.get("palace", [False])
    return s.players in card.get("players", []) and bool(s.palace) in palace and not s.limited_supply
