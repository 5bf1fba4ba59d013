"""Deals from a seed that the maker of a game has chosen: they can be checked, and are never called fair."""

from random import Random

import pytest

from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.game.deals.first_deals import commitment, fairness_headers, seal
from amyitis.game.deals.verifying import Verdict, verify_deals


def finished(seed: int = 3, palace: bool = False) -> tuple[Game, dict[str, str]]:
    """A random game to its end, and the headers of its record."""
    sealed, random = seal(seed), Random(1)
    game = Game.new(3, sealed.seed, palace=palace)
    while not game.is_over:
        game.push(random.choice(list(game.legal_moves)))
    return game, fairness_headers(sealed)


def faults(verdict: Verdict) -> list[str]:
    """The words for what is wrong."""
    return [one.key for one in verdict.faults]


@pytest.mark.parametrize("palace", [False, True])
@pytest.mark.parametrize("admitted", [False, True])
def test_the_deals_follow_from_the_seed_but_were_no_chance(palace: bool, admitted: bool) -> None:
    game, headers = finished(palace=palace)
    if not admitted:
        del headers["Chosen"]
    verdict = verify_deals(game.record(headers), headers["Commitment"])
    assert faults(verdict) == ["chosen"], "a server that draws it alone could choose it, too"
    assert verdict.edition == 1
    assert verdict.deals == verdict.all_deals == sum(ply.is_deal for ply in game.plies)


def test_a_missing_commitment_is_not_a_kept_one() -> None:
    game, headers = finished()
    del headers["Commitment"]
    assert faults(verify_deals(game.record(headers))) == ["no-commitment", "chosen"]


def test_another_commitment_than_the_one_seen_is_found() -> None:
    game, headers = finished()
    assert faults(verify_deals(game.record(headers), "00" * 32)) == ["other-commitment", "chosen"]


def test_another_seed_than_the_committed_one_is_found() -> None:
    game, headers = finished()
    found = faults(verify_deals(game.record(headers | {"Seed": str(int(headers["Seed"]) ^ 1)})))
    assert "other-seed" in found


def test_a_deal_that_the_seed_does_not_give_is_found() -> None:
    game, headers = finished(5)
    nonce = headers["Nonce"]
    assert "other-start" in faults(
        verify_deals(game.record(headers | {"Seed": "6", "Commitment": commitment(6, nonce)}))
    )


def test_a_deal_chosen_later_is_found() -> None:
    sealed, random = seal(9), Random(2)
    game = Game.from_position(Game.new(2, sealed.seed).start)
    honest = Game.new(2, sealed.seed).moves[0]
    game.push(next(deal for seed in range(20) if (deal := Game.from_position(game.start, seed).moves[0]) != honest))
    while game.round == 1 and game.question != "deal":
        game.push(random.choice(list(game.legal_moves)))
    found = verify_deals(game.record(fairness_headers(sealed))).faults
    assert "ply 1: " in found[1].sentence
    assert "the seed gives" in found[1].sentence


def test_a_chosen_game_does_not_pass_by_dealing_from_its_last_ply_on() -> None:
    """Every deal was chosen, and the seed promised nothing: this once passed."""
    game, _headers = finished(4)
    sealed = seal(8)
    verdict = verify_deals(game.record(fairness_headers(sealed, deals_from=len(game.plies))))
    assert faults(verdict) == ["chosen", "part"]
    assert verdict.deals == 0


def test_a_game_that_goes_on_from_a_position_covers_a_part() -> None:
    random, sealed, other = Random(4), seal(8), Game.new(3, 5, palace=True)
    for _ in range(40):
        other.push(random.choice(list(other.legal_moves)))
    game = Game.from_position(other.position, sealed.seed)
    while not game.is_over:
        game.push(random.choice(list(game.legal_moves)))
    verdict = verify_deals(game.record(fairness_headers(sealed, deals_from=0)))
    assert faults(verdict) == ["chosen", "part"]
    assert verdict.deals == verdict.all_deals > 0
    assert faults(verify_deals(game.record(fairness_headers(sealed)))) == ["chosen", "other-start"]


def test_a_chosen_first_player_must_be_named() -> None:
    sealed, random = seal(3), Random(5)
    drawn = Game.new(4, sealed.seed).view()["first_player"]
    first = next(seat for seat in "WKBR" if seat != drawn)
    game = Game.new(4, sealed.seed, first=first)
    assert game.view()["first_player"] == game.seat == first
    while not game.is_over:
        game.push(random.choice(list(game.legal_moves)))
    verdict = verify_deals(game.record(fairness_headers(sealed, first=first)))
    assert faults(verdict) == ["chosen"]
    assert "first-chosen" in [one.key for one in verdict.notes]
    assert faults(verify_deals(game.record(fairness_headers(sealed)))) == ["chosen", "other-start"]
    with pytest.raises(Malformed, match=r"2\.8"):
        Game.new(2, first="R")
