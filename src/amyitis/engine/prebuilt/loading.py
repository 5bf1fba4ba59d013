"""Takes the machine code that came with the package, if it fits: the processor, the sources, the box, and a self-test.

The files lie in the package, so they are trusted as the package is. In a checkout they lie in `build/prebuilt`, and
are passed over as soon as a source file is another.
"""

import ctypes
import hashlib
import json
import logging
import platform
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from amyitis.box.tables import BOX_DIGEST
from amyitis.engine.arguments import type_names
from amyitis.engine.compiler.calling import SlotFunction
from amyitis.engine.samples import SAMPLES, check
from amyitis.rules.rule import ENTRIES
from amyitis.sources import PACKAGE

from .fitting import digest_of, fingerprint, name_of
from .targets import Target, targets_here

MANIFEST = "manifest.json"
INSTALLED = Path(__file__).with_name("machine_code")
CHECKOUT = PACKAGE.parents[1] / "build" / "prebuilt"

Function = Callable[..., Any]

logger = logging.getLogger(__name__)


class DoesNotFit(Exception):
    """Why machine code is not used here."""


class Prebuilt:
    """The library for one target; raises DoesNotFit if it is not for these sources and this box, or does not work."""

    def __init__(self, folder: Path, target: Target) -> None:
        self.target = target
        try:
            manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
            digest = manifest["libraries"][target.name]
            content = (folder / library_name(target)).read_bytes()
        except (OSError, KeyError):
            raise DoesNotFit(f"no machine code was built for {target.name}") from None
        if manifest["digest"] != digest_of(manifest["sources"]):
            raise DoesNotFit("the machine code here was made from other sources")
        if manifest["box"] != BOX_DIGEST:
            raise DoesNotFit("the machine code here was made for another box")
        if digest != hashlib.sha256(content).hexdigest():
            raise DoesNotFit(f"the machine code for {target.name} is damaged")
        self._entries: dict[str, str] = manifest["entries"]
        try:
            self._library = ctypes.CDLL(str(folder / library_name(target)))
            check({sample: self._function(sample) for sample in SAMPLES})
        except (OSError, AttributeError, AssertionError) as problem:
            raise DoesNotFit(f"the machine code for {target.name} does not work here: {problem}") from problem

    def function(self, function: Function) -> SlotFunction | None:
        """The compiled copy of a function that Python calls; None if there is none, or if it sees other tables."""
        known = self._entries.get(name_of(function)) if function in ENTRIES else None
        return self._function(function) if known is not None and known == fingerprint(function) else None

    def _function(self, function: Function) -> SlotFunction:
        run: Any = self._library[name_of(function)]
        run.restype, run.argtypes = ctypes.c_int32, (ctypes.c_void_p,)
        return SlotFunction(run, function.__name__, *type_names(function), self._library)


def library_name(target: Target) -> str:
    """The name of the file with the code for a target."""
    return f"{target.name}.so"


def folder() -> Path:
    """Where machine code lies: in a checkout with what is built there, else in the package."""
    return CHECKOUT if (CHECKOUT / MANIFEST).is_file() else INSTALLED


@cache
def prebuilt() -> tuple[Prebuilt | None, str]:
    """The library that fits this machine, or None and why there is none."""
    why = f"no machine code comes for {platform.system()} on {platform.machine()}"
    for target in targets_here():
        try:
            return Prebuilt(folder(), target), ""
        except DoesNotFit as problem:
            why = str(problem)
            logger.info("%s", why)
    return None, why
