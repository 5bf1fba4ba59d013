"""A network as an ONNX file, for programs in other languages (extra `amyitis[onnx]`).

It takes `rows`, as in `docs/reference/encoding.md` (uint8), and returns `wins`, the share of the win by seat from
the viewer's to the left, and `prestige_to_come`, what each seat will still score. Positions of games that are over are
not for it: there the truth is known.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from amyitis.box.tables import MAX_SEATS
from amyitis.errors import AmyitisError
from amyitis.files import write_atomically

from . import layout
from .forward import INPUTS, OUTPUTS, PRESTIGE_UNIT, TINY
from .network import Network

OPSET = 17
ABOUT = {
    "rows": "positions as the seat to decide sees them, small numbers (docs/reference/encoding.md)",
    "wins": "the share of the win of each seat, clockwise from the viewer's; 0 for seats that are not in the game",
    "prestige_to_come": "the prestige that each seat will still score, clockwise from the viewer's",
}
FAR_BELOW = -1e9  # what a seat that is not in the game has before the softmax
SEATS_THERE = [[float(seat < players) for seat in range(MAX_SEATS)] for players in (2, 3, 4)]


class _Graph:
    """Nodes and constants of an ONNX graph, each with a name of its own."""

    def __init__(self, weights: Any, hidden: int) -> None:
        try:
            from onnx import helper, numpy_helper
        except ImportError:
            raise AmyitisError("to write ONNX files, install it: pip install 'amyitis[onnx]'") from None
        self.helper, self._from_array = helper, numpy_helper.from_array
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self._weights, self._at, self._hidden = weights, 0, hidden

    def constant(self, value: Any, kind: Any = np.float32) -> str:
        """A constant; returns its name."""
        name = f"constant_{len(self.constants)}"
        self.constants.append(self._from_array(np.asarray(value, kind), name))
        return name

    def take(self, *shape: int) -> str:
        """The next weights, as a constant of this shape."""
        count = int(np.prod(shape))
        self._at += count
        return self.constant(self._weights[self._at - count : self._at].reshape(shape))

    def add(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """A node with one output; returns its name."""
        name = f"{kind.lower()}_{len(self.nodes)}"
        self.nodes.append(self.helper.make_node(kind, inputs, [name], **attributes))
        return name

    def layer(self, x: str, inputs: int, outputs: int) -> str:
        """A layer."""
        return self.add("Gemm", x, self.take(inputs, outputs), self.take(outputs))

    def norm(self, x: str) -> str:
        """A layer norm."""
        gain, shift = self.take(self._hidden), self.take(self._hidden)
        return self.add("LayerNormalization", x, gain, shift, axis=-1, epsilon=TINY)

    def columns(self, x: str, first: int, count: int) -> str:
        """Some columns of a table."""
        ends = (self.constant([value], np.int64) for value in (first, first + count, 1))
        return self.add("Slice", x, *ends)


def onnx_model(network: Network) -> Any:
    """The network as an ONNX model; raises AmyitisError where onnx is not installed."""
    graph = _Graph(network.weights, network.hidden)
    rows = graph.add("Cast", "rows", to=1)
    x = graph.layer(rows, INPUTS, network.hidden)
    for _ in range(network.blocks):
        inner = graph.add("Relu", graph.layer(graph.norm(x), network.hidden, network.hidden))
        x = graph.add("Add", x, graph.layer(inner, network.hidden, network.hidden))
    heads = graph.layer(graph.norm(x), network.hidden, OUTPUTS)
    there = graph.add("MatMul", graph.columns(rows, layout.PLAYERS, 3), graph.constant(SEATS_THERE))
    away = graph.add("Mul", graph.add("Sub", graph.constant(1.0), there), graph.constant(FAR_BELOW))
    sharp = graph.add("Mul", graph.columns(heads, 0, MAX_SEATS), _sharpness(graph, network, rows))
    wins = graph.add("Softmax", graph.add("Add", sharp, away), axis=-1)
    to_come = graph.add("Mul", graph.columns(heads, MAX_SEATS, MAX_SEATS), graph.constant(PRESTIGE_UNIT))
    graph.nodes.append(graph.helper.make_node("Identity", [wins], ["wins"]))
    graph.nodes.append(graph.helper.make_node("Mul", [to_come, there], ["prestige_to_come"]))
    describe = graph.helper.make_tensor_value_info
    made = graph.helper.make_graph(
        graph.nodes,
        f"amyitis-{network.name}",
        [describe("rows", 2, ["positions", INPUTS], ABOUT["rows"])],
        [describe(name, 1, ["positions", MAX_SEATS], ABOUT[name]) for name in ("wins", "prestige_to_come")],
        graph.constants,
        f"The network {network.name} of Amyitis: who wins a position.",
    )
    opset = graph.helper.make_operatorsetid("", OPSET)
    model = graph.helper.make_model(made, producer_name="amyitis", opset_imports=[opset], ir_version=8)
    card = {name: value if isinstance(value, str) else json.dumps(value) for name, value in network.card.items()}
    graph.helper.set_model_props(model, card | ABOUT)
    return model


def _sharpness(graph: _Graph, network: Network, rows: str) -> str:
    """How sharp the win shares of each row are: by the number of players, with and without the Palace expansion."""
    without, with_palace = network.sharpness.reshape(2, -1, 1)
    players = graph.columns(rows, layout.PLAYERS, 3)
    more = graph.add("MatMul", players, graph.constant(with_palace - without))
    more = graph.add("Mul", more, graph.columns(rows, layout.EXPANSION, 1))
    return graph.add("Add", graph.add("MatMul", players, graph.constant(without)), more)


def export_onnx(network: Network, path: Path) -> None:
    """Write a network as an ONNX file."""
    write_atomically(path, onnx_model(network).SerializeToString())
