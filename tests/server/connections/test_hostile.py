"""The strangers of the hostile test are strangers indeed: what `make hostile` measures is tried here for a moment."""

import asyncio
import time

import pytest

from tests.server.attacks import Attack
from tests.server.playing import ME
from tests.server.running import FAILED_AFTER, RunningServer

CLOSED = '"bound": "socket_messages"'


@pytest.mark.parametrize("kind", ["texts", "pings"])
def test_a_flooding_socket_is_closed_and_others_play_on(server: RunningServer, kind: str) -> None:
    me = server.client()
    game = me.new_game([ME, ME])["game"]
    frames, until = 0, time.monotonic() + FAILED_AFTER
    while frames <= 100 or CLOSED not in server.log():  # for a second, or for as many as a busy machine needs
        assert time.monotonic() < until, f"{frames} frames, and the socket is open"
        attack = Attack(server.address, 1.0, game["id"])
        asyncio.run(getattr(attack, kind)())
        frames += attack.got["frames"]
    assert me.move(game["id"], game["ply"], "pass")["ply"] > game["ply"]
