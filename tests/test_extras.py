"""What is not installed says how to install it, and what nobody asked for is not imported."""

import os
import re
import subprocess
import sys
import tomllib
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from typer.testing import CliRunner

from amyitis import cli, extras
from amyitis.engine.compiled import COMPILE_SWITCH
from amyitis.engine.prebuilt.loading import prebuilt
from amyitis.errors import AmyitisError

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
HELP = """
import sys
sys.argv = ["amyitis", "--help"]
from amyitis import cli
try:
    cli.main()
finally:
    print(*sys.modules)
"""
NAMES = {
    "PIL": "pillow",
    "argon2": "argon2-cffi",
    "pyspiel": "open_spiel",
    "prometheus_client": "prometheus-client",
}  # called otherwise on PyPI
# Runs `amyitis` where the modules of the first argument cannot be found.
WITHOUT = """
import sys
from importlib.machinery import PathFinder
find, names = PathFinder.find_spec, set(sys.argv[1].split())
PathFinder.find_spec = lambda name, *more: None if name in names else find(name, *more)
sys.argv = ["amyitis", *sys.argv[2:]]
from amyitis import cli
cli.main()
"""


def names_in(wanted: list[str]) -> set[str]:
    return {found[0] for one in wanted if (found := re.match(r"[\w-]+", one))}


@cache
def modules_of_extras() -> str:
    """The modules that are installed here and would not be by a plain `pip install amyitis`.

    The compiler stays where no machine code fits: plain Python takes minutes for what is tested.
    """
    waiting, brought = list(PROJECT["dependencies"]), {"amyitis"}
    if prebuilt()[0] is None:
        waiting += PROJECT["optional-dependencies"]["compile"]
    while waiting:
        wanted = Requirement(waiting.pop())
        name = re.sub(r"[-_.]+", "-", wanted.name).lower()
        if name not in brought and (wanted.marker is None or wanted.marker.evaluate({"extra": ""})):
            brought.add(name)
            with suppress(PackageNotFoundError):  # for other systems
                waiting += requires(name) or []
    by_module = packages_distributions().items()
    return " ".join(
        module for module, names in by_module if not brought & {re.sub(r"[-_.]+", "-", name).lower() for name in names}
    )


def run_plain(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WITHOUT, modules_of_extras(), *words]
    switches = {name: value for name, value in os.environ.items() if name != COMPILE_SWITCH}
    return subprocess.run(command, env=switches, capture_output=True, text=True, check=False, timeout=300, input=given)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "given", "shown"),
    [
        ("play --players 2 --seed 3 --bots Steward", "1\n", "The input has ended"),
        ("match greedy random --games 2", "", "greedy"),
        ("simulate --players 2 --games 10 --seed 1 --check", "", "no violations"),
        ("rules 6.3", "", "6.3"),
    ],
)
def test_the_terminal_needs_no_extra(command: str, given: str, shown: str) -> None:
    ended = run_plain(*command.split(), given=given)
    assert ended.returncode == 0, ended.stderr
    assert shown in ended.stdout


@pytest.mark.slow
@pytest.mark.parametrize("command", ["", "serve", "backup x.sqlite", "check-database", "rotate-secret", "admin list"])
def test_what_serves_names_its_extra(command: str) -> None:
    ended = run_plain(*command.split())
    assert ended.returncode == 1
    assert re.fullmatch(r"amyitis: \w+ is not installed: pip install 'amyitis\[server\]'\n", ended.stderr)


def test_every_extra_brings_what_it_is_said_to_bring() -> None:
    by_extra = {extra: names_in(wanted) for extra, wanted in PROJECT["optional-dependencies"].items()}
    for package, extra in extras.EXTRAS.items():
        assert NAMES.get(package, package) in by_extra[extra]
        assert NAMES.get(package, package) not in names_in([one for one in PROJECT["dependencies"] if ";" not in one])
    assert by_extra.keys() == set(extras.EXTRAS.values())


def test_what_is_missing_is_said_before_any_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    for words, sentence in (
        (["match", "random", "random"], "openskill is not installed: pip install amyitis"),
        (
            ["backup", "x", "--database", "postgresql://x/y"],
            "asyncpg is not installed: pip install 'amyitis[postgresql]'",
        ),
        (["stats", ".", "--plots", "x"], "matplotlib is not installed: pip install 'amyitis[lab]'"),
    ):
        found = CliRunner().invoke(cli.app, words)
        assert isinstance(found.exception, AmyitisError), words
        assert str(found.exception) == sentence


def test_a_module_that_is_not_there_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        raise ModuleNotFoundError("no", name="fastapi.routing")

    monkeypatch.setattr(cli, "app", broken)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 1
    assert capsys.readouterr().err == "amyitis: fastapi.routing is not installed: pip install 'amyitis[server]'\n"


def test_help_is_quick_for_what_it_does_not_import() -> None:
    found = subprocess.run([sys.executable, "-c", HELP], capture_output=True, text=True, check=True, timeout=60)
    imported = set(found.stdout.splitlines()[-1].split())
    assert not imported & {"numpy", "numba", "rich", "asyncio", "amyitis.box", "amyitis.game", "fastapi", "sqlalchemy"}
    assert "Commands:" in found.stdout


def test_a_shell_can_complete_commands() -> None:
    for given, wanted in (("amyitis repl", "replay"), ("amyitis match --see", "--seed")):
        words = {"_AMYITIS_COMPLETE": "complete_bash", "COMP_WORDS": given, "COMP_CWORD": str(given.count(" "))}
        found = CliRunner().invoke(cli.app, prog_name="amyitis", env=words)
        assert wanted in found.stdout
