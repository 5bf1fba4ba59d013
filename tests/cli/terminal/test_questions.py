"""What is asked in a terminal: every choice is told with what it would do."""

from random import Random

import pytest

from amyitis.cli.terminal.questions import choices, explain, question_sentence
from amyitis.game import Game
from tests.layout import table


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_choice_is_explained_and_trying_it_changes_nothing(players: int) -> None:
    choice = Random(players)
    game = Game.new(players, seed=players, palace=players > 2)
    while not game.is_over:
        view, position = game.view(), game.position
        assert question_sentence(view).strip("?. ")
        moves = choices(game)
        assert sorted(moves) == sorted(game.legal_moves)
        assert all(explain(game, view, move) for move in moves)
        assert game.position == position
        game.push(choice.choice(moves))


def explained(game: Game) -> dict[str, str]:
    return {move: explain(game, game.view(), move) for move in choices(game)}


def test_explanations_of_planting() -> None:
    canals = "a1-b1:W a1-a2:K b1-b2:W b2-c2:W c1-d1:W"
    told = explained(table(caravan="Khorsabad", canals=canals, planted="b1:K", W="G1", todo="next,square"))
    assert told["plant:a1"] == "4 prestige"
    assert told["plant:a2"] == "2 prestige, 1 Gardener; 2 prestige to Black for irrigation"
    assert told["plant:b2"] == "6 prestige; 2 prestige to you for irrigation"
    assert told["plant:c1"] == "3 prestige, 2 talents; 2 prestige to you for irrigation; 1 grey cube placed"
    canals += " c2-c3:WK"
    told = explained(table(caravan="Khorsabad", canals=canals, W="G1", todo="next,square"))
    assert told["plant:c3"].startswith("8 prestige; returns 1 Gardener")


def test_explanations_of_court_cards_and_cities() -> None:
    told = explained(table(caravan="Uruk", lying="bs", W="C1 B2", todo="next,court"))
    assert told["caravaneer"] == "Caravaneer 2: up to 4 spaces without camels, keep 4 goods, take its barley or salt"
    assert told["banker"] == "Banker 3: 2 talents and 2 prestige at the start of every round"
    told = explained(table(canals="a1-b1:W", W="c8 sdw"))
    assert told["go:Susa"] == "2 camels, barley: Banker 1 or Caravaneer 1"
    assert told["go:Eshnunna"] == "1 camel, salt: plant quality 1 on a1 or b1"
    assert told["pass"].startswith("no more actions this round; 1 talent each time")
    assert explained(table(caravan="Mari", W="c8 sdw"))["go:Babylon"].startswith("4 camels: sell 1 good for 3 prestige")
    assert explained(table(passed="KBR"))["pass"] == "ends the actions of this round"


def test_explanations_of_canals_and_temples() -> None:
    told = explained(table(canals="a1-b1:W b1-b2:W b2-c2:W", todo="next,engineer"))
    assert told["dig:b1-c1"] == "waters c1"
    assert told["dig:c2-c3"] == "half of the canal: it carries water when both areas are filled"
    told = explained(table(ishtar="NWBK", marduk="R", todo="next,temple"))
    assert told["ishtar"] == "now from the left Grey, White, Blue, Black; Black is pushed out"
    assert told["marduk"] == "now from the left Red"
    assert told["tammouz"] == "now empty"
