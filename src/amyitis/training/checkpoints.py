"""Where a run stands, in files: written all or nothing, so that a run can go on after a kill."""

import io
import os
import shutil
from pathlib import Path
from typing import Any

import torch

from amyitis.errors import Malformed

PART = 12 << 20  # bytes in one file: small enough to be sent about
NAME = "checkpoint"


def save_checkpoint(folder: Path, state: dict[str, Any]) -> None:
    """Keep a state in place of the one before; a kill leaves the one or the other."""
    stream = io.BytesIO()
    torch.save(state, stream)
    content = stream.getvalue()
    fresh, old, place = (folder / f"{NAME}{ending}" for ending in (".new", ".old", ""))
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    for number, first in enumerate(range(0, len(content), PART)):
        (fresh / f"{number}.part").write_bytes(content[first : first + PART])
    (fresh / "size").write_text(str(len(content)), encoding="utf-8")
    shutil.rmtree(old, ignore_errors=True)
    if place.exists():
        os.replace(place, old)
    os.replace(fresh, place)
    shutil.rmtree(old, ignore_errors=True)


def load_checkpoint(folder: Path, device: str) -> dict[str, Any] | None:
    """The last state that was kept whole, or None; raises Malformed for one that is damaged."""
    for place in (folder / NAME, folder / f"{NAME}.old"):
        if place.is_dir():
            parts = sorted(place.glob("*.part"), key=lambda path: int(path.stem))
            content = b"".join(path.read_bytes() for path in parts)
            size = place / "size"
            if not size.exists() or len(content) != int(size.read_text(encoding="utf-8")):
                raise Malformed(f"{place} is damaged: it holds {len(content)} bytes")
            state: dict[str, Any] = torch.load(io.BytesIO(content), map_location=device, weights_only=True)
            return state
    return None
