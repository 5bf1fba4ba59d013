"""Replays: the changes from view to view give every view again, exactly."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from amyitis.game import Game
from amyitis.game.view import Parts
from amyitis.game.view.changes import changes
from tests.docs.blocks import ROOT, blocks
from tests.game.view.replaying import with_changes


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("palace", [False, True])
@pytest.mark.parametrize("limited", [False, True])
def test_the_frames_of_a_game_give_every_view_again(players: int, palace: bool, limited: bool) -> None:
    """Moves, deals and moves taken back; as a browser gets them, through JSON."""
    random = Random(players)
    game = Game.from_position(Game.new(players, seed=players, palace=palace, limited_supply=limited).start)
    deals = Game.new(players, seed=1, palace=palace, limited_supply=limited).moves[0]
    parts = Parts()
    last = game.view(parts)
    shown: Any = json.loads(json.dumps(last))
    for number in range(400):
        if game.is_over:
            break
        if number % 7 == 6:
            game.undo()
        elif game.question == "deal":
            game.push(deals if game.why_not(deals) is None else Game.from_position(game.position, number).moves[0])
        else:
            game.push(random.choice(list(game.legal_moves)))
        before, was, last = json.dumps(shown), last, game.view(parts)
        after = with_changes(shown, json.loads(json.dumps(changes(was, last))))
        assert json.dumps(shown) == before, "the view before stays as it was"
        shown = after
        assert shown == game.view()
        assert list(shown) == list(game.view())


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ({"a": 1}, {"a": 1}, {}),
        ({"a": None, "b": 1}, {"a": {"c": None}, "b": None}, {"a": {"c": None}, "b": None}),
        ({"a": {"c": 1}}, {"a": None}, {"a": None}),
        ({"a": {"c": 1, "d": 2}}, {"a": {"c": 1}}, {"a": {"c": 1}}),
        ({"a": {"c": 1}}, {"a": {"c": 1, "d": None}}, {"a": {"c": 1, "d": None}}),
        ({"a": [1, 2]}, {"a": [1, 3]}, {"a/1": 3}),
        ({"a": [1, 2]}, {"a": [1]}, {"a": [1]}),
        ({"a": []}, {"a": {}}, {"a": {}}),
        ({"a": [{"b": 1}, {"b": [None]}]}, {"a": [{"b": 1}, {"b": ["W"]}]}, {"a/1/b/0": "W"}),
        ({"a": 1}, {"b": 1}, {"": {"b": 1}}),
    ],
)
def test_what_has_changed(before: Any, after: Any, found: dict[str, Any]) -> None:
    assert changes(before, after) == found
    assert json.dumps(with_changes(before, found)) == json.dumps(after)


def test_no_name_in_a_view_holds_the_mark_between_names() -> None:
    def names(value: Any) -> list[str]:
        if isinstance(value, dict):
            return [*value, *(name for one in value.values() for name in names(one))]
        return [name for one in value for name in names(one)] if isinstance(value, list) else []

    found = names(Game.new(4, 1, palace=True, limited_supply=True).view())
    assert len(found) > 100
    assert not [name for name in found if "/" in name]


def test_changes_are_much_smaller_than_the_views() -> None:
    random, game = Random(1), Game.new(4, 1, palace=True)
    last, frames, views = game.view(), 0, 0
    while not game.is_over:
        game.push(random.choice(list(game.legal_moves)))
        before, last = last, game.view()
        frames, views = frames + len(json.dumps(changes(before, last))), views + len(json.dumps(last))
    assert frames * 10 < views


def test_the_page_tells_browsers_how_to_apply_changes() -> None:
    """The function of docs/reference/api.md, run by Node.js."""
    node = shutil.which("node", path=os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)]))
    if node is None:
        pytest.skip("there is no Node.js here")
    (shown,) = [block for block in blocks(ROOT / "docs" / "reference" / "api.md") if block.language == "js"]
    game = Game.new(2, seed=1)
    before = game.view()
    for _ in range(20):
        game.push(game.legal_moves[-1])
    given = f"{json.dumps(before)}, {json.dumps(changes(before, game.view()))}"
    program = f"{shown.text}\nconsole.log(JSON.stringify(apply({given})))"
    done = subprocess.run([node, "-e", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(json.dumps(game.view()))
