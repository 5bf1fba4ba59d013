"""`openings`: count them in games of a network against itself, and look at them."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..options import (
    BoxOption,
    JsonOption,
    PlayersOption,
    RayAddressOption,
    RayOption,
    SeedOption,
    WorkersOption,
    chosen_workers,
)
from ..progress import GamesBar, show_compiling

if TYPE_CHECKING:
    from amyitis.analysis.openings import OpeningThing, WinRate

app = typer.Typer(
    no_args_is_help=True, help="Count openings: first turns, first cities and first Court cards, with win rates."
)


@app.command()
def make(
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="Number of games for each number of players.")
    ] = 333_334,
    minutes: Annotated[
        float | None,
        typer.Option(min=0.01, help="Time limit in minutes for each number of players."),
    ] = None,
    network: Annotated[str, typer.Option(metavar="NAME", help="The network: small, large, or the file of a card.")] = (
        "small"
    ),
    seed: SeedOption = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file to write; by default the package's own.")
    ] = None,
    kept: Annotated[
        Path | None,
        typer.Option("--counts", metavar="FILE", help="Store the counts in this file; another run continues there."),
    ] = None,
    workers: WorkersOption = None,
    ray: RayOption = False,
    ray_address: RayAddressOption = None,
    box: BoxOption = None,
) -> None:
    """Let a network play itself with 2, 3 and 4 players, and count its openings."""
    from amyitis.analysis.openings import FILE
    from amyitis.lab.openings.making import make_openings, write_openings

    show_compiling()
    crew = chosen_workers(workers, ray, ray_address)
    with GamesBar("Playing", 3 * games) as bar:
        openings = make_openings(
            games, crew, network, seed, None if minutes is None else 60 * minutes,
            progress=lambda players, done: bar.show((players - 2) * games + done), kept=kept,
        )  # fmt: skip
    write_openings(openings, out or FILE)
    counted = ", ".join(f"{of_players['games']:,} games of {players}" for players, of_players in openings.items())
    print(f"{out or FILE}: {counted}")


@app.command()
def show(
    players: PlayersOption = 2,
    setup: Annotated[
        str, typer.Option(metavar="SETUP", help="A set-up, such as lying=d; the output lists them all.")
    ] = "all",
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Print first turns by place in the turn order, first cities and first Court cards, with win rates."""
    from rich.console import Console

    from amyitis.analysis.openings import openings
    from amyitis.errors import Malformed

    from ..lab.figures import figures_table

    known = openings(players)
    if as_json:
        print(json.dumps(known, ensure_ascii=False))
        return
    chosen = next((entry for entry in known["setups"] if entry["key"] == setup), None)
    keys = ", ".join(entry["key"] for entry in known["setups"])
    if chosen is None:
        raise Malformed(f"there is no set-up {setup!r:.60}: there are {keys}")
    console = Console()
    print(f"{chosen['games']:,} games of {players} by {known['network']}; percent, with 95 % intervals.")
    for number, place in enumerate(chosen["places"], 1):
        rows = [
            (turn["turn"], f"{turn['share']:.1f}", _won(turn["won"]), _won(turn["tried"])) for turn in place["turns"]
        ]
        title = f"First turns of seat {number}, which wins {_won(place['won'])}"
        console.print(figures_table(title, ("turn", "played", "wins", "wins if told to"), rows))
    for title, things in (("First city", chosen["cities"]), ("First Court card", chosen["cards"])):
        console.print(figures_table(title, ("", "seats", "round", "wins"), map(_thing, things)))
    print(f"Set-ups: {keys}")


def _won(won: "WinRate | None") -> str:
    return f"{won['rate']:.1f} ({won['low']:.1f}-{won['high']:.1f})" if won else "-"


def _thing(thing: "OpeningThing") -> tuple[str, str, str, str]:
    return thing["name"], f"{thing['share']:.1f}", f"{thing['round']:.1f}", _won(thing["won"])
