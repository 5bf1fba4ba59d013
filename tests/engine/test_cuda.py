"""What is prepared for a GPU, and what is asked of one; with a stand-in for numba's part of it."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from amyitis.engine import cuda
from amyitis.engine.cuda import CudaCompiler, blocks_at_once
from tests.compiling import needs_compiler


class PlainContext:
    """A driver that has room for 1,024 threads on a multiprocessor."""

    def get_active_blocks_per_multiprocessor(self, handle: Any, threads: int, shared: int) -> int:
        assert handle == "handle"
        return 1024 // threads


@needs_compiler
def test_tables_become_small_on_a_gpu() -> None:
    compiler = CudaCompiler()
    assert [compiler.table(one).dtype for one in ((1, -3), (1, 300), (1, 70_000), (1, 1 << 40))] == [
        np.int8,
        np.int16,
        np.int32,
        np.int64,
    ]


def test_the_driver_says_how_many_blocks_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "numba_cuda", lambda: SimpleNamespace(current_context=PlainContext))
    compiled = SimpleNamespace(_codelibrary=SimpleNamespace(get_cufunc=lambda: "handle"))
    assert blocks_at_once(compiled, 128) == 8


@pytest.mark.parametrize("context", [PlainContext(), SimpleNamespace()])
def test_where_numba_has_changed_it_is_not_told(context: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "numba_cuda", lambda: SimpleNamespace(current_context=lambda: context))
    kept_otherwise = SimpleNamespace()
    asked_otherwise = SimpleNamespace(_codelibrary=SimpleNamespace(get_cufunc=lambda kernel: kernel))
    assert blocks_at_once(kept_otherwise, 128) is None
    assert blocks_at_once(asked_otherwise, 128) is None
