"""Texts that strangers send: twice the text is about twice the work, and what is wrong is said in a sentence."""

import gc
import time
from collections.abc import Callable

import pytest

from amyitis.box.known import box_of_record
from amyitis.box.tables import BOX_DIGEST
from amyitis.errors import AmyitisError
from amyitis.game import Game
from amyitis.game.deals.verifying import verify_deals
from amyitis.notation.position_parser import parse_position
from amyitis.notation.several import split_records
from amyitis.notation.tokens import parse_token
from amyitis.service.games.records import MOST_GAMES, read_record, split_text
from amyitis.service.problems import BadRequest

SMALL = 40_000  # letters
LONGEST_SENTENCE = 600
HEADERS = f'[Game "Amyitis"]\n[Rules "1"]\n[Box "amyitis {BOX_DIGEST}"]\n[Start "{Game.new(2, 1).start}"]\n'
POSITION = Game.new(2, 1).position

Reader = Callable[[str], object]


def each_game(text: str) -> None:
    split_text(text)


READERS: dict[str, Reader] = {
    "split": split_records,
    "games": each_game,
    "box": box_of_record,
    "record": read_record,
    "verify": verify_deals,
    "position": parse_position,
    "token": parse_token,
}
# What is repeated, behind what.
TEXTS: dict[str, tuple[str, str]] = {
    "headers that do not end": ("W pass\n", '[A "\n'),
    "games without anything": ("", '[Game "Amyitis"]\n'),
    "games with a move": ("", '[Start "a"]\nW pass\n'),
    "turns": (HEADERS + "\n", "W pass\n"),
    "moves of a turn": (HEADERS + "\nW", " pass"),
    "a long word": (HEADERS + "\nW ", "pass"),
    "a header of quotes": (HEADERS + '[A "', '\\"'),
    "a header of backslashes": (HEADERS + '[A "', "\\"),
    "headers": (HEADERS, '[A "b"]\n'),
    "comments": (HEADERS + "\n", "; round 1 0123456789ab\n"),
    "semicolons": ("", ";"),
    "empty lines": (HEADERS, "\n"),
    "other line ends": (HEADERS, "\u2028\x0b\x85\r"),
    "brackets": ("", "["),
    "spaces before a bracket": ("", " "),
    "shares": (HEADERS + '[Deals "2"]\n[Id "a"]\n[Secret "' + "1" * 64 + '"]\n[Shares "', "W=late "),
    "a number": (HEADERS + '[Seed "', "9"),
    "a box": (HEADERS.replace(BOX_DIGEST, "") + '\nW nothing\n[Box "', "0123456789ab"),
    "boxes": (HEADERS, '[Box "0123456789ab" ]\n'),
    "another box": (HEADERS.partition("[Start")[0].replace(BOX_DIGEST + '"]\n', ""), "x"),
    "rules": ('[Box "a"]\n[Start "b"]\n[Rules "', "1"),
    "a key": (HEADERS, "[Aa"),
    "a result": (HEADERS + '[Result "', "W 1"),
    "players": (HEADERS + '[Players "', "W K "),
    "the number of a round": (HEADERS + "\n; round ", "9"),
    "sections": (POSITION, "_a=b"),
    "one section": (POSITION + "_a=", "b"),
    "tasks": (POSITION.rpartition("todo=")[0] + "todo=next,flip,grey,irrigation", ",tile-good"),
    "tasks where they belong": (
        POSITION.rpartition("todo=")[0].replace("caravan=Babylon", "caravan=Ur") + "todo=next,flip,grey,irrigation",
        ",tile-good",
    ),
    "goods": ("amy1_players=WK_rules=", "limited,"),
    "canals": (POSITION.partition("canals=")[0] + "canals=", "a1-b1:W,"),
    "cards of a deal": ("deal:", "F"),
    "groups of a deal": ("deal:", "FTM/"),
    "goods of a payment": ("pay:", "b"),
}


# What closes the text, where a header would not be read without.
ENDS = {
    "another box": '"]\n[Start "a"]\nW nothing\n',
    "rules": '"]\n',
    "a result": '"]\n',
    "players": '"]\n',
    "the number of a round": " 0123456789ab\n",
}


def text_of(name: str, letters: int) -> str:
    """A text of about so many letters."""
    before, repeated = TEXTS[name]
    return before + repeated * (letters // len(repeated)) + ENDS.get(name, "")


def seconds(read: Reader, text: str) -> float:
    """The processor's time for reading a text, the best of three."""
    times, sentence = list[float](), ""
    for _ in range(3):
        began = time.thread_time()
        try:
            read(text)
        except AmyitisError as problem:
            sentence = str(problem)
        times.append(time.thread_time() - began)
    assert len(sentence) <= LONGEST_SENTENCE
    return min(times)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("reader", READERS)
def test_twice_the_text_is_about_twice_the_work(reader: str, text: str) -> None:
    read = READERS[reader]
    gc.disable()
    try:
        small, large = (seconds(read, text_of(text, letters)) for letters in (SMALL, 4 * SMALL))
    finally:
        gc.enable()
    assert large < 4 * 3 * small + 0.05, f"{small:.4f} s, and {large:.4f} s for four times as much"


def test_what_took_minutes_takes_a_moment() -> None:
    for text in ("W pass\n" + '[A "\n' * 33_000, '[Game "Amyitis"]\n' * 11_700):
        assert seconds(split_records, text) < 1
        assert sum(map(len, split_records(text))) <= len(text) + 1


def test_a_text_with_very_many_games_is_refused() -> None:
    assert len(split_text('[Game "Amyitis"]\n' * MOST_GAMES)["games"]) == MOST_GAMES
    with pytest.raises(BadRequest, match="at most 1000 games, not 1001"):
        split_text('[Game "Amyitis"]\n' * (MOST_GAMES + 1))
