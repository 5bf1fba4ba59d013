"""The strangers of the hostile test are strangers indeed: what `make hostile` measures is tried here for a moment."""

import asyncio

import pytest

from tests.server.attacks import Attack
from tests.server.playing import ME
from tests.server.running import RunningServer


@pytest.mark.parametrize("kind", ["texts", "pings"])
def test_a_flooding_socket_is_closed_and_others_play_on(server: RunningServer, kind: str) -> None:
    me = server.client()
    game = me.new_game([ME, ME])["game"]
    attack = Attack(server.address, 1.0, game["id"])
    asyncio.run(getattr(attack, kind)())
    assert attack.got["frames"] > 100
    assert '"bound": "socket_messages"' in server.log()
    assert me.move(game["id"], game["ply"], "pass")["ply"] > game["ply"]
