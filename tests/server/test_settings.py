"""What a server is told at its start."""

import pytest

from amyitis.errors import Malformed
from amyitis.server.settings import Limits


def test_limits_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMYITIS_LIMIT_SOCKETS_PER_CLIENT", "500")
    monkeypatch.setenv("AMYITIS_LIMIT_SOCKETS", "7000")
    found = Limits.chosen(["sockets=9000", "send-seconds=2.5"])
    assert (found.sockets_per_client, found.sockets, found.send_seconds) == (500, 9000, 2.5)
    for wrong in ("sockets=many", "sockets", "socks=1", "sockets=0", "send_seconds=nan"):
        with pytest.raises(Malformed):
            Limits.chosen([wrong])
