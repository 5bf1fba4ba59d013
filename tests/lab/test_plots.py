"""Pictures are written, in the format of their ending, and the same findings give the same picture."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from amyitis.errors import AmyitisError, Malformed
from amyitis.lab.plots import Picture, bars, check_picture, plot_ratings, plot_statistics
from amyitis.lab.statistics import study
from amyitis.lab.tournaments.match import MatchResult
from amyitis.lab.tournaments.standings import Standings, standings
from amyitis.lab.workers import OneProcess
from tests.golden_games import GOLDEN


def words_of(path: Path) -> str:
    """The words of an SVG picture, which stand in it as comments beside their outlines."""
    return " ".join(re.findall(r"<!-- (.*?) -->", path.read_text(encoding="utf-8")))


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


@pytest.mark.slow
def test_statistics_are_drawn_one_by_one(tmp_path: Path) -> None:
    found = study([GOLDEN / "palace-two.amy"], OneProcess())
    written = plot_statistics(found.statistics[0], tmp_path / "new" / "folder")
    names = ("rounds-and-scores", "seats", "prestige", "tiles", "cities", "cards", "crafts", "bonuses")
    assert [path.name for path in written] == [f"2p-palace-{name}{end}" for name in names for end in (".svg", ".png")]
    for path in written:
        if path.suffix == ".svg":
            assert "1 game, 2 players, Palace" in words_of(path)
        else:
            assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({7: 1}, (1, {7: 1})),
        ({9: 2, 12: 1}, (1, {9: 2, 10: 0, 11: 0, 12: 1})),
        ({3: 1, 26: 1}, (1, {number: int(number in (3, 26)) for number in range(3, 27)})),
        ({3: 1, 4: 2, 27: 1}, (2, {number: {2: 1, 4: 2, 26: 1}.get(number, 0) for number in range(2, 28, 2)})),
        (
            {7: 1, 12: 1, 19: 4, 145: 1},
            (10, {number: {0: 1, 10: 5, 140: 1}.get(number, 0) for number in range(0, 150, 10)}),
        ),
        ({0: 1, 99_999: 1}, (100, {number: int(number in (0, 99_900)) for number in range(0, 100_000, 100)})),
    ],
)
def test_numbers_are_put_together_to_few_bars(counts: dict[int, int], expected: tuple[int, dict[int, int]]) -> None:
    assert bars(counts) == expected


@pytest.mark.slow
def test_panels_share_their_scale_and_no_legend_lies_over_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Picture] = []
    save = Picture.save

    def keep(self: Picture, title: str) -> list[Path]:
        drawn.append(self)
        return save(self, title)

    monkeypatch.setattr(Picture, "save", keep)
    plot_statistics(
        study([GOLDEN / "two-random.amy", GOLDEN / "two-sensible.amy"], OneProcess()).statistics[0], tmp_path
    )
    plot_ratings(some_standings(), tmp_path / "ratings.svg")
    panelled = [picture for picture in drawn if len(picture.axes) > 1]
    assert len(panelled) == 3
    for first, second in (picture.axes for picture in panelled):
        assert first.get_ylim() == second.get_ylim()
    labelled = [picture for picture in drawn if any(axes.get_legend_handles_labels()[1] for axes in picture.axes)]
    assert len(labelled) == 3
    for picture in drawn:
        assert all(axes.get_legend() is None for axes in picture.axes)
        frames = [axes.get_window_extent() for axes in picture.axes]
        legends = [legend.get_window_extent() for legend in picture.axes[0].figure.legends]
        assert len(legends) == (picture in labelled)
        assert not any(frame.overlaps(legend) for frame in frames for legend in legends)


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
