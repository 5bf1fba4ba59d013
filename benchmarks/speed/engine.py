"""How fast the engine is, measured in one run on one machine, beside its peers.

`python -m benchmarks.speed.engine [--peers PYTHON] [--chart FILE] [--quick] [--json]`; `make bench` makes the peers'
environment and the charts of the documentation.

Ours are random games, legal moves and the choice included. The peers run in an environment of their own with the
script `benchmarks/peers.py`; a ratio compares what one core does. What runs on one core is told for a second of
processor time, which on a quiet machine is a second, and on a busy one does not count what others took.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from amyitis.cli.progress import show_compiling
from amyitis.engine.arrays import States, copy_state
from amyitis.engine.compiled import PLAIN_SWITCH, engine
from amyitis.engine.compiler.cache import CACHE_SWITCH
from amyitis.engine.record import STATE_DTYPE, blank_records, from_record
from amyitis.errors import AmyitisError
from amyitis.lab.batches import cores
from amyitis.lab.plots import COLOUR, LINE, Picture, check_picture
from amyitis.lab.simulate import simulate
from amyitis.lab.speed import machine, one_spell, random_games
from amyitis.rules.rule import rule

from .fixed_loop import measure_speed
from .tables import print_report

PLAYERS = (2, 3, 4)
GROWTH = (1, 10, 1_000, 100_000, 1_000_000)
PEERS = ("catanatron", "openspiel-backgammon", "openspiel-hearts", "pgx-backgammon", "python-chess", "rlcard")
ROOT = Path(__file__).parents[2]
PEERS_SCRIPT = ROOT / "benchmarks" / "peers.py"
PEER_LIMIT = 600  # seconds for one peer, its own compiling included
COMMAND = ("-c", "from amyitis.cli import main; main()")
WARM_STARTS = 5

Report = dict[str, Any]
Bar = tuple[str, float, str]  # a name, a speed and a colour
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Sizes:
    """How much is measured: seconds of a spell, spells of which the best counts, sizes of batches, plain games."""

    seconds: float = 0.7
    spells: int = 6
    growth: tuple[int, ...] = GROWTH
    plain_games: int = 60
    starts: bool = True


QUICK = Sizes(seconds=0.05, spells=1, growth=(1, 10), plain_games=2, starts=False)


def measure(sizes: Sizes, peers: Path | None, tell: Tell) -> Report:
    """Measure everything; `peers` is the Python of the peers' environment, if they are wanted."""
    report: Report = {"machine": machine(), "date": datetime.now(UTC).isoformat(timespec="seconds")}
    report["random_games"] = list(all_random_games(sizes, tell))
    tell("a copy of the state")
    report["state"] = state_figures()
    tell("the ratio to a fixed loop")
    report["ratios_to_fixed_loop"] = {str(players): round(measure_speed(players).ratio, 1) for players in (2, 4)}
    tell("the uncompiled engine")
    report["plain"] = plain_engine(sizes.plain_games)
    if sizes.starts:
        tell("time to the first game, cold and warm")
        report["first_game"] = first_game()
    report["growth"] = [grown(games, tell) for games in sizes.growth]
    if peers is not None:
        report["peers"] = [peer(name, peers, sizes, tell) for name in PEERS]
    return report


def all_random_games(sizes: Sizes, tell: Tell) -> Iterator[Report]:
    """Decisions and games per second at each number of players, on one core and on all."""
    for players in PLAYERS:
        for threads in sorted({1, cores()}):
            tell(f"random games, {players} players, {threads} threads")
            yield {
                "players": players,
                "threads": threads,
                **random_games(players, threads, sizes.seconds, sizes.spells),
            }


@rule
def copy_often(states: States, times: int) -> None:
    """Copy a state to and fro, for its time to be taken."""
    for i in range(times):
        copy_state(states, i & 63, (i + 1) & 63)


def state_figures() -> Report:
    """The size of a state, and the time of a copy: compiled, and of a plain state."""
    states, times = blank_records(64), 1_000_000
    engine(copy_often)(states, 64)
    started = time.perf_counter()
    engine(copy_often)(states, times)
    compiled = (time.perf_counter() - started) / times
    plain = from_record(states[0])
    started = time.perf_counter()
    for _ in range(2_000):
        plain.copy()
    return {
        "bytes": STATE_DTYPE.itemsize,
        "copy_nanoseconds": 1e9 * compiled,
        "plain_copy_microseconds": 1e6 * (time.perf_counter() - started) / 2_000,
    }


def plain_engine(games: int) -> Report:
    """Random games in the uncompiled mode, in a program of its own."""
    done = _command({PLAIN_SWITCH: "1"}, "simulate", "-p", "2", "-n", str(games), "-t", "1", "--json")
    speed = json.loads(done.stdout)["decisions_per_second"]
    return {"players": 2, "games": games, "decisions_per_second": speed, "microseconds_per_decision": 1e6 / speed}


def first_game() -> Report:
    """Seconds from the start of the program to the end of its first game: from nothing, and with a filled cache.

    By the clock, and of processor time.
    """
    seconds: Report = {}
    for name, more in (("plain", ()), ("checked", ("--check",))):
        with tempfile.TemporaryDirectory() as folder:
            words = ("simulate", "-p", "2", "-n", "1", *more)
            cold, *warm = (_seconds({CACHE_SWITCH: folder}, *words) for _ in range(1 + WARM_STARTS))
        seconds[name] = {"cold": cold, "warm": [float(np.median(column)) for column in zip(*warm, strict=True)]}
    return seconds


def grown(games: int, tell: Tell) -> Report:
    """Time and memory of so many games on one core, in a program of its own."""
    tell(f"growth: {games:,} games")
    code = f"from benchmarks.speed.engine import tell_growth; tell_growth({games})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    report: Report = json.loads(done.stdout)
    return report


def tell_growth(games: int) -> None:
    """Play games at 2 players, and print how long it took and how much memory the program has needed."""
    import resource

    simulate(2, 1, threads=1)
    spell = one_spell(2, 1, games)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    speed = {"microseconds_per_game": 1e6 / spell["games_per_second"], "peak_mebibytes": peak}
    print(json.dumps({"games": games, "decisions_per_second": spell["decisions_per_second"], **speed}))


def peer(name: str, python: Path, sizes: Sizes, tell: Tell) -> Report:
    """One peer, and how many times faster ours is on one core at the same number of players, measured just after it."""
    report = peer_alone(PEERS_SCRIPT, name, python, sizes, tell)
    if "failed" in report:
        return report
    ours = random_games(report["players"], 1, sizes.seconds, sizes.spells)["decisions_per_second"]
    return {**report, "ours_per_second": ours, "times_faster": ours / report["steps_per_second"]}


def peer_alone(script: Path, name: str, python: Path, sizes: Sizes, tell: Tell) -> Report:
    """What a script finds of one peer in the peers' environment, or why it `failed`; raises AmyitisError without it."""
    tell(f"peer: {name}")
    if not script.exists():
        raise AmyitisError(f"{script} is missing")
    command = [str(python), str(script), name, str(sizes.seconds), str(sizes.spells)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PEER_LIMIT, check=True)
    except (OSError, subprocess.SubprocessError) as problem:
        said = getattr(problem, "stderr", None) or str(problem)
        said = (said.decode(errors="replace") if isinstance(said, bytes) else said).strip().splitlines()[-1]
        return {"name": name, "failed": said}
    report: Report = json.loads(done.stdout.strip().splitlines()[-1])
    return report


def draw_chart(report: Report, path: Path) -> None:
    """Ours, compiled and not, and the peers."""
    ours = [
        (f"Amyitis, {row['players']} players", row["decisions_per_second"], COLOUR)
        for row in report["random_games"]
        if row["threads"] == 1
    ]
    plain = [("Amyitis, uncompiled", report["plain"]["decisions_per_second"], COLOUR)]
    peers = [
        (f"{row['name']} {row['version']}", row["steps_per_second"], LINE)
        for row in report.get("peers", [])
        if "failed" not in row
    ]
    about = "decisions or steps per second on one core, random play"
    draw_bars(report, path, [*ours, *plain, *peers], 1_000, about)


def draw_bars(report: Report, path: Path, bars: Sequence[Bar], least: float, about: str) -> None:
    """Bars on a logarithmic scale from `least` on, the fastest on top; `about` is what they are of."""
    names, speeds, colours = zip(*sorted(bars, key=lambda bar: bar[1]), strict=True)
    picture = Picture(path, height=1.2 + 0.4 * len(bars))
    axes = picture.axes[0]
    drawn = axes.barh(range(len(bars)), speeds, color=colours)
    axes.set_yticks(range(len(bars)), names)
    axes.bar_label(drawn, labels=[f" {speed:,.0f}" for speed in speeds], fontsize="small")
    axes.set_xscale("log")
    axes.set_xlim(least, 20 * max(speeds))
    axes.set_xlabel(about)
    picture.save(f"{report['machine']['processor']}, Python {report['machine']['python']}")


def _seconds(switches: dict[str, str], *words: str) -> tuple[float, float]:
    """How long a command of ours takes from start to end, by the clock and of processor time."""
    before, started = os.times(), time.perf_counter()
    _command(switches, *words)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - started, used


def _command(switches: dict[str, str], *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of ours in a program of its own."""
    return subprocess.run(
        [sys.executable, *COMMAND, *words], env={**os.environ, **switches}, capture_output=True, text=True, check=True
    )


def run_benchmark(
    measure: Callable[[Sizes, Path | None, Tell], Report],
    draw: Callable[[Report, Path], None],
    show: Callable[[Report], None],
    words: Sequence[str] | None = None,
) -> None:
    """Measure as the command line says, draw the chart if one is wanted, and show what was measured."""
    options = argparse.ArgumentParser()
    options.add_argument("--peers", type=Path, metavar="PYTHON", help="Python of the peers' environment (make bench)")
    options.add_argument("--chart", type=Path, metavar="FILE", help="draw a chart (.svg or .png)")
    options.add_argument("--quick", action="store_true", help="measure little: for a first look")
    options.add_argument("--json", action="store_true", help="print everything as JSON")
    wanted = options.parse_args(words)
    if wanted.chart is not None:
        check_picture(wanted.chart)
    show_compiling()
    report = measure(
        QUICK if wanted.quick else Sizes(),
        wanted.peers,
        lambda what: print(f"measuring: {what}", file=sys.stderr, flush=True),
    )
    if wanted.chart is not None:
        draw(report, wanted.chart)
    if wanted.json:
        print(json.dumps(report))
    else:
        show(report)


if __name__ == "__main__":
    run_benchmark(measure, draw_chart, print_report)
