"""A terminal for tests, in which somebody types."""

import io
from typing import Any

import pytest

from amyitis.cli.game.play import play
from tests.cli.sessions import Session


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Session:
    """Plays with typed lines (or a whole standard input) and gives back what was shown."""
    monkeypatch.setenv("COLUMNS", "100")

    def run(typed: str | io.StringIO, **options: Any) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed) if isinstance(typed, str) else typed)
        play(**({} if "resume" in options else {"bots": "random"}) | options)
        return capsys.readouterr().out

    return run
