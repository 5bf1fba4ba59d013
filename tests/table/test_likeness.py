"""Positions that are alike, and those of other games, which never are."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from amyitis.game import Game
from amyitis.rules.state import State
from amyitis.table.likeness import KnownRow, alike, likeness, variants


def moments(players: int, seed: int) -> Iterator[Game]:
    """A game at its beginning and every twentieth ply."""
    game, random = Game.new(players, seed), Random(seed)
    while not game.is_over:
        if len(game.plies) % 20 == 1:
            yield game
        game.push(random.choice(list(game.legal_moves)))


def known(game: Game, own_garden: bool = True, name: str = "known") -> KnownRow:
    return KnownRow(name, likeness(game.state), own_garden)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_unrelated_games_are_never_alike(players: int) -> None:
    games = [
        [(known(game, name=str(seed)), variants(game.state)) for game in moments(players, seed)] for seed in range(14)
    ]
    pairs = 0
    for one, other in combinations(games, 2):
        for _row, asked in one:
            assert not alike(asked, [row for row, _asked in other])
            pairs += len(other)
    assert pairs > 5_000


def exchanged(s: State) -> State:
    """The same table of two players, seen from the other side: each has the other's seat and colour."""
    s = s.copy()
    s.seats[:2] = s.seats[1::-1]
    for cubes in (s.canals, s.doubles):
        cubes[:2] = cubes[1::-1]
    for row in (*s.rows, *s.temples):
        row[:] = [{0: 1, 1: 0}.get(colour, colour) for colour in row]
    return s


@pytest.mark.parametrize("players", [2, 4])
def test_a_game_is_alike_to_itself_after_edits(players: int) -> None:
    random = Random(7)
    for game in moments(players, 5):
        row, s = known(game, own_garden=False), game.state.copy()
        assert alike(variants(s), [row])
        if players == 2:
            assert alike(variants(exchanged(s)), [row])
        tiled = [square for square in range(16) if s.tile[square] >= 0]
        one, other = random.sample(tiled, 2)
        s.tile[one], s.tile[other] = s.tile[other], s.tile[one]
        s.round_no += 3
        s.seats[0].camels += 1
        s.temples.reverse()
        assert alike(variants(s), [row])


def test_a_garden_that_has_grown_is_alike_if_it_is_the_games_own() -> None:
    earlier, *_between, later = moments(2, 3)
    first = next(moments(2, 3))
    assert earlier.position == later.position != first.position  # one game object, played on
    assert alike(variants(later.state), [known(first)])
    assert not alike(variants(later.state), [known(first, own_garden=False)])


def test_one_more_who_plays_not_makes_no_other_game_and_other_games_stay_apart() -> None:
    for seed in range(12):
        two = [(known(game, name=str(seed)), variants(game.state)) for game in moments(2, seed)]
        three = [(known(game), variants(game.state)) for game in moments(3, seed + 50)]
        assert not any(alike(asked, [row for row, _asked in three]) for _row, asked in two)
        assert not any(alike(asked, [row for row, _asked in two]) for _row, asked in three)
    s = next(moments(2, 3)).state.copy()
    s.players, s.colours[2] = 3, 2
    assert alike(variants(s), [known(next(moments(2, 3)))])


def test_an_empty_board_is_like_nothing() -> None:
    game = next(moments(2, 1))
    bare = game.state.copy()
    bare.tile[:] = [-1] * len(bare.tile)
    assert not alike(variants(bare), [known(game)])
    assert not alike(variants(game.state), [KnownRow("bare", likeness(bare), True)])
