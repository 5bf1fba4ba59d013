"""A remote bot: a program that plays a seat of its own, or one whose key it was given."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from amyitis.errors import AmyitisError

from .client import STALE, Client
from .connection import Answer, ServerProblem

if TYPE_CHECKING:
    from amyitis.bots import Bot

Chooser = Callable[[Answer], str]


def play_seat(address: str, game_id: str, key: str, player: "Bot | Chooser", **options: Any) -> Answer:
    """Play a seat to the end of the game; returns the game as it is then.

    `player` is a bot (`docs/howto/bots.md`), or a function that gets the server's JSON of the game (`position`, `view`,
    `legal`) and returns one of `legal`. `options` are those of `Client`, which waits
    where the server limits its requests or is started anew.

    Raises ServerProblem if the server refuses, AmyitisError if the key holds no seat in this game (any more), BotError
    if the bot fails, and OSError or httpx.HTTPError if the server stays away for longer than `away` seconds.
    """
    with Client(address, key, **options) as me:
        return play_as(me, game_id, player)


def play_as(me: Client, game_id: str, player: "Bot | Chooser") -> Answer:
    """Play for a client that has a seat, to the end of the game; returns and raises what `play_seat` does."""
    choose = _chooser(player)
    for game in me.watch(game_id):
        if not any(seat["yours"] for seat in game["seats"]):
            raise AmyitisError(f"no seat of game {game_id} is yours: a key is good for one, until there is a new key")
        while game["legal"] and not game["over"]:
            try:
                game = me.move(game_id, game["ply"], choose(game))  # noqa: PLW2901 - the answer is the newest state
            except ServerProblem as problem:
                if problem.kind != STALE:
                    raise
                break
        if game["over"]:
            return game
    raise AssertionError("a watched game ends")


def _chooser(player: "Bot | Chooser") -> Chooser:
    """Returns a function that chooses for a player."""
    if not hasattr(player, "choose"):
        return player
    from amyitis.bots import ask
    from amyitis.game import Game
    from amyitis.notation.tokens import token

    return lambda game: token(ask(player, Game.from_position(game["position"]), ply=game["ply"]))
