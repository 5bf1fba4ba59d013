"""How a block of the documentation is run: commands by the command line in this process, Python in one namespace."""

import ast
import configparser
import contextlib
import doctest
import io
import json
import shlex
import tomllib
from collections.abc import Callable
from typing import Any

from typer.testing import CliRunner

from amyitis import cli
from tests.docs.blocks import Block, WrongMark

SHOWN = "  # -> "  # after an expression: what it is, or what it prints; "..." stands for anything
_OPTIONS = doctest.ELLIPSIS | doctest.REPORT_NDIFF


def run_commands(block: Block, _: dict[str, Any]) -> None:
    """Run each command of a block; it must do well and say something."""
    for line in block.commands:
        program, *words = shlex.split(line)
        if program != "amyitis":
            raise WrongMark(f"{block.place}: only commands of ours are run, {line!r} is marked as not run")
        told = CliRunner().invoke(cli.app, words)
        assert told.exit_code == 0, f"{block.place}: {line}\n{told.output}\n{told.exception!r}"
        assert told.output.strip(), f"{block.place}: {line} says nothing"


def run_python(block: Block, scope: dict[str, Any]) -> None:
    """Run Python as a session or as a program, and compare what it shows with what the page says."""
    if ">>> " in block.text:
        _run_session(block, scope)
    else:
        _run_program(block, scope)


def _run_session(block: Block, scope: dict[str, Any]) -> None:
    found = doctest.DocTestParser().get_doctest(block.as_run, scope, block.place, str(block.page), block.line)
    said = io.StringIO()
    outcome = doctest.DocTestRunner(optionflags=_OPTIONS).run(found, out=said.write, clear_globs=False)
    scope.update(found.globs)
    assert outcome.attempted, f"{block.place}: nothing to run"
    assert not outcome.failed, said.getvalue()


def _run_program(block: Block, scope: dict[str, Any]) -> None:
    lines = block.as_run.splitlines()
    for statement in ast.parse(block.as_run).body:
        assert statement.end_lineno is not None
        _, shown, expected = lines[statement.end_lineno - 1].partition(SHOWN)
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            if isinstance(statement, ast.Expr):
                value = eval(compile(ast.Expression(statement.value), block.place, "eval"), scope)
                said.write("" if value is None else f"{value!r}\n")
            else:
                exec(compile(ast.Module([statement], []), block.place, "exec"), scope)
        if shown:
            seen = said.getvalue()
            assert doctest.OutputChecker().check_output(expected + "\n", seen, _OPTIONS), f"{block.place}: {seen}"


def _read_settings(text: str) -> None:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(text)


def _reading(parse: Callable[[str], Any]) -> Callable[[Block, dict[str, Any]], None]:
    return lambda block, _: parse(block.text)


# What is done with a block, by its language. Text is for people alone.
RUN: dict[str, Callable[[Block, dict[str, Any]], None]] = {
    "sh": run_commands,
    "python": run_python,
    "json": _reading(json.loads),
    "toml": _reading(tomllib.loads),
    "ini": _reading(_read_settings),
    "mermaid": _reading(str),  # tests/test_architecture.py compares it with the imports
    "text": _reading(str),
}
