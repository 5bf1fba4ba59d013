"""Reading a record's file, with the box that the record was played with: before the rules are imported."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from amyitis.errors import Malformed

MOST_BYTES = 8 << 20


def read_text(file: Path) -> str:
    """Returns the text of a file; raises Malformed, also for one that is longer than any record, or has no end."""
    try:
        with file.open("rb") as opened:
            read = opened.read(MOST_BYTES + 1)
        if len(read) > MOST_BYTES:
            raise Malformed(f"{file} is no record: it is longer than {MOST_BYTES >> 20} MiB")
        return read.decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as problem:
        raise Malformed(f"{file} cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise Malformed(f"{file} is not a text file") from None


GameOption = Annotated[
    int | None, typer.Option("--game", "-g", min=1, metavar="N", help="Which game, if the file holds several.")
]


def read_games(file: Path) -> Sequence[str]:
    """Returns the texts of all records in a file; raises Malformed for one that cannot be read."""
    from amyitis.notation.several import split_records

    return [*split_records(read_text(file))]


def read_record(file: Path, box: Path | None, number: int | None = None) -> str:
    """Returns the text of a record. Unless a box is given, the one that the record names is used from here on.

    Of a file with several games, the one of that number.

    Must be called before the rules are imported. Raises Malformed for a file that cannot be read, and for a box that
    neither a release came with nor is kept with the record; for a number that is not there or should be.
    """
    from amyitis.box.known import use_box_of

    games = read_games(file)
    if number is None and len(games) > 1:
        raise Malformed(f"{file} holds {len(games)} games: name one with --game, 1 to {len(games)}")
    if number is not None and number > len(games):
        raise Malformed(f"{file} holds {len(games)} game{'s' * (len(games) != 1)}, so there is no --game {number}")
    text = games[(number or 1) - 1]
    if box is None:
        use_box_of(text, file)
    return text


def use_box_of_tournament(folder: Path, plan_file: str = "tournament.json") -> None:
    """Use the box with which the tournament in a folder was begun, if there is one; as for a record."""
    from amyitis.box.known import digest_in, use_box_called

    try:
        name = json.loads((folder / plan_file).read_text(encoding="utf-8"))["box"]
    except (OSError, ValueError, KeyError, TypeError):
        return  # there is none, or it is said later what is wrong with it
    if isinstance(name, str):
        use_box_called(digest_in(name), f"the tournament in {folder}", folder / plan_file)
