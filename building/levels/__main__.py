"""The levels against each other: `python -m building.levels` (docs/howto/tournaments.md)."""

from pathlib import Path
from typing import Annotated

import typer

from amyitis.bots.levels import ALL_LEVELS, read_levels
from amyitis.cli.options import RayAddressOption, RayOption, WorkersOption, chosen_workers
from amyitis.cli.progress import show_compiling

from . import level_tuning


def levels(
    games: Annotated[int, typer.Option("--games", min=2, help="Two-player games between neighbouring levels.")] = 400,
    four: Annotated[
        int, typer.Option("--four", min=0, help="Four-player games, against three bots of the level below.")
    ] = 0,
    tune: Annotated[
        str, typer.Option("--tune", metavar="GAMES,...", help="Tune the settings first: games per pair in each round.")
    ] = "",
    target: Annotated[float, typer.Option("--target", min=0.5, max=0.99, help="The win rate to tune for.")] = 0.7,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="Seed of the first deal.")] = 1,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE.json", help="The file for settings and figures.")
    ] = None,
    begin: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE.json", help="Start from these settings; by default the current ones."),
    ] = None,
    workers: WorkersOption = None,
    ray: RayOption = False,
    ray_address: RayAddressOption = None,
) -> None:
    """Measure the levels against each other, and tune them to even distances."""
    show_compiling()
    measured = ALL_LEVELS if begin is None else read_levels(begin.read_text(encoding="utf-8"))
    who = chosen_workers(workers, ray, ray_address)

    def show(line: str) -> None:
        print(line, flush=True)

    if tune:
        rounds = [int(part) for part in tune.split(",")]
        measured = level_tuning.tune(measured, rounds, target, seed + 1_000_000, who, show)
        if out is not None:
            out.write_text(level_tuning.as_text(measured), encoding="utf-8")
    measured = level_tuning.measure(measured, games, four, seed, who)
    for line in level_tuning.table(measured):
        show(line)
    if out is not None:
        out.write_text(level_tuning.as_text(measured), encoding="utf-8")


if __name__ == "__main__":
    typer.run(levels)
