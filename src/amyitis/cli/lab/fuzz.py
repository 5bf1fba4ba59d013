"""`amyitis fuzz`: checked random games of every kind, with a report that can be resumed."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from amyitis.rules.switches import Switches

from ..options import BoxOption, JsonOption
from ..progress import GamesBar, show_compiling
from .simulate import ThreadsOption

INTERRUPTED = 130


def fuzz(
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Go on until so many were played.")] = 1_000_000,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="Seed of the first game of each kind.")] = 1,
    report: Annotated[Path, typer.Option("--report", help="Where the report is kept.")] = Path("reports/fuzz.json"),
    fresh: Annotated[bool, typer.Option("--fresh", help="Start anew, whatever the report says.")] = False,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Check random games of all numbers of players and all switches. Stop it with Ctrl-C; it goes on where it stopped.

    Exit code 1 if a violation was found.
    """
    from amyitis.lab.batches import cores
    from amyitis.lab.checking import fuzz as lab

    show_compiling()
    before = lab.new_report(seed) if fresh else lab.load_report(report, seed)
    if before.games and not as_json:
        print(f"{report}: {before.games:,} games were checked before.")
    stopped = False
    with GamesBar("Checking", games, before.games) as bar:
        try:
            lab.fuzz(
                games,
                report,
                seed=seed,
                fresh=fresh,
                threads=threads or cores(),
                progress=lambda now: bar.show(now.games),
            )
        except KeyboardInterrupt:
            stopped = True
    found = lab.load_report(report, seed)
    if as_json:
        import json

        print(json.dumps(found.as_json()))
    else:
        print(f"{found.games:,} games, {found.decisions:,} decisions, {found.violations or 'no'} violations ({report})")
        for one in found.violation_list:
            on = Switches.from_dict(one["switches"]).names()
            kind = ", ".join([f"{one['players']} players", *on])
            print(f"  {kind}, seed {one['seed']}, ply {one['ply']}: {'; '.join(one['faults'])}")
    if stopped:
        print("Stopped; the same command goes on from here.", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)
    if found.violations:
        raise typer.Exit(1)
