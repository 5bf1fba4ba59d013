"""Options for commands that spread their work: over the cores of this machine, or over a Ray cluster."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from amyitis.lab.workers import Workers

WorkersOption = Annotated[
    int | None, typer.Option("--workers", "-w", min=1, help="Processes to use; one for each core, if not given.")
]
RayOption = Annotated[
    bool,
    typer.Option(
        "--ray",
        help="Work on a Ray cluster: that of --ray-address, of RAY_ADDRESS, the one running here, or a new one.",
    ),
]
RayAddressOption = Annotated[
    str | None,
    typer.Option("--ray-address", metavar="ADDRESS", help="The address of a Ray cluster, or `local`; implies --ray."),
]


def chosen_workers(workers: int | None, ray: bool, address: str | None) -> "Workers":
    """Returns the workers that these options name. Raises AmyitisError if Ray is asked for and not installed."""
    if ray or address:
        from amyitis.lab.cluster import Cluster

        return Cluster(address, workers)
    from amyitis.lab.batches import cores
    from amyitis.lab.workers import OneProcess, Processes

    count = workers or cores()
    return OneProcess() if count == 1 else Processes(count)
