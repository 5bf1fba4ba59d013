"""Writes the engine as WebAssembly: `python -m building.web_assembly FILE` (docs/explanation/webassembly.md)."""

import argparse
import gzip
import sys
from pathlib import Path

from amyitis.errors import AmyitisError
from amyitis.files import write_atomically

from .contents import FUNCTIONS, web_assembly


def main() -> None:
    """Write the rules, the searches and the networks' forward pass to the file that the command line names."""
    parser = argparse.ArgumentParser(description="Write the engine as a module of WebAssembly.")
    parser.add_argument("file", type=Path)
    file: Path = parser.parse_args().file
    print("Building WebAssembly; the first time this takes half a minute ...", file=sys.stderr)
    try:
        module = web_assembly()
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, module)
    except AmyitisError as problem:
        parser.exit(1, f"{problem}\n")
    except OSError as problem:
        parser.exit(1, f"{file} cannot be written: {problem.strerror}\n")
    sizes = f"{len(module):,} bytes, {len(gzip.compress(module)):,} compressed"
    print(f"{file}: {len(FUNCTIONS)} functions, {sizes}")


if __name__ == "__main__":
    main()
