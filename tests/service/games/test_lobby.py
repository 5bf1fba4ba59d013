"""Tables that gather on a server: shares of every player, who is left out, and what is said of it."""

import asyncio
import secrets
import time
from contextlib import closing
from typing import Any, NamedTuple

import httpx
import pytest

from amyitis.client import Client, ServerProblem
from amyitis.game.deals.fair_deals import commitment, seal_of
from amyitis.game.deals.verifying import verify_deals
from amyitis.server.settings import Limits
from amyitis.service.games.watching.watchers import Watcher
from amyitis.table import Identity
from tests.server.clocks import Clock
from tests.server.in_process import app_in_process, somebody
from tests.server.playing import ME, OPEN, bot, play_on, refused, two_people
from tests.server.running import FAILED_AFTER, Databases, RunningServer


def share() -> tuple[str, str]:
    """A share and its seal."""
    drawn = secrets.token_hex(32)
    return drawn, seal_of(drawn)


class Finished(NamedTuple):
    """A game that two people have played to its end, and what was promised when it began."""

    me: Client
    guest: Client
    game_id: str
    before: dict[str, Any]
    faults: list[str]  # of its record before the end


@pytest.fixture(scope="module")
def finished(server: RunningServer) -> Finished:
    """One for all tests here: a whole game takes its time."""
    me, guest = server.client(), server.client()
    game_id = two_people(me, guest)
    before, faults = me.game(game_id)["fairness"], verify_deals(me.record(game_id)).faults
    play_on(game_id, {"W": me, "K": guest}, 5000)
    return Finished(me, guest, game_id, before, [one.key for one in faults])


def test_two_people_have_a_part_in_the_seed_and_the_record_shows_it(server: RunningServer, finished: Finished) -> None:
    me, before = finished.me, finished.before
    assert [one["state"] for one in before["shares"]] == ["given", "given"]
    assert before["secret"] is None
    assert finished.faults == ["no-secret", "not-over"]
    after = me.game(finished.game_id)["fairness"]
    assert after["commitment"] == before["commitment"] == commitment(after["terms"], after["secret"])
    verdict = verify_deals(me.record(finished.game_id), before["commitment"])
    assert verdict.fair, verdict.faults
    assert (verdict.edition, verdict.deals) == (2, verdict.all_deals)
    assert server.client().replay_record(me.record(finished.game_id))["fair"]["fair"] is True


def test_everybody_keeps_their_seat_in_a_game_that_is_over(finished: Finished) -> None:
    with pytest.raises(ServerProblem) as problem:
        finished.me.replace(finished.game_id, "K", by="open")
    assert refused("conflict", problem.value)["key"] == "game_over"


def test_nothing_is_dealt_or_shown_before_everybody_sits_and_has_shown_a_share(server: RunningServer) -> None:
    me, guest = server.client(), server.client()
    mine, my_seal = share()
    made = me.new_game([ME, OPEN, bot()], seal=my_seal)
    me.shares.adds = guest.shares.adds = False  # by hand from here on
    game_id, promised = made["game"]["id"], made["game"]["fairness"]["commitment"]
    assert (made["game"]["ply"], made["game"]["fairness"]["stage"]) == (0, "waiting")
    assert made["game"]["position"].endswith("todo=deal")
    with pytest.raises(ServerProblem) as problem:
        me.add_share(game_id, "W", share=mine)
    refused("conflict", problem.value)
    with pytest.raises(ServerProblem) as problem:
        me.move(game_id, 0, "pass")
    refused("conflict", problem.value)
    theirs, their_seal = share()
    word = made["invitations"]["K"]
    guest.name_me("Guest")
    joined = guest._ask("POST", f"/games/{game_id}/seats/K/join", {"invitation": word, "seal": their_seal})["game"]
    assert (joined["fairness"]["stage"], joined["fairness"]["commitment"]) == ("reveal", promised)
    with pytest.raises(ServerProblem) as problem:
        guest.add_share(game_id, "K", seal=share()[1])
    assert "too late" in refused("conflict", problem.value)["detail"]
    with pytest.raises(ServerProblem) as problem:
        guest.add_share(game_id, "K", share=mine)
    refused("conflict", problem.value)
    with pytest.raises(ServerProblem) as problem:
        guest.add_share(game_id, "W", share=mine)
    refused("forbidden", problem.value)
    assert guest.add_share(game_id, "K", share=theirs)["fairness"]["stage"] == "reveal"
    assert guest.add_share(game_id, "K", share=theirs)["ply"] == 0, "said again: the answer may have been lost"
    game = me.add_share(game_id, "W", share=mine)
    assert (game["fairness"]["stage"], game["ply"]) == (None, 1)
    assert game["fairness"]["shares_text"] == f"W={mine} K={theirs} B=bot"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of a server in this process."""
    made = Clock()
    monkeypatch.setattr("amyitis.server.app.SystemClock", lambda: made)
    return made


def test_a_browser_that_is_gone_is_left_out(databases: Databases, clock: Clock) -> None:
    """The game begins all the same, when its time is over, and says whose share is missing."""

    async def asked(who: httpx.AsyncClient, path: str, **body: Any) -> dict[str, Any]:
        answer = await who.post(path, json=body)
        assert answer.is_success, answer.text
        return dict(answer.json())

    async def work() -> None:
        async with (
            asyncio.timeout(FAILED_AFTER),
            app_in_process(databases.sqlite(), Limits(share_seconds=7)) as app,
            somebody(app) as me,
            somebody(app) as guest,
        ):
            my_seal, (theirs, their_seal) = share()[1], share()
            made = await asked(me, "/games", seats=[ME, OPEN], seal=my_seal)  # and then my browser sleeps
            path, watcher = f"/games/{made['game']['id']}", Watcher(Identity(), 0)
            await asked(guest, "/me", name="Guest")
            await asked(guest, f"{path}/seats/K/join", invitation=made["invitations"]["K"], seal=their_seal)
            given = await asked(guest, f"{path}/seats/K/share", share=theirs)
            assert [one["state"] for one in given["fairness"]["shares"]] == ["sealed", "given"]
            app.state.service.presence.enter(made["game"]["id"], watcher)
            await clock.go_on(6.999)
            assert (await guest.get(path)).json()["ply"] == 0
            await clock.go_on(0.001)
            await watcher.wait()
            game = (await guest.get(path)).json()
            assert game["ply"] == 1
            assert [one["state"] for one in game["fairness"]["shares"]] == ["late", "given"]

    asyncio.run(work())


def test_people_have_ten_seconds_to_show_a_share(server: RunningServer) -> None:
    me, guest = server.client(), server.client()
    made = me.new_game([ME, OPEN])
    guest.shares.adds = False
    guest.name_me("Guest")
    asked = {"invitation": made["invitations"]["K"], "seal": share()[1]}
    began = int(1000 * time.time())
    joined = guest._ask("POST", f"/games/{made['game']['id']}/seats/K/join", asked)["game"]
    assert 10_000 <= joined["fairness"]["stage_until"] - began < 10_000 + 1000 * FAILED_AFTER


def test_programs_without_shares_play_at_once_and_the_table_says_so(server: RunningServer) -> None:
    with Client(server.address, adds_shares=False) as me:
        game = me.new_game([ME, bot()])["game"]
    assert game["ply"] >= 1
    assert [one["state"] for one in game["fairness"]["shares"]] == ["none", "bot"]


def test_a_chosen_seed_is_said_from_the_first_moment(server: RunningServer) -> None:
    made = server.client().new_game([ME, OPEN], seed=7)["game"]
    told = server.client().game(made["id"])["fairness"]
    assert (told["seed_chosen"], told["seed"], told["edition"], told["stage"]) == (True, 7, 1, None)
    assert "chosen" in [one.key for one in verify_deals(server.client().record(made["id"])).faults]


def test_watchers_are_told_of_the_beginning(server: RunningServer) -> None:
    me, guest, watcher = server.client(), server.client(), server.client()
    made = me.new_game([ME, OPEN])
    game_id = made["game"]["id"]
    seen: list[dict[str, Any]] = []
    with closing(watcher.watch(game_id, since=0)) as told:
        for game in told:
            seen.append(game)
            if len(seen) == 1:
                guest.join(game_id, "K", made["invitations"]["K"])
                me.game(game_id)
            if game["ply"]:
                break
    assert seen[0]["view"]["round"] == 0
    assert seen[-1]["view"]["round"] == 1


def test_a_rematch_asks_both_for_a_share_again(finished: Finished) -> None:
    me, guest, game_id = finished.me, finished.guest, finished.game_id
    again = me.rematch(game_id)["game"]
    assert (again["ply"], again["fairness"]["stage"]) == (0, "commit")
    guest.rematch(game_id)
    me.game(again["id"])
    guest.game(again["id"])
    begun = me.game(again["id"])
    assert begun["ply"] == 1
    assert {one["state"] for one in begun["fairness"]["shares"]} == {"given"}
    assert begun["fairness"]["secret"] is None


def test_a_table_that_gathers_has_no_replay_and_no_record_yet(server: RunningServer) -> None:
    me = server.client()
    game_id = me.new_game([ME, OPEN])["game"]["id"]
    for ask in (me.record, me.replay, lambda one: me.at(one, 0)):
        with pytest.raises(ServerProblem) as problem:
            ask(game_id)
        assert "not begun" in refused("conflict", problem.value)["detail"]
    assert me.log(game_id) == []
    listed = next(one for one in me.games("mine") if one["id"] == game_id)
    assert (listed["decider"], listed["your_turn"]) == (None, False)
