"""Node.js with the page's own loader: what the engine as WebAssembly says to orders."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from amyitis.engine.compiled import compiling_allowed
from building.web_assembly.contents import web_assembly

WEB = Path(__file__).parents[3] / "web"
SCRIPT = Path(__file__).with_name("run.mjs")
NODE = shutil.which("node", path=os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)]))

needs_node = pytest.mark.skipif(
    NODE is None or not (WEB / "node_modules" / "typescript").exists() or not compiling_allowed(),
    reason="there is no Node.js with the page's packages, or nothing may be compiled",
)

Order = dict[str, Any]


def answers(orders: list[Order], folder: Path) -> list[Any]:
    """What Node.js says to orders."""
    module, written = folder / "amyitis.wasm", folder / "orders.json"
    module.write_bytes(web_assembly())
    written.write_text(json.dumps(orders))
    command = [NODE or "", str(SCRIPT), str(WEB), str(module), str(written)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]
