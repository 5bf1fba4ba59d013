"""Numbers and names that clauses repeat come from the box, in every language."""

import re
from collections import Counter

import pytest

from amyitis import rulebook
from amyitis.box import load_box
from amyitis.errors import Malformed
from amyitis.rulebook.filling import facts_of, fill
from tests.owners import owners_box

OWNERS = owners_box()
STANDARD = load_box()
NUMBERS = [one.number for part in rulebook.sections(box=STANDARD) for one in part.clauses]

# Which facts each clause repeats; a number of the box that is not here must not stand in a clause either.
REPEATED = {
    "2.2": ["city.market"],
    "2.3": ["city.fixed", "cities.plant"],
    "2.4": ["lying.2", "lying.3", "lying.4"],
    "2.5": ["top.prestige"],
    "2.7": ["start.talents", "start.camels"],
    "4.2": [f"banker.{level}.{worth}" for level in (1, 2, 3) for worth in ("talents", "prestige")],
    "6.5": ["engineer.prestige"],
    "7.2": [f"caravaneer.{level}.spaces" for level in (0, 1, 2)],
    "7.4": ["city.market", "market.1", "market.2", "engineer.prestige"],
    "8.2": ["double.floor", "areas"],
    "10.4": ["marduk.1", "marduk.2"],
    "10.6": [f"caravaneer.{level}.keep" for level in (0, 1, 2)],
    "11.1": ["end.2", "end.3", "end.4"],
    "11.2": ["favour.small", "favour.great", *(f"favour.{size}.{n}" for size in ("low", "high") for n in (2, 3, 4))],
    "12.1": ["goods.each"],
    "13.2": ["courtier.steps"],
    "13.3": ["noble.talents", "noble.steps"],
    "13.5": ["minor.steps", "minor.talents"],
}


def said(number: str, lang: str, box: object = OWNERS) -> str:
    one = rulebook.clause(number, lang, OWNERS if box is OWNERS else STANDARD)
    return f"{one.title}: {one.text}"


def test_every_fact_differs_in_the_owners_box() -> None:
    ours, theirs = facts_of(STANDARD), facts_of(OWNERS)
    assert [name for name in ours if ours[name] == theirs[name]] == []
    assert {name for names in REPEATED.values() for name in names} == set(ours)


@pytest.mark.parametrize("lang", rulebook.LANGUAGES)
@pytest.mark.parametrize("number", REPEATED)
def test_a_clause_repeats_what_the_box_says(lang: str, number: str) -> None:
    text, facts = said(number, lang), facts_of(OWNERS)
    for name in REPEATED[number]:
        fact = facts[name]
        for word in fact if isinstance(fact, tuple) else (fact,):
            assert re.search(rf"\b{word}\b", text), f"{name} is {word}"


@pytest.mark.parametrize("lang", rulebook.LANGUAGES)
@pytest.mark.parametrize("number", NUMBERS)
def test_nothing_else_changes_with_the_box(lang: str, number: str) -> None:
    ours, theirs = said(number, lang, STANDARD), said(number, lang)
    assert (ours != theirs) == (number in REPEATED)
    assert len(re.findall(r"\d+", theirs)) == len(re.findall(r"\d+", ours)) + (2 if number == "4.2" else 0)


@pytest.mark.parametrize("lang", rulebook.LANGUAGES)
@pytest.mark.parametrize("number", REPEATED)
def test_all_languages_say_the_same_numbers_of_another_box(lang: str, number: str) -> None:
    assert Counter(re.findall(r"\d+", said(number, lang))) == Counter(re.findall(r"\d+", said(number, "en")))


@pytest.mark.parametrize(
    ("lang", "camels", "expected"),
    [
        ("en", 0, "0 camels"),
        ("en", 1, "1 camel"),
        ("en", 2, "2 camels"),
        ("de", 1, "1 Kamel"),
        ("de", 5, "5 Kamele"),
        ("cs", 1, "1 velblouda"),
        ("cs", 4, "4 velbloudy"),
        ("cs", 5, "5 velbloudů"),
        ("cs", 0, "0 velbloudů"),
        ("fr", 0, "0 chameau"),
        ("fr", 1, "1 chameau"),
        ("fr", 2, "2 chameaux"),
    ],
)
def test_nouns_agree_with_their_numbers(lang: str, camels: int, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("amyitis.rulebook.filling.facts_of", lambda _: {"start.camels": camels})
    forms = {
        "en": "camel|camels",
        "de": "Kamel|Kamele",
        "cs": "velblouda|velbloudy|velbloudů",
        "fr": "chameau|chameaux",
    }
    assert fill(f"{{start.camels: {forms[lang]}}}.", lang, STANDARD) == f"{expected}."


def test_a_number_of_nothing_is_left_out() -> None:
    assert fill("x{banker.1.prestige? and : point|points}.", "en", STANDARD) == "x."
    assert fill("x{banker.3.prestige? and : point|points}.", "en", STANDARD) == "x and 2 points."


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{start.sheep}", "'start.sheep', which is no fact of the box"),
        ("{start.camels: camel}", "too few or too many"),
        ("{start.camels: a|b|c}", "too few or too many"),
        ("{start.camels", "a brace that stands for nothing"),
        ("{START}", "a brace that stands for nothing"),
    ],
)
def test_a_text_that_cannot_be_filled_is_refused(text: str, problem: str) -> None:
    with pytest.raises(Malformed, match=problem):
        fill(text, "en", STANDARD)
