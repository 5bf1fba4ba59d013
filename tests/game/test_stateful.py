"""Hypothesis plays: moves, take-backs, copies, saved positions and records in any order must always agree."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from amyitis.game import Game
from amyitis.notation.position_parser import parse_position
from amyitis.notation.positions import position_text


class Table(RuleBasedStateMachine):
    """A game beside a plain list of the positions it has been in: the model that it must agree with."""

    @initialize(
        players=st.integers(2, 4),
        seed=st.integers(0, 2**64 - 1),
        limited=st.booleans(),
        palace=st.booleans(),
        colours=st.permutations("WKBR").map("".join),
    )
    def begin(self, players: int, seed: int, limited: bool, palace: bool, colours: str) -> None:
        self.game = Game.new(players=players, seed=seed, limited_supply=limited, palace=palace, colours=colours)
        self.past: list[str] = []
        self.copies: list[tuple[Game, str, list[str]]] = []

    @precondition(lambda self: not self.game.is_over)
    @rule(choice=st.integers(0, 2**16))
    def move(self, choice: int) -> None:
        """Any legal move."""
        moves = self.game.legal_moves
        self.past.append(self.game.position)
        self.game.push(moves[choice % len(moves)])

    @precondition(lambda self: not self.game.is_over)
    @rule(choices=st.lists(st.integers(0, 2**16), min_size=10, max_size=40))
    def moves(self, choices: list[int]) -> None:
        """Many moves, to come to later rounds."""
        for choice in choices:
            if not self.game.is_over:
                self.move(choice)

    @precondition(lambda self: self.past)
    @rule(times=st.integers(1, 5))
    def undo(self, times: int) -> None:
        """Take back some moves: the positions come back exactly."""
        for _ in range(min(times, len(self.past))):
            self.game.undo()
            assert self.game.position == self.past.pop()

    @rule()
    def copy(self) -> None:
        """Put a copy aside."""
        self.copies.append((self.game.copy(), self.game.position, list(self.past)))

    @precondition(lambda self: self.copies)
    @rule()
    def go_on_with_a_copy(self) -> None:
        """Nothing that happened since has touched the copy, nor its past."""
        self.game, position, self.past = self.copies.pop()
        assert self.game.position == position
        back = self.game.copy()
        for before in reversed(self.past[-3:]):
            back.undo()
            assert back.position == before

    @rule()
    def save_and_load(self) -> None:
        """A saved position is the same position with the same moves."""
        again = Game.from_position(self.game.position)
        assert again == self.game
        assert list(again.legal_moves) == list(self.game.legal_moves)
        assert (again.seat, again.question, again.round) == (self.game.seat, self.game.question, self.game.round)

    @rule()
    def replay(self) -> None:
        """The record of the game so far plays back to it."""
        written = self.game.record()
        again = Game.from_record(written)
        assert again == self.game
        assert again.moves == self.game.moves
        assert again.record() == written

    @invariant()
    def sound(self) -> None:
        """Nothing is wrong with the table, and its text reads back."""
        if hasattr(self, "game"):
            assert self.game.status() == []
            state = self.game.state
            assert parse_position(position_text(state)) == state
            assert self.game.is_over or len(self.game.legal_moves) > 0


@pytest.mark.slow
def test_whatever_is_done_the_game_agrees_with_its_past() -> None:
    run_state_machine_as_test(
        Table,
        settings=settings(
            max_examples=40,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        ),
    )
