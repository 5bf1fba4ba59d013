"""A compiled function bound to its arguments does what it does when it is called with them."""

import numpy as np
import pytest

from amyitis.engine.compiled import PLAIN_SWITCH, bound, engine
from amyitis.engine.record import blank_records
from benchmarks.speed.engine import copy_often
from tests.compiling import needs_compiler


@needs_compiler
def test_a_bound_call_reads_and_writes_its_arrays_where_they_lie() -> None:
    states, twin = blank_records(64), blank_records(64)
    copy = bound(copy_often, states, 5)
    states["players"] = twin["players"] = np.arange(64) % 5
    copy()
    engine(copy_often)(twin, 5)
    assert states.tobytes() == twin.tobytes()
    assert states["players"][:6].tolist() == [0] * 6


@needs_compiler
def test_what_compiled_code_may_not_be_given_is_refused() -> None:
    with pytest.raises(TypeError, match="compiled code wants an array"):
        bound(copy_often, np.zeros(3), 5)


def test_where_nothing_is_compiled_it_is_the_plain_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PLAIN_SWITCH, "1")
    assert bound(divmod, 7, 2)() == (3, 1)
