"""The bots: by name, legal, repeatable, and open to others."""

from importlib.metadata import EntryPoint
from typing import cast

import pytest

from amyitis.bots import ExplainingBot, bot_names, make_bot, play, registry
from amyitis.bots.bot import bot_name
from amyitis.errors import Malformed
from amyitis.game import Game

LEVELS = ("Apprentice", "Steward", "Architect")  # Nebuchadnezzar thinks longer than a test should


def explaining(spec: str, seed: int) -> ExplainingBot:
    """A bot of ours, all of which explain."""
    return cast(ExplainingBot, make_bot(spec, seed))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("palace", [False, True])
def test_whole_games_of_every_kind_of_bot(players: int, palace: bool) -> None:
    game = play(["greedy", "random", "search:N=8", "Apprentice"][:players], seed=11, palace=palace)
    assert game.winners
    assert not game.status()


@pytest.mark.parametrize("spec", ["random", "greedy", "search:N=8", "Apprentice"])
def test_a_bot_leaves_the_game_as_it_is(spec: str) -> None:
    game, bot = Game.new(3, 4), make_bot(spec, 1)
    for _ in range(20):
        before = game.copy()
        move = bot.choose(game)
        assert (game, game.moves) == (before, before.moves)
        game.push_id(game.check(move))


def test_equal_seeds_give_equal_games() -> None:
    bots = ["search:N=20", "Apprentice"]
    assert play(bots, seed=5).moves == play(bots, seed=5).moves


def test_the_names() -> None:
    assert {"random", "greedy", "search", "Nebuchadnezzar", *LEVELS} <= set(bot_names())


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("gredy", "did you mean 'greedy'"),
        ("zzz", "there are "),
        ("search", "search:200"),
        ("search:", "search:N=400"),
        ("search:N=0", "1 to 1000000 simulations, not 0"),
        ("search:99999999", "1 to 60000 milliseconds"),
        ("search:N=-1", "a search wants"),
        ("greedy:3", "takes nothing behind a colon"),
        ("Steward:x", "takes nothing behind a colon"),
    ],
)
def test_a_wrong_name_is_one_clear_sentence(spec: str, message: str) -> None:
    with pytest.raises(Malformed, match=message.replace("(", r"\(")):
        make_bot(spec)


class FirstMoveBot:
    """Always the first legal move."""

    def __init__(self, *given: object) -> None:
        self.given = given

    def choose(self, game: Game) -> int:
        return game.legal_moves.ids[0]


class SeededBot(FirstMoveBot):
    """The same; wants a seed."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)


class PlainBot(FirstMoveBot):
    """The same; wants nothing, and cannot be given a name."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__()


def first_move_bot(argument: str, seed: int) -> FirstMoveBot:
    return FirstMoveBot(argument, seed)


def no_bot(seed: int) -> str:
    return "no bot"


def demanding_bot(a: int, b: int, c: int) -> FirstMoveBot:
    return FirstMoveBot(a, b, c)


@pytest.fixture
def entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots of another package: `first`, `seeded`, `plain`, and two that are none."""
    bots = {
        "first": "first_move_bot",
        "seeded": "SeededBot",
        "plain": "PlainBot",
        "none": "no_bot",
        "demanding": "demanding_bot",
    }
    points = [EntryPoint(name, f"{__name__}:{what}", "amyitis.bots") for name, what in bots.items()]
    monkeypatch.setattr(registry, "entry_points", lambda group: points if group == "amyitis.bots" else [])
    monkeypatch.setattr(EntryPoint, "load", lambda self: globals()[self.attr])


@pytest.mark.usefixtures("entry_point")
def test_a_package_adds_a_bot_by_an_entry_point() -> None:
    assert "first" in bot_names()
    bot = make_bot("first:now", 7)
    assert bot_name(bot) == "first:now"
    game = Game.new(2, 1)
    assert game.legal_moves.ids[0] == bot.choose(game)


@pytest.mark.usefixtures("entry_point")
@pytest.mark.parametrize(
    ("spec", "given"), [("first:now", ("now", 7)), ("first", ("", 7)), ("seeded", (7,)), ("plain", ())]
)
def test_a_factory_gets_as_much_as_it_takes(spec: str, given: tuple[object, ...]) -> None:
    bot = make_bot(spec, 7)
    assert isinstance(bot, FirstMoveBot)
    assert bot.given == given


@pytest.mark.usefixtures("entry_point")
@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("none", "bot 'none': 'no bot' is not a bot: it has no method choose"),
        ("demanding", "bot 'demanding': .* wants more than an argument and a seed"),
        ("seeded:x", "bot 'seeded:x': this bot takes nothing behind a colon"),
    ],
)
def test_a_broken_entry_point_is_one_clear_sentence(spec: str, message: str) -> None:
    with pytest.raises(Malformed, match=message):
        make_bot(spec)


@pytest.mark.parametrize("spec", ["random", "greedy", "search:N=50", "Apprentice"])
def test_every_bot_explains_every_legal_move(spec: str) -> None:
    game = Game.new(3, 4)
    opinions = explaining(spec, 1).explain(game)
    assert {one.token for one in opinions} == set(game.legal_moves)
    for one in opinions:
        assert set(one.as_dict()) == {"token", "visits", "prestige", "win"}
        assert set(one.prestige) == set(one.win) == set(game.seats)
        assert sum(one.win.values()) == pytest.approx(1.0)


def test_a_search_is_explained_by_its_visits() -> None:
    game = Game.new(2, 4)
    opinions = explaining("search:N=200", 1).explain(game)
    assert sum(one.visits for one in opinions) == 199  # the first simulation looks at the root itself
    assert [one.visits for one in opinions] == sorted((one.visits for one in opinions), reverse=True)
    assert game.is_legal(opinions[0].token)


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(12):
        seats = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        game = play(seats, seed=seed)
        wins += game.winners == [game.seats[seats.index("greedy")]]
    assert wins == 12


@pytest.mark.slow
def test_search_beats_greedy_more_often_than_not() -> None:
    wins = 0
    for seed in range(8):
        seats = ["greedy", "search:N=100"] if seed % 2 else ["search:N=100", "greedy"]
        game = play(seats, seed=100 + seed // 2)
        wins += game.seats[seats.index("search:N=100")] in game.winners
    assert wins >= 6  # by chance alone at even strength: one run in seven; between these two: nearly all
