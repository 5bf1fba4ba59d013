"""`amyitis dataset`: games of any bots as Parquet files."""

from pathlib import Path
from typing import Annotated

import typer

from .options import BoxOption, LimitedOption, PalaceOption
from .progress import GamesBar
from .simulate import GamesOption, SeedOption


def dataset(
    folder: Annotated[Path, typer.Argument(help="Where it goes; a run that was ended goes on there.")],
    bots: Annotated[list[str], typer.Argument(help="Two to four bots; they change seats from game to game.")],
    games: GamesOption = 100,
    seed: SeedOption = 0,
    part: Annotated[int, typer.Option("--part", min=1, help="Games in a file.")] = 100,
    text: Annotated[bool, typer.Option("--text/--no-text", help="Positions as text.")] = True,
    features: Annotated[bool, typer.Option("--features", help="Positions as a network sees them.")] = False,
    visits: Annotated[bool, typer.Option("--visits", help="What a bot's search looked at, where it tells.")] = False,
    limited_supply: LimitedOption = False,
    palace: PalaceOption = False,
    box: BoxOption = None,
) -> None:
    """Write games as Parquet: positions, moves, visits, outcomes; with a data card (docs/environments.md)."""
    from amyitis.lab.dataset import Plan, write_dataset

    plan = Plan(tuple(bots), games, seed, part, text, features, visits, limited_supply, palace)
    with GamesBar("Playing", games) as bar:
        written = write_dataset(folder, plan, bar.show)
    print(f"{folder}: {games} games, {written} parts written")
