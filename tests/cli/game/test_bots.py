"""`amyitis bots` lists every bot there is."""

import json
import re
from pathlib import Path

from typer.testing import CliRunner

from amyitis.bots import bot_names
from amyitis.bots.catalogue import BUILT_IN_BOTS
from amyitis.bots.levels import LEVELS
from amyitis.cli import app

STRENGTH = Path(__file__).parents[3] / "docs" / "figures" / "strength.md"


def test_all_bots_are_listed() -> None:
    found = CliRunner().invoke(app, ["bots", "--json"])
    listed = json.loads(found.output)
    assert {one["name"] for one in listed} == set(bot_names())
    assert {one["name"] for one in listed if one["level"]} == set(LEVELS)


def test_the_list_for_people_names_each_with_its_line() -> None:
    found = CliRunner().invoke(app, ["bots"])
    assert all(one.about in found.output and one.call in found.output for one in BUILT_IN_BOTS)


def test_every_figure_stands_in_the_docs() -> None:
    page = STRENGTH.read_text(encoding="utf-8")
    figures = [re.search(r"[\d.]+ % \([\d.-]+\)", one.measured) for one in BUILT_IN_BOTS if one.measured]
    assert figures
    assert all(figure is not None and figure[0] in page for figure in figures)
