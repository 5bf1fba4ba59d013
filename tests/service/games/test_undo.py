"""Taking back: one's own decisions, until another person has acted or a deal has been made."""

import pytest

from amyitis.client import ServerProblem
from tests.server.playing import ME, bot, mover, refused, two_people
from tests.server.running import RunningServer


def test_a_decision_is_taken_back_and_the_log_says_so(server: RunningServer) -> None:
    me = server.client()
    game = me.new_game([ME, ME], seed="2")["game"]
    after = me.move(game["id"], game["ply"], "peasant/1")
    assert after["can_undo"]
    back = me.undo(game["id"], after["ply"])
    assert back["view"] == game["view"]
    assert back["ply"] == after["ply"] + 1, "the log only grows"
    entry = back["entries"][-1]
    assert (entry["kind"], entry["count"]) == ("undo", 1)
    assert me.move(game["id"], back["ply"], "pass")["ply"] == back["ply"] + 1
    assert [e["kind"] for e in me.log(game["id"])] == ["deal", "move", "undo", "move"]
    assert "peasant/1" not in me.record(game["id"])


def test_an_old_ply_does_not_count_after_an_undo(server: RunningServer) -> None:
    me = server.client()
    game = me.new_game([ME, ME], seed="2")["game"]
    after = me.move(game["id"], game["ply"], "peasant/1")
    me.undo(game["id"], after["ply"])
    with pytest.raises(ServerProblem) as problem:
        me.move(game["id"], after["ply"], "top")
    refused("stale", problem.value)


def test_not_after_another_person_has_acted(server: RunningServer) -> None:
    first, second = server.client(), server.client()
    game_id = two_people(first, second)
    players = {"W": first, "K": second}
    game = first.game(game_id)
    one = mover(game, players)
    game = one.move(game_id, game["ply"], "pass")
    other = mover(game, players)
    assert other is not one
    assert one.game(game_id)["can_undo"]
    assert not other.game(game_id)["can_undo"]
    with pytest.raises(ServerProblem) as problem:
        other.undo(game_id, game["ply"])
    refused("conflict", problem.value)
    game = other.move(game_id, game["ply"], other.game(game_id)["legal"][1])
    with pytest.raises(ServerProblem) as problem:
        one.undo(game_id, game["ply"])
    refused("conflict", problem.value)


def test_not_after_a_deal(server: RunningServer) -> None:
    me = server.client()
    game = me.new_game([ME, ME], seed="2")["game"]
    while game["view"]["round"] == 1:
        game = me.move(game["id"], game["ply"], game["legal"][0])
    assert game["entries"][-1]["kind"] == "deal"
    assert not game["can_undo"]
    with pytest.raises(ServerProblem) as problem:
        me.undo(game["id"], game["ply"])
    refused("conflict", problem.value)


def test_a_bots_answer_goes_back_too(server: RunningServer) -> None:
    me = server.client()
    game_id = me.new_game([ME, bot("random")])["game"]["id"]
    game = next(game for game in me.watch(game_id) if game["legal"])
    before = game
    while True:
        before = game
        line = ["pass"] if game["view"]["question"]["kind"] == "action" else [game["legal"][0]]
        me.move(game_id, game["ply"], *line)
        game = next(game for game in me.watch(game_id) if game["legal"] or game["over"])
        answered = any(entry["by_bot"] for entry in me.log(game_id, after=before["ply"]))
        if game["can_undo"] and answered:
            break
        assert not game["over"]
    back = me.undo(game_id, game["ply"])
    assert back["entries"][-1]["count"] > 1
    assert back["view"] == before["view"]


def test_a_spectator_takes_nothing_back(server: RunningServer) -> None:
    me, other = server.client(), server.client()
    game = me.new_game([ME, ME])["game"]
    after = me.move(game["id"], game["ply"], "pass")
    with pytest.raises(ServerProblem) as problem:
        other.undo(game["id"], after["ply"])
    refused("forbidden", problem.value)
