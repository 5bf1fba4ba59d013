"""What lies beside the page without a server: Python's library made smaller, and the answers that never change."""

import ast
import asyncio
import json
import zipfile
from pathlib import Path

from amyitis.local.browser import PREFIX, LocalServer
from web.building import standard_library
from web.building.fixed_answers import TARGETS, file_name, write_answers
from web.building.memory_store import MemoryStore
from web.building.packing import PACKAGE, files_of_others, packed_files


async def never(request: str) -> str:
    """Nothing is to be thought about here."""
    raise AssertionError(request)


def imported(path: Path) -> set[str]:
    """The modules of others that a file of ours imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    return found


def test_nothing_that_is_packed_imports_what_is_left_out() -> None:
    ours = [PACKAGE / path for path in packed_files()]
    files = [path for path in [*ours, *files_of_others().values()] if path.suffix == ".py"]
    assert len(files) > 100
    wanted = {name: path for path in files for name in imported(path)}
    missing = {name for name in wanted if not standard_library.is_kept(f"{name.replace('.', '/')}.py")}
    assert {name: wanted[name].name for name in missing} == {}


def test_the_smaller_library_has_what_is_kept_and_an_index_without_packages(tmp_path: Path) -> None:
    whole, built = tmp_path / "whole", tmp_path / "built"
    whole.mkdir()
    kept = {"json/__init__.py", "encodings/utf_8.py", "typing.py", "logging/__init__.py"}
    with zipfile.ZipFile(whole / standard_library.ARCHIVE, "w") as archive:
        for name in (*kept, "json/", "pdb.py", "unittest/case.py", "encodings/big5.py", "logging/config.py"):
            archive.writestr(name, f"# {name}\n" * 20)
    index = {"info": {"version": "1"}, "packages": {"numpy": {}}}
    (whole / standard_library.INDEX).write_text(json.dumps(index))
    before, after = standard_library.write_smaller(whole, built)
    assert after < before
    with zipfile.ZipFile(built / standard_library.ARCHIVE) as archive:
        assert set(archive.namelist()) == kept
        assert archive.read("typing.py") == b"# typing.py\n" * 20
    assert json.loads((built / standard_library.INDEX).read_text()) == {"info": {"version": "1"}, "packages": {}}


def test_the_fixed_answers_are_those_of_the_table(tmp_path: Path) -> None:
    write_answers(tmp_path)
    server = LocalServer(MemoryStore(), never)
    assert {path.name for path in tmp_path.iterdir()} == {file_name(target) for target in TARGETS}
    for target in TARGETS:
        said = asyncio.run(server.ask("GET", PREFIX + target))
        assert (tmp_path / file_name(target)).read_text(encoding="utf-8") == said.body
    assert json.loads((tmp_path / "rules-lang-cs.json").read_text(encoding="utf-8"))["sections"]
