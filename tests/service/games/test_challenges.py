"""The same deal for others: the same set-up, cards, seat and bots, and how everybody did."""

import time
from functools import partial
from typing import Any

import pytest

from amyitis.client import Client, ServerProblem
from amyitis.game import Game
from amyitis.game.deals.verifying import verify_deals
from tests.server.playing import ME, OPEN, bot
from tests.server.running import FAILED_AFTER, RunningServer


def played(me: Client, game_id: str, other: int = 0) -> dict[str, Any]:
    """Pass to the end of a game, with the first or the last of other answers; the game."""
    for game in me.watch(game_id):
        if legal := game["legal"]:
            me.move(game_id, game["ply"], "pass" if "pass" in legal else legal[other])
        if game["over"]:
            break
    return game


def refused(call: Any) -> str:
    with pytest.raises(ServerProblem) as found:
        call()
    return str(found.value.body.get("key") or found.value.status)


def test_the_same_deal_for_somebody_else(server: RunningServer) -> None:
    first, second = server.client(), server.client()
    first.name_me("Amata")
    second.name_me("Ninsun")
    game_id = first.new_game([bot(), ME], first=1)["game"]["id"]
    assert refused(lambda: first.make_challenge(game_id)) == "challenge_running"
    ended = played(first, game_id)
    assert refused(lambda: second.make_challenge(game_id)) == "403"
    name = first.make_challenge(game_id)
    assert first.make_challenge(game_id) == name
    assert first.game(game_id)["challenge"] == name
    about = second.challenge(name)
    assert (about["seat"], about["mine"]) == ("K", None)
    assert [one["game"] for one in about["results"]] == [None]  # it would show the cards
    game = second.play_challenge(name)["game"]
    assert second.play_challenge(name)["game"]["id"] == game["id"]
    assert first.play_challenge(name)["game"]["id"] == game_id  # whoever has played it plays it no more
    # What shows the deals to come stays hidden until the end, and there is no coach.
    fair = game["fairness"]
    assert (fair["same_deal"], fair["secret"], fair["terms"], game_id in str(game)) == (True, None, "", False)
    assert game_id not in second.record(game["id"])
    assert refused(lambda: second.coach(game["id"], True)) == "coach_challenge"
    played(second, game["id"], -1)
    records = [Game.from_record(one.record(its)) for one, its in ((first, game_id), (second, game["id"]))]
    assert records[0].start == records[1].start
    deals = [[ply.token for ply in one.plies if ply.is_deal] for one in records]
    rounds = min(map(len, deals))
    assert rounds > 1
    assert deals[0][:rounds] == deals[1][:rounds]
    verdict = verify_deals(second.record(game["id"]))
    assert {fault.key for fault in verdict.faults} == {"same-deal"}
    assert verify_deals(first.record(game_id)).fair
    assert verdict.deals == verdict.all_deals
    results = {one["name"]: one for one in second.challenge(name)["results"]}
    assert results["Amata"]["prestige"] == ended["view"]["seats"][1]["prestige"]
    assert results["Amata"]["game"] == game_id
    assert results["Ninsun"]["yours"]
    assert results["Ninsun"]["place"] in (1, 2)
    assert not results["Ninsun"]["coached"]
    third = server.client()
    third.name_me("Enlil")
    given_up = third.play_challenge(name)["game"]["id"]
    assert len(first.challenge(name)["results"]) == 3
    third.leave(given_up, "K")
    last = first.challenge(name)["results"][-1]  # a bot plays on: what it reaches is not Enlil's
    assert (last["left"], last["prestige"], last["place"], last["yours"]) == (True, None, None, False)
    assert [one["left"] for one in third.challenge(name)["results"]] == [False, False, True]
    assert third.play_challenge(name)["game"]["id"] == given_up


def test_which_games_can_be_challenges(server: RunningServer) -> None:
    me = server.client()
    game_id = me.new_game([bot(), ME])["game"]["id"]
    me.leave(game_id, "K", "random")
    deadline = time.monotonic() + FAILED_AFTER
    while not any(one["kind"] == "move" and one["seat"] == "K" for one in me.log(game_id)):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    me.come_back(game_id, "K")
    played(me, game_id)
    assert refused(lambda: me.make_challenge(game_id)) == "challenge_people"
    for seats, more, key in (
        ([ME, ME], {}, "challenge_people"),
        ([ME, OPEN], {}, "challenge_people"),
        ([ME, bot()], {"seed": 7}, "challenge_seed"),
        ([ME, bot()], {"position": Game.new(2, 1).position}, "challenge_start"),
    ):
        game_id = me.new_game(seats, **more)["game"]["id"]
        assert refused(partial(me.make_challenge, game_id)) == key
    assert refused(lambda: me.challenge("nothing")) == "404"
    assert refused(lambda: me.play_challenge("nothing")) == "404"
