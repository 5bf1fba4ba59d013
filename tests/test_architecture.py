"""The diagram of docs/explanation/architecture.md shows who really imports whom."""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs" / "explanation" / "architecture.md"
PACKAGE = "amyitis"
SOURCES = ROOT / "src" / PACKAGE
# Files that the program writes: a dataset's own, and the answers of the static page.
WRITTEN_LATER = {"dataset.json", "rules-lang-en.json"}

Arrows = set[tuple[str, str]]


@cache
def imports() -> frozenset[tuple[str, str]]:
    """Which package or module of ours imports which other, at the first level below `amyitis`."""
    graph = grimp.build_graph(PACKAGE, include_external_packages=False, exclude_type_checking_imports=True)
    found = set()
    for module in graph.modules - {PACKAGE}:
        for other in graph.find_modules_directly_imported_by(module) - {PACKAGE}:
            pair = module.split(".")[1], other.split(".")[1]
            if pair[0] != pair[1]:
                found.add(pair)
    return frozenset(found)


def packages() -> set[str]:
    """All of them, those that nobody imports too."""
    graph = grimp.build_graph(PACKAGE, include_external_packages=False, exclude_type_checking_imports=True)
    return {module.split(".")[1] for module in graph.modules - {PACKAGE}}


def reachable(arrows: Arrows, start: str) -> set[str]:
    """Where the arrows lead from a package, in any number of steps."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        here = waiting.pop()
        further = {head for tail, head in arrows if tail == here} - found
        found |= further
        waiting += further
    return found


def without_shortcuts(arrows: Arrows) -> Arrows:
    """The arrows that do not follow from others."""
    return {(tail, head) for tail, head in arrows if head not in reachable(arrows - {(tail, head)}, tail)}


def drawn() -> Arrows:
    """The arrows of the diagram, each from the package that imports to the one that is imported."""
    (diagram,) = re.findall(r"```mermaid\nflowchart RL\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    arrows: Arrows = set()
    for line in diagram.splitlines():
        for tails, heads in pairwise(group.split("&") for group in line.split("-->")):
            arrows |= {(tail.strip(), head.strip()) for tail in tails for head in heads}
    return arrows


def test_the_diagram_shows_the_imports_without_shortcuts() -> None:
    real = without_shortcuts(set(imports()))
    wanted = "\n".join(
        f"    {tail} --> {' & '.join(sorted(head for start, head in real if start == tail))}"
        for tail in sorted({tail for tail, _ in real})
    )
    assert drawn() == real, f"the diagram of {DOCS.name} should have these arrows:\n{wanted}"


def test_no_package_imports_itself_on_the_way_round() -> None:
    assert not [name for name in packages() if name in reachable(set(imports()), name)]


def test_every_package_is_in_the_diagram_and_in_the_table() -> None:
    assert packages() == {name for arrow in drawn() for name in arrow}
    table = set(re.findall(r"^\| `(\w+)(?:/|\.py)` \|", DOCS.read_text(encoding="utf-8"), re.MULTILINE))
    assert packages() <= table


def named_in(page: Path) -> set[str]:
    """The files that a page or a source names, between backticks."""
    return set(re.findall(r"`([\w./-]+\.(?:py|md|toml|svelte|ts|json|svg))`", page.read_text(encoding="utf-8")))


def not_there(named: set[str], *places: Path) -> list[str]:
    """Those that are in none of these places, nor at the root or in the package."""
    return sorted(path for path in named if not any((place / path).exists() for place in (ROOT, SOURCES, *places)))


def test_every_file_that_is_named_is_there() -> None:
    named = named_in(DOCS)
    assert len(named) > 20
    assert not not_there(named, SOURCES / "box", SOURCES / "rulebook")


def test_every_file_that_the_sources_name_is_there() -> None:
    """By its path from the root or from the package, or from the folder of whoever names it."""
    named = {source: named_in(source) - WRITTEN_LATER for source in SOURCES.rglob("*.py")}
    assert sum(map(len, named.values())) > 80
    missing = {
        source.relative_to(SOURCES).as_posix(): not_there(found, source.parent) for source, found in named.items()
    }
    assert not {source: found for source, found in missing.items() if found}


def test_what_is_shown_as_a_piece_of_a_file_stands_there() -> None:
    pages = "\n".join(page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs").rglob("*.md")))
    pieces = re.findall(r"it is a piece of (\S+) -->\n```python\n(.+?)```", pages, re.DOTALL)
    assert pieces
    for path, piece in pieces:
        assert piece in (ROOT / path).read_text(encoding="utf-8"), path


def test_a_folder_of_tests_that_is_called_like_a_package_lies_where_it_lies() -> None:
    """Those of the page lie like the page, whose folders may be called like ours."""
    ours = {path.parent.relative_to(SOURCES) for path in SOURCES.rglob("__init__.py")}
    tests = {path.parent.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")}
    namesakes = {one for one in tests if one.parts[:1] != ("web",) and one.name in {path.name for path in ours}}
    assert len(namesakes) > 30
    assert not namesakes - ours


def test_the_service_takes_the_time_from_its_clock_alone() -> None:
    others = [path for path in (SOURCES / "service").rglob("*.py") if path.name != "clock.py"]
    clocks = re.compile(r"asyncio\.(sleep|timeout)\b|\bimport time\b|datetime\.now\b")
    assert [path.name for path in others if clocks.search(path.read_text(encoding="utf-8"))] == []
