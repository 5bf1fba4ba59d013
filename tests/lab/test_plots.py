"""Pictures are written, in the format of their ending, and the same findings give the same picture."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from amyitis.errors import AmyitisError, Malformed
from amyitis.lab.plots import check_picture, plot_ratings, plot_statistics
from amyitis.lab.statistics import study
from amyitis.lab.tournaments.match import MatchResult
from amyitis.lab.tournaments.standings import Standings, standings
from amyitis.lab.workers import OneProcess

GOLDEN = Path(__file__).parent.parent / "golden"


def some_standings() -> Standings:
    nothing = (0.0, 0.0)
    return standings(
        MatchResult(number, number // 2, bots, (50, 40), (1, 2), 10, (9, 9), nothing, nothing, "x")
        for number, bots in enumerate([("greedy", "random"), ("random", "greedy"), ("greedy", "random")])
    )


def test_ratings_as_svg_and_png(tmp_path: Path) -> None:
    found = some_standings()
    plot_ratings(found, tmp_path / "one.svg")
    plot_ratings(found, tmp_path / "two.svg")
    plot_ratings(found, tmp_path / "three.png")
    text = (tmp_path / "one.svg").read_text(encoding="utf-8")
    assert ElementTree.fromstring(text).tag.endswith("svg")
    assert text == (tmp_path / "two.svg").read_text(encoding="utf-8")
    assert (tmp_path / "three.png").read_bytes().startswith(b"\x89PNG")


def test_statistics_are_drawn_one_by_one(tmp_path: Path) -> None:
    found = study([GOLDEN / "palace-two.amy"], OneProcess())
    written = plot_statistics(found.statistics[0], tmp_path / "new" / "folder")
    names = ("rounds-and-scores", "seats", "prestige", "tiles", "cities", "cards", "crafts", "bonuses")
    assert [path.name for path in written] == [f"2p-palace-{name}.svg" for name in names]
    for path in written:
        ElementTree.parse(path)


def test_a_picture_that_cannot_be_written_is_refused_beforehand(tmp_path: Path) -> None:
    check_picture(tmp_path / "fine.SVG")
    with pytest.raises(Malformed, match=r"a picture ends in \.svg or \.png"):
        check_picture(tmp_path / "ratings.gif")
    with pytest.raises(AmyitisError, match="there is no folder"):
        check_picture(tmp_path / "nowhere" / "ratings.svg")
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(AmyitisError, match="file"):
        plot_statistics(study([GOLDEN / "two-random.amy"], OneProcess()).statistics[0], tmp_path / "file")


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    tournaments = "amyitis.lab.tournaments.tournament, amyitis.lab.tournaments.standings"
    rooms = f"amyitis.cli, {tournaments}, amyitis.lab.statistics, amyitis.lab.plots"
    question = (
        f"import sys, {rooms}; print([name for name in ('matplotlib', 'ray', 'openskill') if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", question], capture_output=True, text=True, check=True)
    assert answer.stdout == "[]\n"
