"""The documentation: it builds as a site without a warning, its links lead somewhere, its commands are there."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from markdown_it import MarkdownIt

from amyitis import __version__, cli

ROOT = Path(__file__).parents[1]
FRONT = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]
PAGES = [*FRONT, *(page for page in sorted((ROOT / "docs").rglob("*.md")) if "made" not in page.parts)]
MAKE = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", str(tmp_path / "trees"), "-b", "dummy"]
    found = subprocess.run(
        [*command, str(ROOT / "docs"), str(tmp_path / "out")], capture_output=True, text=True, timeout=300, check=False
    )
    assert (found.returncode, found.stderr) == (0, "")


def headings(page: Path) -> set[str]:
    """The headings of a page, as GitHub and the site name them in addresses."""
    tokens = MarkdownIt().parse(page.read_text(encoding="utf-8"))
    texts = [tokens[place + 1].content for place, token in enumerate(tokens) if token.type == "heading_open"]
    return {re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text in texts}


@pytest.mark.parametrize("page", FRONT, ids=lambda page: page.name)
def test_links_of_pages_outside_of_the_site(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|href)="([^"]+)"', text)
    for link in links:
        if re.match(r"https?:|mailto:", link):
            assert re.fullmatch(r"https://[a-z0-9.-]+\.[a-z]+(/\S*)?", link), f"{page.name}: {link}"
            continue
        path, _, heading = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), f"{page.name}: {link}"
        assert not heading or heading in headings(target), f"{page.name}: {link}"


def commands(page: Path) -> list[str]:
    """The commands that a page shows, in blocks and in the table of commands; what follows a # is a remark."""
    text = page.read_text(encoding="utf-8").replace("\\\n", "")
    shown = re.findall(r"^ *((?:[A-Z_]+=\S+ )*(?:amyitis|make) .*)$", text, re.MULTILINE)
    shown += re.findall(r"`((?:amyitis|make) [a-z][^`]*)`", text)
    return [one.partition("  #")[0].partition(" # ")[0].strip() for one in shown]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_are_ones_that_we_have(page: Path) -> None:
    """Each is read as the command line reads it, to its last option; those in blocks are run by tests/docs."""
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


def test_the_wheel_that_is_named_is_the_one_that_is_built() -> None:
    named = {
        name for page in PAGES for name in re.findall(r"amyitis-[\d.]+-\S+?\.whl", page.read_text(encoding="utf-8"))
    }
    assert named == {f"amyitis-{__version__}-py3-none-any.whl"}
