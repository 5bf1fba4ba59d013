"""Logs: a line of JSON each, and no disk that fills with tracebacks."""

import json
import logging
import sys

import pytest

from amyitis.server.logs import TRACE_SECONDS, JsonLines


def failed(at: float, *, elsewhere: bool = False) -> logging.LogRecord:
    """The record of something that has failed."""
    try:
        if elsewhere:
            raise ValueError("elsewhere")
        raise KeyError("here")
    except (KeyError, ValueError):
        record = logging.LogRecord("amyitis", logging.ERROR, "", 1, "it failed", None, sys.exc_info())
    record.created = at
    return record


def test_a_traceback_is_written_once_a_minute_for_each_place() -> None:
    lines = JsonLines()
    told = [
        json.loads(lines.format(record))
        for record in (
            *(failed(1000.0 + n) for n in range(5)), failed(1006.0, elsewhere=True), failed(1000.0 + TRACE_SECONDS)
        )
    ]  # fmt: skip
    assert ["trace" in line for line in told] == [True, False, False, False, False, True, True]
    assert [line["error"] for line in told] == ["KeyError"] * 5 + ["ValueError", "KeyError"]


@pytest.mark.parametrize("name", ["asyncio", "uvicorn.error"])
def test_what_strangers_send_is_no_line_each(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from amyitis.server.logs import start_logs

    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    before = logging.getLogger().level
    start_logs("info")
    logging.getLogger().setLevel(before)
    assert not logging.getLogger(name).isEnabledFor(logging.WARNING)
