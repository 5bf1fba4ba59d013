"""Games kept in files: written whole or not at all, and taken up again with the deals they would have had."""

from dataclasses import dataclass
from pathlib import Path

from amyitis.box.known import keep_box
from amyitis.errors import AmyitisError
from amyitis.files import write_atomically
from amyitis.game import Game
from amyitis.notation.records import parse_record

SEED = "Seed"
HUMAN = "Human"
BOTS = "Bots"
NOBODY = "none"
SEED_DIGITS = 20


def begin_file(path: Path, text: str) -> None:
    """Write the first state of a game to a new file, with its box beside it where no release came with that."""
    write_file(path, text)
    try:
        keep_box(path.parent)
    except OSError as problem:
        raise AmyitisError(f"the box cannot be kept beside {path}: {problem.strerror}") from None


def write_file(path: Path, text: str) -> None:
    """Write a file so that at any moment either the old or the new one is there; raises AmyitisError."""
    try:
        write_atomically(path, text)
    except OSError as problem:
        raise AmyitisError(f"{path} cannot be written: {problem.strerror}") from None


@dataclass(frozen=True)
class Saved:
    """A game read back: its seed and the seats of its people where the record names them, and its further headers."""

    game: Game
    seed: int | None
    human: str | None
    headers: dict[str, str]


def resume(text: str) -> Saved:
    """Returns the game of a record; with its seed, it deals as if it had never stopped.

    Raises Malformed, Illegal or Drift.
    """
    record = parse_record(text)
    game, headers, kept = Game.from_record(record), record.headers, record.further_headers
    seed = headers.get(SEED, "")
    if not (seed.isdecimal() and len(seed) <= SEED_DIGITS):
        return Saved(game, None, headers.get(HUMAN), kept)
    return Saved(_with_own_deals(game, int(seed)), int(seed), headers.get(HUMAN), kept)


def _with_own_deals(game: Game, seed: int) -> Game:
    """Returns the same game begun from its seed, so that it deals; the game given if the seed is another's."""
    try:
        letters, version = "".join(game.seats), game.rules_version
        twin = Game.new(game.players, seed, **game.switches.as_dict(), rules_version=version, colours=letters)
        for ply in game.plies:
            if not ply.is_deal:
                twin.push_id(ply.action)
    except (AmyitisError, ValueError):
        return game
    same = twin.start == game.start and twin.moves[: len(game.moves)] == game.moves
    return twin if same else game
