"""`amyitis build-wasm` and `export-onnx`: the engine and the networks for other programs."""

import gzip
import sys
from pathlib import Path
from typing import Annotated

import typer

from amyitis.errors import AmyitisError
from amyitis.files import write_atomically

from ..options import BoxOption


def build_wasm(
    path: Annotated[Path, typer.Argument(help="The file to write.")] = Path("amyitis.wasm"),
    box: BoxOption = None,
) -> None:
    """Write the rules, the search and the networks' forward pass as WebAssembly (docs/explanation/webassembly.md)."""
    from amyitis.lab.web_assembly import FUNCTIONS, web_assembly

    print("Building WebAssembly; the first time this takes half a minute ...", file=sys.stderr)
    module = web_assembly()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, module)
    except OSError as problem:
        raise AmyitisError(f"{path} cannot be written: {problem.strerror}") from None
    sizes = f"{len(module):,} bytes, {len(gzip.compress(module)):,} compressed"
    print(f"{path}: {len(FUNCTIONS)} functions, {sizes}")


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
