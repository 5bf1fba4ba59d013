"""A program plays a seat: bots and functions choose, and what the server says is heard."""

from collections.abc import Iterator
from typing import Any

import pytest

from amyitis.client import Client, ServerProblem, play_seat
from amyitis.errors import AmyitisError, BotError
from amyitis.game import Game
from tests.client.answering import GAME, MINE, OVER
from tests.simple_bots import LastMove


def test_a_bot_plays_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    game, sent = Game.new(2, 1), list[str]()
    told = {"ply": 3, "legal": list(game.legal_moves), "over": False, "position": game.position, "seats": MINE}

    def move(self: Client, game_id: str, ply: int, *tokens: str) -> dict[str, Any]:
        sent.extend(tokens)
        return OVER

    monkeypatch.setattr(Client, "watch", lambda self, game_id: iter([told]))
    monkeypatch.setattr(Client, "move", move)
    assert play_seat("http://there", "g", "key", LastMove()) == OVER
    assert play_seat("http://there", "g", "key", lambda told: str(told["legal"][0])) == OVER
    assert sent == [game.legal_moves[-1], game.legal_moves[0]]


def test_a_bot_that_fails_at_a_seat_is_named_with_the_ply_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"ply": 17, "legal": ["pass"], "over": False, "position": Game.new(2, 1).position, "seats": MINE}
    monkeypatch.setattr(Client, "watch", lambda self, game_id: iter([told]))

    class Failing:
        def choose(self, game: Game) -> str:
            raise KeyError("W")

    with pytest.raises(BotError, match=r"^bot Failing, ply 17: KeyError: 'W'"):
        play_seat("http://there", "g", "key", Failing())


def test_a_stale_move_is_chosen_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: Iterator[Any] = iter([ServerProblem(409, {"type": "urn:amyitis:stale"}), OVER])

    def move(self: Client, game_id: str, ply: int, *tokens: str) -> Any:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(Client, "watch", lambda self, game_id: iter([GAME, GAME]))
    monkeypatch.setattr(Client, "move", move)
    assert play_seat("http://there", "g", "key", lambda told: "pass") == OVER
    forbidden = ServerProblem(403, {"type": "urn:amyitis:forbidden"})
    answers = iter([forbidden])
    with pytest.raises(ServerProblem) as refused:
        play_seat("http://there", "g", "key", lambda told: "pass")
    assert refused.value is forbidden


def test_a_key_of_no_seat_is_no_reason_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = {**GAME, "legal": None, "seats": [{"seat": "W", "yours": False}]}
    told: list[dict[str, Any]] = [taken]
    monkeypatch.setattr(Client, "watch", lambda self, game_id: iter(told))
    with pytest.raises(AmyitisError, match="no seat of game g is yours"):
        play_seat("http://there", "g", "wrong-key", LastMove())
    told[:] = [{**GAME, "legal": None}, taken]
    with pytest.raises(AmyitisError, match="no seat of game g is yours"):
        play_seat("http://there", "g", "old-key", LastMove())
