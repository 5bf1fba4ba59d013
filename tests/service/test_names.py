"""Names that can be shown."""

import pytest

from amyitis.service.names import NAME_LENGTH, clean_name
from amyitis.service.problems import BadRequest


def test_a_name_is_one_line() -> None:
    assert clean_name("  Ann \n of\tBabylon ") == "Ann of Babylon"
    assert clean_name("e\u0301") == "\u00e9"


@pytest.mark.parametrize("name", ["", "  ", "a\u202eb", "a\u0000", "\u3164", "x" * (NAME_LENGTH + 1)])
def test_what_nobody_could_read_is_refused(name: str) -> None:
    with pytest.raises(BadRequest) as problem:
        clean_name(name, field="title")
    assert problem.value.facts["field"] == "title"
