"""Fair deals: a record shows that its deals follow from the seed, and the seed from the commitment."""

from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from amyitis.cli import app
from amyitis.errors import AmyitisError, Malformed
from amyitis.game import Game
from amyitis.game.fair_deals import commitment, fairness_headers, seal, verify_deals


def finished(seed: int | None = None, palace: bool = False) -> tuple[Game, dict[str, str]]:
    """A random game to its end, and the headers of its record."""
    sealed, random = seal(seed), Random(1)
    game = Game.new(3, sealed.seed, palace=palace)
    while not game.is_over:
        game.push(random.choice(list(game.legal_moves)))
    return game, fairness_headers(sealed, over=True)


@pytest.mark.parametrize("palace", [False, True])
def test_an_honest_record_is_verified(palace: bool) -> None:
    game, headers = finished(palace=palace)
    verdict = verify_deals(game.record(headers))
    assert verdict.committed
    assert verdict.deals == sum(ply.is_deal for ply in game.plies)


def test_another_seed_than_the_committed_one_is_found() -> None:
    game, headers = finished()
    with pytest.raises(AmyitisError, match="commitment"):
        verify_deals(game.record(headers | {"Seed": str(int(headers["Seed"]) ^ 1)}))


def test_a_deal_that_the_seed_does_not_give_is_found() -> None:
    game, headers = finished(5)
    nonce = headers["Nonce"]
    with pytest.raises(AmyitisError, match=r"start position|dealt"):
        verify_deals(game.record(headers | {"Seed": "6", "Commitment": commitment(6, nonce)}))


def test_a_deal_chosen_later_is_found() -> None:
    sealed, random = seal(9), Random(2)
    game = Game.from_position(Game.new(2, sealed.seed).start)
    honest = Game.new(2, sealed.seed).moves[0]
    game.push(next(deal for seed in range(20) if (deal := Game.from_position(game.start, seed).moves[0]) != honest))
    while game.round == 1 and game.question != "deal":
        game.push(random.choice(list(game.legal_moves)))
    with pytest.raises(AmyitisError, match=r"ply 1: .* was dealt, the seed gives"):
        verify_deals(game.record(fairness_headers(sealed, over=True)))


def test_a_game_that_goes_on_from_a_record_is_verified_from_there() -> None:
    random, sealed = Random(3), seal()
    game = Game.new(2, 77)
    for _ in range(60):
        game.push(random.choice(list(game.legal_moves)))
    on = Game.from_position(game.start)
    for ply in game.plies:
        on.push_id(ply.action)
    on.deal_from(sealed.seed)
    while not on.is_over:
        on.push(random.choice(list(on.legal_moves)))
    headers = fairness_headers(sealed, over=True, deals_from=len(game.plies))
    assert verify_deals(on.record(headers)).deals > 0
    with pytest.raises(AmyitisError):
        verify_deals(on.record(headers | {"DealsFrom": str(len(game.plies) - 30)}))


def test_a_game_that_goes_on_from_a_position_is_verified_from_its_start() -> None:
    random, sealed, other = Random(4), seal(), Game.new(3, 5, palace=True)
    for _ in range(40):
        other.push(random.choice(list(other.legal_moves)))
    game = Game.from_position(other.position, sealed.seed)
    while not game.is_over:
        game.push(random.choice(list(game.legal_moves)))
    assert verify_deals(game.record(fairness_headers(sealed, over=True, deals_from=0))).deals > 0
    with pytest.raises(AmyitisError, match="start position"):
        verify_deals(game.record(fairness_headers(sealed, over=True)))


def test_a_chosen_first_player_must_be_named() -> None:
    sealed, random = seal(3), Random(5)
    drawn = Game.new(4, sealed.seed).view()["first_player"]
    first = next(seat for seat in "WKBR" if seat != drawn)
    game = Game.new(4, sealed.seed, first=first)
    assert game.view()["first_player"] == game.seat == first
    while not game.is_over:
        game.push(random.choice(list(game.legal_moves)))
    assert verify_deals(game.record(fairness_headers(sealed, over=True, first=first))).committed
    with pytest.raises(AmyitisError, match="start position"):
        verify_deals(game.record(fairness_headers(sealed, over=True)))
    with pytest.raises(Malformed, match=r"2\.8"):
        Game.new(2, first="R")


def test_the_seed_is_not_in_the_record_of_a_running_game() -> None:
    sealed = seal()
    headers = fairness_headers(sealed, over=False)
    assert headers == {"Commitment": sealed.commitment}
    with pytest.raises(Malformed, match="no seed"):
        verify_deals(Game.new(2, sealed.seed).record(headers))


def test_the_command_says_what_it_found(tmp_path: Path) -> None:
    game, headers = finished()
    file = tmp_path / "game.amy"
    file.write_text(game.record(headers), encoding="utf-8")
    result = CliRunner().invoke(app, ["verify", str(file)])
    assert result.exit_code == 0
    assert "the commitment was kept" in result.output
    file.write_text(game.record(headers | {"Nonce": "00"}), encoding="utf-8")
    assert CliRunner().invoke(app, ["verify", str(file)]).exit_code == 1
