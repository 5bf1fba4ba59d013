"""Positions of random games, and how networks see them."""

import numpy as np
from numpy.typing import NDArray

from amyitis.game import Game
from amyitis.nets import layout
from amyitis.nets.encoding import encode_position
from amyitis.rules.state import State

Rows = NDArray[np.uint8]

WIN_ERROR, PRESTIGE_ERROR = 0.01, 0.3  # of a network in whole numbers, at most, in the positions below


def some_positions(players: int, palace: bool, every: int = 37, most: int = 8) -> list[State]:
    """Positions from a random game, decisions only."""
    rng = np.random.default_rng(players)
    game = Game.new(players, seed=5, palace=palace)
    found: list[State] = []
    moves = 0
    while not game.is_over and len(found) < most:
        legal = list(game.legal_moves)
        moves += 1
        if moves % every == 0:
            found.append(game.state.copy())
        game.push(legal[int(rng.integers(len(legal)))])
    return found


def row_of(s: State, viewer: int) -> Rows:
    """A position as a seat sees it."""
    row = np.full(layout.WIDTH, 77, np.uint8)
    encode_position(s, viewer, row)
    return row


def rows_of_games() -> Rows:
    """Positions of games for two, three (with the Palace) and four, as the player to decide sees them."""
    seen = [row_of(s, s.seat) for players in (2, 3, 4) for s in some_positions(players, players == 3, most=4)]
    return np.array(seen)
