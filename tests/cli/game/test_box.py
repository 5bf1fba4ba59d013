"""`amyitis box` shows every entry, its marks and its sources."""

import json

import pytest

from amyitis.box import load_box
from amyitis.cli.game.box import show_box


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("NO_COLOR", "1")


def test_tables_name_everything(capsys: pytest.CaptureFixture[str]) -> None:
    box = load_box()
    show_box(box, as_json=False)
    shown = capsys.readouterr().out
    for city in box.cities:
        assert city.name in shown
    for tile in box.tiles:
        assert tile.name in shown
    for words in (
        "each 7, total 35",
        "camels 1, caravaneer 0",
        "level 3, cards 0 / 1 / 1, talents 2, prestige",
        "tiles 3 / 4 / 4",
        "palace.noble",
        "quality 1, prestige 3, camels 1 ",
        "name L",
        "rest R",
    ):
        assert words in shown
    legend = shown.splitlines()[-3:]
    assert [line.split()[:2] for line in legend] == [["C", "certain"], ["L", "likely"], ["R", "reconstructed"]]


def test_no_line_is_wider_than_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    show_box(load_box(), as_json=False)
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 120


def test_json_keeps_marks_and_sources(capsys: pytest.CaptureFixture[str]) -> None:
    box = load_box()
    show_box(box, as_json=True)
    shown = json.loads(capsys.readouterr().out)
    assert shown["digest"] == box.digest
    assert shown["goods"]["mark"] == {"total": "certain", "each": "likely"}
    assert shown["camels"] == {
        "count": 14,
        "caravans": 1,
        "mark": "certain",
        "source": "publisher's rulebook, Czech and German editions",
    }
    assert len(shown["tiles"]) == 20
    assert shown["plants"][0]["faces"][1] == {"quality": 2, "good": "palm"}
    assert all("source" in entry for entry in shown["cities"] + shown["court"] + shown["tiles"])
