"""Which facts of the box make games open and seats even: many boxes, each measured in a process of its own.

    python -m benchmarks.screening benchmarks/screening.toml --players 2 --bot search:N=40 --games 300

The design file names factors: changes of the box, each on or off. With `--runs`, the boxes are a fractional design (a
power of two, at least twice the factors): every factor is on in half of them, and what a factor does alone is not
mixed up with what two of them do together. Without, they are the `boxes` that the file lists, each a list of factors.
Every box has the changes that the file lists as `start`, so a design stays what it was when the standard box changes.
With `--train`, networks are first trained on for each box from those of `--from`, and play its games. `--ray` spreads
the boxes over a cluster.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

from amyitis.box.loading import packaged_text, parse_box
from amyitis.errors import AmyitisError, Malformed
from amyitis.lab.intervals import Z
from amyitis.lab.workers import OneProcess, Processes, Workers

CARDS = ("banker 2", "banker 3", "caravaneer 1", "caravaneer 2")  # whose owners' win rate is shown
Figures = dict[str, float]
Design = dict[str, Any]


@dataclass(frozen=True)
class Task:
    """A box to be measured: the text of its file, and how."""

    name: str
    box: str
    players: int
    games: int
    bot: str
    minutes: float  # of training before, with networks that begin with those in `start`
    start: str
    slots: int


def changed(text: str, changes: Sequence[dict[str, Any]]) -> str:
    """The text of a box file with other values of some keys; raises Malformed for an entry that is not there once."""
    for change in changes:
        blocks = text.split("\n\n")
        entry, where = change["entry"], change.get("where", {})
        wanted = [f"[[{entry}]]" if where else f"[{entry}]", *(f"{key} = {_toml(one)}" for key, one in where.items())]
        found = [i for i, block in enumerate(blocks) if all(_has_line(block, line) for line in wanted)]
        if len(found) != 1:
            raise Malformed(f"{entry} {where}: {len(found)} entries of the box are so")
        lines = blocks[found[0]].splitlines()
        for key, value in change["set"].items():
            lines = [line for line in lines if not line.startswith(f"{key} = ")]
            place = next(i for i, line in enumerate(lines) if line.startswith("mark"))
            lines.insert(place, f"{key} = {_toml(value)}")
        blocks[found[0]] = "\n".join(lines)
        text = "\n\n".join(blocks)
    return text


def _has_line(block: str, line: str) -> bool:
    return any(one.split(" #")[0].rstrip() == line for one in block.splitlines())


def _toml(value: Any) -> str:
    """A value as TOML writes it; a table within a line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)


def fraction(factors: int, runs: int) -> list[list[bool]]:
    """Which factors are on in each run: columns of a Hadamard matrix whose numbers have an odd number of bits.

    The sum of two such columns is none of them: that keeps single factors apart from pairs. Raises Malformed.
    """
    masks = [mask for mask in range(1, runs) if mask.bit_count() % 2]
    if runs < 2 or runs & (runs - 1) or len(masks) < factors:
        raise Malformed(f"{runs} runs for {factors} factors: a power of two is wanted, at least twice as many")
    return [[bool((run & mask).bit_count() % 2) for mask in masks[:factors]] for run in range(runs)]


def boxes_of(design: Design, runs: int | None) -> list[tuple[str, ...]]:
    """The boxes of a design, each named by its factors; the first one, with none, is that of the start.

    A fractional design takes as many of the factors as it can tell apart, the first ones.
    """
    if runs is None:
        return [(), *(tuple(box) for box in design.get("boxes", []))]
    names = [factor["name"] for factor in design["factors"]][: min(design["screened"], max(1, runs // 2))]
    return [tuple(name for name, on in zip(names, run, strict=True) if on) for run in fraction(len(names), runs)]


def box_text(design: Design, on: Sequence[str]) -> str:
    """The box file with these factors on; raises Malformed for a factor that there is not, BoxError for a bad box."""
    factors = {factor["name"]: factor["changes"] for factor in design["factors"]}
    if missing := [name for name in on if name not in factors]:
        raise Malformed(f"there is no factor {missing[0]!r} in the design")
    text = changed(packaged_text(), [*design.get("start", []), *(change for name in on for change in factors[name])])
    parse_box(text)
    return text


def measure_box(task: Task) -> dict[str, Any]:
    """The balance table of a box, measured by programs of its own; raises AmyitisError with what one complained of."""
    with tempfile.TemporaryDirectory() as folder:
        box = Path(folder) / "box.toml"
        box.write_text(task.box, encoding="utf-8")
        bot = task.bot
        if task.minutes:
            run = f"{folder}/run"
            _amyitis(box, "train", f"--players={task.players}", f"--minutes={task.minutes}", f"--out={run}", "--gate=0",
                     f"--from={task.start}", f"--slots={task.slots}")  # fmt: skip
            bot = f"net:{run}/best/large.json"
        options = (f"--players={task.players}", f"--games={task.games}", f"--bot={bot}")
        return {"name": task.name, **json.loads(_amyitis(box, "balance", *options, "--workers=1", "--json"))[0]}


def _amyitis(box: Path, *command: str) -> str:
    environment = os.environ | {"AMYITIS_BOX": str(box)}
    done = subprocess.run(
        [sys.executable, "-c", "from amyitis.cli import main; main()", *command],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise AmyitisError(f"amyitis {command[0]}: {done.stderr.strip()[-600:]}")
    return done.stdout


def figures(table: dict[str, Any]) -> Figures:
    """What a balance table says of openness and fairness, as percentages but for the rounds."""
    far = table["openness"]
    judge = far["leads"][-1]
    found = {
        "margin": 100 * far["margin"],
        "close": 100 * far["close"]["rate"],
        "rounds": table["rounds"],
        **{f"seat {seat['place']}": 100 * seat["won"]["rate"] for seat in table["seats"]},
    }
    if judge["leads"][0]["settled"] is not None:
        found |= {f"{100 * lead['part']:.0f}%": 100 * lead["settled"]["rate"] for lead in judge["leads"]}
        found["never"] = 100 * judge["never_open"]
    for used in table["used"]:
        if used["name"] in CARDS and used["users"]["seats_held"]:
            found[used["name"]] = 100 * used["users"]["rate"]
    return found


def effects(boxes: Sequence[tuple[str, ...]], found: Sequence[Figures]) -> dict[str, Figures]:
    """By factor: the mean of each figure where it is on, less that where it is off."""
    told = {}
    for name in dict.fromkeys(name for box in boxes for name in box):
        on, off = (
            [one for box, one in zip(boxes, found, strict=True) if (name in box) is wanted] for wanted in (True, False)
        )
        told[name] = {key: _mean(on, key) - _mean(off, key) for key in found[0] if all(key in one for one in found)}
    return told


def _mean(some: Sequence[Figures], key: str) -> float:
    return sum(one[key] for one in some) / max(1, len(some))


def table(rows: Sequence[tuple[str, Figures]], sign: str = "") -> str:
    """Rows of figures below their names, as Markdown."""
    keys = list(dict.fromkeys(key for _, one in rows for key in one))
    lines = [f"| | {' | '.join(keys)} |", f"|---|{'---:|' * len(keys)}"]
    for name, one in rows:
        cells = (f"{one[key]:{sign}.1f}" if key in one else "" for key in keys)
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def screen(tasks: Sequence[Task], workers: Workers, out: Path | None) -> list[dict[str, Any]]:
    """The balance tables of all boxes, in their order; each is written to a file as a line of JSON as it comes."""
    found = {}
    with closing(workers.each(measure_box, tasks)) as measured:
        for one in measured:
            found[one["name"]] = one
            print(table([(one["name"], figures(one))]), file=sys.stderr, flush=True)
            if out is not None:
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(one) + "\n")
    return [found[task.name] for task in tasks]


def main() -> None:
    """Measure the boxes of a design, and print tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("design", type=Path)
    parser.add_argument("--runs", type=int, help="a fractional design of so many boxes; else those that are listed")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--bot", default="search:N=40")
    parser.add_argument("--train", type=float, default=0.0, metavar="MINUTES", help="train networks for each box first")
    parser.add_argument("--from", dest="start", default="src/amyitis/nets/weights", help="the networks to begin with")
    parser.add_argument("--slots", type=int, default=4096, help="games side by side in training")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--ray", action="store_true")
    parser.add_argument("--out", type=Path, help="a file for all balance tables, a line of JSON each")
    asked = parser.parse_args()
    design = tomllib.loads(asked.design.read_text(encoding="utf-8"))
    boxes = boxes_of(design, asked.runs)
    tasks = [
        Task(", ".join(on) or "standard", box_text(design, on), asked.players, asked.games, asked.bot, asked.train,
             asked.start, asked.slots)
        for on in boxes
    ]  # fmt: skip
    workers: Workers = OneProcess() if asked.workers == 1 else Processes(asked.workers)
    if asked.ray:
        from amyitis.lab.cluster import Cluster

        workers = Cluster()
    found = [figures(one) for one in screen(tasks, workers, asked.out)]
    print(table([(task.name, one) for task, one in zip(tasks, found, strict=True)]))
    if asked.runs is not None:
        noise = 100 * Z * sqrt(1 / (asked.games * len(boxes)))
        print(f"\nWhat each factor does, in points (a share of games is sure to ± {noise:.1f} at most):\n")
        print(table(list(effects(boxes, found).items()), sign="+"))


if __name__ == "__main__":
    main()
