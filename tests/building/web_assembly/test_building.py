"""`python -m building.web_assembly`."""

import sys
from pathlib import Path

import pytest

from building.web_assembly.__main__ import main
from building.web_assembly.contents import FUNCTIONS
from building.web_assembly.encoding import Reader, sections
from building.web_assembly.object_file import EXPORTS
from tests.compiling import needs_compiler


@needs_compiler
def test_it_writes_a_module_with_all_functions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "folder" / "amyitis.wasm"
    monkeypatch.setattr(sys, "argv", ["building", str(path)])
    main()
    assert f"{len(FUNCTIONS)} functions" in capsys.readouterr().out
    exported = Reader(dict(sections(path.read_bytes()))[EXPORTS])
    names = [(exported.name(), exported.byte(), exported.number())[0] for _ in range(exported.number())]
    assert set(names) == {"memory", "heap_base", *(one.__name__ for one in FUNCTIONS)}


@needs_compiler
def test_a_place_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["building", str(tmp_path)])
    with pytest.raises(SystemExit):
        main()
    assert f"{tmp_path} cannot be written" in capsys.readouterr().err
