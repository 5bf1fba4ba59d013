"""The first edition of fair deals: games of old, and games whose seed was chosen, by the rules of their time."""

from random import Random

import pytest

from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.game.first_deals import commitment, fairness_headers, seal
from amyitis.game.verifying import Verdict, verify_deals


def finished(seed: int | None = None, palace: bool = False) -> tuple[Game, dict[str, str]]:
    """A random game to its end, and the headers of its record."""
    sealed, random = seal(seed), Random(1)
    game = Game.new(3, sealed.seed, palace=palace)
    while not game.is_over:
        game.push(random.choice(list(game.legal_moves)))
    return game, fairness_headers(sealed, shown=True)


def faults(verdict: Verdict) -> list[str]:
    """The words for what is wrong."""
    return [one.key for one in verdict.faults]


@pytest.mark.parametrize("palace", [False, True])
def test_an_honest_record_is_verified_and_says_by_which_rules(palace: bool) -> None:
    game, headers = finished(palace=palace)
    verdict = verify_deals(game.record(headers), headers["Commitment"])
    assert verdict.fair
    assert verdict.edition == 1
    assert verdict.deals == verdict.all_deals == sum(ply.is_deal for ply in game.plies)
    assert [one.key for one in verdict.notes] == ["first-edition"]
    assert "64 bits" in verdict.notes[0].sentence


def test_a_missing_commitment_is_not_a_kept_one() -> None:
    game, headers = finished()
    del headers["Commitment"]
    assert faults(verify_deals(game.record(headers))) == ["no-commitment"]


def test_another_commitment_than_the_one_seen_is_found() -> None:
    game, headers = finished()
    assert faults(verify_deals(game.record(headers), "00" * 32)) == ["other-commitment"]


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
    found = verify_deals(game.record(fairness_headers(sealed, shown=True))).faults
    assert "ply 1: " in found[0].sentence
    assert "the seed gives" in found[0].sentence


def test_a_chosen_game_does_not_pass_by_dealing_from_its_last_ply_on() -> None:
    """Every deal was chosen, and the seed promised nothing: this once passed."""
    game, _headers = finished(4)
    sealed = seal()
    verdict = verify_deals(game.record(fairness_headers(sealed, shown=True, deals_from=len(game.plies))))
    assert faults(verdict) == ["part"]
    assert verdict.deals == 0
    assert f"{verdict.all_deals} of {verdict.all_deals} deals" in verdict.faults[0].sentence


def test_a_chosen_seed_is_no_chance() -> None:
    game, headers = finished(5)
    assert faults(verify_deals(game.record(headers | {"Chosen": "seed"}))) == ["chosen"]


def test_a_game_that_goes_on_from_a_position_covers_a_part() -> None:
    random, sealed, other = Random(4), seal(), Game.new(3, 5, palace=True)
    for _ in range(40):
        other.push(random.choice(list(other.legal_moves)))
    game = Game.from_position(other.position, sealed.seed)
    while not game.is_over:
        game.push(random.choice(list(game.legal_moves)))
    verdict = verify_deals(game.record(fairness_headers(sealed, shown=True, deals_from=0)))
    assert faults(verdict) == ["part"]
    assert verdict.deals == verdict.all_deals > 0
    assert faults(verify_deals(game.record(fairness_headers(sealed, shown=True)))) == ["other-start"]


def test_a_chosen_first_player_must_be_named() -> None:
    sealed, random = seal(3), Random(5)
    drawn = Game.new(4, sealed.seed).view()["first_player"]
    first = next(seat for seat in "WKBR" if seat != drawn)
    game = Game.new(4, sealed.seed, first=first)
    assert game.view()["first_player"] == game.seat == first
    while not game.is_over:
        game.push(random.choice(list(game.legal_moves)))
    verdict = verify_deals(game.record(fairness_headers(sealed, shown=True, first=first)))
    assert verdict.fair
    assert "first-chosen" in [one.key for one in verdict.notes]
    assert faults(verify_deals(game.record(fairness_headers(sealed, shown=True)))) == ["other-start"]
    with pytest.raises(Malformed, match=r"2\.8"):
        Game.new(2, first="R")


def test_the_seed_is_not_in_the_record_of_a_running_game() -> None:
    sealed = seal()
    headers = fairness_headers(sealed, shown=False)
    assert headers == {"Commitment": sealed.commitment}
    assert faults(verify_deals(Game.new(2, sealed.seed).record(headers))) == ["no-seed", "not-over"]
