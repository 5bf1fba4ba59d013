"""Bots in any language: a program that reads lines and writes lines, `process:COMMAND` (`docs/howto/bots.md`)."""

import queue
import shlex
import shutil
import subprocess
import threading
import time
import weakref
from contextlib import suppress
from typing import IO

from amyitis.errors import Malformed
from amyitis.game import Game

PROTOCOL = 1
START_SECONDS = 30.0  # in which a program must say that it is ready
MOVE_SECONDS = 60.0  # in which it must choose a move
END_SECONDS = 2.0  # after which a program that should end is killed


class ProcessBot:
    """A program that chooses. It is started with the first question and ends with the bot."""

    keeps_time = True  # from the question on: the start of the program is not thinking

    def __init__(self, command: str, seed: int, move_seconds: float = MOVE_SECONDS) -> None:
        self._words = words_of(command)
        self._seed, self.move_seconds = seed, move_seconds
        self._process: subprocess.Popen[str] | None = None
        self._said: queue.Queue[str | None] = queue.Queue()

    def choose(self, game: Game) -> str:
        """Returns the move that the program names; raises TimeoutError, EOFError or ValueError if it names none."""
        if self._process is None:
            self._start()
        self._tell(f"position {game.position}")
        self._tell(f"legal {' '.join(game.legal_moves)}")
        if self.move_seconds != MOVE_SECONDS:
            self._tell(f"time {self.move_seconds:g}")
        self._tell("choose")
        return self._answer("move", self.move_seconds)

    def _start(self) -> None:
        process = subprocess.Popen(
            self._words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            errors="surrogateescape",  # what is not UTF-8 is found out when the line is wanted
            bufsize=1,
        )
        self._process = process
        weakref.finalize(self, _end, process)
        threading.Thread(target=_read, args=(process.stdout, self._said), daemon=True).start()
        self._tell(f"amyitis {PROTOCOL} {self._seed}")
        self._answer("ready", START_SECONDS)

    def _tell(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise EOFError(self._ended()) from None

    def _answer(self, wanted: str, seconds: float) -> str:
        """Returns what follows a word; lines that begin with `info` are the program's own affair, and cost its time."""
        end = time.monotonic() + seconds
        while True:
            left = end - time.monotonic()
            try:
                line = self._said.get(timeout=max(0.0, left))
            except queue.Empty:
                left, line = -1.0, ""
            if line is None:
                raise EOFError(self._ended())
            word, _, rest = line.strip().partition(" ")
            if word not in ("", "info"):
                return _checked(wanted, word, rest.strip(), line.strip())
            if left < 0:
                raise TimeoutError(f"it did not say {wanted!r:.60} within {seconds:g} seconds")

    def _ended(self) -> str:
        assert self._process is not None
        try:
            return f"the program has ended, with status {self._process.wait(END_SECONDS)}"
        except subprocess.TimeoutExpired:
            return "the program says no more: it has closed its output"


def _checked(wanted: str, word: str, rest: str, line: str) -> str:
    """Returns what follows the wanted word in a line; raises ValueError if it says anything else."""
    try:
        line.encode()
    except UnicodeEncodeError:
        raise ValueError(f"it said {line.encode(errors='surrogateescape')!r:.200}, which is not UTF-8") from None
    if word != wanted:
        raise ValueError(f"it said {line!r:.200} where {wanted!r} was wanted")
    return rest


def words_of(command: str) -> list[str]:
    """Returns the words of a command whose program is there; raises Malformed."""
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise Malformed(f"the command {command!r:.60} cannot be read: {problem}") from None
    if not words:
        raise Malformed("it wants a command, as in 'process:node my_bot.js'")
    if shutil.which(words[0]) is None:
        raise Malformed(f"there is no program {words[0]!r:.200}")
    return words


def _read(stream: IO[str] | None, said: "queue.Queue[str | None]") -> None:
    assert stream is not None
    try:
        with stream:
            for line in stream:
                said.put(line)
    finally:
        said.put(None)


def _end(process: "subprocess.Popen[str]") -> None:
    """Let a program go: told first, then killed."""
    assert process.stdin is not None
    with suppress(OSError):  # it may have gone by itself
        process.stdin.write("quit\n")
    with suppress(OSError):
        process.stdin.close()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
