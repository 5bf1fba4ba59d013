"""`amyitis export-onnx`: the networks for other programs."""

from pathlib import Path
from typing import Annotated

import typer

from ..options import BoxOption


def export_onnx(
    network: Annotated[str, typer.Argument(help="The network: small, large, or the file of a card.")],
    file: Annotated[Path, typer.Argument(help="The ONNX file to write.")],
    box: BoxOption = None,
) -> None:
    """Write a network as an ONNX file."""
    from amyitis.nets.network import find_network
    from amyitis.nets.onnx_export import export_onnx as export

    export(find_network(network), file)
    print(f"{file}: {file.stat().st_size} bytes; the inputs are those of docs/reference/encoding.md")
