"""Trying: every step says what it changes, and the end of the line has its outlook."""

from random import Random

import pytest

from amyitis.game import Game
from amyitis.table.errors import BadMove
from amyitis.table.tries import try_line
from tests.game.view.replaying import with_changes


def test_the_steps_lead_from_view_to_view_and_nothing_is_kept() -> None:
    game, random, tried = Game.new(3, 5, palace=True), Random(2), 0
    while not game.is_over:
        copy, line, view = Game(game.state), list[str](), game.view()
        while copy.seat == game.seat and copy.question != "deal" and not copy.is_over and len(line) < 5:
            line.append(random.choice(list(copy.legal_moves)))
            copy.push(line[-1])
        before = game.position
        line_tried = try_line(Game(game.state), 1, line)
        assert game.position == before
        assert [step["token"] for step in line_tried["steps"]] == line
        for step in line_tried["steps"]:
            view = with_changes(view, step["set"])
        assert view == copy.view()
        goes_on = copy.seat == game.seat and line_tried["ends_with"] == "decision"
        assert (line_tried["outlook"] is not None) == goes_on
        if line_tried["outlook"] is not None:
            assert [option["token"] for option in line_tried["outlook"]["options"]] == list(copy.legal_moves)
        game.push(line[0])
        tried += 1
    assert tried > 100


def test_an_empty_line_has_the_outlook_of_the_moment() -> None:
    game = Game.new(2, 2)
    line_tried = try_line(Game(game.state), 4, [])
    assert (line_tried["ply"], line_tried["steps"], line_tried["ends_with"]) == (4, [], "decision")
    assert line_tried["outlook"] is not None
    assert line_tried["outlook"]["reasons"]


def test_a_move_that_is_refused_says_where_it_stands() -> None:
    with pytest.raises(BadMove) as refused:
        try_line(Game(Game.new(2, 2).state), 0, ["peasant/1", "keep"])
    assert refused.value.place == 1


def test_a_line_ends_with_a_deal_that_nobody_can_know() -> None:
    game, line = Game(Game.new(2, 2).state), ["pass", "pass"]
    copy = Game(game.state)
    for token in line:
        copy.push(token)
    while copy.question != "deal":
        line.append(copy.legal_moves[0])
        copy.push(line[-1])
    line_tried = try_line(game, 0, [*line, "pass"])
    assert (line_tried["ends_with"], line_tried["outlook"], len(line_tried["steps"])) == ("deal", None, len(line))
