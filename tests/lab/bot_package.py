"""A package of bots as another project would install it, for tests that call the command line."""

import os
import subprocess
import sys
from pathlib import Path

ENTRY_POINTS = "[amyitis.bots]\n{name} = {name}_package:ForeignBot\n"


def install(site: Path, name: str, source: str) -> Path:
    """Install a package with one class, `ForeignBot`, known as a bot by its name; returns the package's folder."""
    package, facts = site / f"{name}_package", site / f"{name}_package-1.0.dist-info"
    package.mkdir(parents=True, exist_ok=True)
    facts.mkdir(exist_ok=True)
    (package / "__init__.py").write_text(source, encoding="utf-8")
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-package\nVersion: 1.0\n", encoding="utf-8")
    (facts / "entry_points.txt").write_text(ENTRY_POINTS.format(name=name), encoding="utf-8")
    return package


def environment(site: Path) -> dict[str, str]:
    """The environment of a program that sees the packages of a folder."""
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}


def command(*words: object) -> list[str]:
    """The words that start `amyitis`."""
    return [sys.executable, "-c", "from amyitis.cli import main; main()", *map(str, words)]


def amyitis(site: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """Call `amyitis` beside the packages of a folder."""
    return subprocess.run(
        command(*words), env=environment(site), capture_output=True, text=True, check=False, timeout=300
    )
