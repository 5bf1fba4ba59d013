"""The coach of a table: only where everybody has agreed, for those who play, and by no other way in."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from amyitis.client import Client, ServerProblem
from amyitis.game import Game
from amyitis.server.limits.rate_limiter import RateLimiter
from amyitis.server.settings import Limits
from amyitis.service.problems import TooMuch
from amyitis.table import SeatMetadata
from amyitis.table.people.absence import people
from tests.server.playing import ME, OPEN, bot, two_people
from tests.server.running import Databases, RunningServer, run_server
from tests.service.analysis.asking import finished

Refusing = Callable[[Client, dict[str, Any]], Any]


@pytest.fixture(scope="module")
def thinking(databases: Databases) -> Iterator[RunningServer]:
    """A server that thinks."""
    with run_server(databases.sqlite(), "--review-workers", "1") as server:
        yield server


def refused(status: int, call: Callable[[], Any]) -> str:
    """What a refusal is called."""
    with pytest.raises(ServerProblem) as found:
        call()
    assert found.value.status == status, found.value.body
    return str(found.value.body.get("key") or found.value.body["detail"])


def decider(game: dict[str, Any], *clients: Client) -> Client:
    return next(one for one in clients if one.game(game["id"])["legal"])


def test_hints_words_and_shares_at_a_table_that_agreed(thinking: RunningServer) -> None:
    first, second, other = thinking.client(), thinking.client(), thinking.client()
    for one in (second, other):
        one.name_me("Somebody")
    made = first.new_game([ME, OPEN], coach=True)
    game_id, invitation = made["game"]["id"], made["invitations"]["K"]
    assert refused(409, lambda: second.join(game_id, "K", invitation)) == "coach_agreement"
    second.join(game_id, "K", invitation, coach=True)
    game = first.game(game_id)
    assert game["coach"] == "on"
    me = decider(game, first, second)
    waiting = second if me is first else first
    game = me.game(game_id)
    ply, legal = game["ply"], game["legal"]
    told = [finished(partial(me.hint, game_id, ply, step=step))["hint"] for step in (1, 2, 3)]
    assert (told[0]["kind"], told[0]["reason"]) == (None, None)  # a reason comes later, if there is a clear one
    assert all(one["move"] is None for one in told if one["left"] > 1)
    left = [len(legal), *(one["left"] for one in told)]
    assert all(2 * after <= before or before == 1 for before, after in pairwise(left))
    best = told[2]["move"]
    assert best in legal
    assert told[2]["line"][0] == best
    shares = finished(lambda: me.win_shares(game_id, ply))["shares"]
    assert sum(shares.values()) == pytest.approx(1, abs=0.01)
    worse = next(token for token in reversed(legal) if token != best)
    tried = finished(lambda: me.coach_move_cost(game_id, ply, worse))["move_cost"]
    assert (tried["move"], tried["position"]) == (worse, game["position"])
    # Others wait until a move is made; those who do not play hear nothing.
    refused(403, lambda: waiting.hint(game_id, ply))
    refused(403, lambda: waiting.coach_move_cost(game_id, ply, worse))
    refused(403, lambda: other.hint(game_id, ply))
    refused(403, lambda: other.win_shares(game_id, ply))
    refused(422, lambda: me.coach_move_cost(game_id, ply, "dig:a1-a2"))
    me.move(game_id, ply, best)
    assert finished(lambda: waiting.coach_move_cost(game_id, ply, best))["move_cost"]["best"] is not None
    refused(409, lambda: me.hint(game_id, ply))
    refused(409, lambda: me.hint(game_id, ply + 1000))
    # Everybody may withdraw, and then it is over for all of them.
    refused(403, lambda: other.coach(game_id, False))
    assert waiting.coach(game_id, False)["coach"] == "was_on"
    assert me.game(game_id)["coach"] == "was_on"
    assert refused(403, lambda: waiting.coach_move_cost(game_id, ply, best)) == "no_coach"
    assert refused(409, lambda: me.coach(game_id, True)) == "coach_with_others"


ASKED: tuple[Refusing, ...] = (
    lambda me, game: me.hint(game["id"], game["ply"], step=3),
    lambda me, game: me.coach_move_cost(game["id"], game["ply"], game["legal"][0]),
    lambda me, game: me.coach_move_cost(game["id"], 1, game["legal"][0]),
    lambda me, game: me.win_shares(game["id"], game["ply"]),
    lambda me, game: me.coach(game["id"], True),
    lambda me, game: me.evaluate(game["position"]),
    lambda me, game: me.evaluate(richer(game["position"])),
    lambda me, game: me.move_cost(game["position"], game["legal"][0]),
    lambda me, game: me.review_record(me.record(game["id"])),
    lambda me, game: me.new_game([bot("Architect"), bot("Architect")], position=game["position"]),
    lambda me, game: me.new_game([bot("Architect"), ME], **{"from": {"game": game["id"], "ply": game["ply"]}}),
)


def test_nobody_is_helped_at_a_table_without_agreement(thinking: RunningServer) -> None:
    first, second, stranger = thinking.client(), thinking.client(), thinking.client()
    second.name_me("Second")
    game = first.game(two_people(first, second))
    me = decider(game, first, second)
    game = me.game(game["id"])
    me.move(game["id"], game["ply"], game["legal"][0])
    me = decider(game, first, second)
    game = me.game(game["id"])
    for ask in ASKED:
        for one in (me, stranger):  # nor without the cookie
            with pytest.raises(ServerProblem) as found:
                ask(one, game)
            assert found.value.status in (403, 409), found.value.body


def test_a_moment_that_others_play_on_from_belongs_to_nobody(thinking: RunningServer) -> None:
    me, other = thinking.client(), thinking.client()
    position = Game.new(2, seed=5).position
    me.new_game([ME, OPEN], position=position)
    other.new_game([ME, bot("Water carrier")], position=position)
    assert other.evaluate(position, visits=1)["status"]


def richer(position: str) -> str:
    """The position with one camel more for White: not the one on the table, but as good as it to learn from."""
    return position.replace(",c1,", ",c2,", 1)


def test_alone_among_bots_it_is_one_switch(thinking: RunningServer) -> None:
    me = thinking.client()
    made = me.new_game([ME, bot("Water carrier")], first=0)
    game_id, ply = made["game"]["id"], me.game(made["game"]["id"])["ply"]
    assert refused(403, lambda: me.hint(game_id, ply)) == "no_coach"
    assert me.coach(game_id, True)["coach"] == "on"
    hint = finished(lambda: me.hint(game_id, ply))["hint"]
    assert hint["part"] or hint["named"][0]
    assert me.coach(game_id, False)["coach"] == "was_on"
    # Nobody else's game is concerned, so its position may be thought about.
    assert me.evaluate(me.game(game_id)["position"], visits=1)["status"]


def test_questions_are_counted_for_each_person() -> None:
    limiter = RateLimiter(Limits(coaching_per_hour=1))
    limiter.charge("coaching", "me")
    limiter.charge("coaching", "you")
    with pytest.raises(TooMuch):
        limiter.charge("coaching", "me")


def test_open_seats_are_people_to_come() -> None:
    def seat(letter: str, person: str | None = None, bot: str | None = None) -> SeatMetadata:
        return SeatMetadata(letter, 0, "", person, bot, None, 0)

    assert people([seat("W", "a"), seat("K", "a"), seat("B", bot="random")]) == 1
    assert people([seat("W", "a"), seat("K", "b", "random")]) == 2  # who may come back
    assert people([seat("W", "a"), seat("K")]) == 2
