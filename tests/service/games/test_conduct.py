"""Resigning, and ending or pausing a game by consent; in both editions, and by several people at once."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from amyitis.game import Game
from amyitis.service.games import conduct
from amyitis.service.games.conduct import LATE_SECONDS
from amyitis.service.games.lifecycle import EXPIRE_MILLISECONDS
from amyitis.service.games.new_games import Maker, make_game
from amyitis.service.handlers import seats as handlers
from amyitis.service.problems import Conflict, Forbidden, TooMuch
from amyitis.service.routing import Call
from amyitis.service.service import Service
from amyitis.service.shapes.requests import NewGameRequest, NewSeat, ProposeRequest, ReplaceRequest
from amyitis.table import Identity, Table
from amyitis.table.conduct import MOST_EVENTS
from amyitis.table.metadata import seat_letter
from tests.server.running import Databases
from tests.service.editions import EDITIONS, OPEN, Edition
from tests.service.games.timed import ANN, BEN, WallClock, live, player, timed_game, with_timed


@pytest.fixture(params=EDITIONS)
def edition(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Edition]:
    """Each edition of the service."""
    with OPEN[request.param](tmp_path) as opened:
        yield opened


def test_who_resigns_against_a_bot_ends_the_game_and_its_record_says_so(edition: Edition) -> None:
    path, game = edition.new_game(seats=[{"kind": "me"}, {"kind": "bot", "bot": "random"}], seed="5")
    assert game["ending"] == {"out": {}, "ended": False, "winners": []}
    mine, bot = (seat["seat"] for seat in game["seats"])
    edition.ask("POST", f"{path}/seats/{bot}/resign", status=403)
    after = edition.ask("POST", f"{path}/seats/{mine}/resign")
    assert after["over"]
    assert after["decider"] is None
    assert after["ending"] == {"out": {mine: "resigned"}, "ended": True, "winners": [bot]}
    assert edition.ask("POST", f"{path}/seats/{mine}/resign")["ply"] == after["ply"]  # a retry
    edition.ask("POST", f"{path}/moves", {"ply": after["ply"], "tokens": ["pass"]}, status=409)
    edition.ask("POST", f"{path}/seats/{mine}/return", status=409)
    record = edition.ask("GET", f"{path}/record")
    assert f'[Ending "{mine} resigned, ended"]' in record
    assert Game.from_record(record).winners == [bot]
    shown = edition.ask("POST", "/replays", {"record": record})
    assert shown["winners"] == [bot]
    log = edition.ask("GET", f"{path}/log")["entries"]
    assert [(entry["kind"], entry["token"]) for entry in log[-2:]] == [("table", "resign"), ("table", "end")]
    replay = edition.ask("GET", f"{path}/replay")["replay"]
    assert len(replay["frames"]) == after["ply"]
    listed = edition.ask("GET", "/games?which=mine")["games"]
    assert [one["result"].rpartition(": ")[2] for one in listed] == [bot]


def test_a_hot_seat_ends_by_one_word_and_is_shared(edition: Edition) -> None:
    path, game = edition.new_game(seats=[{"kind": "me"}] * 3, seed="6")
    letters = [seat["seat"] for seat in game["seats"]]
    edition.ask("POST", f"{path}/seats/{letters[0]}/propose", {"what": "pause"}, status=409)  # there are no clocks
    after = edition.ask("POST", f"{path}/seats/{letters[0]}/propose", {"what": "end"})
    assert after["ending"] == {"out": {}, "ended": True, "winners": letters}


def test_a_game_that_was_given_up_is_no_challenge(tmp_path: Path) -> None:
    with OPEN["server"](tmp_path) as edition:
        path, game = edition.new_game(seats=[{"kind": "me"}, {"kind": "bot", "bot": "random"}])
        edition.ask("POST", f"{path}/seats/{game['seats'][0]['seat']}/resign")
        refused = edition.ask("POST", f"{path}/challenge", status=409)
        assert "played to its end" in refused["detail"]


def test_the_browser_has_no_clocks_and_says_so(edition: Edition) -> None:
    clock = {"kind": "live", "allowance": 600, "increment": 10}
    request = {"seats": [{"kind": "me"}, {"kind": "me"}], "clock": clock}
    if edition.name == "browser":
        answer = edition.ask("POST", "/games", request, status=400)
        assert "need a server" in answer["detail"]
    else:
        _path, game = edition.new_game(**request)
        assert (game["clock"]["kind"], game["clock"]["allowance"]) == ("live", 600_000)


def call(identity: Identity) -> Call:
    """A request of somebody."""
    return Call(identity, "192.0.2.1")


async def propose(service: Service, table: Table, identity: Identity, what: str) -> Table:
    """Propose something for the seat of somebody."""
    letter = seat_letter(next((seat.seat for seat in table.seats if identity.may_claim(seat)), "W"))
    body = ProposeRequest(what=what)  # type: ignore[arg-type]
    await handlers.propose(service, call(identity), table.metadata.id, letter, body)
    return await service.tables.table(table.metadata.id)


def test_a_game_ends_when_all_people_want_it_and_a_refusal_ends_the_proposal(database: str) -> None:
    async def work(service: Service, clock: WallClock) -> None:
        cid, stranger = Identity(person="cid"), Identity(person="eve")
        table = await service.lifecycle.create(timed_game(clock.now(), live(), "ann", "ben", "cid"))
        for nobody in (stranger, Identity()):
            with pytest.raises(Forbidden):
                await propose(service, table, nobody, "end")
        table = await propose(service, table, ANN, "end")
        assert table.conduct.proposal == "end"
        assert table.conduct.agreed == {"W"}
        with pytest.raises(Conflict, match="something else"):
            await propose(service, table, BEN, "pause")
        table = await propose(service, table, BEN, "decline")
        assert table.conduct.proposal is None
        await propose(service, table, ANN, "end")
        assert not (await propose(service, table, BEN, "end")).over
        table = await propose(service, table, cid, "end")
        assert table.over
        assert table.result.endswith(": W K B")
        kept = await service.store.game(table.metadata.id)
        assert kept is not None
        assert (kept.over, kept.decider, kept.due) == (True, "$", None)

    with_timed(database, work)


@pytest.mark.parametrize("how", ["a bot plays", "the seat is open"])
def test_nobody_ends_a_game_behind_the_back_of_somebody_who_is_late(databases: Databases, how: str) -> None:
    """Whoever is behind would have a shared win, as soon as the one who leads is a minute away."""

    async def work(service: Service, clock: WallClock) -> None:
        table = await service.lifecycle.create(timed_game(clock.now(), None, "ann", "ben"))
        service.presence.saw(table.metadata.id, "K")
        for _ in range(3):
            service.presence.attentive_since()
            await clock.stand_still(30)
        request = ReplaceRequest(by="bot" if how == "a bot plays" else "open")
        await handlers.replace_absent(service, call(ANN), table.metadata.id, "K", request)
        assert not (await propose(service, table, ANN, "end")).over
        await propose(service, table, ANN, "decline")
        await clock.stand_still(LATE_SECONDS)
        assert (await propose(service, table, ANN, "end")).over

    with_timed(databases.sqlite(), work)


def test_who_was_here_is_asked_without_writing_what_is_known_of_everybody(databases: Databases) -> None:
    """Anybody can ask to replace somebody, or propose something, again and again."""

    async def work(service: Service, clock: WallClock) -> None:
        table = await service.lifecycle.create(timed_game(clock.now(), None, "ann", "ben"))
        await clock.stand_still(600)
        service.presence.saw(table.metadata.id, "K")
        with patch.object(service.store, "saw", side_effect=AssertionError):
            assert not (await propose(service, table, ANN, "end")).over
            request = ReplaceRequest(by="open")
            with pytest.raises(Conflict, match="is here"):
                await handlers.replace_absent(service, call(ANN), table.metadata.id, "K", request)
        await service.presence.write()
        assert (await service.presence.last_seen(table.metadata.id))["K"] == clock.now()

    with_timed(databases.sqlite(), work)


def test_the_last_two_who_agree_at_the_same_time_end_it_once(database: str) -> None:
    async def work(service: Service, clock: WallClock) -> None:
        for _ in range(3):
            table = await service.lifecycle.create(timed_game(clock.now(), None, "ann", "ben"))
            await asyncio.gather(*(propose(service, table, who, "end") for who in (ANN, BEN)))
            log = await service.store.log(table.metadata.id)
            assert [entry.token for entry in log[-3:]] == ["ask:end", "ask:end", "end"]

    with_timed(database, work)


def test_a_resignation_and_a_move_at_the_same_time_are_both_kept(database: str) -> None:
    async def work(service: Service, clock: WallClock) -> None:
        table = await service.lifecycle.create(timed_game(clock.now(), None, "ann", "ben", "cid"))
        game_id, mover = table.metadata.id, player(table)
        other = next(seat for seat in table.seats if seat.person != mover.person)
        await asyncio.gather(
            handlers.resign(service, call(Identity(person=other.person)), game_id, seat_letter(other.seat)),
            service.moves.move(game_id, table.ply, [table.legal[0]], mover),
        )
        table = await service.tables.table(game_id)
        assert table.seat(other.seat).bot is not None  # type: ignore[union-attr]
        assert not table.over
        assert {entry.logged.kind for entry in table.recent} >= {"move", "table"}

    with_timed(database, work)


def test_a_pause_needs_everybody_and_costs_nothing(databases: Databases) -> None:
    async def work(service: Service, clock: WallClock) -> None:
        table = await service.lifecycle.create(timed_game(clock.now(), live(), "ann", "ben"))
        letter = table.decider
        await clock.serve(3)
        await propose(service, table, ANN, "pause")
        await clock.serve(1)
        table = await propose(service, table, BEN, "pause")
        assert table.conduct.paused
        left = service.clocks.left(table, letter)
        assert left == 65_000 - 4000
        await clock.serve(120)
        table = await propose(service, table, BEN, "resume")
        assert service.clocks.left(table, letter) == left
        await clock.serve(1)
        assert service.clocks.left(table, letter) == left - 1000

    with_timed(databases.sqlite(), work)


def test_nobody_fills_the_log_with_proposals(databases: Databases) -> None:
    async def work(service: Service, clock: WallClock) -> None:
        table = await service.lifecycle.create(timed_game(clock.now(), None, "ann", "ben"))
        for _ in range(MOST_EVENTS // 2):
            await propose(service, table, ANN, "end")
            await propose(service, table, ANN, "decline")
        with pytest.raises(TooMuch):
            await propose(service, table, ANN, "end")

    with_timed(databases.sqlite(), work)


def test_a_move_that_crosses_a_proposal_is_taken(databases: Databases) -> None:
    async def work(service: Service, clock: WallClock) -> None:
        table = await service.lifecycle.create(timed_game(clock.now(), None, "ann", "ben"))
        ply = table.ply
        await propose(service, table, ANN, "end")
        table = await service.moves.move(table.metadata.id, ply, [table.legal[0]], player(table))
        assert table.ply > ply + 1

    with_timed(databases.sqlite(), work)


def test_a_challenge_is_not_resigned(databases: Databases) -> None:
    async def work(service: Service, clock: WallClock) -> None:
        table = await service.lifecycle.create(timed_game(clock.now(), None, "ann", "ben"))
        object.__setattr__(table.metadata, "challenge", "c")
        with pytest.raises(Conflict, match="challenge"):
            conduct.resign(table, table.seats[0], ANN, 0)

    with_timed(databases.sqlite(), work)


def test_a_table_that_never_began_expires_after_a_month_and_no_other_does(database: str) -> None:
    async def work(service: Service, clock: WallClock) -> None:
        seats = [NewSeat(kind="me"), NewSeat(kind="open")]
        maker = Maker("ann", "Ann", clock.now(), 10)
        waiting = await service.lifecycle.create(make_game(NewGameRequest(seats=seats), maker).new)
        begun = await service.lifecycle.create(timed_game(clock.now(), None, "ann", "ben"))
        clock.ahead += EXPIRE_MILLISECONDS - 1000
        assert await service.lifecycle.expire() == 0
        clock.ahead += 2000
        assert await service.lifecycle.expire() == 1
        assert await service.store.game(waiting.metadata.id) is None
        assert await service.store.game(begun.metadata.id) is not None

    with_timed(database, work)
