"""The documentation: it builds as a site without a warning, its links lead somewhere, its commands are there."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from amyitis import cli

ROOT = Path(__file__).parents[1]
FRONT = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]
PAGES = [*FRONT, *sorted((ROOT / "docs").glob("*.md"))]
MAKE = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", str(tmp_path / "trees"), "-b", "dummy"]
    found = subprocess.run(
        [*command, str(ROOT / "docs"), str(tmp_path / "out")], capture_output=True, text=True, timeout=300, check=False
    )
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.parametrize("page", FRONT, ids=lambda page: page.name)
def test_links_of_pages_outside_of_the_site(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|href)="([^"]+)"', text)
    local = [link.partition("#")[0] for link in links if not re.match(r"https?:|#|mailto:", link)]
    assert not [link for link in local if not (page.parent / link).exists()]


def commands(page: Path) -> list[str]:
    """The commands that a page shows, in blocks and in the table of commands; what follows a # is a remark."""
    text = page.read_text(encoding="utf-8").replace("\\\n", "")
    shown = re.findall(r"^(?:    |\$ )?((?:[A-Z_]+=\S+ )*(?:amyitis|make) .*)$", text, re.MULTILINE)
    shown += re.findall(r"`((?:amyitis|make) [a-z][^`]*)`", text)
    return [one.partition("  #")[0].partition(" # ")[0].strip() for one in shown]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_are_ones_that_we_have(page: Path) -> None:
    """Each is read as the command line reads it, to its last option; it is not run."""
    group = typer.main.get_command(cli.app)
    for line in commands(page):
        words = [
            word for word in shlex.split(re.split(r" (?:\||>|&&|<) ?", line)[0]) if not re.match(r"[A-Z_]+=", word)
        ]
        if words[0] == "make":
            assert words[1] in MAKE, line
            continue
        names = [word.rstrip(",") for word in words[1:]]
        if not names:
            continue  # `amyitis` alone starts the game
        command = group.get_command(None, names[0])  # type: ignore[attr-defined]
        assert command is not None, f"{page.name}: {line}"
        if hasattr(command, "commands") and len(names) > 1:
            command = command.commands[names[1]]
        known = {option for one in command.params for option in (*one.opts, *one.secondary_opts)} | {"--help"}
        given = {word.partition("=")[0] for word in names[1:] if re.match(r"--?[a-z]", word)}
        assert given <= known, f"{page.name}: {line}: {given - known}"
