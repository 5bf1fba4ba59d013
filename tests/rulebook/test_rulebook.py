"""The rulebook in words: complete, in order, quotable clause by clause, and easy to ask."""

import json
import re

import pytest

from amyitis import rulebook
from amyitis.cli.game.rulebook import show_rules
from amyitis.errors import Malformed

# How many clauses each section has: the numbers 1.1 to 13.6 that code, tests and messages cite.
CLAUSES_OF_SECTION = {1: 3, 2: 8, 3: 2, 4: 2, 5: 6, 6: 7, 7: 8, 8: 11, 9: 5, 10: 7, 11: 5, 12: 2, 13: 6}
NUMBERS = [f"{part}.{item}" for part, count in CLAUSES_OF_SECTION.items() for item in range(1, count + 1)]
RULINGS = [
    *(
        "1.3",
        "5.6",
        "6.5",
        "6.7",
        "7.1",
        "7.2",
        "7.4",
        "8.3",
        "8.4",
        "8.5",
        "8.6",
        "8.10",
        "8.11",
        "9.3",
        "10.1",
        "10.5",
    ),
    *("11.5", "12.1", "13.1", "13.3", "13.4", "13.5"),
]
ALL = [one for part in rulebook.sections() for one in part.clauses]


def test_every_clause_is_there_in_order() -> None:
    assert [one.number for one in ALL] == NUMBERS
    assert [part.number for part in rulebook.sections()] == list(CLAUSES_OF_SECTION)


def test_sections_are_read_once() -> None:
    assert rulebook.sections() is rulebook.sections()


@pytest.mark.parametrize("one", ALL, ids=NUMBERS)
def test_a_clause_reads_well_alone(one: rulebook.Clause) -> None:
    assert len(one.text.split()) >= 5
    assert re.search(r"[.!)]$", one.text), "a clause ends as a sentence does"
    assert one.text[0].isupper()
    assert "  " not in one.text
    assert "\n" not in one.text
    assert one.title
    assert not one.title.endswith(".")
    assert "**" not in one.title + one.text


@pytest.mark.parametrize("one", ALL, ids=NUMBERS)
def test_a_clause_refers_only_to_clauses_that_exist(one: rulebook.Clause) -> None:
    for number in re.findall(r"\b\d+\.\d+\b", one.text):
        assert rulebook.clause(number).number == number
    for number in re.findall(r"\bsection (\d+)", one.text):
        assert rulebook.section(int(number)).number == int(number)
    assert ".md" not in one.text


def test_titles_tell_clauses_apart() -> None:
    titles = [one.title.casefold() for one in ALL]
    assert sorted(titles) == sorted(set(titles))


def test_rulings_are_marked() -> None:
    assert [one.number for one in ALL if one.is_ruling] == RULINGS
    assert [one.number for one in ALL if "(ruling)" in one.text] == RULINGS
    assert [one.number for one in rulebook.rulings()] == RULINGS


@pytest.mark.parametrize("number", RULINGS)
def test_a_ruling_has_its_reason_and_the_other_reading(number: str) -> None:
    ruling = rulebook.clause(number).ruling
    assert ruling is not None
    for text in (ruling.why, ruling.otherwise):
        assert len(text.split()) >= 5
        assert re.search(r"^[A-Z].*\.$", text)
        for other in re.findall(r"\b\d+\.\d+\b", text):
            assert rulebook.clause(other).number == other


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("2.5", ["10", "floor 4", "Three", "five", "seven"]),
        ("2.6", ["13 tiles"]),
        ("4.2", ["1 talent", "2 talents and 2 prestige"]),
        ("6.3", ["most cubes", "Gardener", "tie", "nobody"]),
        ("7.2", ["0, 2 or 4", "never less than 1"]),
        ("7.4", ["3 prestige", "6 prestige", "wine", "mandatory"]),
        ("8.1", ["sixteen", "7, 5, 3 and 1"]),
        ("8.2", ["32 areas", "24 sides"]),
        ("8.5", ["floor 4 counts as 3"]),
        ("10.4", ["2 prestige", "1 prestige"]),
        ("10.6", ["at most 2", "at most 4"]),
        ("11.1", ["no more than 3 tiles", "4 (with three)", "4 (with four)"]),
        ("11.5", ["30 rounds"]),
        ("13.3", ["2 talents", "once per round"]),
        ("13.5", ["10.7", "10.1", "advance 1 and take 1 talent"]),
    ],
)
def test_the_numbers_of_the_game_are_in_the_text(number: str, words: list[str]) -> None:
    text = rulebook.clause(number).text
    assert [one for one in words if one not in text] == []


def test_a_clause_by_its_number() -> None:
    one = rulebook.clause("6.3")
    assert (one.number, one.title) == ("6.3", "A full row")
    assert rulebook.clause(" 6.3 ") is one


@pytest.mark.parametrize(
    ("number", "nearest"),
    [("6.8", "6.7, 6.6 and 6.5"), ("6.0", "6.1, 6.2 and 6.3"), ("14.2", "13.2, 13.1 and 13.3")],
)
def test_an_unknown_clause_names_the_nearest(number: str, nearest: str) -> None:
    with pytest.raises(Malformed, match=rf"no clause {re.escape(number)}: the nearest are {re.escape(nearest)}\."):
        rulebook.clause(number)


@pytest.mark.parametrize("number", ["", "6", "6.3.1", "six", "6,3", "-6.3", "²6.3", "6." + "9" * 5000])
def test_what_is_no_clause_number_is_said(number: str) -> None:
    with pytest.raises(Malformed, match="is not the number of a clause"):
        rulebook.clause(number)


def test_an_unknown_section_is_said() -> None:
    assert rulebook.section(6).title == "Recruit"
    with pytest.raises(Malformed, match="no section 14"):
        rulebook.section(14)


def test_search_wants_all_words_in_any_case() -> None:
    assert [one.number for one in rulebook.find("GREY never")] == ["8.11"]
    assert rulebook.find("grey camelopard") == ()


def test_search_puts_titles_first() -> None:
    hits = [one.number for one in rulebook.find("priest")]
    assert hits[0] == "6.4"
    assert "6.7" in hits


def test_search_for_nothing_finds_nothing() -> None:
    assert rulebook.find(" ") == ()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("## 2. Late", "Section 2 .* where section 1 belongs"),
        ("## 1. One\n- 1.2 **Two.** Some words.", r"Clause 1\.2 .* where clause 1\.1 belongs"),
        ("## 1. One\n- 1.1 No title here.", "neither a section nor a clause"),
        ("## 1. One\nA stray paragraph.", "neither a section nor a clause"),
        ("## 1. One\n- 1.1 **Two.** Some words (ruling).", "a ruling has its mark, a reason"),
        ("## 1. One\n- 1.1 **Two.** Words (ruling).\n  - *Why.* So.\n- 1.2 **No.** More.", "a ruling has its mark"),
        ("## 1. One\n- 1.1 **Two.** Words.\n  - *Why.* So.\n  - *Otherwise.* No.", "a ruling has its mark"),
    ],
)
def test_a_broken_rulebook_is_not_read(text: str, problem: str) -> None:
    with pytest.raises(Malformed, match=problem):
        rulebook.parse(text)


def test_a_ruling_is_read() -> None:
    ruling = "- 1.1 **Two.** Words (ruling).\n  - *Why.* So it\n    is.\n  - *Otherwise.* No.\n"
    (part,) = rulebook.parse(f"## 1. One\n\n{ruling}- 1.2 **Three.** More.\n")
    assert [one.ruling for one in part.clauses] == [rulebook.Ruling("So it is.", "No."), None]


def test_lines_of_a_clause_are_joined() -> None:
    (part,) = rulebook.parse("An introduction.\n\n## 1. One\n\n- 1.1 **A title.** Some words\n  and more.\n")
    assert part == rulebook.Section(1, "One", (rulebook.Clause("1.1", "A title", "Some words and more."),))


def test_json_of_the_contents(capsys: pytest.CaptureFixture[str]) -> None:
    show_rules(None, True)
    book = json.loads(capsys.readouterr().out)
    assert [one["number"] for part in book["sections"] for one in part["clauses"]] == NUMBERS


def test_json_of_a_section(capsys: pytest.CaptureFixture[str]) -> None:
    show_rules("6", True)
    part = json.loads(capsys.readouterr().out)
    assert (part["number"], part["title"], len(part["clauses"])) == (6, "Recruit", 7)
    assert all(one["text"] for one in part["clauses"])


def test_json_of_a_clause(capsys: pytest.CaptureFixture[str]) -> None:
    show_rules("8.11", True)
    one = json.loads(capsys.readouterr().out)
    assert one == {
        "number": "8.11",
        "title": "The supply of grey cubes",
        "text": "Grey cubes never run out (ruling).",
        "ruling": True,
        "why": "The printed rules do not say what to do without them, nor for certain how many there are.",
        "otherwise": "Once they are gone, areas and temples would get none.",
    }


def test_json_of_the_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    show_rules(None, True, rulings=True)
    found = json.loads(capsys.readouterr().out)["rulings"]
    assert [one["number"] for one in found] == RULINGS
    assert all(one["why"] and one["otherwise"] for one in found)


def test_the_terminal_lists_the_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    show_rules(None, False, rulings=True)
    shown = capsys.readouterr().out
    assert [number for number in RULINGS if f"{number}  " not in shown] == []
    assert shown.count("Otherwise. ") == len(RULINGS)
    with pytest.raises(Malformed, match="leave out '6'"):
        show_rules("6", False, rulings=True)


def test_json_of_a_search(capsys: pytest.CaptureFixture[str]) -> None:
    show_rules("leftmost temple", True)
    found = json.loads(capsys.readouterr().out)
    assert found["words"] == "leftmost temple"
    assert [one["number"] for one in found["clauses"]] == ["6.4"]


@pytest.mark.parametrize(
    ("which", "words"),
    [
        (None, ["1", "Recruit", "6.3", "A full row", "13.6"]),
        ("6", ["6. Recruit", "6.1", "6.7", "leftmost"]),
        ("6.3", ["6.3", "A full row", "scored at once"]),
        ("grey never", ["1 clause holds", "8.11"]),
        ("camelopard", ["No clause holds 'camelopard'"]),
        ("[bold]", ["No clause holds '[bold]'"]),
    ],
)
def test_the_terminal_shows_it(which: str | None, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    show_rules(which, False)
    shown = capsys.readouterr().out
    assert [one for one in words if one not in shown] == []


@pytest.mark.parametrize("which", ["99", "6.99"])
def test_the_terminal_refuses_unknown_numbers(which: str) -> None:
    with pytest.raises(Malformed, match=f"no (section|clause) {which}"):
        show_rules(which, False)
