"""Machine code as it is kept: what is damaged or of another function is not run, but made anew."""

import dataclasses
import shutil
from pathlib import Path

import numpy as np
import pytest

from amyitis.engine import compiled
from amyitis.engine.arguments import type_names
from amyitis.engine.compiled import Compiler
from amyitis.engine.compiler.cache import KEY
from amyitis.engine.native.machine_code import FILE, Code
from amyitis.engine.record import SHUFFLER_DTYPE
from amyitis.rules.course import chance
from tests.compiling import needs_compiler

pytestmark = needs_compiler


def test_damaged_code_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "cache_folder", lambda function, type_text: tmp_path)
    record = np.zeros(1, SHUFFLER_DTYPE)
    for damage in (b"", b"{}\n", b"no json\n1234"):
        (tmp_path / FILE).write_bytes(damage)
        Compiler().compile(chance.draw)(record[0])
    whole = (tmp_path / FILE).read_bytes()
    types = type_names(chance.draw)
    (tmp_path / FILE).write_bytes(whole[:-1] + b"?")
    assert Code.load(tmp_path, *types) is None
    (tmp_path / FILE).write_bytes(whole.replace(b'"Shuffler"', b'"State"', 1))
    assert Code.load(tmp_path, *types) is None
    (tmp_path / FILE).write_bytes(whole)
    assert Code.load(tmp_path, *types) is not None
    key = tmp_path.parent / KEY
    assert key.stat().st_mode & 0o777 == 0o600
    key.write_bytes(b"of somebody else")
    assert Code.load(tmp_path, *types) is None, "it was sealed with a secret"


def test_code_of_another_function_or_folder_is_not_taken(tmp_path: Path) -> None:
    mine, foreign = tmp_path / "engine-1", tmp_path / "engine-2"
    mine.mkdir()
    (code,) = compiled.native_compiler().compile([chance.draw], None)
    code.save(mine)
    assert Code.load(mine, *type_names(chance.draw)) == code
    assert Code.load(mine, *type_names(chance.draw_below)) is None
    shutil.copytree(mine, foreign)
    assert Code.load(foreign, *type_names(chance.draw)) is None


def test_code_that_cannot_be_loaded_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "cache_folder", lambda function, type_text: tmp_path)
    (code,) = compiled.native_compiler().compile([chance.draw], None)
    dataclasses.replace(code, symbol="another").save(tmp_path)
    record = np.zeros(1, SHUFFLER_DTYPE)
    Compiler().compile(chance.draw)(record[0])
    assert record[0]["count"] == 1
    kept = Code.load(tmp_path, *type_names(chance.draw))
    assert kept is not None
    assert kept.symbol != "another"
