"""Options that many commands share."""

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from amyitis.rules.switches import SWITCH_NAMES, SWITCH_WORDS, Switches

if TYPE_CHECKING:
    from amyitis.lab.workers import Workers


def _use_box(path: Path | None) -> Path | None:
    """Play with this box: must happen before the rules are imported, so commands import them in their bodies."""
    if path is not None:
        from amyitis.box import use_box
        from amyitis.box.known import known_box

        use_box(path if path.exists() else known_box(str(path)) or path)
    return path


BoxOption = Annotated[
    Path | None,
    typer.Option(
        "--box",
        metavar="FILE",
        callback=_use_box,
        is_eager=True,
        help="Your own box file (TOML), or the digest of a released box.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
PlayersOption = Annotated[int, typer.Option("--players", "-p", min=2, max=4, help="Number of players.")]
GamesOption = Annotated[int, typer.Option("--games", "-n", min=1, help="Number of games.")]
SeedOption = Annotated[
    int, typer.Option("--seed", "-s", min=0, help="Seed of the first game; later games count up from it.")
]
PalaceOption = Annotated[bool, typer.Option("--palace", help=SWITCH_WORDS["palace"].about)]
DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        show_default="$DATABASE_URL, else a file of this user",
        help="The database: sqlite:///FILE or postgresql://...",
    ),
]
# Of commands that spread their work over the cores of this machine, or over a Ray cluster.
WorkersOption = Annotated[
    int | None, typer.Option("--workers", "-w", min=1, help="Number of processes; by default one per core.")
]
RayOption = Annotated[
    bool,
    typer.Option(
        "--ray",
        help="Use a Ray cluster: from --ray-address, RAY_ADDRESS, a local one, or a new one.",
    ),
]
RayAddressOption = Annotated[
    str | None,
    typer.Option("--ray-address", metavar="ADDRESS", help="Address of a Ray cluster, or `local`; implies --ray."),
]


def with_switches(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command an option for each switch of the rules; it gets them as one value, its parameter `switches`."""
    signature = inspect.signature(command, eval_str=True)
    options = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=False,
            annotation=Annotated[bool, typer.Option(f"--{name.replace('_', '-')}", help=words.about)],
        )
        for name, words in SWITCH_WORDS.items()
    ]

    @functools.wraps(command)
    def with_options(**values: Any) -> None:
        switches = Switches(**{name: values.pop(name, False) for name in SWITCH_NAMES})
        command(**values, switches=switches)

    parameters = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in signature.parameters.values()]
    place = list(signature.parameters).index("switches")
    parameters[place : place + 1] = options
    with_options.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return with_options


def chosen_workers(workers: int | None, ray: bool, address: str | None) -> "Workers":
    """Returns the workers that these options name. Raises AmyitisError if Ray is asked for and not installed."""
    if ray or address:
        from amyitis.lab.cluster import Cluster

        return Cluster(address, workers)
    from amyitis.lab.batches import cores
    from amyitis.lab.workers import OneProcess, Processes

    count = workers or cores()
    return OneProcess() if count == 1 else Processes(count)
