"""`why_not`: nothing for a legal move, and for every other a clause of the rulebook and what is missing."""

import pytest

from amyitis.errors import Malformed
from amyitis.game import Game, Refusal
from amyitis.notation.tokens import TOKENS, parse_token
from amyitis.rulebook import clause
from tests.game.refused_moves import REFUSALS, palace_game, with_bonus
from tests.layout import DEALS, play, random_moves, table, wander, with_sections

DEAL_TOKENS = [*DEALS.values(), "deal:FTE/FTM/FEC", "deal:FFF/FFF/FFF/FFF", "deal:FTE"]


@pytest.mark.parametrize(
    ("players", "limited", "palace"),
    [(2, False, False), (3, True, False), (4, False, False), (2, True, True), (4, False, True)],
)
def test_a_move_is_refused_if_and_only_if_it_is_not_legal(players: int, limited: bool, palace: bool) -> None:
    found: dict[str, Refusal] = {}
    for seed in range(2):
        game = Game.new(players=players, seed=seed, limited_supply=limited, palace=palace)
        for number, _ in enumerate(random_moves(game, seed=seed)):
            if number % 6 == 0 or game.question not in ("action", "row", "temple", "dig"):
                legal = set(game.legal_moves)
                for move in (*TOKENS, *DEAL_TOKENS):
                    refusal = game.why_not(move)
                    assert (refusal is None) is (move in legal)
                    found |= {str(refusal.facts) + refusal.key + refusal.clause: refusal} if refusal else {}
        for move in (*TOKENS, *DEAL_TOKENS):
            assert game.why_not(move) == Refusal("11.1", "game_over", {})
    assert len(found) > 100
    for refusal in found.values():
        check(refusal)


def check(refusal: Refusal) -> None:
    assert clause(refusal.clause).number == refusal.clause
    assert refusal.missing
    assert "{" not in refusal.missing
    assert str(refusal) == f"rules {refusal.clause}: {refusal.missing}"


def test_the_example() -> None:
    game = table(caravan="Ur", W="s")
    assert str(game.why_not("go:Uruk")) == "rules 7.3: Uruk asks for dates or wine; White holds salt"


def test_what_is_not_a_move_at_all_is_malformed() -> None:
    with pytest.raises(Malformed, match="did you mean 'go:Uruk'"):
        table().why_not("go:uruk")


@pytest.mark.parametrize(
    ("game", "moves", "refused", "reason"), REFUSALS, ids=[f"{case[2]} {case[3].split(':')[0]}" for case in REFUSALS]
)
def test_every_refusal(game: Game, moves: str, refused: str, reason: str) -> None:
    here = game.copy()
    play(here, moves)
    assert str(here.why_not(refused)) == f"rules {reason}"


def test_the_noble_is_refused_for_want_of_talents() -> None:
    game = palace_game("")
    poor = with_sections(game.position, K="0,t1,c1,-,B0,C0,P0,G0,T0.0")
    assert str(Game.from_position(poor).why_not("noble")) == "rules 13.3: the Noble costs 2 talents; Black has 1 talent"


def test_the_craft_bonus_is_refused_where_the_card_costs_nothing() -> None:
    game = with_bonus("bonus:craft bonus:first bonus:procession")
    while game.seat != "K":
        game.push("pass")
    free = {move: game.why_not(move) for move in TOKENS if move.startswith("free:")}
    assert {one.missing for one in free.values() if one and "costs nothing" in one.missing} == {
        f"group {group} costs nothing: the Craft bonus is for cards that cost something" for group in (1, 2)
    }


def test_why_not_changes_nothing() -> None:
    game = Game.new(players=3, seed=3)
    wander(game, seed=3, limit=30)
    before = game.state
    for move in TOKENS:
        game.why_not(move)
    assert game.state == before
    assert all(parse_token(move) >= 0 for move in game.legal_moves)
