"""Nobody gets advice about a game that people play: the attacks of issue 30, and what must go on to be allowed."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from amyitis.client import Client, ServerProblem
from amyitis.game import Game
from tests.server.playing import ME, OPEN, bot, play_on, two_people
from tests.server.running import Databases, RunningServer, run_server

STRONG = bot("Nebuchadnezzar")
TILES = re.compile("_tiles=([^_]*)")
Servers = tuple[RunningServer, RunningServer]


@pytest.fixture(scope="module")
def servers(databases: Databases) -> Iterator[Servers]:
    """Two servers of one database that think."""
    database = databases.postgresql()
    with run_server(database, "--review-workers", "1") as one, run_server(database, "--review-workers", "1") as other:
        yield one, other


def refused(call: Callable[[], Any]) -> bool:
    """Whether somebody is told that people play there."""
    try:
        call()
    except ServerProblem as problem:
        if problem.body.get("key") == "being_played":
            return True
        raise
    return False


def with_tiles_swapped(position: str) -> str:
    tiles = TILES.search(position)
    assert tiles is not None
    row = tiles[1].split(",")
    one, other = [place for place, tile in enumerate(row) if tile.startswith("1:")][:2]
    row[one], row[other] = row[other], row[one]
    return position.replace(tiles[1], ",".join(row))


def edits(position: str) -> dict[str, str]:
    """The position as somebody would write it who wants to be told about it all the same."""
    round_ = re.search("_round=([0-9]+)", position)
    assert round_ is not None
    return {
        "as it is": position,
        "another round": position.replace(round_[0], f"_round={int(round_[1]) - 1 or 2}"),
        "two tiles": with_tiles_swapped(position),
        "both": with_tiles_swapped(position.replace(round_[0], "_round=9")),
    }


def ways(thief: Client, position: str) -> dict[str, Callable[[], Any]]:
    """Every way to have the engine think about a position."""
    game = Game.from_position(position)
    move, seats = game.legal_moves[0], [ME, *([STRONG] * (game.players - 1))]
    mine = [ME] * game.players

    def coached() -> None:
        made = thief.new_game(mine, position=position, coach=True)["game"]
        thief.win_shares(made["id"], made["ply"])

    def left() -> None:
        made = thief.new_game(mine, position=position)["game"]
        thief.leave(made["id"], made["seats"][0]["seat"], "Steward")

    def filled() -> None:
        made = thief.new_game([OPEN, *mine[1:]], position=position)["game"]
        thief.leave(made["id"], made["seats"][0]["seat"], "Steward")

    def reviewed() -> None:
        copy = Game.from_position(position)
        copy.push(copy.legal_moves[0])
        thief.review_record(copy.record())

    return {
        "evaluation": lambda: thief.evaluate(position, visits=2),
        "cost of a move": lambda: thief.move_cost(position, str(move)),
        "review": reviewed,
        "bots": lambda: thief.new_game(seats, position=position),
        "coach": coached,
        "a seat left to a bot": left,
        "an open seat given to a bot": filled,
    }


def test_no_way_round(servers: Servers) -> None:
    first, second, thief = servers[0].client(), servers[0].client(), servers[1].client()
    for one in (first, second, thief):
        one.name_me("Somebody")
    game_id = two_people(first, second)
    play_on(game_id, dict(zip("WK", (first, second), strict=True)), 12)
    position = first.at(game_id, first.game(game_id)["ply"])["position"]
    for edit, text in edits(position).items():
        for way, attack in ways(thief, text).items():
            assert refused(attack), (edit, way)
    # Forks, at this moment or an earlier one.
    ply = first.game(game_id)["ply"]
    for moment in (ply, ply - 6):
        fork: dict[str, Any] = {"from": {"game": game_id, "ply": moment}}
        assert refused(partial(thief.new_game, [ME, STRONG], **fork))
        made = thief.new_game([ME, ME], **fork, coach=True)["game"]
        assert refused(partial(thief.win_shares, made["id"], made["ply"]))
        assert refused(partial(thief.leave, made["id"], made["decider"], "Steward"))
    # Another position is free, and so is this one once the game is over or has a coach.
    assert not refused(lambda: thief.evaluate(Game.new(2, 11).position, visits=2))
    assert not refused(lambda: thief.new_game([ME, STRONG], position=Game.new(2, 12).position))


def test_a_challenge_that_runs_and_a_chosen_seed(servers: Servers) -> None:
    maker, player, thief = servers[0].client(), servers[0].client(), servers[1].client()
    for one in (maker, player, thief):
        one.name_me("Somebody")
    game_id = maker.new_game([bot(), ME])["game"]["id"]
    for game in maker.watch(game_id):
        if legal := game["legal"]:
            maker.move(game_id, game["ply"], "pass" if "pass" in legal else legal[0])
        if game["over"]:
            break
    record = maker.record(game_id)
    start = Game.from_record(record).start
    assert not refused(lambda: thief.evaluate(start, visits=2))
    challenge = maker.make_challenge(game_id)
    tried = player.play_challenge(challenge)["game"]["id"]
    for way, attack in ways(thief, with_tiles_swapped(player.at(tried, 1)["position"])).items():
        assert refused(attack), way
    assert refused(lambda: thief.review_record(record))
    player.leave(tried, "K")
    with pytest.raises(ServerProblem, match="stays the bot's"):  # else its moves would count as theirs
        player.come_back(tried, "K")

    # A chosen seed: others may begin with it, but not follow the game of two people with a bot.
    seeded = maker.new_game([ME, OPEN], seed=77, first=0)
    player.join(seeded["game"]["id"], "K", seeded["invitations"]["K"])
    own = thief.new_game([ME, STRONG], seed=77, first=0)["game"]
    both = {"W": maker, "K": player}
    game = maker.game(seeded["game"]["id"])
    move = both[game["decider"]].game(game["id"])["legal"][0]
    both[game["decider"]].move(game["id"], game["ply"], move)
    assert refused(lambda: thief.move(own["id"], own["ply"], move))
