"""The cache of compiled code: what it is keyed by, where it lies, when it is tidied up; and what compiling promises."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

import amyitis
from amyitis.engine.compiled import Compiler, compiler
from amyitis.engine.compiler import cache
from amyitis.engine.compiler.reach import fingerprint, reached_from, values_used
from amyitis.engine.native.machine_code import FILE
from amyitis.engine.native.trust import verdict
from amyitis.engine.record import SHUFFLER_DTYPE, blank_records
from amyitis.lab import playing
from amyitis.rules import questions
from amyitis.rules.board import garden, supply
from amyitis.rules.course import chance
from tests.compiling import needs_compiler


def key(function: Callable[..., Any] = chance.draw_below) -> str:
    return fingerprint(function, lambda name: name)


def test_what_a_function_reaches_is_found_through_calls() -> None:
    reached = reached_from(garden.grey_cubes)
    assert {garden.grey_cubes, garden.fill_area, garden.flow, garden.planted_squares} <= set(reached)
    assert "agenda.push" in dict(values_used(garden.plant))


def edited(function: FunctionType, old: object, new: object) -> Any:
    """The code of a function with another constant in it."""
    return function.__code__.replace(co_consts=tuple(new if one == old else one for one in function.__code__.co_consts))


def test_an_edit_in_a_function_below_changes_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    before = key()
    monkeypatch.setattr(chance.draw, "__code__", edited(chance.draw, 21, 22))  # type: ignore[arg-type]
    assert key() != before


def test_another_number_or_table_changes_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    before, deals = key(), key(chance.draw_deal)
    monkeypatch.setattr(chance, "MASK", 1)
    assert key() != before
    monkeypatch.undo()
    monkeypatch.setattr("amyitis.rules.course.round_start.CRAFT_COUNT", ((0,),))
    assert key(chance.draw_deal) != deals


def test_another_type_changes_the_key() -> None:
    assert fingerprint(chance.draw, lambda name: name) != fingerprint(chance.draw, lambda name: name + "!")


def test_another_docstring_does_not_change_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    before = key()
    code = edited(chance.draw, chance.draw.__doc__, "Other words.")  # type: ignore[arg-type]
    monkeypatch.setattr(chance.draw, "__code__", code)
    monkeypatch.setattr(chance.draw, "__doc__", "Other words.")
    assert key() == before


def test_where_the_sources_lie_does_not_change_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    before = key(playing.play_games)
    assert questions.__spec__ is not None
    assert questions in [value for one in reached_from(playing.play_games) for _, value in values_used(one)]
    monkeypatch.setattr(questions.__spec__, "origin", "/elsewhere/questions.py")
    assert "/elsewhere" in repr(questions)
    assert key(playing.play_games) == before


def test_the_switches_of_the_compiler_change_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.compiler_text.cache_clear()
    before = cache.compiler_text()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    cache.compiler_text.cache_clear()
    assert cache.compiler_text() != before
    cache.compiler_text.cache_clear()


PROGRAM = """
import numpy
from amyitis.rules.course import chance
from amyitis.engine.compiled import compiler
from amyitis.engine.record import SHUFFLER_DTYPE
told = []
compiler().progress = lambda done, total, name: told.append(name)
record = numpy.zeros(1, SHUFFLER_DTYPE)
compiler().compile(chance.start_shuffler)(record[0], 1, 2, 3)
print(len(told), record[0]["x"])
"""


def new_cache(path: Path) -> Path:
    """A folder without compiled code; that the numba of here works, which takes seconds to find out, is known there."""
    path.mkdir(exist_ok=True)
    assert verdict().works
    if (root := cache.cache_root()) is not None:
        for kept in root.glob("numba-*.json"):
            shutil.copy(kept, path)
    return path


@pytest.mark.slow
@needs_compiler
def test_an_edit_in_the_sources_is_noticed(tmp_path: Path) -> None:
    package = tmp_path / "src" / "amyitis"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(amyitis.__file__).parent, package, ignore=ignored)
    switches = {"PYTHONPATH": str(package.parent), "AMYITIS_CACHE": str(new_cache(tmp_path / "cache"))}

    def run() -> list[str]:
        command = [sys.executable, "-c", PROGRAM]
        done = subprocess.run(command, env={**os.environ, **switches}, capture_output=True, text=True, check=True)
        return done.stdout.split()

    compiled, first = run()
    assert int(compiled) > 1
    assert run() == ["0", first]  # from the cache, nothing compiled
    source = package / "rules" / "course" / "chance.py"
    source.write_text(source.read_text().replace("WARM_UP = 12", "WARM_UP = 13"))
    compiled, second = run()
    assert int(compiled) > 1
    assert second != first


@pytest.mark.slow
@needs_compiler
def test_processes_that_need_the_same_code_at_once_compile_it_once(tmp_path: Path) -> None:
    environment = {**os.environ, "AMYITIS_CACHE": str(new_cache(tmp_path))}
    command = [sys.executable, "-c", PROGRAM]
    started = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    said = [process.communicate()[0].split() for process in started]
    assert sorted(compiled == "0" for compiled, _ in said) == [False, True, True]
    assert len({result for _, result in said}) == 1


@needs_compiler
def test_code_is_made_where_nothing_can_be_locked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("filelock.FileLock.acquire", Mock(side_effect=NotImplementedError("no locks here")))
    monkeypatch.setattr(cache, "cache_root", lambda: tmp_path)
    Compiler().compile(chance.draw_below)
    assert list(tmp_path.glob(f"*/{FILE}"))


@pytest.fixture
def roots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[Path]]:
    """Three places for the cache, none of which is there yet."""
    found = [tmp_path / name for name in ("chosen", "user", "temporary")]
    monkeypatch.setattr(cache, "cache_roots", lambda: iter(found))
    cache.cache_root.cache_clear()
    yield found
    cache.cache_root.cache_clear()


def test_a_place_that_cannot_be_written_to_is_passed_over(roots: list[Path]) -> None:
    roots[0].write_text("a file, not a folder")
    assert cache.cache_root() == roots[1]


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o1777])
def test_a_place_that_others_may_write_to_is_passed_over(roots: list[Path], mode: int) -> None:
    roots[0].mkdir()
    roots[0].chmod(mode)
    assert cache.cache_root() == roots[1]


def test_where_nothing_can_be_written_nothing_is_kept(roots: list[Path]) -> None:
    for root in roots:
        root.write_text("a file, not a folder")
    assert cache.cache_root() is None
    assert cache.cache_folder(chance.draw, str) is None


def test_the_places_for_the_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(cache.CACHE_SWITCH, str(tmp_path))
    first, *others = cache.cache_roots()
    assert first == tmp_path
    assert len(others) == 2
    monkeypatch.delenv(cache.CACHE_SWITCH)
    assert list(cache.cache_roots()) == others


@needs_compiler
def test_without_a_cache_the_engine_compiles_all_the_same(roots: list[Path]) -> None:
    for root in roots:
        root.write_text("a file, not a folder")
    record = np.zeros(1, SHUFFLER_DTYPE)
    Compiler().compile(chance.start_shuffler)(record[0], 1, 0, 0)
    plain = chance.shuffler(1)
    assert tuple(int(field) for field in record[0]) == (plain.x, plain.y, plain.z, plain.count)


def test_folders_that_were_not_used_for_long_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "KEPT", 2)
    now = time.time()
    ages = {"old": 3 * 86400, "older": 4 * 86400, "oldest": 5 * 86400, "new": 1}
    for name, age in ages.items():
        folder = tmp_path / (cache.PREFIX + name)
        folder.mkdir()
        (folder / "code").write_text("machine code")
        os.utime(folder, (now - age, now - age))
    (tmp_path / "mine").mkdir()
    assert [folder.name for folder in cache.prune(tmp_path)] == ["engine-older", "engine-oldest"]
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["engine-new", "engine-old", "mine"]


@needs_compiler
def test_a_rule_can_be_both_an_entry_and_a_part() -> None:
    states = blank_records(1)
    states[0]["players"] = 2
    gain, left = compiler().compile(supply.gain_talents), compiler().compile(supply.talents_left)
    before = left(states[0])
    gain(states[0], 1, 3, 0)
    assert left(states[0]) == before - 3
    assert states[0]["seats"][1]["talents"] == 3


@needs_compiler
def test_arguments_of_another_kind_are_refused() -> None:
    draw, begin = compiler().compile(chance.draw), compiler().compile(playing.deal_crafts)
    states, deals = blank_records(2), np.zeros(2, SHUFFLER_DTYPE)
    for wrong in (deals, states[0], chance.Shuffler()):
        with pytest.raises(TypeError, match="wants a record"):
            draw(wrong)  # type: ignore[arg-type]
    for wrong in (deals, [], states.reshape(1, 2)):
        with pytest.raises(TypeError, match="wants an array of"):
            begin(wrong, deals)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="without gaps"):
        begin(blank_records(4)[::2], deals)
    with pytest.raises(ValueError, match="argument"):
        draw()  # type: ignore[call-arg]


BEYOND = """
from amyitis.rules.board import supply
from amyitis.engine.compiled import compiler
from amyitis.engine.record import blank_records
states = blank_records(1)
states[0]["players"] = 9
try:
    compiler().compile(supply.talents_left)(states[0])
except IndexError as problem:
    print(problem)
"""


@pytest.mark.slow
@needs_compiler
def test_what_compiled_code_raises_is_raised() -> None:
    switches = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    done = subprocess.run([sys.executable, "-c", BEYOND], env=switches, capture_output=True, text=True, check=True)
    assert "out of bounds" in done.stdout


WITHOUT = """
import sys
from amyitis.lab.simulate import simulate
simulate(2, 1)
simulate(2, 1, check=True)
print("numba" in sys.modules)
"""


@needs_compiler
def test_a_warm_start_needs_no_numba() -> None:
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
