"""Properties that hold for every game, checked by hypothesis over seeds, players and switches."""

from collections.abc import Callable
from itertools import pairwise
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amyitis.errors import Malformed
from amyitis.game import Game, SetupFacts
from amyitis.notation.position_parser import parse_position
from amyitis.notation.positions import position_text
from amyitis.notation.records import parse_record
from amyitis.notation.tokens import parse_token, token
from amyitis.rules.apply import apply
from amyitis.rules.course.chance import draw_below, shuffler
from tests.layout import random_moves, table, wander

SEEDS = st.integers(0, 2**64 - 1)
FEW = settings(max_examples=15, deadline=None, derandomize=True)
MANY = settings(max_examples=300, deadline=None, derandomize=True)

T = TypeVar("T")


def read(reader: Callable[[str], T], text: str) -> T | None:
    """What the text says, or None if it is refused, which must take one line."""
    try:
        return reader(text)
    except Malformed as refused:
        lines = str(refused).splitlines()
    assert len(lines) == 1
    return None


@FEW
@given(players=st.integers(2, 4), seed=SEEDS, moves=st.integers(0, 200))
def test_undo_restores_exactly(players: int, seed: int, moves: int) -> None:
    game = Game.new(players=players, seed=seed)
    wander(game, seed=seed, limit=moves)
    if game.is_over:
        return
    before, past = game.state, game.moves
    for move in list(game.legal_moves):
        game.push(move)
        assert game.undo() == move
        assert game.state == before
        assert game.moves == past


@pytest.mark.slow
@FEW
@given(players=st.integers(2, 4), seed=SEEDS, limited=st.booleans(), palace=st.booleans())
def test_a_seed_and_the_choices_determine_the_game(players: int, seed: int, limited: bool, palace: bool) -> None:
    games = [Game.new(players=players, seed=seed, limited_supply=limited, palace=palace) for _ in range(2)]
    for game in games:
        wander(game, seed=1)
    assert games[0].moves == games[1].moves
    assert games[0].position == games[1].position
    assert games[0].events == games[1].events


@FEW
@given(players=st.integers(2, 4), seed=SEEDS, colours=st.permutations("WKBR").map("".join))
def test_colours_never_matter(players: int, seed: int, colours: str) -> None:
    game, other = Game.new(players=players, seed=seed), Game.new(players=players, seed=seed, colours=colours)
    for move in random_moves(game, seed=2, limit=120):
        assert list(game.legal_moves) == list(other.legal_moves)
        other.push(move)
    s, t = game.state, other.state
    assert [colours.index(letter) for letter in other.seats] == list(range(players))
    s.colours = t.colours
    assert s == t


@pytest.mark.slow
@FEW
@given(players=st.integers(2, 4), seed=SEEDS)
def test_prestige_and_tiles_only_grow_and_rounds_follow_each_other(players: int, seed: int) -> None:
    game = Game.new(players=players, seed=seed)
    wander(game, seed=3)
    states = [*(ply.before for ply in game.plies), game.state]
    for before, after in pairwise(states):
        for mine, then in zip(before.seats, after.seats, strict=True):
            assert then.prestige >= mine.prestige
            assert then.gardens & mine.gardens == mine.gardens
            assert all(now >= old for now, old in zip(then.court[:3], mine.court[:3], strict=True))
        assert after.round_no - before.round_no in (0, 1)
        assert before.irrigated & after.irrigated == before.irrigated
        assert before.wet & after.wet == before.wet
    assert game.round <= 30
    assert game.winners == [one for one in game.seats if game.scores[one] == max(game.scores.values())]


@FEW
@given(players=st.integers(2, 4), seed=SEEDS)
def test_applying_to_a_copy_is_the_same_and_leaves_the_state_alone(players: int, seed: int) -> None:
    game = Game.new(players=players, seed=seed)
    for move in random_moves(game, seed=4, limit=80):
        s = game.state
        twin, untouched = s.copy(), s.copy()
        apply(twin, parse_token(move))
        apply(s, parse_token(move))
        assert s == twin
        assert s != untouched
        assert untouched == game.state


@MANY
@given(text=st.text(alphabet="abcdgopstw:/-1234 UrukBPFTEM", max_size=14))
def test_a_token_is_read_or_refused(text: str) -> None:
    action = read(parse_token, text)
    assert action is None or parse_token(token(action)) == action


@pytest.mark.slow
@MANY
@given(text=st.text(max_size=60))
def test_no_text_makes_the_readers_stumble(text: str) -> None:
    """Whatever is read as a position or a record is one or is refused as malformed, never anything else."""
    read(parse_position, text)
    read(parse_record, text)


BASE = table(3, canals="a1-b1:K", planted="b1:K", top="WK", ishtar="WNB", W="3 bd B1 C1 P1 G1").position


@MANY
@given(st.data())
def test_a_position_with_a_section_of_nonsense_is_refused_or_reads_back(data: st.DataObject) -> None:
    parts = BASE.split("_")
    place = data.draw(st.integers(1, len(parts) - 1))
    key, _, value = parts[place].partition("=")
    cut = data.draw(st.integers(0, len(value)))
    parts[place] = f"{key}={value[:cut]}{data.draw(st.text('WKBRN0123456789,:@+-tcbdspw', max_size=4))}{value[cut:]}"
    text = "_".join(parts)
    state = read(parse_position, text)
    assert state is None or position_text(state) == text


@FEW
@given(players=st.integers(2, 4), seed=SEEDS)
def test_set_up_facts_are_all_that_chance_decides_before_the_first_deal(players: int, seed: int) -> None:
    start = parse_position(Game.new(players=players, seed=seed).start)
    assert Game.new(players=players, setup=SetupFacts.of(start)).state == start


@MANY
@given(seed=SEEDS, limit=st.integers(1, 1000))
def test_random_numbers_stay_below_their_limit(seed: int, limit: int) -> None:
    chance = shuffler(seed)
    assert all(0 <= draw_below(chance, limit) < limit for _ in range(20))
