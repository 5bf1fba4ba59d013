"""The bots: by name, legal, repeatable, and open to others."""

from importlib.metadata import EntryPoint
from typing import cast

import pytest

from amyitis.bots import ExplainingBot, bot_names, make_bot, play, registry
from amyitis.bots.bot import bot_name
from amyitis.errors import BotError, Malformed
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
    monkeypatch.setattr(registry, "packaged_bots", lambda: points)
    monkeypatch.setattr(EntryPoint, "load", lambda self: globals()[self.attr])


def test_what_is_installed_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    bot_names()
    monkeypatch.setattr(registry, "entry_points", None)
    assert bot_names() == bot_names()


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


class Given:
    """Notes what it was given."""

    given: dict[str, object]

    def choose(self, game: Game) -> int:
        return game.legal_moves.ids[0]


def takes(signature: str) -> type[Given]:
    """A class of bots that takes this."""
    known: dict[str, type[Given]] = {"Given": Given}
    text = "class Bot(Given):\n    def __init__(self, {}):\n        self.given = {{**locals()}}\n"
    exec(text.format(signature), known)
    return known["Bot"]


@pytest.mark.parametrize(
    ("signature", "argument", "given"),
    [
        ("seed=0, depth=3", "", {"seed": 7, "depth": 3}),
        ("seed=0, depth=3", "5", {"seed": 7, "depth": "5"}),
        ("depth=3", "", {"depth": 3}),
        ("depth=3, seed=0", "", {"seed": 7, "depth": 3}),
        ("seed, argument", "x", {"seed": 7, "argument": "x"}),
        ("argument=None, *, seed=0", "", {"seed": 7, "argument": ""}),
        ("style, seed", "x", {"seed": 7, "style": "x"}),
        ("argument, number", "x", {"number": 7, "argument": "x"}),
        ("style, number", "x", {"number": 7, "style": "x"}),
        ("number, /", "", {"number": 7}),
        ("rng_seed=None", "", {"rng_seed": 7}),
        ("seedlings=3", "", {"seedlings": 3}),
        ("*given", "x", {"given": ("x", 7)}),
        ("**given", "", {"given": {}}),
    ],
)
def test_what_a_class_is_given_is_told_by_its_parameters(
    signature: str, argument: str, given: dict[str, object]
) -> None:
    bot = registry.build(takes(signature), argument, 7)
    assert isinstance(bot, Given)
    assert {name: value for name, value in bot.given.items() if name not in ("self", "__class__")} == given


@pytest.mark.parametrize(
    ("signature", "argument", "words"),
    [
        ("number", "x", "takes nothing behind a colon"),
        ("seed", "x", "takes nothing behind a colon"),
        ("seed, argument, depth", "x", "wants more than an argument and a seed"),
        ("seed, style, depth", "x", "wants more than an argument and a seed"),
    ],
)
def test_a_class_that_takes_too_much_or_too_little_is_refused(signature: str, argument: str, words: str) -> None:
    with pytest.raises(Malformed, match=words):
        registry.build(takes(signature), argument, 7)


@pytest.mark.usefixtures("entry_point")
def test_a_package_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(entry: EntryPoint) -> None:
        raise ImportError("no such thing")

    monkeypatch.setattr(EntryPoint, "load", fail)
    with pytest.raises(BotError, match=r"^bot first: it could not be loaded: ImportError: no such thing"):
        make_bot("first")


@pytest.mark.parametrize("spec", ["random", "greedy", "search:N=50", "Apprentice"])
def test_every_bot_explains_every_legal_move(spec: str) -> None:
    game = Game.new(3, 4)
    values = explaining(spec, 1).explain(game)
    assert {one.token for one in values} == set(game.legal_moves)
    for one in values:
        assert set(one.as_dict()) == {"token", "visits", "prestige", "win"}
        assert set(one.prestige) == set(one.win) == set(game.seats)
        assert sum(one.win.values()) == pytest.approx(1.0)


def test_a_search_is_explained_by_its_visits() -> None:
    game = Game.new(2, 4)
    values = explaining("search:N=200", 1).explain(game)
    assert sum(one.visits for one in values) == 199  # the first simulation looks at the root itself
    assert [one.visits for one in values] == sorted((one.visits for one in values), reverse=True)
    assert game.is_legal(values[0].token)


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
