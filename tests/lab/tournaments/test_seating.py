"""Line-ups and seatings: everybody meets everybody, from every seat, and nothing is played twice."""

from collections import Counter

import pytest

from amyitis.errors import Malformed
from amyitis.lab.tournaments.tournament import Tournament, line_ups, seatings
from amyitis.lab.variants import Variant

BOT_A, BOT_B = "last", "random"


@pytest.mark.parametrize(
    ("line_up", "count"),
    [("AB", 2), ("AA", 1), ("ABC", 6), ("ABB", 3), ("ABCD", 24), ("ABBB", 4), ("AABB", 6), ("ABBC", 12)],
)
def test_every_different_seating_comes_once(line_up: str, count: int) -> None:
    found = seatings(tuple(line_up))
    assert len(found) == len(set(found)) == count
    assert found[0] == tuple(line_up)
    assert all(sorted(seating) == sorted(line_up) for seating in found)


@pytest.mark.parametrize("line_up", ["AB", "ABC", "ABBB", "AABB"])
def test_every_bot_sits_equally_often_on_every_seat(line_up: str) -> None:
    found = seatings(tuple(line_up))
    for bot in set(line_up):
        held = Counter(seat for seating in found for seat, name in enumerate(seating) if name == bot)
        assert set(held.values()) == {len(found) * line_up.count(bot) // len(line_up)}


def test_as_many_bots_as_players_are_one_line_up() -> None:
    assert line_ups("ABBB", 4) == [("A", "B", "B", "B")]
    assert line_ups("AA", 2) == [("A", "A")]


def test_more_bots_than_players_meet_in_all_line_ups() -> None:
    assert line_ups("ABC", 2) == [("A", "B"), ("A", "C"), ("B", "C")]
    assert line_ups("CBA", 2) == [("C", "B"), ("C", "A"), ("B", "A")]


def test_a_bot_alone_with_itself_is_left_out_where_there_are_others() -> None:
    assert line_ups("ABB", 2) == [("A", "B")]
    assert line_ups("AAA", 2) == [("A", "A")]


@pytest.mark.parametrize(("bots", "players", "words"), [("A", 2, "need as many bots"), ("ABCDE", 5, "2 to 4 players")])
def test_what_fits_no_table_is_refused(bots: str, players: int, words: str) -> None:
    with pytest.raises(Malformed, match=words):
        line_ups(bots, players)


def test_the_same_deals_are_played_from_every_seating() -> None:
    tournament = Tournament(("random", "last", "random"), Variant(3), seed=5)
    fixtures = tournament.fixtures(7)
    assert [fixture.number for fixture in fixtures] == list(range(9))  # whole rotations of 3
    assert [fixture.seed for fixture in fixtures] == [5, 5, 5, 6, 6, 6, 7, 7, 7]
    for seed in (5, 6, 7):
        assert {fixture.bots for fixture in fixtures if fixture.seed == seed} == {
            ("random", "last", "random"),
            ("last", "random", "random"),
            ("random", "random", "last"),
        }


@pytest.mark.parametrize(("asked", "played"), [(1, 4), (4, 4), (5, 8), (200, 200)])
def test_games_are_rounded_up_to_whole_rotations(asked: int, played: int) -> None:
    tournament = Tournament((BOT_A, BOT_B, BOT_B, BOT_B), Variant(4))
    assert len(tournament.fixtures(asked)) == played


def test_a_bot_that_does_not_exist_is_refused_before_anything_is_played() -> None:
    with pytest.raises(Malformed, match="there is no bot 'randon'; did you mean 'random'"):
        Tournament(("random", "randon"), Variant(2))
