"""Playing in tests: seats for two people, and games to their end."""

from functools import cache
from random import Random
from typing import Any

from amyitis.client import Client, ServerProblem
from amyitis.game import Game

ME: dict[str, Any] = {"kind": "me"}
OPEN: dict[str, Any] = {"kind": "open"}


def bot(name: str = "random") -> dict[str, Any]:
    """A seat for a bot."""
    return {"kind": "bot", "bot": name}


def two_people(first: Client, second: Client, **more: Any) -> str:
    """A game of two people who both sit; its id."""
    made = first.new_game([ME, OPEN], **more)
    game_id: str = made["game"]["id"]
    second.join(game_id, "K", made["invitations"]["K"], name="Second")
    first.game(game_id)  # whoever looks shows their share of the seed: with that the game begins
    return game_id


def late_game(first: Client, second: Client, palace: bool = False, **more: Any) -> str:
    """A game of two people that is almost over: it goes on from the record of one; its id."""
    return two_people(first, second, record=late_record(2, palace, 12), **more)


def mover(game: dict[str, Any], players: dict[str, Client]) -> Client:
    """The client whose decision it is."""
    return players[game["decider"]]


def play_on(game_id: str, players: dict[str, Client], moves: int, seed: int = 1) -> dict[str, Any]:
    """Play some random moves of people; the last state."""
    random, game = Random(seed), next(iter(players.values())).game(game_id)
    for _ in range(moves):
        if game["over"]:
            break
        me = mover(game, players)
        if game["legal"] is None:  # told to somebody else
            game = me.game(game_id)
        game = me.move(game_id, game["ply"], random.choice(game["legal"]))
    return game


@cache
def late_record(players: int, palace: bool, plies: int, seed: int = 7) -> str:
    """The record of a game of random moves that lacks its last plies."""
    game, random = Game.new(players, seed=seed, palace=palace), Random(seed)
    while not game.is_over:
        game.push(random.choice(list(game.legal_moves)))
    for _ in range(plies):
        game.undo()
    return game.record()


def refused(kind: str, problem: ServerProblem) -> dict[str, Any]:
    """The body of a problem that must be of a kind."""
    assert problem.kind == kind, problem.body
    assert problem.body["status"] == problem.status
    return problem.body
