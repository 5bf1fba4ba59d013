"""Clocks on real servers: nobody pays for a process that stands still, is killed, or whose neighbour is missing."""

import asyncio
import os
import signal
import time
from typing import Any

import pytest

from amyitis.client import Client
from amyitis.store import GameStore
from amyitis.table.clocks.serving import Outage
from tests.server.playing import ME
from tests.server.running import KINDS, Databases, RunningServer, start_server

CLOCK = {"kind": "live", "allowance": 600, "increment": 5, "when_up": "loss"}
FULL = 605_000
TOLERANCE = 200  # milliseconds
STOPPED = 3.0  # seconds


def spent(client: Client, game_id: str) -> int:
    """What the running clock has used."""
    clock = client.game(game_id)["clock"]
    assert clock["running"] is not None
    left: int = clock["left"][clock["running"]]
    return FULL - left


def timed_game(client: Client) -> dict[str, Any]:
    """A game with clocks that has just begun."""
    game: dict[str, Any] = client.new_game([ME, ME], seed="7", clock=CLOCK)["game"]
    return game


def stand_still(server: RunningServer) -> None:
    """Stop the process for a while, as a machine does that sleeps."""
    os.kill(server.process.pid, signal.SIGSTOP)
    time.sleep(STOPPED)
    os.kill(server.process.pid, signal.SIGCONT)


def close(server: RunningServer) -> None:
    """Let everybody go, and end it."""
    for client in server.clients:
        client.close()
    server.stop()


@pytest.mark.slow
def test_a_paused_process_costs_nobody_time(databases: Databases) -> None:
    server = start_server(databases.sqlite())
    try:
        me = server.client()
        began = time.monotonic()
        game_id = timed_game(me)["id"]
        time.sleep(0.6)
        before = spent(me, game_id)
        stand_still(server)
        after = spent(me, game_id)
        passed = 1000 * (time.monotonic() - began)
        assert before <= after <= passed - 1000 * STOPPED + TOLERANCE
        assert me.game(game_id)["clock"]["given_back"] >= 1000 * STOPPED - TOLERANCE
    finally:
        close(server)


def outages(database: str) -> list[Outage]:
    """When no server was there, as the next one wrote it down."""

    async def read() -> list[Outage]:
        store = await GameStore.open(database, beside=True)
        try:
            return await store.timing.outages(0)
        finally:
            await store.close()

    return asyncio.run(read())


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_killed_server_costs_nobody_time(databases: Databases, kind: str) -> None:
    database = databases.of_kind(kind)
    server = start_server(database)
    me = server.client()
    began = time.time()
    game_id = timed_game(me)["id"]
    time.sleep(1.2)
    me.close()
    server.kill()
    killed = time.time()
    time.sleep(1)
    again = time.time()
    server = start_server(database)
    try:
        watcher = server.client()
        used = spent(watcher, game_id)
        # A busy machine may have noted shorter outages, too.
        ended = next(it.ended for it in outages(database) if it.begun <= 1000 * killed and it.ended >= 1000 * again)
        assert used <= 1000 * (killed - began) + (1000 * time.time() - ended) + TOLERANCE
        time.sleep(0.5)
        assert used < spent(watcher, game_id)
    finally:
        close(server)


@pytest.mark.slow
def test_a_neighbour_that_stands_still_costs_nobody_time(postgresql: str) -> None:
    """Whoever plays at a server that stands still may come to the other one: their time is given back there, too."""
    one, two = start_server(postgresql), start_server(postgresql)
    try:
        me = one.client()
        began = time.monotonic()
        game_id = timed_game(me)["id"]
        time.sleep(1.5)  # for a heartbeat of both
        elsewhere = two.client()
        assert spent(elsewhere, game_id) <= 1000 * (time.monotonic() - began) + TOLERANCE
        stand_still(one)
        time.sleep(1.5)
        passed = 1000 * (time.monotonic() - began)
        used = spent(elsewhere, game_id)
        assert used <= passed - 1000 * STOPPED + TOLERANCE
    finally:
        close(one)
        close(two)
