"""Bots by object, by class and by name in one game, and what is said of one that fails."""

import pickle

import pytest

from amyitis import play
from amyitis.bots import ask, make_bot, play_out
from amyitis.bots.bot import MoveValue
from amyitis.bots.playing import ask_values, bot_seed, seated
from amyitis.errors import AmyitisError, BotError, Malformed
from amyitis.game import Game, SetupFacts, Switches
from tests.simple_bots import LastMove


class SeededMove:
    """A bot with a seed, which returns an id."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, game: Game) -> int:
        ids = game.legal_moves.ids
        return ids[self.seed % len(ids)]


class Spoiler:
    """A bot that plays on in what it is shown, past the deals too."""

    def choose(self, game: Game) -> str:
        move = game.legal_moves[0]
        while not game.is_over and game.question != "deal":
            game.push(game.legal_moves[0])
        return move


class Failing:
    """A bot that fails after a while."""

    name = "the failing one"

    def __init__(self) -> None:
        self.left = 3

    def choose(self, game: Game) -> str:
        self.left -= 1
        return game.legal_moves[1 // self.left]


class Wrong:
    """A bot that returns anything."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, game: Game) -> str:
        return self.answer  # type: ignore[return-value]


def test_objects_classes_and_names_play_together() -> None:
    game = play([LastMove(), SeededMove, "random"], seed=7, palace=True)
    assert game.is_over
    assert game.players == 3
    assert game.switches == Switches(palace=True)
    assert game.moves == play([LastMove, SeededMove(bot_seed(7, 1)), "random"], seed=7, palace=True).moves
    assert game.moves != play([SeededMove, LastMove, "random"], seed=7, palace=True).moves


def test_the_set_up_is_as_told() -> None:
    facts = SetupFacts.of(Game.new(2, 5, colours="RB").plies[0].before)
    game = play([LastMove, LastMove], seed=3, limited_supply=True, colours="RB", setup=facts, first="B")
    assert (game.seats, game.switches.limited_supply) == (["R", "B"], True)
    assert next(ply.seat for ply in game.plies if not ply.is_deal) == "B"


def test_without_a_seed_games_differ() -> None:
    assert play([LastMove, LastMove]).start != play([LastMove, LastMove]).start


def test_a_bot_may_spoil_what_it_is_shown_and_sees_no_deal_to_come() -> None:
    game = play([Spoiler, Spoiler], seed=2)
    assert game.is_over
    assert not game.status()


def test_a_bot_is_shown_the_position_alone() -> None:
    shown: list[Game] = []

    class Looker(LastMove):
        def choose(self, game: Game) -> str:
            shown.append(game)
            return super().choose(game)

    game = play([Looker, Looker], seed=2)
    assert all(one.plies == [] for one in shown)
    assert {one.position for one in shown} <= {Game(ply.before).position for ply in game.plies}


def test_a_bot_that_fails_is_named_with_seed_and_ply() -> None:
    with pytest.raises(BotError, match=r"^bot the failing one, seed 7, ply \d+: ZeroDivisionError: integer") as caught:
        play(["random", Failing], seed=7)
    found = caught.value
    assert (found.bot, found.seed) == ("the failing one", 7)
    assert found.ply is not None
    assert found.ply > 4
    assert isinstance(found.__cause__, ZeroDivisionError)
    again = pickle.loads(pickle.dumps(found))
    assert (str(again), again.ply, again.exit_code) == (str(found), found.ply, 7)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("fly", "it broke the rules: 'fly' is not a move"),
        ("bonus:first", "it broke the rules: bonus:first is not allowed here"),
        (-1, "it broke the rules: -1 is not an action id"),
        (None, "it broke the rules: it chose None instead of a move"),
    ],
)
def test_a_bot_that_breaks_the_rules_is_named(answer: object, words: str) -> None:
    with pytest.raises(BotError, match=f"^bot Wrong, seed 4, ply 1: {words}"):
        play([Wrong(answer), Wrong(answer)], seed=4)
    with pytest.raises(BotError, match=f"^bot Wrong, ply 1: {words}"):
        ask(Wrong(answer), Game.new(2, 1))


def test_a_game_that_begins_in_its_middle_names_the_round_and_no_ply() -> None:
    game = Game.new(2, 1)
    for _ in range(40):
        game.push(game.legal_moves[-1])
    assert game.round > 1
    for unknown in (game.snapshot(), Game.from_position(game.position), Game(game.state)):
        with pytest.raises(BotError, match=f"^bot Wrong, seed 1, round {game.round}: it broke the rules") as caught:
            ask(Wrong("fly"), unknown, 1)
        assert (caught.value.ply, caught.value.round_no) == (None, game.round)
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    with pytest.raises(BotError, match=r"^bot Wrong, seed 1, ply 77: it broke the rules"):
        ask(Wrong("fly"), game.snapshot(), 1, ply=77)
    with pytest.raises(BotError, match=f"^bot Wrong, seed 1, ply {len(game.plies)}: it broke the rules"):
        ask(Wrong("fly"), game, 1)


class Valuing:
    """A bot that thinks of these moves, the first one best."""

    def __init__(self, *tokens: str) -> None:
        self.tokens = tokens

    def choose(self, game: Game) -> str:
        return self.tokens[0]

    def explain(self, game: Game) -> list[MoveValue]:
        return [MoveValue(token, 8 // len(token), {}, {}) for token in self.tokens]


def test_a_bot_without_values_is_named() -> None:
    game = Game.new(2, 1)
    assert [one.token for one in ask_values(Valuing("pass", game.legal_moves[1]), game)] == [
        "pass",
        game.legal_moves[1],
    ]
    for tokens, words in (
        (["fly"], "it broke the rules: 'fly' is not a move"),
        (["pass", "bonus:first"], "it broke the rules: bonus:first is not allowed here"),
        ([], "it broke the rules: it values no move"),
        ([""], "ZeroDivisionError: "),
    ):
        with pytest.raises(BotError, match=f"^bot Valuing, seed 4, ply 1: {words}"):
            ask_values(Valuing(*tokens), game, 4)


@pytest.mark.parametrize("thing", [3, None, object(), Game])
def test_what_is_no_bot_is_refused(thing: object) -> None:
    with pytest.raises(Malformed):
        play([thing, "random"], seed=1)  # type: ignore[list-item]


@pytest.mark.parametrize("bots", [[], ["random"], ["random"] * 5])
def test_a_wrong_number_of_bots_is_refused(bots: list[str]) -> None:
    with pytest.raises(Malformed, match=r"2 to 4 players, not for \d"):
        play(bots, seed=1)


def test_a_game_that_does_not_deal_is_refused() -> None:
    game = Game.from_position(Game.new(2, 1).start)
    with pytest.raises(AmyitisError, match="waits for a deal"):
        play_out(game, [LastMove(), LastMove()])


def test_every_bot_has_a_seed_of_its_own() -> None:
    seeds = {bot_seed(seed, place) for seed in range(50) for place in range(4)}
    assert len(seeds) == 200
    assert all(0 <= seed < 1 << 64 for seed in seeds)
    assert bot_seed(1, 0) == bot_seed(1, 0)
    made = seated(SeededMove, 3, 1)
    assert isinstance(made, SeededMove)
    assert made.seed == bot_seed(3, 1)
    assert make_bot("random", 1) is not make_bot("random", 1)
