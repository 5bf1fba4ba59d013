"""Names that can be shown, and names that look like others."""

import pytest

from amyitis.service.names import NAME_LENGTH, clean_name, distinct_name, looks, person_name
from amyitis.service.problems import BadRequest


def test_a_name_is_one_line() -> None:
    assert clean_name("  Ann \n of\tBabylon ") == "Ann of Babylon"
    assert clean_name("e\u0301") == "\u00e9"


ZALGO = "Z" + "\u0336\u0321\u0489\u0334" + "a"


@pytest.mark.parametrize(
    "name", ["", "  ", "a\u202eb", "a\u0000", "\u3164", "Ann\u3164", ZALGO, "x" * (NAME_LENGTH + 1)]
)
def test_what_nobody_could_read_is_refused(name: str) -> None:
    with pytest.raises(BadRequest) as problem:
        clean_name(name, field="title")
    assert problem.value.facts["field"] == "title"


@pytest.mark.parametrize(
    "name", ["\u0410nn", "S\u03bfphie", "Steward", "STEWARD", "Stevvard ".replace("vv", "w"), "random"]
)
def test_a_name_that_could_be_taken_for_a_bots_or_another_alphabets_is_refused(name: str) -> None:
    with pytest.raises(BadRequest, match=r"mixes no alphabets|a bot is called so"):
        person_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Zo\u00eb",
        "\u0410\u043d\u043d\u0430",
        "\u0391\u03bd\u03bd\u03b1",
        "\u5c71\u7530 Ken",
        "Nguy\u1ec5n",
        "Ann 2",
        "d'Arc",
    ],
)
def test_names_of_people_are_taken_as_they_are(name: str) -> None:
    assert person_name(name) == name


def test_names_at_a_table_are_told_apart() -> None:
    assert distinct_name("Ann", ["Ben", ""]) == "Ann"
    assert distinct_name("ann", ["Ann", "Ann 2"]) == "ann 3"
    assert distinct_name("Asse", ["\u0410\u0455\u0455\u0435"]) == "Asse 2"
    assert looks("Iolanthe") == looks("lo1anthe") == looks("\U0001d408olanthe")
    assert len(distinct_name("x" * NAME_LENGTH, ["x" * NAME_LENGTH])) == NAME_LENGTH
