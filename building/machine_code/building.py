"""Builds the machine code that comes with the package: `python -m building.machine_code.building FOLDER`.

One library for each target, and a manifest that says what they were made from. Uses what numba keeps private, so it
works where the quick way does (`native/`).
"""

import argparse
import hashlib
import json
import os
import platform
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from amyitis.box.active import VARIABLE
from amyitis.box.tables import BOX_DIGEST
from amyitis.engine.compiler.vectors import FEW, MANY, MOST, VECTORS_AT_ONCE
from amyitis.engine.native.compiling import NativeCompiler
from amyitis.engine.native.objects import linked_module, object_file, slot_wrapper
from amyitis.engine.prebuilt.fitting import Function, digest_of, fingerprint, name_of, sources_of
from amyitis.engine.prebuilt.loading import MANIFEST, library_name
from amyitis.engine.prebuilt.targets import TARGETS, Target, targets_here
from amyitis.files import write_atomically
from amyitis.rules.rule import ENTRIES
from amyitis.sources import PACKAGE, source_digest

from .linking import linked

MARK = "\n@entry\n"


def entries() -> list[Function]:
    """All functions that are marked as called from Python, in a fixed order."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if MARK in path.read_text(encoding="utf-8"):
            import_module(".".join(["amyitis", *path.relative_to(PACKAGE).with_suffix("").parts]))
    return sorted((one for one in ENTRIES if one.__module__.startswith("amyitis.")), key=name_of)


def build(folder: Path, functions: Sequence[Function], targets: Sequence[Target], compiler: NativeCompiler) -> None:
    """Write the libraries and their manifest. A compiler that has been at work need not translate again what it has."""
    manifest = manifest_of(functions, {})  # of the sources as they are now: they may be edited meanwhile
    module = linked_module(functions, compiler.translation, slot_wrapper(name_of))
    names = {name_of(one) for one in functions}
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.so"):
        old.unlink()  # made from other sources
    for target in targets:
        machine = {"cpu": target.cpu, "features": target.features, "reloc": "pic", "codemodel": "default"}
        content = linked(object_file(module, names, target.triple, target.deposits, registers(target), **machine))
        manifest["libraries"][target.name] = hashlib.sha256(content).hexdigest()
        write_atomically(folder / library_name(target), content)
    write_atomically(folder / MANIFEST, json.dumps(manifest, indent=1) + "\n")


def registers(target: Target) -> str:
    """How many vectors of sums a target has room for: few where these are short and few, most where they are long."""
    short = target.machine == "x86_64" and "avx2" not in target.flags
    room = FEW if short else MOST if "avx512f" in target.flags else MANY
    return f"define i64 @{VECTORS_AT_ONCE}() alwaysinline {{ ret i64 {room} }}\n"


def manifest_of(functions: Sequence[Function], libraries: dict[str, str]) -> dict[str, Any]:
    """What libraries with these functions are made from; `libraries` are their digests."""
    sources = sources_of(functions)
    return {
        "box": BOX_DIGEST,
        "sources": sources,
        "digest": digest_of(sources),
        "entries": {name_of(one): fingerprint(one) for one in functions},
        "libraries": libraries,
        "builder": source_digest(Path(__file__).parent),
    }


def is_built(folder: Path, targets: Sequence[Target]) -> bool:
    """Whether the libraries for these targets are there, with all functions, made from the sources as they are now."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except OSError:
        return False
    libraries: dict[str, str] = manifest["libraries"]
    return all(one.name in libraries for one in targets) and manifest == manifest_of(entries(), libraries)


def main() -> None:
    """Build what the command line asks for."""
    parser = argparse.ArgumentParser(description="Build the machine code that comes with the package.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--here", action="store_true", help="for this machine alone")
    wanted = parser.parse_args()
    if VARIABLE in os.environ:
        parser.error(f"the package comes with code for its own box: unset {VARIABLE}")
    if wanted.here and not targets_here():
        print(f"No machine code is built for {platform.system()} on {platform.machine()}: numba compiles there.")
        return
    targets = targets_here()[:1] if wanted.here else TARGETS
    if not is_built(wanted.folder, targets):
        build(wanted.folder, entries(), targets, NativeCompiler())


if __name__ == "__main__":
    main()
