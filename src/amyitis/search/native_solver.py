"""`NativeSolver`: the compiled solver of this machine, with its arrays."""

from collections.abc import Callable
from typing import Any

import numpy as np

from amyitis.engine.compiled import compiling_allowed, engine
from amyitis.engine.record import RECORD_TYPES, blank_records, to_records
from amyitis.rules.state import Fields, State

from .exact import CONTROLS, DEPTHS, DONE, HISTORY, KNOWN_BITS, PARTS_ROOM, Frame, Known, solve_pair, solve_table
from .solver import Search, Solver


def native_solver(known_bits: int = KNOWN_BITS) -> Solver:
    """Returns a solver that runs on this machine, with room for so many known positions (as a power of two)."""
    return Solver(NativeSolver(known_bits))


class NativeSolver:
    """Implements `SolverEngine` with compiled code, or in plain Python where nothing is compiled."""

    def __init__(self, known_bits: int) -> None:
        self._compiled = compiling_allowed()
        self._states: Any = blank_records(DEPTHS) if self._compiled else [State() for _ in range(DEPTHS)]
        self._frames, self._known = self._blank(Frame, DEPTHS), self._blank(Known, 1 << known_bits)
        self._history, self._parts, self._control = (
            np.zeros(n, np.int64) if self._compiled else [0] * n for n in (HISTORY, PARTS_ROOM, CONTROLS)
        )

    def forget(self) -> None:
        """Forget all positions."""
        self._known = self._blank(Known, len(self._known))

    def margin(self, s: State, beta: int, behind: int, nodes: int) -> Search | None:
        """Search whether a margin is at least `beta`; None where so many positions are too few."""
        self._frames[0].alpha, self._frames[0].beta = beta - 1, beta
        return self._run(solve_pair, s, nodes, behind)

    def outcomes(self, s: State, nodes: int) -> Search | None:
        """Search the outcomes of a position; None where so many positions are too few."""
        return self._run(solve_table, s, nodes)

    def _blank(self, kind: type[Fields], count: int) -> Any:
        if not self._compiled:
            return [kind() for _ in range(count)]
        return np.zeros(count, RECORD_TYPES[kind.__name__]).view(np.recarray)

    def _run(self, function: Callable[..., int], s: State, nodes: int, behind: int = 0) -> Search | None:
        self._states[0] = to_records([s])[0] if self._compiled else s.copy()
        self._control[:] = [0, nodes, 0, 1, behind]
        how = engine(function)(self._states, self._frames, self._known, self._history, self._parts, self._control)
        if how != DONE:
            return None
        _, left, value, *_ = (int(number) for number in self._control)
        return Search(value, int(self._frames[0].move), nodes - left)
