"""The slower way to compile: what numba promises is enough for the same games."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from amyitis.engine import compiled
from amyitis.engine.compiled import Compiler, compiling_allowed
from amyitis.engine.compiler.cache import cache_root, compiler_text
from amyitis.engine.compiler.public import PublicCompiler, PublicFunction
from amyitis.engine.compiler.reach import fingerprint
from amyitis.engine.native import trust
from amyitis.engine.record import SHUFFLER_DTYPE, blank_records, type_text
from amyitis.errors import AmyitisError
from amyitis.files import write_atomically
from amyitis.lab.batches import play_many
from amyitis.lab.variants import Variant
from amyitis.rules.board import supply
from amyitis.rules.course import chance
from amyitis.rules.switches import Switches
from amyitis.sources import source_digest
from benchmarks.speed.gpu_games import play_share
from tests.compiling import needs_compiler

pytestmark = needs_compiler

GAMES = 6
PROGRAM = f"""
import numpy
from amyitis.engine.compiled import compiler
from amyitis.engine.compiler.public import PublicFunction
from amyitis.engine.record import SHUFFLER_DTYPE, blank_records
from amyitis.lab import playing
from benchmarks.speed.gpu_games import play_share
play = compiler().compile(play_share)
assert isinstance(play, PublicFunction)
for players, limited, palace in ((2, False, False), (3, True, False), (4, True, True)):
    results = numpy.zeros(({GAMES}, playing.COLUMNS), numpy.int64)
    shufflers, blank = numpy.zeros(2, SHUFFLER_DTYPE), blank_records(1)
    blank["limited_supply"], blank["palace"] = limited, palace
    play(blank_records(1), 0, shufflers, 0, blank, results, 0, 1, 1, players)
    print(results.tolist())
"""


@pytest.mark.slow
def test_the_public_way_plays_the_same_games() -> None:
    variants = (
        Variant(2),
        Variant(3, Switches(limited_supply=True)),
        Variant(4, Switches(limited_supply=True, palace=True)),
    )
    expected = [str(results.table.tolist()) for one in variants for results in play_many(one, GAMES, 0)]
    assert games_of_the_public_way() == expected


def games_of_the_public_way() -> list[str]:
    """What the program prints, with everything compiled the slower way.

    As that keeps no code, what its games were is kept beside the code of others, named by all that they come from: the
    rules they are played by, both compilers, numba's version and switches, and the program. An edit anywhere there
    plays them anew.
    """
    made_from = source_digest(Path(compiled.__file__).parent, also=compiler_text() + PROGRAM)
    name, root = f"public-{fingerprint(play_share, type_text, made_from)}.txt", cache_root()
    kept = None if root is None else root / name
    if kept is not None and kept.exists():
        return kept.read_text(encoding="utf-8").splitlines()
    switches = {**os.environ, trust.PUBLIC_SWITCH: "1", "NUMBA_OPT": "0"}  # what is not optimised is compiled sooner
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=switches, capture_output=True, text=True, check=True)
    if kept is not None:
        write_atomically(kept, done.stdout)
    return done.stdout.splitlines()


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
    monkeypatch.setattr(compiled, "has_compiler", lambda: False)
    compiled.comes_compiled.cache_clear()
    try:
        with caplog.at_level(logging.WARNING):
            assert compiled.engine(chance.draw_below) is chance.draw_below
        assert not compiling_allowed()
    finally:
        compiled.comes_compiled.cache_clear()
    assert caplog.text.count("numba is not installed: pip install 'amyitis[compile]', and ") == 1


def test_without_numba_only_what_came_compiled_runs_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "has_compiler", lambda: False)
    monkeypatch.setattr(compiled, "comes_compiled", lambda: True)
    monkeypatch.setattr(compiled, "prebuilt", lambda: (None, ""))
    assert compiling_allowed()
    with pytest.raises(AmyitisError, match=r"pip install 'amyitis\[compile\]': it has to compile .*chance.draw_below;"):
        Compiler().compile(chance.draw_below)


@pytest.mark.parametrize(("switch", "allowed"), [("1", False), ("2", False), ("0", True), ("", True), ("no", True)])
def test_where_numba_itself_is_switched_off_everything_is_plain(
    switch: str, allowed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A switch that numba cannot read leaves it on."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", switch)
    assert compiled.can_compile() is compiling_allowed() is allowed


def test_numba_that_a_program_has_switched_off_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """It returns the plain functions then, which know nothing of records."""
    monkeypatch.setattr("numba.config.DISABLE_JIT", 1)
    with pytest.raises(RuntimeError, match=r"numba\.config\.DISABLE_JIT is on"):
        PublicCompiler()


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
