"""`amyitis simulate` and `perft`: random games in bulk, and counts of sequences."""

import json
import time
from typing import TYPE_CHECKING, Annotated

import typer

from amyitis.rules.switches import NO_SWITCHES, Switches

from ..options import BoxOption, GamesOption, JsonOption, PlayersOption, SeedOption, with_switches
from ..progress import GamesBar, show_compiling

if TYPE_CHECKING:
    from amyitis.lab.simulate import Simulation

ThreadsOption = Annotated[
    int | None, typer.Option("--threads", "-t", min=1, help="Number of threads; by default one per core.")
]


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
    """Play random games and print speed, length and scores. With --check, a violation gives exit code 1."""
    from amyitis.lab import simulate as lab

    show_compiling()
    with GamesBar("Playing", games) as bar:
        simulation = lab.simulate(
            players, games, seed, check=check, switches=switches, threads=threads, progress=bar.show
        )
    if as_json:
        print(json.dumps(simulation.as_json()))
    else:
        _print_simulation(simulation)
    if simulation.violations:
        raise typer.Exit(1)


def _print_simulation(simulation: "Simulation") -> None:
    """The findings as text."""
    switches = simulation.switches.words()
    kind = f"{simulation.players} players" + (f", {switches}" if switches else "")
    cores = "1 thread" if simulation.threads == 1 else f"{simulation.threads} threads"
    last = simulation.seed + simulation.games - 1
    print(f"{simulation.games:,} random games, {kind}, seeds {simulation.seed} to {last}")
    print(f"  {simulation.games_per_second:,.0f} games/s, {simulation.decisions_per_second:,.0f} decisions/s ({cores})")
    print(f"  {simulation.mean_rounds:.2f} rounds and {simulation.mean_decisions:.1f} decisions a game")
    seats = "WKBR"[: simulation.players]
    scores = ", ".join(f"{seat} {score:.2f}" for seat, score in zip(seats, simulation.mean_scores, strict=True))
    wins = ", ".join(
        f"{seat} {100 * won / simulation.games:.1f} %" for seat, won in zip(seats, simulation.wins, strict=True)
    )
    print(f"  mean scores {scores}; from {simulation.lowest_score} to {simulation.highest_score}")
    print(f"  wins {wins}; shared {100 * simulation.shared_wins / simulation.games:.1f} %")
    if simulation.checked:
        print(
            f"  every position checked: {simulation.violations or 'no'} violation{'s' * (simulation.violations != 1)}"
        )
        for violation in simulation.violation_list:
            print(f"    {violation}")


@with_switches
def perft(
    players: PlayersOption = 4,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="Seed of the set-up and of all deals.")] = 0,
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, max=40, help="Length of the longest sequences.")] = 4,
    divide: Annotated[bool, typer.Option("--divide", help="Also print the counts for each first decision.")] = False,
    switches: Switches = NO_SWITCHES,
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Count all sequences of 1, 2, ... decisions from the start. Deals follow the seed and do not count."""
    from amyitis.lab import perft as lab
    from amyitis.notation.tokens import token

    show_compiling()
    # This one compiles, so that only counting is timed.
    lab.perft(players, seed, 1, switches=switches)
    started = time.perf_counter()
    counted = lab.perft(players, seed, depth, switches=switches, divide=divide)
    seconds = time.perf_counter() - started
    by_token = None if counted.divide is None else {token(action): count for action, count in counted.divide.items()}
    if as_json:
        settings = {"players": players, "seed": seed, "switches": switches.as_dict()}
        counts = {"depth": depth, "counts": list(counted.counts), "seconds": seconds}
        print(json.dumps({**settings, **counts, **({} if by_token is None else {"divide": by_token})}))
        return
    for length, count in enumerate(counted.counts, 1):
        print(f"{length:>3}  {count:>15,}")
    for first, count in (by_token or {}).items():
        print(f"     {count:>15,}  {first}")
    print(f"     {sum(counted.counts) / seconds:,.0f} a second")
