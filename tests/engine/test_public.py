"""The slower way to compile: what numba promises is enough for the same games."""

import logging
import os
import subprocess
import sys

import numpy as np
import pytest

from amyitis.engine import compiled
from amyitis.engine.compiled import Compiler, compiling_allowed
from amyitis.engine.native import trust
from amyitis.engine.public import PublicCompiler, PublicFunction
from amyitis.engine.record import SHUFFLER_DTYPE, blank_records
from amyitis.errors import AmyitisError
from amyitis.lab.batches import play_many
from amyitis.lab.variants import Variant
from amyitis.rules import chance, supply

pytestmark = pytest.mark.skipif(not compiling_allowed(), reason="nothing may be compiled")

GAMES = 6
PROGRAM = f"""
import numpy
from amyitis.engine.compiled import compiler
from amyitis.engine.public import PublicFunction
from amyitis.engine.record import SHUFFLER_DTYPE, blank_records
from amyitis.lab import playing
play = compiler().compile(playing.play_share)
assert isinstance(play, PublicFunction)
for players, limited, palace in ((2, False, False), (3, True, False), (4, True, True)):
    results = numpy.zeros(({GAMES}, playing.COLUMNS), numpy.int64)
    shufflers = numpy.zeros(2, SHUFFLER_DTYPE)
    play(blank_records(1), 0, shufflers, 0, blank_records(1), results, 0, 1, 1, players, limited, palace)
    print(results.tolist())
"""


@pytest.mark.slow
def test_the_public_way_plays_the_same_games() -> None:
    switches = {**os.environ, trust.PUBLIC_SWITCH: "1", "NUMBA_OPT": "0"}  # what is not optimised is compiled sooner
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=switches, capture_output=True, text=True, check=True)
    variants = (Variant(2), Variant(3, limited_supply=True), Variant(4, limited_supply=True, palace=True))
    expected = [str(results.table.tolist()) for one in variants for results in play_many(one, GAMES, 0)]
    assert done.stdout.splitlines() == expected


def draws(function: object) -> list[int]:
    record = np.zeros(1, SHUFFLER_DTYPE)[0]
    record["x"], record["y"], record["z"] = 1, 2, 3
    return [function(record, 100) for _ in range(8)]  # type: ignore[operator]


def test_if_the_quick_way_breaks_the_public_one_is_taken(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    expected = draws(Compiler().compile(chance.draw_below))

    def broken() -> None:
        raise AttributeError("JITCodeLibrary has no attribute _finalize_dynamic_globals")

    monkeypatch.setattr(compiled, "native_compiler", broken)
    monkeypatch.setattr(compiled, "cache_folder", lambda function, type_text: None)
    engine = Compiler()
    with caplog.at_level(logging.WARNING):
        found = engine.compile(chance.draw_below)
    assert isinstance(found, PublicFunction)
    assert draws(found) == expected
    assert "compiling the slower way: JITCodeLibrary" in caplog.text
    assert isinstance(engine.compile(chance.draw), PublicFunction)
    assert caplog.text.count("slower way") == 1  # it is not tried a second time


def test_if_neither_way_works_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise NotImplementedError("nothing is as it was")

    monkeypatch.setattr(compiled, "native_compiler", broken)
    monkeypatch.setattr(compiled, "public_compiler", broken)
    monkeypatch.setattr(compiled, "cache_folder", lambda function, type_text: None)
    with pytest.raises(AmyitisError, match=r"cannot compile the rules \(nothing is as it was\); AMYITIS_PLAIN=1"):
        Compiler().compile(chance.draw_below)


def test_without_numba_everything_is_plain(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(compiled, "find_spec", lambda name: None)
    compiled.has_compiler.cache_clear()
    try:
        with caplog.at_level(logging.WARNING):
            assert compiled.engine(chance.draw_below) is chance.draw_below
        assert not compiling_allowed()
    finally:
        compiled.has_compiler.cache_clear()
    assert caplog.text.count("numba is not installed") == 1


def test_the_public_way_checks_its_arguments() -> None:
    (left, gain) = PublicCompiler().compile([supply.talents_left, supply.gain_talents], None)
    states = blank_records(1)
    states[0]["players"] = 2
    before = left(states[0])
    gain(states[0], np.int64(1), True, 0)
    assert left(states[0]) == before - 1
    for wrong in (states, np.zeros(1, SHUFFLER_DTYPE)[0]):
        with pytest.raises(TypeError, match="wants a record"):
            left(wrong)
    with pytest.raises(ValueError, match="argument"):
        left()
