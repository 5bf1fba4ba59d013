"""The Python of a page without a server, as one archive: `python -m web.building.packing FILE.zip`.

All modules of the packages that a local table needs, without docstrings and comments, and what is written beside them;
no compiled code and no network.
Of the packages of others there is the one that rates puzzles, as it is installed here, in Python alone.
"""

import ast
import json
import sys
import zipfile
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import amyitis

PACKAGE = Path(amyitis.__file__).parent
WHOLE = ("bots", "box", "game", "learn", "local", "notation", "rulebook", "rules", "service", "table")
FILES = (
    "__init__.py",
    "analysis/__init__.py",
    "analysis/analyzers/__init__.py",
    "analysis/analyzers/decks.py",
    "analysis/analyzers/position_analyzer.py",
    "analysis/evaluation.py",
    "analysis/hints.py",
    "analysis/jobs.py",
    "analysis/level_shares.json",
    "analysis/level_shares.py",
    "analysis/openings.json",
    "analysis/openings.py",
    "analysis/proofs.py",
    "analysis/puzzles/__init__.py",
    "analysis/puzzles/puzzles.jsonl",
    "analysis/puzzles/puzzles.py",
    "analysis/puzzles/ratings.py",
    "analysis/puzzles/turns.py",
    "analysis/review/__init__.py",
    "analysis/review/causes.py",
    "analysis/review/grades.py",
    "analysis/review/measuring.py",
    "analysis/review/move_costs.py",
    "analysis/review/reasons.json",
    "analysis/review/reasons.py",
    "analysis/review/review.py",
    "analysis/review/skill.json",
    "analysis/review/summaries.py",
    "analysis/shapes.py",
    "engine/__init__.py",
    "engine/arrays.py",
    "errors.py",
    "extras.py",
    "files.py",
    "markers.py",
    "nets/__init__.py",
    "nets/cards.py",
    "nets/layout.py",
    "nets/weights/small.json",
    "search/__init__.py",
    "search/evaluation.py",
    "search/solver.py",
    "sources.py",
)
# Of whole packages: what makes the page and its documents, and what runs other boxes in processes of their own.
LEFT_OUT = ("box/process.py",)
DESCRIBED = "amyitis/service/handlers/"  # routes are described by the docstrings of their handlers
OTHERS = ("openskill",)
KINDS = (".py", ".toml", ".json", ".md", ".amy")
MOMENT = (1980, 1, 1, 0, 0, 0)  # of every file, so that the same sources make the same archive


def packed_files() -> list[Path]:
    """The files that go into the archive, relative to the folder of the package."""
    found = [path for name in WHOLE for path in (PACKAGE / name).rglob("*") if path.suffix in KINDS]
    paths = {path.relative_to(PACKAGE) for path in [*found, *(PACKAGE / name for name in FILES)]}
    return sorted(paths - {Path(name) for name in LEFT_OUT})


def files_of_others() -> dict[str, Path]:
    """The modules of packages of others that go into the archive, and their licences: by their names in it."""
    found = {}
    for name in OTHERS:
        for path in distribution(name).files or ():
            if (path.parts[0] == name and path.suffix == ".py") or path.name == "LICENSE":
                found[path.as_posix()] = Path(str(path.locate()))
    return dict(sorted(found.items()))


def without_docstrings(source: str) -> str:
    """A module as it runs, without what only its readers need."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        match node:
            case ast.Module() | ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                if ast.get_docstring(node, clean=False) is not None:
                    node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


def _unchecked(figures: Any) -> Any:
    """Figures without the games that they were checked with, which only documents show."""
    if isinstance(figures, dict):
        return {name: _unchecked(part) for name, part in figures.items() if name != "check"}
    return [_unchecked(part) for part in figures] if isinstance(figures, list) else figures


def pack(archive: Path) -> int:
    """Write the archive; returns how many files are in it."""
    files = {f"amyitis/{path.as_posix()}": PACKAGE / path for path in packed_files()} | files_of_others()
    archive.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as written:
        for name, path in files.items():
            entry = zipfile.ZipInfo(name, MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            content = path.read_text(encoding="utf-8")
            if path.suffix == ".py" and not name.startswith(DESCRIBED):
                content = without_docstrings(content)
            elif path.suffix == ".json":
                content = json.dumps(_unchecked(json.loads(content)), ensure_ascii=False, separators=(",", ":"))
            written.writestr(entry, content)
    return len(files)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    print(f"{target}: {pack(target)} files, {target.stat().st_size:,} bytes")
