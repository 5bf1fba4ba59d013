"""Phase I: the Craft deal and the income (4)."""

from collections import Counter

import pytest

from amyitis.errors import Illegal
from amyitis.game import Game
from tests.layout import DEALS, events, pass_round, play, seat, section, table


@pytest.mark.clause("4.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_many_groups_of_three_as_players(players: int) -> None:
    for seed in range(30):
        groups = section(Game.new(players=players, seed=seed), "crafts").split(",")
        assert [len(group) for group in groups] == [3] * players


@pytest.mark.clause("4.1")
@pytest.mark.parametrize(
    ("players", "deal"),
    [
        (3, "deal:FTE/FTM"),
        (3, "deal:FTE/FTM/FEM/TEM"),
        (3, "deal:FFF/FFM/TEM"),
        (3, "deal:EEE/EFM/TTM"),
        (3, "deal:FTE/FTM/FEC"),
        (2, "deal:FFT/FFM"),
        (4, "deal:FFF/FFF/TEM/TEM"),
        (4, "deal:MMM/MMF/TEF/TEF"),
    ],
)
def test_a_deal_has_the_groups_and_the_cards_of_the_deck(players: int, deal: str) -> None:
    game = table(players, todo="deal")
    with pytest.raises(Illegal, match=r"\(rule 4\.1\)"):
        game.push(deal)
    assert game.question == "deal"


@pytest.mark.clause("4.1")
@pytest.mark.parametrize(("players", "deal"), [(2, "MMM/TTT"), (3, "FFF/FTT/TTE"), (4, "FFF/FFT/TTT/TEE")])
def test_every_card_of_the_deck_can_be_dealt(players: int, deal: str) -> None:
    game = table(players, todo="deal", round_no=1)
    play(game, f"deal:{deal}")
    assert section(game, "crafts") == deal.replace("/", ",")
    assert game.round == 2


@pytest.mark.clause("4.1")
def test_all_cards_are_shuffled_in_again_each_round() -> None:
    """Cards that were recruited, and those set aside, can come in the next round; face-down ones do not stay."""
    game = Game.new(players=2, seed=4)
    seen = set()
    for _ in range(12):
        for _ in range(6):
            game.push(next((move for move in game.legal_moves if move.startswith("merchant")), "pass"))
            if game.question != "action":
                break
        pass_round(game)
        seen.add(section(game, "crafts"))
        assert [len(group) for group in section(game, "crafts").split(",")] == [3, 3]
    assert len(seen) > 6


@pytest.mark.clause("4.1", "1.3")
@pytest.mark.parametrize(("players", "deck"), [(2, "FFTTTEEMMM"), (3, "FFFFTTTTEEEMMM"), (4, "FFFFFTTTTTEEEEMMMM")])
def test_the_deal_is_a_fair_shuffle(players: int, deck: str) -> None:
    """Each craft comes as often as its share of the deck says, in every group, and each pair in a group too."""
    games = 1500
    crafts: list[Counter[str]] = [Counter() for _ in range(players)]
    triples = 0
    for seed in range(games):
        for place, group in enumerate(Game.new(players=players, seed=seed).moves[0].removeprefix("deal:").split("/")):
            crafts[place].update(group)
            triples += group == "TTT"
    for count in crafts:
        for craft in "FTEM":
            expected = 3 * games * deck.count(craft) / len(deck)
            assert abs(count[craft] - expected) < 0.1 * expected
    priests, cards = deck.count("T"), len(deck)
    expected = games * players * priests * (priests - 1) * (priests - 2) / (cards * (cards - 1) * (cards - 2))
    assert abs(triples - expected) < 0.5 * expected, "cards are not put back before the next is drawn"


@pytest.mark.clause("4.2")
def test_income_by_banker_level() -> None:
    game = table(W="1 t0 B0", K="2 t1 B1", B="3 t2 B2", R="4 t3 B3", todo="deal")
    happened = play(game, DEALS[4])
    assert [(seat(game, one).talents, seat(game, one).prestige) for one in "WKBR"] == [(0, 1), (2, 2), (4, 3), (5, 6)]
    assert {event.clause for event in happened if event.seat} == {"4.2"}


@pytest.mark.clause("4.2")
def test_income_comes_once_a_round_and_after_the_deal() -> None:
    game = table(2, W="t0 B1", K="t0 B1", todo="deal", first="K")
    happened = play(game, DEALS[2])
    assert [event.what for event in happened] == ["deal", "talents", "talents"]
    assert events(happened, "talents") == [("4.2", "K", 1, None), ("4.2", "W", 1, None)]
    play(game, "merchant/2")
    assert (seat(game, "W").talents, seat(game, "K").talents) == (1, 1)
