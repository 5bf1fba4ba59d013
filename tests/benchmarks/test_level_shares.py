"""The pages show the scales that the package keeps, and the rows of the levels are those of a balance table."""

from pathlib import Path

import pytest

from amyitis.lab.balance.table import measure
from amyitis.lab.variants import Variant
from amyitis.lab.workers import OneProcess
from benchmarks.level_shares import PAGE, scale_table, tables, write_between
from benchmarks.weak_openness import game_row, lead_row


def test_the_page_shows_what_the_package_keeps() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert "\n".join(tables()) in page, "write them: python benchmarks/level_shares.py --page"


def test_a_table_says_of_which_level_too_little_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "level_shares.json"
    row = '{"level": "%s", "games": 1200, "early": 0.9, "late": 0.7, "share": 0.85, "ninety": [0.8, %s], "check": [%s]}'
    part = '{"said": 0.748, "won": 0.75, "low": 0.7, "high": 0.8, "positions": 90, "games": 9}'
    rows = ", ".join((row % ("Scribe", 0.89, part), row % ("Steward", 0.91, "")))
    file.write_text(f'{{"digest": "", "search": {{"2": [{rows}]}}, "network": {{}}}}')
    monkeypatch.setattr("benchmarks.level_shares.FILE", file)
    scribe, steward = scale_table("search", "2")[2:]
    assert scribe == "| Scribe | 1,200 | 0.90 | 0.70 | 85.0 % (80.0-89.0) | - | - | - | 75: 75 (70-80) | - |"
    assert "too little known" in steward


def test_only_what_lies_between_the_marks_is_written(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- rows -->\nold\n<!-- end of rows -->\nafter\n")
    for _ in range(2):
        write_between(page, "rows", ["| new |"])
        assert page.read_text() == "before\n<!-- rows -->\n\n| new |\n\n<!-- end of rows -->\nafter\n"
    with pytest.raises(SystemExit, match="no place for the others"):
        write_between(page, "others", [])


def test_rows_of_a_level() -> None:
    found = measure(Variant(2), 2, "Water carrier", OneProcess())
    assert game_row("Water carrier", "printed", found).startswith("| Water carrier | printed | 2 | ")
    by = [lead_row("Water carrier", "printed", leads).split(" | ")[2] for leads in found.openness.leads[1:]]
    assert by == ["small network", "Water carrier's own scale"]
