"""Copies and pickles of a game, and of subclasses of it: equal, whole, and independent."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from amyitis.errors import Malformed
from amyitis.game import Game, Switches, pickles
from tests.golden_games import GOLDEN


class NamedGame(Game):
    """A game with something of its own."""

    names: dict[str, str]


class SlottedGame(Game):
    """One that keeps what is its own in slots, one of them private and one never filled."""

    __slots__ = ("__title", "names", "notes")

    names: dict[str, str]
    notes: list[str]

    @property
    def title(self) -> str:
        return self.__title

    @title.setter
    def title(self, title: str) -> None:
        self.__title = title


def named(game: NamedGame, **names: str) -> NamedGame:
    game.names = names
    return game


def wander(game: Game, moves: int, seed: int = 1) -> Game:
    random = Random(seed)
    for _ in range(moves):
        if game.is_over:
            break
        game.push(random.choice(game.legal_moves))
    return game


def pickled(game: Game) -> Game:
    again = pickle.loads(pickle.dumps(game))
    assert isinstance(again, Game)
    return again


WAYS: list[Callable[[Any], Any]] = [Game.copy, copy.copy, copy.deepcopy, pickled]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("moves", [0, 1, 40, 60])
def test_a_copy_is_whole_and_independent(way: Callable[[Game], Game], moves: int) -> None:
    game, untouched = (wander(Game.new(2, 5, palace=True), moves) for _ in range(2))
    twin = way(game)
    assert (twin, twin.moves, twin.start, twin.events) == (game, game.moves, game.start, game.events)
    assert twin.plies == game.plies
    wander(twin, 30, seed=2)
    assert (game, game.moves) == (untouched, untouched.moves)
    game.push(game.legal_moves[0])
    assert game != untouched
    if moves:
        game.undo()
        game.undo()
        wander(game, 20, seed=3)
    again = way(untouched)
    for _ in range(moves):
        assert (again.undo(), again.position) == (untouched.undo(), untouched.position)


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_deals_the_same_cards(way: Callable[[Game], Game]) -> None:
    game = wander(Game.new(3, 9), 25)
    twin = way(game)
    assert wander(game, 80, seed=4).moves == wander(twin, 80, seed=4).moves
    changed = wander(Game.new(3, 9), 25)
    changed.deal_from(10)
    wander(changed, 20, seed=4)
    twin = way(changed)
    changed.undo()
    twin.undo()
    assert wander(changed, 60, seed=5).moves == wander(twin, 60, seed=5).moves


@pytest.mark.parametrize("way", [*WAYS, Game.snapshot])
def test_a_subclass_stays_one_and_keeps_what_it_added(way: Callable[[Game], Game]) -> None:
    game = named(NamedGame.new(2, 5), W="Ada")
    twin = way(game)
    assert type(twin) is NamedGame
    assert twin.names == {"W": "Ada"}
    twin.names["W"] = "Bo"
    assert (game.names["W"] == "Ada") is (way in (copy.deepcopy, pickled))


@pytest.mark.parametrize("way", [*WAYS, Game.snapshot])
def test_a_subclass_keeps_what_it_has_in_slots(way: Callable[[Game], Game]) -> None:
    game = SlottedGame.new(2, 5)
    game.names, game.title = {"W": "Ada"}, "the final"
    wander(game, 5)
    twin = way(game)
    assert type(twin) is SlottedGame
    assert (twin, twin.names, twin.title, hasattr(twin, "notes")) == (game, {"W": "Ada"}, "the final", False)
    assert "names" not in vars(twin)
    assert (twin.names is game.names) is (way not in (copy.deepcopy, pickled))


def test_every_way_to_make_a_game_makes_a_subclass() -> None:
    text = (GOLDEN / "two-random.amy").read_text(encoding="utf-8")
    made = [NamedGame.new(2, 1), NamedGame.from_position(Game.new(2, 1).position), NamedGame.from_record(text, 20)]
    assert {type(game) for game in made} == {NamedGame}
    assert all(eval(repr(game), {"NamedGame": NamedGame}) == game for game in made)


def test_a_deep_copy_of_many_things_shares_the_game_as_before() -> None:
    game = Game.new(2, 1)
    both = copy.deepcopy([game, game])
    assert both[0] is both[1]
    assert both[0] is not game


def test_a_snapshot_begins_here_and_does_not_deal() -> None:
    game = wander(Game.new(2, 5), 10)
    shown = game.snapshot()
    assert (shown, shown.start, shown.plies, game.snapshot().legal_moves.ids) == (
        game,
        game.position,
        [],
        game.legal_moves.ids,
    )
    before = game.position
    while shown.question != "deal":
        shown.push(shown.legal_moves[0])
    assert game.position == before


def test_a_pickle_is_small() -> None:
    game = Game.from_record((GOLDEN / "four-random.amy").read_text(encoding="utf-8"))
    assert len(game.plies) > 300
    assert len(pickle.dumps(game)) < 3000


def test_a_pickle_goes_to_another_process() -> None:
    game = wander(Game.new(4, 3, limited_supply=True), 70)
    words = "import pickle, sys; print(pickle.load(sys.stdin.buffer).push('pass' if False else sys.argv[1])[0])"
    move = game.legal_moves[0]
    found = subprocess.run(
        [sys.executable, "-c", words, move], input=pickle.dumps(game), capture_output=True, check=True, timeout=60
    )
    assert found.stdout.decode().strip() == str(game.push(move)[0])


def test_a_pickle_of_another_box_or_other_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as other:
        other.setattr(pickles, "MADE_WITH", (99, "elsewhere"))
        foreign = pickle.dumps(Game.new(2, 1))
    with pytest.raises(Malformed, match="of rules and box"):
        pickle.loads(foreign)


def test_switches_are_small_and_typed() -> None:
    game = Game.new(2, 1, limited_supply=True)
    assert game.switches == Switches(limited_supply=True)
    off = {"palace": False, "full_lap": False, "unlimited_noble": False, "open_duel": False}
    assert game.switches.as_dict() == {"limited_supply": True, **off} == game.view()["switches"]
    assert Game.new(2, 1, **game.switches.as_dict()) == game
    assert eval(repr(game.switches), {"Switches": Switches}) == game.switches
    words = [Switches(limited, palace).words() for limited in (False, True) for palace in (False, True)]
    assert words == ["", "Palace", "limited supply", "limited supply, Palace"]
    house_rules = Switches(palace=True, full_lap=True, unlimited_noble=True)
    assert house_rules.words() == "Palace, full lap, Noble without limit"
    assert sorted([Switches(palace=True), Switches()]) == [Switches(), Switches(palace=True)]


def test_attributes_may_be_called_as_parts_of_a_pickle() -> None:
    game: Any = wander(Game.new(2, 5), 30)
    names = [*pickles.OURS[2:], "made_with", "further", "headers_", "moves_"]
    for name in names:
        setattr(game, name, [name])
    for way in WAYS:
        again = way(game)
        assert again == game
        assert again.moves == game.moves
        assert [getattr(again, name) for name in names] == [[name] for name in names]
        assert again.undo() == game.copy().undo()


class AddingGame(Game):
    """One that adds to the pickle itself."""

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"place": "Babylon"}


def test_a_subclass_may_add_to_its_pickle() -> None:
    again: Any = pickled(wander(AddingGame.new(2, 5), 5))
    assert again.place == "Babylon"
