"""`amyitis dataset`: games of any bots, or of records, as Parquet files."""

from pathlib import Path
from typing import Annotated

import typer

from amyitis.rules.switches import NO_SWITCHES, Switches

from ..options import BoxOption, GamesOption, SeedOption, with_switches
from ..progress import GamesBar


@with_switches
def dataset(
    folder: Annotated[Path, typer.Argument(help="The output folder; a stopped run continues there.")],
    bots: Annotated[
        list[str] | None,
        typer.Argument(help="Two to four bots, by name or FILE.py:CLASS. They rotate seats."),
    ] = None,
    records: Annotated[
        list[Path] | None,
        typer.Option(
            "--records", metavar="PATH", help="A file or folder of records, instead of bots; may be repeated."
        ),
    ] = None,
    games: GamesOption = 100,
    seed: SeedOption = 0,
    part: Annotated[int, typer.Option("--part", min=1, help="Number of games per file.")] = 100,
    text: Annotated[bool, typer.Option("--text/--no-text", help="Include positions as text.")] = True,
    features: Annotated[bool, typer.Option("--features", help="Include positions as a network sees them.")] = False,
    visits: Annotated[
        bool, typer.Option("--visits", help="Include the visits of a bot's search, if it reports them.")
    ] = False,
    switches: Switches = NO_SWITCHES,
    box: BoxOption = None,
) -> None:
    """Write games as Parquet files: positions, moves, visits and results (docs/reference/datasets.md)."""
    if bool(bots) == bool(records):
        raise typer.BadParameter("name two to four bots, or records with --records")
    from amyitis.errors import AmyitisError
    from amyitis.lab.datasets.dataset import Plan, write_dataset

    try:
        if records:
            _of_records(folder, records, part, text, features)
            return
        plan = Plan(tuple(bots or ()), games, seed, part, text, features, visits, switches)
        with GamesBar("Playing", games) as bar:
            written = write_dataset(folder, plan, bar.show)
    except OSError as problem:
        raise AmyitisError(f"{problem.filename or folder} cannot be written: {problem.strerror}") from None
    print(f"{folder}: {games} games, {written} parts written")


def _of_records(folder: Path, records: list[Path], part: int, text: bool, features: bool) -> None:
    from amyitis.errors import Malformed
    from amyitis.lab.datasets.record_dataset import RecordPlan, write_record_dataset

    for place in records:
        if not place.exists():
            raise Malformed(f"{place} cannot be read: there is no such file or folder")
    with GamesBar("Reading", None) as bar:
        dataset = write_record_dataset(folder, RecordPlan(tuple(map(str, records)), part, text, features), bar.show)
    left_out = f", {dataset.unfinished} left out because they are not over" if dataset.unfinished else ""
    print(f"{folder}: {sum(dataset.games.values())} games of records{left_out}, {dataset.parts} parts written")
