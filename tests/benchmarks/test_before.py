"""What is asked of both programs, asked of this one."""

from pathlib import Path

import pytest

from amyitis import Game
from benchmarks.before.__main__ import PLAYERS, SIMULATIONS, draw, searches
from benchmarks.before.program import Program
from tests.compiling import needs_compiler


@needs_compiler
def test_a_program_says_what_it_costs_and_chooses(tmp_path: Path) -> None:
    program = Program("small", str(tmp_path))
    game = Game.new(2, seed=4)
    program.positions([game.position])
    assert program.rows(2) > 0
    assert program.simulations(3) > 0
    assert program.choose("netsearch:N=2", 1, game.seat, game.position) in game.legal_moves


def test_both_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    draw({searches(players, each): (1.0, 4.0) for players in PLAYERS for each in SIMULATIONS}, tmp_path / "both.svg")
    assert (tmp_path / "both.svg").read_text(encoding="utf-8").startswith("<?xml")
