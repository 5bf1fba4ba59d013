"""Tokens: every action has one, every one is read back, and what is none is refused with a hint."""

import pytest

from amyitis.box.tables import CRAFT_LETTERS
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.notation.tokens import DEAL_WORD, TOKENS, parse_deal, parse_group, parse_token, token
from amyitis.rules.course.chance import draw_deal, shuffler
from amyitis.rules.questions import FIRST_DEAL, N_ACTIONS


def test_every_action_id_has_a_token_of_its_own_that_reads_back() -> None:
    assert len(set(TOKENS)) == len(TOKENS) == N_ACTIONS
    assert [parse_token(token(action)) for action in range(N_ACTIONS)] == list(range(N_ACTIONS))
    assert not any(" " in one or ";" in one or one != one.strip() for one in TOKENS)


def test_the_table_of_the_notation() -> None:
    words = (
        "pass peasant/1 priest/2 engineer/3 merchant/4 courtier/1 noble free:priest/2 go:Uruk top bottom ishtar marduk "
        "tammouz dig:a1-b1 sell:b sell:dw pay:d pay:w pay:bp pay:bw banker caravaneer palace gardener plant:c3 take:b "
        "camel talent swap:sb keep drop:b bonus:first bonus:procession bonus:craft bonus:courtier"
    )
    for one in words.split():
        assert token(parse_token(one)) == one


@pytest.mark.parametrize("palace", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_deals_read_back(players: int, palace: bool) -> None:
    s = Game.new(players=players, seed=1, palace=palace).state
    chance = shuffler(5)
    for _ in range(300):
        action = FIRST_DEAL + draw_deal(s, chance)
        written = token(action)
        assert parse_token(written) == action
        groups = written.removeprefix(DEAL_WORD).split("/")
        assert len(groups) == players
        assert all(list(group) == sorted(group, key=CRAFT_LETTERS.index) for group in groups)


def test_the_cards_of_a_group_may_be_named_in_any_order() -> None:
    assert token(parse_token("deal:ETF/MTF")) == "deal:FTE/FTM"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("go:uruk", "'go:uruk' is not a move; did you mean 'go:Uruk'?"),
        ("peasant", "'peasant' is not a move; did you mean 'peasant/"),
        ("peasants/1", "'peasants/1' is not a move; did you mean 'peasant/1'?"),
        ("priest/5", "'priest/5' is not a move; did you mean 'priest/4'?"),
        ("PASS", "'PASS' is not a move"),
        ("dig:b1-a1", "'dig:b1-a1' is not a move; did you mean 'dig:"),
        ("plant:e5", "'plant:e5' is not a move; did you mean 'plant:"),
        ("swap:sw", "'swap:sw' is not a move; did you mean 'swap:"),
        ("swap:ss", "'swap:ss' is not a move; did you mean 'swap:"),
        ("sell:wb", "'sell:wb' is not a move; did you mean 'sell:"),
        ("", "'' is not a move"),
        ("xyzzy!", "'xyzzy!' is not a move"),
        ("pass ", "'pass ' is not a move; did you mean 'pass'?"),
    ],
)
def test_what_is_not_a_move_is_said_so_with_the_nearest(text: str, hint: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse_token(text)
    assert str(refused.value).startswith(hint)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("deal:", "'deal:' is not a deal: it wants up to 4 groups of 3 cards"),
        ("deal:FT/FTM", "'deal:FT/FTM' is not a deal"),
        ("deal:FTEM", "'deal:FTEM' is not a deal"),
        ("deal:FTE/FTE/FTE/FTE/FTE", "'deal:FTE/FTE/FTE/FTE/FTE' is not a deal"),
        ("deal:FTX/FTM", "'FTX' is not a group of Craft cards: 'X' is none of FTEMC"),
        ("deal:fte/ftm", "'fte' is not a group of Craft cards: 'e' is none of FTEMC"),
    ],
)
def test_what_is_not_a_deal(text: str, reason: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse_token(text)
    assert str(refused.value).startswith(reason)


def test_a_group_has_at_most_three_cards() -> None:
    assert parse_group("") == 0
    assert parse_group("TTT") == 3 * parse_group("T")
    with pytest.raises(Malformed, match="it has more than 3"):
        parse_group("FFTT")
    assert parse_deal("FTE") == parse_group("FTE")
