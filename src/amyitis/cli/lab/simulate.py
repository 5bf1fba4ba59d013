"""`amyitis simulate`: random games in bulk."""

from typing import TYPE_CHECKING, Annotated

import typer

from amyitis.rules.switches import NO_SWITCHES, Switches

from ..options import BoxOption, JsonOption, PlayersOption, with_switches
from ..progress import GamesBar, show_compiling

if TYPE_CHECKING:
    from amyitis.lab.simulate import Simulation

GamesOption = Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")]
SeedOption = Annotated[int, typer.Option("--seed", "-s", min=0, help="Seed of the first game; the others follow it.")]
ThreadsOption = Annotated[int | None, typer.Option("--threads", "-t", min=1, help="Cores to use; all, if not given.")]


@with_switches
def simulate(
    players: PlayersOption = 4,
    games: GamesOption = 10_000,
    seed: SeedOption = 0,
    check: Annotated[bool, typer.Option("--check", help="Check every position and every move.")] = False,
    switches: Switches = NO_SWITCHES,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Play random games: how fast, how long, which scores. With --check, exit code 1 tells of a violation."""
    from amyitis.lab import simulate as lab

    show_compiling()
    with GamesBar("Playing", games) as bar:
        found = lab.simulate(
            players,
            games,
            seed,
            check=check,
            switches=switches,
            threads=threads,
            progress=bar.show,
        )
    if as_json:
        import json

        print(json.dumps(found.as_json()))
    else:
        _print(found)
    if found.violations:
        raise typer.Exit(1)


def _print(found: "Simulation") -> None:
    """The findings as text."""
    switches = found.switches.words()
    kind = f"{found.players} players" + (f", {switches}" if switches else "")
    cores = "1 thread" if found.threads == 1 else f"{found.threads} threads"
    print(f"{found.games:,} random games, {kind}, seeds {found.seed} to {found.seed + found.games - 1}")
    print(f"  {found.games_per_second:,.0f} games/s, {found.decisions_per_second:,.0f} decisions/s ({cores})")
    print(f"  {found.mean_rounds:.2f} rounds and {found.mean_decisions:.1f} decisions a game")
    seats = "WKBR"[: found.players]
    scores = ", ".join(f"{seat} {score:.2f}" for seat, score in zip(seats, found.mean_scores, strict=True))
    wins = ", ".join(f"{seat} {100 * won / found.games:.1f} %" for seat, won in zip(seats, found.wins, strict=True))
    print(f"  mean scores {scores}; from {found.lowest_score} to {found.highest_score}")
    print(f"  wins {wins}; shared {100 * found.shared_wins / found.games:.1f} %")
    if found.checked:
        print(f"  every position checked: {found.violations or 'no'} violation{'s' * (found.violations != 1)}")
        for one in found.violation_list:
            print(f"    {one}")
