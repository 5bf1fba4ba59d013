"""The folder of a tournament: what is played, the results so far, and every game as a record.

    tournament.json   bots, players, switches, seed, and the rules and the box played with
    box-DIGEST.toml   the box, where no release came with it
    results.jsonl     one line for each game that is over, in the order in which they ended
    games/000000.amy  the games, by number
    .lock             held by the process that plays

A tournament that was stopped, even killed, goes on from here: a game counts once its line is written, which is done
after its record. A line that was cut off is dropped and its game played again. Only one may play at a time.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from amyitis.box.known import digest_in, keep_box
from amyitis.errors import AmyitisError, Malformed
from amyitis.files import write_atomically
from amyitis.rules import RULES_VERSIONS

from .match import MatchResult, Played

PLAN_FILE = "tournament.json"
RESULTS_FILE = "results.jsonl"
GAMES_FOLDER = "games"
LOCK_FILE = ".lock"


class TournamentFolder:
    """The results and records of one tournament in a folder; begun if it is new.

    `plan` says what is played, in plain data. Raises AmyitisError where the folder holds another tournament or other
    things, Malformed where its files cannot be read.
    """

    def __init__(self, folder: Path, plan: Mapping[str, Any]) -> None:
        self.path = folder
        self._results: dict[int, MatchResult] = {}
        try:
            if (folder / PLAN_FILE).exists():
                self._check_plan(plan)
            else:
                self._begin(plan)
            self._read_results()
        except OSError as problem:
            raise AmyitisError(f"{problem.filename or folder}: {problem.strerror}") from None

    @property
    def results(self) -> list[MatchResult]:
        """The results so far, in the order of their numbers."""
        return [self._results[number] for number in sorted(self._results)]

    def __contains__(self, number: object) -> bool:
        return number in self._results

    @property
    def without_record(self) -> set[int]:
        """The numbers of the games of which the result is there, but the record is gone."""
        there = {path.name for path in (self.path / GAMES_FOLDER).glob("*.amy")}
        return {number for number in self._results if self.record_path(number).name not in there}

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the folder while games are played; what others have played meanwhile is read first.

        The system lets it go when this process ends, however it does. Raises AmyitisError if somebody else plays there.
        """
        with self._held():
            try:
                (self.path / GAMES_FOLDER).mkdir(exist_ok=True)
                self._drop_broken_line()
                self._read_results()
            except OSError as problem:
                raise AmyitisError(f"{problem.filename or self.path}: {problem.strerror}") from None
            yield

    @contextmanager
    def _held(self) -> Iterator[None]:
        from filelock import FileLock, Timeout

        lock = FileLock(self.path / LOCK_FILE, timeout=0)
        try:
            lock.acquire()
        except Timeout:
            raise AmyitisError(
                f"another process plays the tournament in {self.path}: wait for its end, or choose another folder"
            ) from None
        except NotImplementedError:
            pass  # a system of files without locks
        except OSError as problem:
            raise AmyitisError(f"{problem.filename or lock.lock_file}: {problem.strerror}") from None
        try:
            yield
        finally:
            lock.release()

    def record_path(self, number: int) -> Path:
        """Returns where the record of a game lies."""
        return self.path / GAMES_FOLDER / f"{number:06}.amy"

    def keep(self, played: Played) -> None:
        """Write the record of a game, then its result; both replace those of an earlier game of this number.

        Raises AmyitisError where they cannot be written.
        """
        result = played.result
        try:
            write_atomically(self.record_path(result.number), played.record)
            with (self.path / RESULTS_FILE).open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(result), ensure_ascii=False) + "\n")
        except OSError as problem:
            raise AmyitisError(
                f"game {result.number} cannot be written into {self.path}: {problem.strerror}; the games before it "
                f"({len(self._results)}) are kept: make room and call the same command again"
            ) from None
        self._results[result.number] = result

    def _begin(self, plan: Mapping[str, Any]) -> None:
        if self.path.exists() and any(path.name != LOCK_FILE for path in self.path.iterdir()):
            raise AmyitisError(f"{self.path} is not empty and holds no tournament: choose another folder")
        self.path.mkdir(parents=True, exist_ok=True)
        with self._held():
            if (self.path / PLAN_FILE).exists():  # somebody was quicker
                self._check_plan(plan)
                return
            (self.path / GAMES_FOLDER).mkdir(exist_ok=True)
            keep_box(self.path)
            write_atomically(self.path / PLAN_FILE, json.dumps(plan, ensure_ascii=False, indent=2) + "\n")

    def _check_plan(self, plan: Mapping[str, Any]) -> None:
        path = self.path / PLAN_FILE
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as problem:
            raise Malformed(f"{path}: not JSON: {problem}") from None
        if not isinstance(kept, dict):
            raise Malformed(f"{path}: not the plan of a tournament")
        differing = (key for key in plan if _same(key, kept.get(key)) != _same(key, plan[key]))
        other = [f"{key} {_words(kept.get(key))}, not {_words(plan[key])}" for key in differing]
        if other:
            raise AmyitisError(
                f"{self.path} holds another tournament: {'; '.join(other)}; choose another folder for this one"
            )

    def _drop_broken_line(self) -> None:
        """Cut off a line that was not written to its end; nobody but the one who plays may do this."""
        path = self.path / RESULTS_FILE
        if path.exists():
            with path.open("r+b") as file:
                file.truncate(file.read().rfind(b"\n") + 1)

    def _read_results(self) -> None:
        path = self.path / RESULTS_FILE
        if not path.exists():
            return
        written = path.read_bytes()
        whole = written.rfind(b"\n") + 1  # another process may be in the middle of a line
        for number, line in enumerate(written[:whole].decode("utf-8", "replace").splitlines(), 1):
            try:
                result = MatchResult.from_json(json.loads(line))
            except (KeyError, TypeError, ValueError) as problem:
                raise Malformed(f"{path}, line {number}: not the result of a game: {problem}") from None
            self._results[result.number] = result  # the last one, if a game was played again


def _same(key: str, value: Any) -> Any:
    """What is compared of an entry of a plan: of the box its digest, since its name does not change a game."""
    return digest_in(value) or value if key == "box" and isinstance(value, str) else value


def rules_of(folder: Path) -> int | None:
    """Returns the version of the rules that the tournament in a folder is played by; None if there is none, or if the
    plan cannot be read or played: `TournamentFolder` says why."""
    try:
        plan = json.loads((folder / PLAN_FILE).read_text(encoding="utf-8"))
        version = plan["rules"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return version if version in RULES_VERSIONS else None


def _words(value: Any) -> str:
    """Returns a value of a plan in a sentence."""
    return " ".join(map(str, value)) if isinstance(value, list) else json.dumps(value)
