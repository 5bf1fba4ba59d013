"""Real views are exactly of the shape that is written down, and its words are those of the rules."""

from itertools import product
from random import Random
from typing import get_args

import pytest
from pydantic import ConfigDict, TypeAdapter
from typing_extensions import is_typeddict

from amyitis.box.tables import COLOURS, COURT_TYPES, CRAFTS, GOODS, ROW_NAMES, SEAT_LETTERS, TEMPLES
from amyitis.game import Game
from amyitis.game.view import View, shape
from amyitis.notation.tokens import BONUS_NAMES
from amyitis.rules.questions import KIND_NAMES


@pytest.fixture
def exact(monkeypatch: pytest.MonkeyPatch) -> TypeAdapter[View]:
    """The shape, which allows no other fields anywhere in it."""
    for part in vars(shape).values():
        if is_typeddict(part):
            monkeypatch.setattr(part, "__pydantic_config__", ConfigDict(extra="forbid"), raising=False)
    return TypeAdapter[View](View)


@pytest.mark.parametrize(("players", "palace", "limited"), [*product((2, 3, 4), (False, True), (False, True))])
def test_views_of_random_games_have_the_shape(
    exact: TypeAdapter[View], players: int, palace: bool, limited: bool
) -> None:
    random = Random(players)
    game = Game.new(players, 10 + players, palace=palace, limited_supply=limited)
    kinds = set()
    while not game.is_over:
        view = game.view()
        assert exact.validate_python(view, strict=True) == view
        assert view["question"] is not None
        kinds.add(view["question"]["kind"])
        game.push(random.choice(list(game.legal_moves)))
    assert exact.validate_python(game.view(), strict=True)["question"] is None
    assert len(kinds) > 5


def test_a_view_with_another_field_has_not_the_shape(exact: TypeAdapter[View]) -> None:
    view = Game.new(2, 1).view()
    for wrong in ({**view, "more": 1}, {**view, "garden": {**view["garden"], "more": 1}}, {**view, "phase": "other"}):
        with pytest.raises(ValueError, match="validation error"):
            exact.validate_python(wrong, strict=True)


def test_the_words_of_the_shape_are_those_of_the_box_and_the_rules() -> None:
    assert get_args(shape.Seat) == tuple(SEAT_LETTERS)
    assert get_args(shape.Colour) == COLOURS
    assert get_args(shape.Good) == GOODS == tuple(shape.Goods.__annotations__)
    assert get_args(shape.Craft) == CRAFTS
    assert get_args(shape.CourtType) == COURT_TYPES
    assert tuple(shape.Temples.__annotations__) == TEMPLES
    assert tuple(shape.Fields.__annotations__) == ROW_NAMES
    assert tuple(shape.Bonuses.__annotations__) == BONUS_NAMES
    assert (*get_args(shape.Kind), "over") == KIND_NAMES
