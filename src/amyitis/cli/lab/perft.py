"""`amyitis perft`: counts of sequences of decisions, for comparing engines."""

from typing import Annotated

import typer

from amyitis.rules.switches import NO_SWITCHES, Switches

from ..options import BoxOption, JsonOption, PlayersOption, with_switches
from ..progress import show_compiling


@with_switches
def perft(
    players: PlayersOption = 4,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="Seed of the set-up and of all deals.")] = 0,
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, max=40, help="Length of the longest sequences.")] = 4,
    divide: Annotated[bool, typer.Option("--divide", help="Also count by the first decision.")] = False,
    switches: Switches = NO_SWITCHES,
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Count the sequences of 1, 2, ... decisions from the start; deals follow the seed and are not counted."""
    import time

    from amyitis.lab.checking import perft as lab
    from amyitis.notation.tokens import token

    show_compiling()
    # This one compiles, so that only counting is timed.
    lab.perft(players, seed, 1, switches=switches)
    started = time.perf_counter()
    found = lab.perft(players, seed, depth, switches=switches, divide=divide)
    seconds = time.perf_counter() - started
    by_token = None if found.divide is None else {token(action): count for action, count in found.divide.items()}
    if as_json:
        import json

        settings = {"players": players, "seed": seed, "switches": switches.as_dict()}
        counts = {"depth": depth, "counts": list(found.counts), "seconds": seconds}
        print(json.dumps({**settings, **counts, **({} if by_token is None else {"divide": by_token})}))
        return
    for length, count in enumerate(found.counts, 1):
        print(f"{length:>3}  {count:>15,}")
    for first, count in (by_token or {}).items():
        print(f"     {count:>15,}  {first}")
    print(f"     {sum(found.counts) / seconds:,.0f} a second")
