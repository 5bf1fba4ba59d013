"""`amyitis build-wasm` on the command line."""

from pathlib import Path

from typer.testing import CliRunner

from amyitis.cli import app
from amyitis.engine.wasm.encoding import Reader, sections
from amyitis.engine.wasm.object_file import EXPORTS
from amyitis.lab.web_assembly import FUNCTIONS
from tests.compiling import needs_compiler


@needs_compiler
def test_it_writes_a_module_with_all_functions(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "amyitis.wasm"
    found = CliRunner().invoke(app, ["build-wasm", str(path)])
    assert found.exit_code == 0, found.output
    assert f"{len(FUNCTIONS)} functions" in found.output
    exported = Reader(dict(sections(path.read_bytes()))[EXPORTS])
    names = [(exported.name(), exported.byte(), exported.number())[0] for _ in range(exported.number())]
    assert set(names) == {"memory", "heap_base", *(one.__name__ for one in FUNCTIONS)}


@needs_compiler
def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    found = CliRunner().invoke(app, ["build-wasm", str(tmp_path)])
    assert found.exit_code == 1
    assert f"{tmp_path} cannot be written" in str(found.exception)
