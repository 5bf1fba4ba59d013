"""The rulebook in German, Czech and French: the same clauses, numbers and rulings as in English, and easy to ask."""

import json
import re
from collections import Counter

import pytest
from typer.testing import CliRunner

from amyitis import rulebook
from amyitis.cli import app
from amyitis.cli.game.rulebook import show_rules
from amyitis.errors import Malformed

OTHERS = [lang for lang in rulebook.LANGUAGES if lang != "en"]
NUMBERS = [one.number for part in rulebook.sections() for one in part.clauses]
PAIRS = [(lang, number) for lang in OTHERS for number in NUMBERS]
SECTION_WORD = {"en": "section", "de": "Kapitel", "cs": "kapitol[aey]", "fr": "chapitre"}
MARKS = {"en": "(ruling)", "de": "(Entscheidung)", "cs": "(výklad)", "fr": "(interprétation)"}

# Numbers that are written as words. "One" is left out: it is an article in all of these languages.
NUMBER_WORDS = {
    "en": "2 two|twice, 3 three, 4 four, 5 five, 7 seven, 9 nine, 16 sixteen, 30 thirty, 2nd second, 4th fourth",
    "de": "2 zwei|zweimal|doppelt, 3 drei, 4 vier, 5 fünf, 7 sieben, 9 neun, 16 sechzehn, 30 dreißig"
    ", 2nd zweiten?, 4th vierten?",
    "cs": "2 dva|dvě|dvou|dvěma|dvakrát, 3 tři|tří|třech, 4 čtyři|čtyř|čtyřech, 5 pěti?, 7 sedmi?, 9 devíti|devět"
    ", 16 šestnáct, 30 třicet, 2nd druhý|druhého, 4th čtvrtého",
    "fr": "2 deux, 3 trois, 4 quatre, 5 cinq, 7 sept, 9 neuf, 16 seize, 30 trente, 2nd second|deuxième, 4th quatrième",
}


def full(number: str, lang: str) -> str:
    one = rulebook.clause(number, lang)
    ruling = f" {one.ruling.why} {one.ruling.otherwise}" if one.ruling else ""
    return f"{one.title}: {one.text}{ruling}"


def numbers_in(text: str, lang: str) -> Counter[str]:
    """The numbers of a text: those in digits, and those in words."""
    found = Counter(re.findall(r"\d+", text))
    for entry in NUMBER_WORDS[lang].split(", "):
        value, words = entry.split(" ", 1)
        found[f"{value} in words"] = len(re.findall(rf"\b({words})\b", text, re.IGNORECASE))
    return +found


def test_the_languages() -> None:
    assert rulebook.LANGUAGES == ("en", "de", "cs", "fr")


@pytest.mark.parametrize("lang", OTHERS)
def test_every_clause_is_there(lang: str) -> None:
    assert [one.number for part in rulebook.sections(lang) for one in part.clauses] == NUMBERS
    assert [part.number for part in rulebook.sections(lang)] == [part.number for part in rulebook.sections()]


@pytest.mark.parametrize("lang", OTHERS)
def test_no_section_is_left_in_english(lang: str) -> None:
    for mine, english in zip(rulebook.sections(lang), rulebook.sections(), strict=True):
        assert mine.title != english.title


@pytest.mark.parametrize(("lang", "number"), PAIRS)
def test_a_clause_is_translated_and_reads_well_alone(lang: str, number: str) -> None:
    one, english = rulebook.clause(number, lang), rulebook.clause(number)
    assert one.text != english.text
    assert len(one.text.split()) >= 5
    assert re.search(r"[.!)]$", one.text), "a clause ends as a sentence does"
    assert one.text[0].isupper()
    assert not re.search(r"\s\s|\n", one.text)
    assert one.title
    assert not one.title.endswith(".")
    assert "**" not in one.title + one.text


@pytest.mark.parametrize(("lang", "number"), PAIRS)
def test_a_clause_has_the_same_numbers(lang: str, number: str) -> None:
    assert numbers_in(full(number, lang), lang) == numbers_in(full(number, "en"), "en")


@pytest.mark.parametrize(("lang", "number"), PAIRS)
def test_a_clause_refers_to_the_same_places(lang: str, number: str) -> None:
    def references(lang: str) -> tuple[list[str], list[str]]:
        text = full(number, lang)
        return re.findall(r"\b\d+\.\d+\b", text), re.findall(rf"\b{SECTION_WORD[lang]} (\d+)", text)

    assert references(lang) == references("en")


@pytest.mark.parametrize(("lang", "number"), PAIRS)
def test_names_stay_as_they_are(lang: str, number: str) -> None:
    names = r"Babylon\b|Eshnunna|Susa|\bUr\b|Uruk|\bMari\b|Palmyra|Khorsabad|Ninoua|`\w+`"
    assert Counter(re.findall(names, full(number, lang))) == Counter(re.findall(names, full(number, "en")))


@pytest.mark.parametrize("lang", rulebook.LANGUAGES)
def test_rulings_are_marked_alike(lang: str) -> None:
    for number in NUMBERS:
        one, english = rulebook.clause(number, lang), rulebook.clause(number)
        assert one.is_ruling == english.is_ruling == (MARKS[lang] in one.text)
        if lang != "en" and one.ruling and english.ruling:
            assert one.ruling.why != english.ruling.why
            assert one.ruling.otherwise != english.ruling.otherwise


@pytest.mark.parametrize("lang", rulebook.LANGUAGES)
def test_titles_tell_clauses_apart(lang: str) -> None:
    titles = [one.title.casefold() for part in rulebook.sections(lang) for one in part.clauses]
    assert sorted(titles) == sorted(set(titles))


def test_a_language_is_read_once() -> None:
    assert rulebook.sections("de") is rulebook.sections("de")
    assert rulebook.sections() is rulebook.sections("en")
    assert rulebook.clause(" 6.3 ", "cs") is rulebook.section(6, "cs").clauses[2]


def test_an_unknown_number_is_refused_in_every_language() -> None:
    with pytest.raises(Malformed, match=r"no clause 6\.8: the nearest are 6\.7, 6\.6 and 6\.5"):
        rulebook.clause("6.8", "fr")
    with pytest.raises(Malformed, match="no section 14"):
        rulebook.section(14, "de")


@pytest.mark.parametrize("lang", ["", "it", "EN", "de_DE", "../en"])
def test_an_unknown_language_is_refused_with_those_there_are(lang: str) -> None:
    said = re.escape(f"The rulebook is not written in {lang!r}: its languages are en, de, cs and fr.")
    for ask in (
        lambda: rulebook.sections(lang),
        lambda: rulebook.section(6, lang),
        lambda: rulebook.clause("6.3", lang),
        lambda: rulebook.find("", lang),
    ):
        with pytest.raises(Malformed, match=said):
            ask()


@pytest.mark.parametrize(
    ("lang", "words", "first"),
    [
        ("de", "hoflinge", "13.2"),
        ("de", "Höflinge", "13.2"),
        ("de", "HANDLER", "6.6"),
        ("de", "ausserer rand", None),
        ("de", "äußeren rand", "8.2"),
        ("de", "ausseren rand", "8.2"),
        ("cs", "knez", "6.4"),
        ("cs", "Kněz", "6.4"),
        ("cs", "pestitel", "6.2"),
        ("cs", "sedych kosticek", "8.11"),
        ("fr", "pretre", "6.4"),
        ("fr", "ex aequo temple", "10.2"),
        ("fr", "l'extremite", "8.3"),
        ("fr", "cases etoilees", "8.10"),
        ("en", "leftmost témple", "6.4"),
    ],
)
def test_search_does_not_mind_accents(lang: str, words: str, first: str | None) -> None:
    hits = [one.number for one in rulebook.find(words, lang)]
    assert hits[:1] == ([first] if first else [])


def test_lines_do_not_break_before_french_punctuation_or_behind_czech_prepositions() -> None:
    assert not re.search(r"[^\S\N{NO-BREAK SPACE}][:;!?»]", " ".join(full(number, "fr") for number in NUMBERS))
    assert "«\N{NO-BREAK SPACE}Passer\N{NO-BREAK SPACE}»" in rulebook.clause("5.3", "fr").text
    assert not re.search(r"\b[kosuvz] \w", " ".join(full(number, "cs") for number in NUMBERS))


def test_json_in_another_language(capsys: pytest.CaptureFixture[str]) -> None:
    show_rules("8.11", True, "cs")
    assert json.loads(capsys.readouterr().out) == {
        "number": "8.11",
        "title": "Zásoba šedých kostiček",
        "text": "Šedé kostičky nikdy nedojdou (výklad).",
        "ruling": True,
        "why": "Tištěná pravidla neříkají, co dělat bez nich, a\N{NO-BREAK SPACE}ani přesně, kolik jich je.",
        "otherwise": "Jakmile by došly, úseky ani chrámy by žádné nedostaly.",
    }


@pytest.mark.parametrize(
    ("lang", "which", "words"),
    [
        ("de", [], ["Rekrutieren", "6.3", "Eine volle Reihe"]),
        ("de", ["6.3"], ["6.3", "Eine volle Reihe", "Gärtner"]),
        ("cs", ["6"], ["6. Najímání", "Inženýr"]),
        ("fr", ["pretre", "gauche"], ["1 clause holds", "6.4", "Prêtre"]),
    ],
)
def test_the_command_speaks_the_language(lang: str, which: list[str], words: list[str]) -> None:
    answer = CliRunner().invoke(app, ["rules", *which, "--lang", lang])
    assert answer.exit_code == 0
    assert [one for one in words if one not in answer.output] == []


def test_the_command_names_the_languages() -> None:
    answer = CliRunner().invoke(app, ["rules", "6.3", "--lang", "it"])
    assert isinstance(answer.exception, Malformed)
    assert str(answer.exception).endswith("its languages are en, de, cs and fr.")
