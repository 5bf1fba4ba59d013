"""Any number of checked random games over all numbers of players and all switches, with a report that can be resumed.

The report tells how many games of each variant were played from which seed on, and every violation found. It belongs
to the rules it was made with: after a change of the rules or the box it starts anew, and what was found before is
kept as a line of its history.
"""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from amyitis.box.tables import BOX_DIGEST
from amyitis.errors import Malformed
from amyitis.files import write_atomically
from amyitis.rules.switches import Switches
from amyitis.sources import package_digest

from ..batches import Violation, check_seeds, play_many
from ..simulate import VIOLATIONS_KEPT
from ..variants import HOUSE_RULES, VARIANTS, Variant

FORMAT = 1
BLOCK = 2048  # games of one variant before the next takes its turn
SAVE_EVERY = 5.0  # seconds

Progress = Callable[["Report"], None]


@dataclass
class Cell:
    """How far one variant has come: the games of the seeds from the report's first on."""

    players: int
    switches: Switches
    games: int = 0
    decisions: int = 0
    violations: int = 0

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return Variant(self.players, self.switches)


@dataclass
class Report:
    """What was played and found so far."""

    rules: str
    seed: int
    cells: list[Cell]
    seconds: float = 0.0
    violation_list: list[dict[str, Any]] = field(default_factory=list)
    earlier: list[dict[str, Any]] = field(default_factory=list)
    updated: str = ""
    format: int = FORMAT

    @property
    def games(self) -> int:
        """Games played so far."""
        return sum(cell.games for cell in self.cells)

    @property
    def decisions(self) -> int:
        """Decisions made so far."""
        return sum(cell.decisions for cell in self.cells)

    @property
    def violations(self) -> int:
        """Games in which something was wrong."""
        return sum(cell.violations for cell in self.cells)

    def as_json(self) -> dict[str, Any]:
        """The report as plain lists and numbers, the sums first."""
        return {"games": self.games, "decisions": self.decisions, "violations": self.violations, **asdict(self)}

    def save(self, path: Path) -> None:
        """Write the report, all or nothing."""
        self.updated = datetime.now(UTC).isoformat(timespec="seconds")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(self.as_json(), indent=1) + "\n")


def rules_digest() -> str:
    """A hash of the rules' sources and of the box: what a report is about."""
    return package_digest("rules", also=BOX_DIGEST)


def new_report(seed: int) -> Report:
    """A report of no games yet."""
    return Report(rules_digest(), seed, [Cell(one.players, one.switches) for one in (*VARIANTS, *HOUSE_RULES)])


def load_report(path: Path, seed: int) -> Report:
    """The report at `path` to go on with, or a new one if there is none or it is about other rules or another seed.

    Raises Malformed for a file that is not such a report.
    """
    if not path.exists():
        return new_report(seed)
    try:
        report_json = json.loads(path.read_text(encoding="utf-8"))
        sums = {name: report_json.pop(name) for name in ("games", "decisions", "violations")}
        if report_json["format"] != FORMAT:
            raise ValueError(f"format {report_json['format']}")
        old = Report(**{**report_json, "cells": [_cell(cell) for cell in report_json["cells"]]})
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise Malformed(f"{path} is not a report of `amyitis fuzz` ({error}); name another file") from error
    if (old.rules, old.seed) == (rules_digest(), seed):
        return old
    report = new_report(seed)
    line = {"rules": old.rules, "seed": old.seed, "updated": old.updated, **sums}
    report.earlier = [*old.earlier, line] if old.games else old.earlier
    return report


def _cell(values: dict[str, Any]) -> Cell:
    return Cell(**{**values, "switches": Switches.from_dict(values["switches"])})


def fuzz(
    games: int, path: Path, *, seed: int = 1, fresh: bool = False, threads: int = 1, progress: Progress | None = None
) -> Report:
    """Play checked games until the report at `path` has this many, saving it on the way and whenever it is stopped."""
    if games < 1:
        raise Malformed(f"fuzz needs at least 1 game, not {games}")
    check_seeds(seed, games)
    report = new_report(seed) if fresh else load_report(path, seed)
    saved = time.monotonic()
    try:
        for cell, block in _blocks(report, games):
            _play(report, cell, block, threads)
            if progress is not None:
                progress(report)
            if time.monotonic() - saved > SAVE_EVERY:
                report.save(path)
                saved = time.monotonic()
    finally:
        report.save(path)
    return report


def _blocks(report: Report, games: int) -> Iterator[tuple[Cell, int]]:
    """The next pieces of work: always for the variant with the fewest games, until there are enough in all."""
    share = min(BLOCK, max(1, games // len(report.cells)))
    while report.games < games:
        cell = min(report.cells, key=lambda one: one.games)
        yield cell, min(share, games - report.games)


def _play(report: Report, cell: Cell, games: int, threads: int) -> None:
    """Play one block and count it in; an interrupted block is not counted at all."""
    started = time.perf_counter()
    variant = cell.variant
    decisions, violations = 0, list[Violation]()
    for results in play_many(variant, games, report.seed + cell.games, check=True, threads=threads):
        decisions += int(results.decisions.sum())
        violations += results.violations
    cell.games += games
    cell.decisions += decisions
    cell.violations += len(violations)
    report.seconds += time.perf_counter() - started
    for one in violations[: VIOLATIONS_KEPT - len(report.violation_list)]:
        where = {"players": cell.players, "switches": cell.switches.as_dict()}
        report.violation_list.append({**where, "seed": one.seed, "ply": one.ply, "faults": list(one.faults)})
