"""A network that plays: its weights, checked against its card, and room to work in.

A network is two files: NAME.f16, all weights as 16-bit floats, and NAME.json, its card: what it was trained on, the
versions it belongs to, its figures and its limits. A network for another box, other rules or another encoding is
refused when it is loaded. The floats are what is trained, exported and kept; the whole numbers that play
(`quantizing.py`) are made from them whenever a network is loaded, and for the page when that is built.
"""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from amyitis.box.tables import BOX_DIGEST, MAX_SEATS
from amyitis.engine.compiled import engine
from amyitis.engine.record import aligned
from amyitis.rules import RULES_VERSION

from .cards import Card, NetworkRefused, card_file, packaged_file, read_card, read_weights
from .forward import INPUT_ROWS, INPUTS, KINDS, MOST_ROWS, OUTPUTS, ROW_WIDTH, SUM_ROWS, evaluate
from .layout import ENCODING_VERSION
from .quantizing import Quantized, quantize

FloatArray = NDArray[np.float32]


def weight_count(hidden: int, blocks: int) -> int:
    """How many numbers a network has: first layer, blocks of two layers behind a layer norm, layer norm, heads."""
    block = 2 * hidden + 2 * (hidden + 1) * hidden
    return (INPUTS + 1) * hidden + blocks * block + 2 * hidden + (hidden + 1) * OUTPUTS


class Network:
    """Weights and their card. `rows` and `out` are where positions go in and answers come out.

    >>> from amyitis.nets.network import Network, find_network, new_card
    >>> small = find_network("small")
    >>> mine = Network(small.weights, new_card("mine", small.hidden, small.blocks, players=[2], palace=[False]))
    >>> mine.name, mine.weights.shape == small.weights.shape
    ('mine', True)
    """

    def __init__(self, weights: FloatArray, card: Card, quantized: Quantized | None = None) -> None:
        self.card = card
        self.hidden, self.blocks = int(card["hidden"]), int(card["blocks"])
        if len(weights) != weight_count(self.hidden, self.blocks):
            raise NetworkRefused(f"network {self.name}: {len(weights)} weights do not make the layers of its card")
        self.sharpness = np.array(card.get("sharpness", [1.0] * KINDS), np.float64)
        if self.sharpness.shape != (KINDS,) or not (self.sharpness > 0).all():
            raise NetworkRefused(f"network {self.name}: its card must tell {KINDS} numbers above 0 as its sharpness")
        self.weights = np.asarray(weights, np.float32)
        self.quantized = quantized or quantize(self.weights, self.sharpness, self.hidden, self.blocks)
        self.rows = aligned((MOST_ROWS + MAX_SEATS, ROW_WIDTH), np.uint8)
        self.out = np.zeros((MOST_ROWS, OUTPUTS), np.float32)
        self._sums = aligned((SUM_ROWS, self.hidden), np.int32)
        self._inputs = aligned((INPUT_ROWS, max(self.hidden, ROW_WIDTH)), np.int16)
        self._pairs = np.zeros(self._inputs.shape[1] // 2, np.int64)

    @property
    def name(self) -> str:
        """The name of the network."""
        return str(self.card.get("name", "without a name"))

    @property
    def for_this_box(self) -> bool:
        """Whether the network was trained for the box in use."""
        return bool(self.card.get("box_digest") == BOX_DIGEST)

    @property
    def arguments(self) -> tuple[Any, ...]:
        """What `evaluate` and all that calls it takes, but for viewer and count: its numbers, rows, room, answers."""
        numbers = self.quantized
        return (
            numbers.weights, numbers.biases, numbers.scales, self.rows, self._sums, self._inputs, self._pairs, self.out
        )  # fmt: skip

    def twin(self) -> "Network":
        """Returns the same network with its own buffers, for another thread."""
        return Network(self.weights, self.card, self.quantized)

    def answers(self, rows: NDArray[np.uint8]) -> FloatArray:
        """The answers for any number of rows: win share and prestige at the end by seat, the viewer's first."""
        answers = np.zeros((len(rows), OUTPUTS), np.float32)
        run: Any = engine(evaluate)
        for first in range(0, len(rows), MOST_ROWS):
            count = min(MOST_ROWS, len(rows) - first)
            self.rows[:count, :INPUTS] = rows[first : first + count]
            run(0, count, *self.arguments)
            answers[first : first + count] = self.out[:count]
        return answers

    def sharpened(self, kind: int, factor: float) -> "Network":
        """Returns the same network with another sharpness for one kind of game."""
        sharpness = [round(float(sharp) * (factor if i == kind else 1.0), 4) for i, sharp in enumerate(self.sharpness)]
        return Network(self.weights, {**self.card, "sharpness": sharpness})

    def save(self, folder: Path) -> None:
        """Write the weights and the card into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        content = self.weights.astype("<f2").tobytes()
        card = {**self.card, "sha256": hashlib.sha256(content).hexdigest()}
        (folder / f"{self.name}.f16").write_bytes(content)
        (folder / f"{self.name}.json").write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")


def new_card(name: str, hidden: int, blocks: int, **about: Any) -> Card:
    """Returns a card for a network of this program: this box, these rules, this encoding.

    `players` and `palace` list the kinds of games that it was trained for.

    >>> from amyitis.nets.network import new_card
    >>> new_card("mine", 256, 2, players=[2], palace=[False])["players"]
    [2]
    """
    return {
        "name": name,
        "hidden": hidden,
        "blocks": blocks,
        "rules_versions": [RULES_VERSION],
        "box_digest": BOX_DIGEST,
        "encoding_version": ENCODING_VERSION,
        **about,
    }


def load_network(path: Path, any_box: bool = False) -> Network:
    """The network whose card is at `path` (NAME.json); raises NetworkRefused if it cannot be used here.

    With `any_box` one that was trained for another box is not refused: it plays by what it knows of that one.
    """
    card = read_card(path, any_box)
    return Network(np.frombuffer(read_weights(path, card), "<f2").astype(np.float32), card)


@cache
def _packaged(name: str, any_box: bool) -> Network:
    return load_network(packaged_file(name), any_box)


def packaged_network(name: str, any_box: bool = False) -> Network:
    """A network that comes with the package; raises NetworkRefused if there is none, or none for this box."""
    return _packaged(name, any_box).twin()


def find_network(name: str, any_box: bool = False) -> Network:
    """Returns a network by its name in the package, or by the file of its card; raises NetworkRefused, or Malformed.

    With `any_box`, one for another box will do.

    >>> from amyitis.nets.network import find_network
    >>> find_network("small").name
    'small'
    """
    path = card_file(name)
    return load_network(path, any_box) if name.endswith(".json") else packaged_network(name, any_box)
