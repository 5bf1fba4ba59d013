import json

import pytest
from typer.testing import CliRunner

from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
from amyitis.analysis.evaluation import evaluate
from amyitis.cli import app
from amyitis.errors import Malformed
from amyitis.game import Game


def test_an_evaluation_grows(analyzer: NativeAnalyzer, game: Game) -> None:
    board = Game(game.plies[40].before)
    found = list(evaluate(board, 64, analyzer))
    assert [one.visits for one in found] == [16, 32, 64]
    for one in found:
        assert sum(one.wins.values()) == pytest.approx(1, abs=1e-4)
        assert set(one.prestige) == set(board.seats)
        for line in one.lines:
            assert line.line[0] == line.move
            trial = board.copy()
            for move in line.line:
                trial.push(move)
    last = found[-1]
    assert last.lines[0].visits == max(line.visits for line in last.lines)
    assert list(evaluate(board, 64, analyzer)) == found


def test_before_a_deal_and_at_the_end_nobody_decides(analyzer: NativeAnalyzer, game: Game) -> None:
    deal = next(ply.before for ply in game.plies if ply.is_deal)
    (before,) = evaluate(Game(deal), 64, analyzer)
    assert (before.lines, before.question) == ([], "deal")
    (over,) = evaluate(game, 64, analyzer)
    assert over.wins == {seat: float(game.winners == [seat]) for seat in game.seats}
    assert over.prestige == {seat: float(score) for seat, score in game.scores.items()}


def test_the_command(game: Game) -> None:
    position = Game(game.plies[40].before).position
    answer = CliRunner().invoke(app, ["analyse", position, "--seconds", "0.05", "--json"])
    assert answer.exit_code == 0, answer.output
    told = [json.loads(line) for line in answer.stdout.splitlines()]
    assert told[0]["visits"] < told[-1]["visits"] or len(told) == 1
    words = CliRunner().invoke(app, ["analyse", position, "--seconds", "0.05"]).stdout
    assert told[0]["lines"][0]["move"] in words
    assert isinstance(CliRunner().invoke(app, ["analyse", "nonsense"]).exception, Malformed)
