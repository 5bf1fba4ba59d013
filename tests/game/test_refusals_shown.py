"""The answers that the table shows and that are not allowed: all of them with their reasons, and no others."""

from random import Random

import pytest

from amyitis.game import Game
from amyitis.game.view import View
from amyitis.game.why_not import SHOWN
from amyitis.rules.questions import ASKED_NAMES, N_KINDS

KINDS = {"action", "dig", "plant", "court", "bonus"}


def shown(view: View) -> set[str]:
    """Every answer to the open question that has a place on the table, from the view alone."""
    assert view["question"] is not None
    match view["question"]["kind"]:
        case "action":
            cities = {f"go:{city['city']}" for city in view["cities"]}
            crafts = {f"{craft}/{group['group']}" for group in view["crafts"] for craft in group["face_up"]}
            return cities | crafts | ({"noble"} if view["switches"]["palace"] else set())
        case "dig":
            return {f"dig:{side}" for side in view["garden"]["sides"]}
        case "plant":
            return {f"plant:{square}" for square in view["garden"]["squares"]}
        case "court":
            return {"banker", "caravaneer", "palace", "gardener"}
        case "bonus":
            return {f"bonus:{bonus}" for bonus in view["palace"]["bonuses"]}
        case _:
            return set()


def test_it_is_said_of_every_kind_of_question_whether_its_answers_lie_on_the_table() -> None:
    """A kind that is forgotten is an error at import (`questions.by_kind`)."""
    assert {name for name, one in zip(ASKED_NAMES[:N_KINDS], SHOWN, strict=True) if one} == KINDS


@pytest.mark.parametrize(("players", "palace", "limited"), [(2, False, False), (3, True, False), (4, True, True)])
def test_every_answer_on_the_table_is_legal_or_has_its_reason(players: int, palace: bool, limited: bool) -> None:
    game, random, seen = Game.new(players, 3, palace=palace, limited_supply=limited), Random(4), set[str]()
    while not game.is_over:
        found = game.refusals()
        assert set(found) == shown(game.view()) - set(game.legal_moves)
        for token, refusal in found.items():
            assert refusal == game.why_not(token)
        if found:
            seen.add(game.question)
        game.push(random.choice(list(game.legal_moves)))
    assert seen == KINDS - (set() if palace else {"bonus"})
    assert game.refusals() == {}
