"""What is logged of bounds that are hit."""

import logging
import time

import pytest

from amyitis.server.limits.bound_log import BoundLog


def test_a_bound_is_logged_once_a_minute(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    log = BoundLog()
    with caplog.at_level(logging.WARNING):
        for _ in range(50):
            log.hit("sockets", "a")
        log.hit("sockets", "b")
        now += 61
        log.hit("sockets", "a")
    assert [(vars(one)["address"], vars(one)["times"]) for one in caplog.records] == [("a", 1), ("b", 1), ("a", 50)]
