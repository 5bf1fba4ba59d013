"""Refusals for programs: every key has a sentence, its own facts, and a line in `docs/reference/api.md`."""

import json
import re
from itertools import islice
from pathlib import Path
from string import Formatter

import pytest

from amyitis.game import Game, Refusal
from amyitis.game.refusal import TEMPLATES
from amyitis.notation.tokens import TOKENS
from tests.game.refused_moves import REFUSALS
from tests.layout import play, random_moves

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "illegal-moves.md"
ROW = re.compile(r"^\| `(?P<key>[a-z_]+)` \| (?P<facts>[^|]*)\| [^|]+ \|$", re.MULTILINE)
# What programs are told beyond the sentence.
UNSAID = {"question_open": {"kind"}, "no_such_group": {"group"}}


def documented() -> dict[str, set[str]]:
    """The facts of each key as the documentation lists them."""
    found = {}
    for row in ROW.finditer(PAGE.read_text(encoding="utf-8")):
        outside = re.sub(r"\([^)]*\)|: .*$", "", row["facts"].strip())
        found[row["key"]] = set(re.findall(r"`([a-z_]+)`", outside))
    return found


def fields(template: str) -> set[str]:
    """The facts that a sentence needs."""
    return {name for _text, name, _spec, _conversion in Formatter().parse(template) if name}


DOCUMENTED = documented()


def check(refusal: Refusal) -> None:
    assert set(refusal.facts) == DOCUMENTED[refusal.key]
    assert fields(TEMPLATES[refusal.key]) | UNSAID.get(refusal.key, set()) == set(refusal.facts)
    assert json.loads(json.dumps(refusal.facts)) == refusal.facts, "plain data only"
    assert "{" not in refusal.missing


def test_every_key_has_a_sentence_and_a_line_in_the_documentation() -> None:
    assert DOCUMENTED.keys() == TEMPLATES.keys()


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("palace", [False, True])
def test_every_refusal_of_random_games_has_its_facts(players: int, palace: bool) -> None:
    game = Game.new(players=players, seed=players, palace=palace, limited_supply=players == 3)
    refused = 0
    for _ in islice(random_moves(game, seed=players), None, None, 2):  # every other position
        for move in TOKENS:
            refusal = game.why_not(move)
            if refusal is not None:
                check(refusal)
                refused += 1
    assert refused > 1_000


def test_every_key_occurs() -> None:
    """The prepared tables of the other tests show every key but those that need a table of their own."""
    seen = set()
    for game, moves, refused, _reason in REFUSALS:
        here = game.copy()
        play(here, moves)
        refusal = here.why_not(refused)
        assert refusal is not None
        check(refusal)
        seen.add(refusal.key)
    assert TEMPLATES.keys() - seen == {"noble_too_dear", "free_already"}


def test_facts_are_names_and_numbers() -> None:
    refusal = next(game.why_not(refused) for game, _moves, refused, why in REFUSALS if why.startswith("7.2: Uruk is 4"))
    assert refusal is not None
    assert refusal.facts == {"city": "Uruk", "spaces": 4, "camels_needed": 4, "camels": 3, "seat": "W"}
