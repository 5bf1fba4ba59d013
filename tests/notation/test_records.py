"""Records as text: headers, turns, comments and hashes, and every way in which a line can be wrong."""

import pytest

from amyitis.box.tables import BOX_DIGEST
from amyitis.errors import Malformed
from amyitis.notation.records import Check, Turn, check_line, parse_record, write_record

HEADERS = f'[Rules "1"]\n[Box "b {BOX_DIGEST}"]\n[Start "amy1"]\n'
HASH = "0123456789ab"


def test_headers_turns_comments_and_checks() -> None:
    record = parse_record(
        f"""{HEADERS}[White "Ada"]

$ deal:FTE/FTM   ; the first deal
W peasant/1 top
; a line of talk; and more
K merchant/2     ; round 1 {HASH}
; round 2 {HASH}
"""
    )
    assert record.headers == {"Rules": "1", "Box": f"b {BOX_DIGEST}", "Start": "amy1", "White": "Ada"}
    assert record.header_lines["White"] == 4
    assert record.entries == [
        Turn(6, "$", ("deal:FTE/FTM",)),
        Turn(7, "W", ("peasant/1", "top")),
        Turn(9, "K", ("merchant/2",)),
        Check(9, 1, HASH),
        Check(10, 2, HASH),
    ]


def test_what_is_written_reads_back() -> None:
    headers = {
        "Rules": "1",
        "Box": "b 1",
        "Start": "amy1",
        "Event": 'The "Crown" \\ Anchor; round 1',
        "Note": "a  b\nc",
    }
    lines = ["$ deal:FTE/FTM", "W peasant/1 top", check_line(1, HASH)]
    text = write_record(headers, lines)
    record = parse_record(text)
    assert record.headers == {**headers, "Note": "a b c"}
    assert [type(entry) for entry in record.entries] == [Turn, Turn, Check]
    assert write_record(record.headers, lines) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[Box "b"]\n[Start "x"]\n', 'the record has no header [Rules "..."]'),
        ('[Rules "1"]\n[Start "x"]\n', 'the record has no header [Box "..."]'),
        ('[Rules "1"]\n[Box "b"]\n', 'the record has no header [Start "..."]'),
        ("", 'the record has no header [Rules "..."]'),
        ("[Rules 1]\n", "line 1: '[Rules 1]' is not a header like [Key \"value\"]"),
        ('[Rules "1]\n', "line 1: '[Rules \"1]' is not a header like"),
        ('[A b "1"]\n', "line 1: '[A b \"1\"]' is not a header like"),
        (f'{HEADERS}[Box "c"]\n', "line 4: the header Box is there twice (see line 2)"),
        (f'{HEADERS}W pass\n[Event "late"]\n', "line 5: the header Event stands after the first turn"),
        (f"{HEADERS}\nX pass\n", "line 5: a turn begins with one of W K B R $, not 'X'"),
        (f"{HEADERS}WK pass\n", "line 4: a turn begins with one of W K B R $, not 'WK'"),
        (f"{HEADERS}pass\n", "line 4: a turn begins with one of W K B R $, not 'pass'"),
        (f"{HEADERS}W\n", "line 4: W has no moves"),
        (f"{HEADERS}W ; pass\n", "line 4: W has no moves"),
        (f"{HEADERS}W pass\nK fly\n", "line 5: 'fly' is not a move"),
        (f"{HEADERS}W go:uruk\n", "line 4: 'go:uruk' is not a move; did you mean 'go:Uruk'?"),
        (f"{HEADERS}$ deal:FT\n", "line 4: 'deal:FT' is not a deal"),
    ],
)
def test_a_broken_record_is_refused_with_its_line(text: str, reason: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse_record(text)
    assert str(refused.value).startswith(reason)


def test_moves_of_another_box_are_said_to_be_so() -> None:
    with pytest.raises(
        Malformed, match=r"line 2: the record was played with the box b 1, not with amyitis \w+, which is"
    ):
        parse_record('[Rules "1"]\n[Box "b 1"]\n[Start "amy1"]\nW go:Kish\n')
