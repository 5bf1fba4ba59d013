"""A remote bot: a program that plays one seat, given the seat's key."""

from collections.abc import Callable

from .client import Answer, Client, ServerProblem

Chooser = Callable[[Answer], str]


def play_seat(address: str, game_id: str, key: str, choose: Chooser) -> Answer:
    """Play a seat to the end of the game; answers with the last state.

    `choose` gets the game as the server tells it (`position`, `view`, `legal`) and gives one of `legal`.
    """
    with Client(address, key) as me:
        for game in me.watch(game_id):
            while game["legal"] and not game["over"]:
                try:
                    game = me.move(game_id, game["ply"], choose(game))  # noqa: PLW2901 - the answer is the newest state
                except ServerProblem as problem:
                    if problem.kind != "stale":
                        raise
                    break
            if game["over"]:
                return game
    raise AssertionError("a watched game ends")
