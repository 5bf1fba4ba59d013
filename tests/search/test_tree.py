"""The tree search: the same plain and compiled, honest about chance, and kept between moves."""

import os
import subprocess
import sys
from itertools import count

import pytest

from amyitis.engine.exchange import exchanged
from amyitis.game import Game
from amyitis.notation.tokens import parse_token, token
from amyitis.rules.apply import apply
from amyitis.rules.board.supply import gain_camels
from amyitis.rules.rule import rule
from amyitis.rules.state import State
from amyitis.search.searcher import CHUNK, Searcher, Tree
from amyitis.search.tree import run_search
from amyitis.search.valuation import value_position, win_chances
from tests.layout import ROUND_END, table
from tests.search.other_valuation import PARTS

SCRIPT = """
from amyitis.game import Game
from amyitis.search.searcher import Searcher
for players in (2, 3, 4):
    game = Game.new(players, 9, palace=players == 3)
    for _ in range(5):
        best = Searcher(3, simulations=12).search(game.state)
        print([(one.action, one.visits, one.guess, one.wins, one.prestige) for one in best])
        game.push_id(best[0].action)
"""


def run(plain: bool) -> str:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=os.environ | {"AMYITIS_PLAIN": "1" if plain else "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.slow
def test_plain_and_compiled_search_agree_to_the_last_bit() -> None:
    assert run(plain=True) == run(plain=False) != ""


def middle(players: int, seed: int, moves: int) -> Game:
    """A game some moves on."""
    game = Game.new(players, seed)
    for ply in range(moves):
        game.push(game.legal_moves[ply * 7 % len(game.legal_moves)])
    return game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_values_are_one_number_per_player(players: int) -> None:
    game = middle(players, 2, 30)
    worth, chances = [0.0] * 4, [0.0] * 4
    value_position(game.state, worth)
    win_chances(game.state, worth, chances)
    assert sum(chances[:players]) == pytest.approx(1.0)
    assert all(value > 0 for value in worth[:players])
    assert worth[players:] == [0.0] * (4 - players)


def test_a_finished_game_is_worth_what_it_was() -> None:
    game = Game.new(2, 1)
    while not game.is_over:
        game.push(game.legal_moves[-1] if len(game.plies) % 3 else game.legal_moves[0])
    worth, chances = [0.0] * 4, [0.0] * 4
    value_position(game.state, worth)
    win_chances(game.state, worth, chances)
    assert worth[:2] == list(game.scores.values())
    assert [bool(chance) for chance in chances[:2]] == [seat in game.winners for seat in game.seats]


def test_a_search_repeats_exactly_and_a_seed_changes_only_its_own_deals() -> None:
    s = middle(3, 4, 40).state
    assert Searcher(1, simulations=300).search(s) == Searcher(1, simulations=300).search(s)


def test_the_real_deals_are_out_of_reach() -> None:
    """Games that differ only in the deals to come get the same evaluation: a position does not hold its generator."""
    one, other = Game.new(2, 1), Game.from_position(Game.new(2, 1).position, seed=99)
    assert one == other
    assert Searcher(5, simulations=200).search(one.state) == Searcher(5, simulations=200).search(other.state)


def test_the_tree_is_kept_between_moves() -> None:
    game = middle(2, 3, 10)
    tree = Tree(1, 2, 4000)
    tree.plant(game.state)
    tree.grow(1500)
    move = max(tree.evaluations(2), key=lambda one: one.visits)
    game.push_id(move.action)
    tree.plant(game.state)
    assert tree.visits >= move.visits  # what was found of this move is still known
    other = Game.new(2, 77)
    tree.plant(other.state)
    assert tree.visits == 0


def test_a_full_tree_stops_growing() -> None:
    tree = Tree(1, 2, 50)
    tree.plant(Game.new(4, 1).state)
    assert tree.grow(1000) < 60
    assert tree.grow(10) == 0
    assert sum(one.visits for one in tree.evaluations(4)) > 0


def test_a_search_for_a_time_ends_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock of our own, on which each look takes 10 milliseconds: twelve chunks of simulations in 120."""
    looks = count()
    monkeypatch.setattr("amyitis.search.searcher.time.perf_counter", lambda: next(looks) / 100)
    evaluations = Searcher(1, milliseconds=120).search(Game.new(3, 8).state)
    assert next(looks) == 1 + 12
    assert sum(one.visits for one in evaluations) == 12 * CHUNK - 1


def test_a_winning_move_at_the_end_is_found() -> None:
    """The last decision of a game: black leads the procession, and only with Marduk's prestige is the win shared."""
    game = table(2, round_no=30, todo=ROUND_END, W="11", K="9")
    outcomes = {}
    for move in game.legal_moves:
        trial = game.copy()
        trial.push(move)
        while not trial.is_over:
            trial.push(trial.legal_moves[0])
        outcomes[move] = trial.winners
    assert outcomes == {"ishtar": ["W"], "marduk": ["W", "K"], "tammouz": ["W"]}
    found = Searcher(1, simulations=100).search(game.state)[0]
    assert token(found.action) == "marduk"
    assert found.wins == (0.5, 0.5)


def test_the_valuation_can_be_exchanged() -> None:
    game = Game.new(2, 4)
    own = Searcher(1, simulations=40).search(game.state)
    other = Searcher(1, simulations=40, parts=PARTS).search(game.state)
    assert other != own
    assert token(other[0].action).startswith("engineer")  # the only move that scores at once
    assert Searcher(1, simulations=40).search(game.state) == own
    assert max(max(one.prestige) for one in other) < 12  # nothing is expected beyond the round


@rule
def take_no_camels(s: State, p: int, amount: int, clause: int) -> None:
    """A supply without camels."""


def test_a_rule_behind_a_choice_by_number_can_be_exchanged() -> None:
    game = Game.new(2, 4)
    while not any(move.startswith("merchant") for move in game.legal_moves):
        game.push("pass")
    merchant = parse_token(next(move for move in game.legal_moves if move.startswith("merchant")))
    usual, other, seat = game.state, game.state, game.state.seat
    apply(usual, merchant)
    exchanged(apply, {gain_camels: take_no_camels})(other, merchant)
    assert usual.seats[seat].camels == other.seats[seat].camels + 1
    again = game.state
    apply(again, merchant)
    assert again == usual


def test_only_rule_functions_can_be_exchanged() -> None:
    with pytest.raises(ValueError, match="must both be rule functions"):
        exchanged(run_search, {value_position: print})
