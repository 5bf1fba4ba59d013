"""What is shown on standard error while the user waits: a line while compiling, a bar while many games are played."""

import sys
import time
from threading import Timer
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress

BAR_AFTER_SECONDS = 0.7
LINE_WIDTH = 100


class CompilingLine:
    """One line that tells what is being compiled, and how long it took; a plain pair of lines if nobody watches."""

    def __init__(self) -> None:
        self._started: float | None = None
        self._live = sys.stderr.isatty()

    def __call__(self, done: int, total: int, name: str) -> None:
        """Told by the compiler before each function, and once more when all are done."""
        if self._started is None:
            self._started = time.perf_counter()
            if not self._live:
                print(f"Compiling the rules for this machine, only once: {total} functions ...", file=sys.stderr)
        if done == total:
            end = f"Compiled the rules for this machine in {time.perf_counter() - self._started:.1f} s."
            print(f"\r{end:<{LINE_WIDTH}}" if self._live else end, file=sys.stderr, flush=True)
            self._started = None
        elif self._live:
            line = f"Compiling the rules for this machine, only once: {done} of {total} ({name})"
            print(f"\r{line[:LINE_WIDTH]:<{LINE_WIDTH}}", end="", file=sys.stderr, flush=True)


def show_compiling() -> None:
    """Tell on standard error when something must be compiled first."""
    from amyitis.engine.compiled import compiler, compiling_allowed

    if compiling_allowed():
        compiler().progress = CompilingLine()


class GamesBar:
    """A progress bar that appears only if the user must wait, and only on a terminal; the total may come later."""

    def __init__(self, title: str, total: int | None, done: int = 0) -> None:
        self._title, self._total, self.done = title, total, done
        self._bar: Progress | None = None
        self._timer = Timer(BAR_AFTER_SECONDS, self._appear)  # so it is there before the first thing is done
        self._timer.daemon = True

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._timer.cancel()
        if self._bar is not None:
            self._bar.stop()

    def show(self, done: int, total: int | None = None) -> None:
        """Show how many are done, and of how many if that was not known."""
        self.done, self._total = done, total or self._total
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], completed=done, total=self._total)

    def step(self, _result: object = None) -> None:
        """Show that one more is done."""
        self.show(self.done + 1)

    def _appear(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        bar = Progress(*columns, console=Console(stderr=True), transient=True)
        bar.add_task(self._title, total=self._total, completed=self.done)
        bar.start()
        self._bar = bar
