"""No move is lost and none is taken twice: crashes, restarts, and several servers on one database."""

import asyncio
import os
import signal
import threading
from contextlib import ExitStack
from typing import Any

import asyncpg
import pytest
from sqlalchemy import make_url

from amyitis.client import Client, ServerProblem
from amyitis.store import notices
from amyitis.store.notices import Listener
from tests.server.crash import crash
from tests.server.playing import ME, bot, late_record, play_on
from tests.server.running import METRICS_TOKEN, run_server, start_server, workers_of

MANY_CUTS = 10


def test_every_acknowledged_move_survives_sigkill(database: str) -> None:
    tally = crash(database, kills=2, seed=11, most=60)
    assert tally.kills == 2
    assert tally.acknowledged > 10
    assert tally.steps["names"] > 0, "people sat down meanwhile"
    assert (tally.losses, tally.wrong) == ([], 0)


def test_a_restart_takes_up_the_bots_turn(database: str) -> None:
    server = start_server(database)
    with Client(server.address) as me:
        game_id = me.new_game([bot("random"), bot("random")])["game"]["id"]
        for game in me.watch(game_id):
            if game["ply"] > 10:
                break
    server.kill()
    with run_server(database) as again:
        watcher = again.client()
        assert next(later for later in watcher.watch(game_id) if later["ply"] > game["ply"] + 20)


def unseen(game: dict[str, Any]) -> dict[str, Any]:
    """The game without the moments in which somebody was last seen at it: looking at it is one."""
    return {**game, "seats": [{**seat, "last_seen": None} for seat in game["seats"]]}


def test_a_game_in_memory_and_the_same_game_from_its_log_are_alike(database: str) -> None:
    with run_server(database) as server:
        me = server.client()
        me.name_me("Keeper")
        game_id = me.new_game([ME, ME], switches={"palace": True, "limited_supply": True})["game"]["id"]
        play_on(game_id, {"W": me, "K": me}, 150)
        before = me.game(game_id)
        cookies = dict(me.cookies)
    with run_server(database) as again:
        reader = again.client()
        reader.cookies.update(cookies)
        assert unseen(reader.game(game_id)) == unseen(before)


def test_two_servers_take_one_move_per_ply(postgresql: str) -> None:
    """Four programs at two servers send a move for the same ply at the same time, again and again."""
    with ExitStack() as stack:
        servers = [stack.enter_context(run_server(postgresql)) for _ in range(2)]
        made = servers[0].client().new_game([ME, ME], keys=True)
        game_id, keys = made["game"]["id"], made["keys"]
        together, rounds = threading.Barrier(4), 20
        accepted: list[int] = []
        refused: list[str] = []
        watched: list[int] = []

        def watch() -> None:
            seen = 0
            with Client(servers[1].address) as spectator:
                for game in spectator.watch(game_id, since=0):
                    watched.extend(entry["ply"] for entry in game["entries"])
                    seen += sum(entry["kind"] == "move" for entry in game["entries"])
                    if seen == rounds:
                        return

        def play(place: int) -> None:
            clients = {seat: Client(servers[place % 2].address, key) for seat, key in keys.items()}
            for _ in range(rounds):
                decider = clients["W"].game(game_id)["decider"]
                game = clients[decider].game(game_id)
                together.wait()
                try:
                    clients[decider].move(game_id, game["ply"], game["legal"][place % len(game["legal"])])
                    accepted.append(game["ply"] + 1)
                except ServerProblem as problem:
                    refused.append(problem.kind)
                together.wait()
            for client in clients.values():
                client.close()

        threads = [threading.Thread(target=play, args=(place,)) for place in range(4)]
        threads.append(threading.Thread(target=watch))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        log = servers[1].client().log(game_id)
        assert [entry["ply"] for entry in log] == list(range(1, len(log) + 1))
        assert sorted(accepted) == [entry["ply"] for entry in log if entry["kind"] == "move"]
        assert (len(accepted), refused) == (rounds, ["stale"] * 3 * rounds), "no ply was given to two"
        assert watched == list(range(1, len(watched) + 1)), "moves made through either server reach both"


def test_two_servers_play_each_bots_turn_once(postgresql: str) -> None:
    with ExitStack() as stack:
        servers = [stack.enter_context(run_server(postgresql)) for _ in range(2)]
        seats, late = [bot("greedy"), bot("Steward")], late_record(2, False, 100)
        made = [server.client().new_game(seats, record=late)["game"]["id"] for server in servers]
        for game_id, server in zip(made, reversed(servers), strict=True):
            assert next(game for game in server.client().watch(game_id) if game["over"])
        clients = [server.client() for server in servers]
        moves = sum(entry["by_bot"] for game_id in made for entry in clients[0].log(game_id))
        assert sum(figure(client, 'amyitis_moves_total{by="bot"}') for client in clients) == moves > 50


def test_another_server_takes_over_the_bots_of_a_dead_one(postgresql: str) -> None:
    first = start_server(postgresql)
    with run_server(postgresql) as second:
        with Client(first.address) as me:
            game_id = me.new_game([bot("random"), bot("random")])["game"]["id"]
            before = next(iter(me.watch(game_id)))
        first.kill()
        watcher = second.client()
        assert next(game for game in watcher.watch(game_id) if game["ply"] > before["ply"] + 20)


def cut_connections(database: str, query: str = "%") -> int:
    """End the connections to a database whose last query looks so; how many there were."""

    async def cut() -> int:
        connection = await asyncpg.connect(database)
        try:
            ended = await connection.fetch(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND query LIKE $1 AND pid != pg_backend_pid()",
                query,
            )
        finally:
            await connection.close()
        return len(ended)

    return asyncio.run(cut())


def test_every_connection_may_be_cut_at_any_moment(postgresql: str) -> None:
    """People and bots play on, no acknowledged move is lost, and those who watch elsewhere see every move."""
    watched: list[int] = []
    stop, moved = threading.Event(), threading.Event()
    cuts: list[int] = []

    def cut() -> None:
        while not stop.wait(0.15):
            cuts.append(cut_connections(postgresql))
            moved.clear()
            while not (stop.is_set() or moved.wait(0.15)):  # until a move comes through, however slow the machine is
                pass

    with run_server(postgresql) as first, run_server(postgresql) as second:
        me = first.client()
        me.name_me("Survivor")
        game_id = me.new_game([ME, ME])["game"]["id"]
        bots = me.new_game([bot("random"), bot("random")], record=late_record(2, False, 150))["game"]["id"]

        def watch() -> None:
            with Client(second.address) as spectator:
                for game in spectator.watch(game_id, since=0):
                    watched.extend(entry["ply"] for entry in game["entries"])
                    if game["ply"] >= 100:
                        return

        threads = [threading.Thread(target=cut), threading.Thread(target=watch)]
        for thread in threads:
            thread.start()
        acknowledged: dict[int, str] = {}
        game = me.game(game_id)
        while game["ply"] < 100 or sum(cuts) <= MANY_CUTS:
            game = me.move(game_id, game["ply"], game["legal"][0])
            acknowledged |= {entry["ply"]: entry["token"] for entry in game["entries"]}
            moved.set()
        stop.set()
        for thread in threads:
            thread.join()
        log = {entry["ply"]: entry["token"] for entry in me.log(game_id)}
        assert acknowledged.items() <= log.items()
        assert watched == list(range(1, len(watched) + 1))
        assert len(watched) >= 100
        assert next(one for one in second.client().watch(bots) if one["over"])


def test_news_that_was_missed_is_caught_up_with(postgresql: str) -> None:
    with run_server(postgresql) as first, run_server(postgresql) as second:
        me, watcher = first.client(), second.client()
        game_id = me.new_game([ME, ME])["game"]["id"]
        messages = watcher.watch(game_id)
        before = next(messages)
        assert cut_connections(postgresql, "LISTEN%") == 2
        after = me.move(game_id, before["ply"], "pass")
        assert next(messages)["ply"] == after["ply"]
        again = me.move(game_id, after["ply"], "pass")
        assert next(messages)["ply"] == again["ply"]


def test_a_dead_worker_is_replaced(database: str) -> None:
    with run_server(database) as server:
        me = server.client()
        game_id = me.new_game([bot("Steward"), bot("Steward")])["game"]["id"]
        killed: list[int] = []
        for game in me.watch(game_id):
            if game["ply"] > 20 and not killed:
                killed = workers_of(server.process.pid)
                for pid in killed:
                    os.kill(pid, signal.SIGKILL)
            if killed and game["ply"] > 60:
                break
        assert killed
        assert workers_of(server.process.pid)
        assert not set(killed) & set(workers_of(server.process.pid))


def figure(client: Client, name: str) -> float:
    """One figure of a server's metrics."""
    lines = client.metrics(METRICS_TOKEN).splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(f"{name} "))


def test_a_listener_goes_on_whatever_its_connection_throws(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that is cut while it is being made may fail in ways that are no error of the database."""
    really, problems = asyncpg.connect, [asyncpg.InternalClientError("cut"), OSError("cut"), RuntimeError("cut")]

    async def connect(*there: Any, **how: Any) -> Any:
        if problems:
            raise problems.pop()
        return await really(*there, **how)

    async def listen() -> None:
        listener = Listener(make_url(postgresql), lambda _game: None, lambda: None)
        await listener.start()
        await listener.stop()

    monkeypatch.setattr(asyncpg, "connect", connect)
    monkeypatch.setattr(notices, "RETRY_SECONDS", 0.01)
    asyncio.run(listen())
    assert not problems
