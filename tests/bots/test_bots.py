"""The bots: by name, legal, repeatable, and open to others."""

from importlib.metadata import EntryPoint

import pytest

from amyitis.bots import Bot, MoveValue, bot_names, make_bot, registry
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.rules.questions import FIRST_ACTION
from amyitis.rules.state import State

LEVELS = ("Apprentice", "Steward", "Architect")  # Nebuchadnezzar thinks longer than a test should


def play_out(game: Game, bots: list[Bot]) -> Game:
    """Play a game to its end; every bot must leave the state alone."""
    while not game.is_over:
        s = game.state
        before = s.copy()
        action = bots[s.seat].choose(s)
        assert s == before
        game.push_id(action)
    return game


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("palace", [False, True])
def test_whole_games_of_every_kind_of_bot(players: int, palace: bool) -> None:
    specs = ["greedy", "random", "search:N=8", "Apprentice"][:players]
    game = play_out(Game.new(players, 11, palace=palace), [make_bot(spec, seat) for seat, spec in enumerate(specs)])
    assert game.winners
    assert not game.status()


def test_equal_seeds_give_equal_games() -> None:
    def moves() -> list[str]:
        return play_out(Game.new(2, 5), [make_bot("search:N=20", 1), make_bot("Apprentice", 2)]).moves

    assert moves() == moves()


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


class FirstMoveBot(Bot):
    """Always the first legal move."""

    def choose(self, s: State) -> int:
        return FIRST_ACTION[s.asked] + (s.legal & -s.legal).bit_length() - 1

    def explain(self, s: State) -> list[MoveValue]:
        return []


def first_move_bot(argument: str, seed: int) -> Bot:
    assert argument == "now"
    assert seed == 7
    return FirstMoveBot()


def test_a_package_adds_a_bot_by_an_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("first", f"{__name__}:first_move_bot", "amyitis.bots")
    monkeypatch.setattr(point.__class__, "load", lambda self: first_move_bot)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point] if group == "amyitis.bots" else [])
    assert "first" in bot_names()
    bot = make_bot("first:now", 7)
    assert bot.name == "first:now"
    game = Game.new(2, 1)
    assert game.legal_moves.ids[0] == bot.choose(game.state)


@pytest.mark.parametrize("spec", ["random", "greedy", "search:N=50", "Apprentice"])
def test_every_bot_explains_every_legal_move(spec: str) -> None:
    game = Game.new(3, 4)
    opinions = make_bot(spec, 1).explain(game.state)
    assert {one.token for one in opinions} == set(game.legal_moves)
    for one in opinions:
        assert set(one.as_dict()) == {"token", "visits", "prestige", "win"}
        assert set(one.prestige) == set(one.win) == set(game.seats)
        assert sum(one.win.values()) == pytest.approx(1.0)


def test_a_search_is_explained_by_its_visits() -> None:
    game = Game.new(2, 4)
    bot = make_bot("search:N=200", 1)
    opinions = bot.explain(game.state)
    assert sum(one.visits for one in opinions) == 199  # the first simulation looks at the root itself
    assert [one.visits for one in opinions] == sorted((one.visits for one in opinions), reverse=True)
    assert game.why_not(opinions[0].token) is None


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(12):
        seats = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        game = play_out(Game.new(2, seed), [make_bot(spec, seed) for spec in seats])
        wins += game.winners == [game.seats[seats.index("greedy")]]
    assert wins == 12


def test_search_beats_greedy_more_often_than_not() -> None:
    wins = 0
    for seed in range(12):
        seats = ["greedy", "search:N=100"] if seed % 2 else ["search:N=100", "greedy"]
        game = play_out(Game.new(2, 100 + seed // 2), [make_bot(spec, seed) for spec in seats])
        wins += game.seats[seats.index("search:N=100")] in game.winners
    assert wins >= 8  # by chance alone at even strength: one run in five; between these two: nearly all
