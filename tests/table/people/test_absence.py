"""The people of a table: who is absent, who may vote, and when a vote decides."""

from dataclasses import replace

from amyitis.table.people.absence import (
    ABSENT_SECONDS,
    MOST_PATIENCE,
    Votes,
    given_to_bot,
    is_absent,
    opened,
    patience,
    votes_of,
    with_vote,
)
from tests.table.sitting import seats

AT = 10**12
AGO = AT - int(1000 * ABSENT_SECONDS)


def test_away_is_who_is_not_here_and_was_not_for_a_while() -> None:
    ann, ben = (replace(seat, seen=AGO - 1) for seat in seats("ann", "ben"))
    assert is_absent(ben, {"W"}, AT)
    assert not is_absent(ben, {"W", "K"}, AT)
    assert not is_absent(replace(ben, seen=AGO), (), AT)
    assert not is_absent(replace(ann, bot="random"), (), AT)
    assert not is_absent(replace(ann, person=None), (), AT)


def test_in_a_slow_game_the_wait_is_longer() -> None:
    assert patience([]) == patience([AT]) == patience(range(AT, AT + 50 * 30_000, 30_000)) == ABSENT_SECONDS
    assert patience([AT, AT, AT + 2 * 3600_000]) == 10 * 3600
    assert patience([AT, AT + 24 * 3600_000]) == MOST_PATIENCE
    assert patience([AT, AT + 3600_000], 10**6) == 10**6


def test_more_than_half_of_the_others_decide() -> None:
    table = seats("ann", "ben", "cleo", "dan")
    about = table[3]
    decided, votes = with_vote(table, about, "open", "ann", AT)
    assert not decided
    about = replace(about, votes=votes)
    assert with_vote(table, about, "open", "ann", AT) == (False, votes), "nobody votes twice"
    assert not with_vote(table, about, "bot:random", "ben", AT)[0], "votes for something else do not count"
    decided, votes = with_vote(table, about, "open", "ben", AT)
    assert decided
    assert votes_of(replace(about, votes=votes)).people == ("ann", "ben")


def test_votes_end_when_their_holder_was_here() -> None:
    table = seats("ann", "ben", "cleo", "dan")
    _decided, votes = with_vote(table, table[3], "open", "ann", AT)
    about = replace(table[3], votes=votes, seen=AT + 1)
    assert votes_of(about) == Votes()
    assert not with_vote(table, about, "open", "ben", AT + 100_000)[0], "ann's vote was about another absence"


def test_of_two_the_other_decides_and_bots_have_no_vote() -> None:
    assert with_vote(seats("ann", "ben"), seats("ann", "ben")[1], "open", "ann", AT)[0]
    table = seats("ann", "ben", "cleo", bot="B")
    assert with_vote(table, table[1], "open", "ann", AT)[0]


def test_a_seat_that_is_opened_remembers_who_held_it() -> None:
    seat = seats("ann", "ben")[1]
    after = replace(seat, **opened(seat))
    assert (after.is_open, after.former, after.invitation) == (True, "ben", seat.invitation + 1)
    assert replace(seat, **given_to_bot("random")).person == "ben"
