"""Names that can be shown, and names that look like others."""

import pytest

from amyitis.service.accounts.names import NAME_LENGTH, clean_name, distinct_name, looks, person_name
from amyitis.service.problems import BadRequest


def test_a_name_is_one_line() -> None:
    assert clean_name("  Ann \n of\tBabylon ") == "Ann of Babylon"
    assert clean_name("e\u0301") == "\u00e9"


ZALGO = "Z" + "\u0336\u0321\u0489\u0334" + "a"


@pytest.mark.parametrize(
    "name",
    ["", "  ", "a\u202eb", "a\u0000", "\u3164", "Ann\u3164", ZALGO, "x" * (NAME_LENGTH + 1)]
    + [f"An{sign}n" for sign in "\u034f\u200b\u200f\u2066\ufeff\u00ad\u17b4\u180b\ufe0f\U000e0100\U000e0041"],
)
def test_what_nobody_could_read_is_refused(name: str) -> None:
    with pytest.raises(BadRequest) as problem:
        clean_name(name, field="title")
    assert problem.value.facts["field"] == "title"


@pytest.mark.parametrize(
    "name",
    [
        *("\u0410nn", "S\u03bfphie", "\u05e1slo", "\u2d54slo", "\u15c5nn\u15c5", "\u24b6\u0430"),
        *("Steward", "STEWARD", "Stevvard ".replace("vv", "w"), "random"),
    ],
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
        "\ud55c\uae00 Kim",
        "\u02bbOkina",
        "\ufb01ona",
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


LOOK_LIKE_ANNA = [
    "ANNA",
    "\u1d00\u0274\u0274\u1d00",  # small capitals
    "\U0001f150\U0001f15d\U0001f15d\U0001f150",  # in black circles
    "\U0001f1e6\U0001f1f3\U0001f1f3\U0001f1e6",  # regional indicators
    "\U0001d400\U0001d427\U0001d427\U0001d41a",  # mathematical
    "\uff21\uff4e\uff4e\uff41",  # as wide as Chinese letters
    "\ua4ee\ua4e0\ua4e0\ua4ee",  # Lisu
    "\u00c1\u00f1n\u0105",
    "\u0251nn\u0251",  # phonetic letters
    "\u15e9\u144e\u144e\u15e9",  # Canadian syllabics
    "A.n-n a",
]


@pytest.mark.parametrize("name", LOOK_LIKE_ANNA)
def test_names_in_other_signs_look_like_the_letters_that_they_show(name: str) -> None:
    assert looks(name) == looks("Anna")


@pytest.mark.parametrize(
    ("name", "like"),
    [
        ("vvolf", "Wolf"),
        ("\u0141ukasz", "Lukasz"),
        ("\u13da\u13aa\u13b7", "Sam"),
        ("\u0585\u0578", "on"),
        ("\u0661\u0662", "12"),
        ("Bi\u01c0|", "Bill"),
        ("\u3007s\u2223\u25cb", "Oslo"),
        ("\u2c81\u2c89", "ae"),
    ],
)
def test_whole_names_of_other_alphabets_look_like_latin_ones(name: str, like: str) -> None:
    assert looks(name) == looks(like)


@pytest.mark.parametrize("name", ["\u05e9\u05dc\u05d5\u05dd", "\u0639\u0644\u064a", "\u674e", "\u0416\u0434"])
def test_other_names_look_like_themselves(name: str) -> None:
    assert looks(name) == name.casefold()
