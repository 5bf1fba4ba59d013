"""Modules of WebAssembly that were built are kept beside the machine code, by a digest of all they were made from."""

import logging
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from amyitis.engine.compiled import PLAIN_SWITCH, can_compile, has_compiler, native_compiler
from amyitis.engine.compiler.cache import PREFIX, cache_root, compiler_text, compiling_alone, prune, seal
from amyitis.engine.compiler.reach import fingerprint
from amyitis.engine.native.trust import verdict
from amyitis.engine.record import type_text
from amyitis.errors import AmyitisError
from amyitis.extras import missing
from amyitis.files import write_atomically
from amyitis.sources import source_digest

from .describing import description
from .encoding import HEADER

FILE = "module.wasm"
SEAL = 64  # letters of the seal behind the module: one that was cut off is built once more

Function = Callable[..., Any]
NOTHING: Mapping[str, Any] = {}

logger = logging.getLogger(__name__)


def wasm_module(functions: Sequence[Function], more: Mapping[str, Any] = NOTHING) -> bytes:
    """The module of some rule functions, built if it is not kept; raises AmyitisError where it cannot be built.

    `more` stands in its description beside the functions.
    """
    text = description(functions, more)
    folder = _folder(functions, text)
    kept = None if folder is None else _read(folder / FILE)
    if kept is not None:
        return kept
    if not has_compiler():
        raise AmyitisError(f"{missing('numba')}: it makes WebAssembly")
    if not can_compile():
        raise AmyitisError(f"WebAssembly is made with numba, which is switched off by {PLAIN_SWITCH}")
    if not verdict().works:
        raise AmyitisError(f"WebAssembly cannot be made with this numba: {verdict().why}")
    if folder is None:
        return _built(functions, text)
    prune(folder.parent)
    with compiling_alone([folder]):
        kept = _read(folder / FILE)
        if kept is None:
            kept = _built(functions, text)
            _keep(folder / FILE, kept)
    return kept


def _built(functions: Sequence[Function], text: bytes) -> bytes:
    from .building import build_module  # numba, which takes a good part of a second to import

    return build_module(functions, text, native_compiler())


def _folder(functions: Sequence[Function], text: bytes) -> Path | None:
    """Where the module of these very functions is kept; None if nothing can be."""
    root = cache_root()
    if root is None or not can_compile():
        return None
    ours = source_digest(Path(__file__).parent, also=compiler_text())
    parts = [fingerprint(function, type_text, ours) for function in functions]
    folder = root / f"{PREFIX}wasm-{sha256(text + repr(parts).encode()).hexdigest()[:16]}"
    try:
        folder.mkdir(exist_ok=True)
    except OSError:
        return None
    return folder


def _read(path: Path) -> bytes | None:
    """A module that was kept, if it is whole."""
    try:
        content = path.read_bytes()
        module, written = content[:-SEAL], content[-SEAL:]
        whole = module.startswith(HEADER) and seal(path.parent, module).encode() == written
    except OSError:
        return None
    return module if whole else None


def _keep(path: Path, module: bytes) -> None:
    try:
        write_atomically(path, module + seal(path.parent, module).encode())
    except OSError as problem:
        logger.info("WebAssembly cannot be kept in %s: %s", path, problem)
