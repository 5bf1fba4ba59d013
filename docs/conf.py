"""The documentation as a site: `make docs`. Some of its pages are made here, from the one source that each has."""

import ast
import sys
from enum import Enum
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
ROOT = DOCS.parent
MADE = DOCS / "made"
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

import typer  # noqa: E402
from PIL import Image  # noqa: E402
from pygments.lexers.special import TextLexer  # type: ignore[import-untyped]  # noqa: E402
from sphinx.application import Sphinx  # noqa: E402

import amyitis  # noqa: E402
from amyitis import cli, rulebook  # noqa: E402
from amyitis.box import load_box  # noqa: E402
from amyitis.errors import AmyitisError  # noqa: E402
from tests.clauses import ClauseTests  # noqa: E402
from tests.public_names import listed  # noqa: E402
from web.building.openapi import openapi_text  # noqa: E402

project, author = "Amyitis", "The Amyitis contributors"
version = release = amyitis.__version__
language = "en"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["conf.py"]
html_theme = "furo"
html_title = f"Amyitis {release}"
html_copy_source = False
html_show_copyright = False  # the licence says it
myst_heading_anchors = 4
nitpicky = False  # annotations name classes of other projects
default_role = "code"  # docstrings write `names` so
autodoc_member_order = "bysource"
autodoc_typehints = "signature"

LANGUAGES = {"en": "The rules", "de": "Die Regeln", "cs": "Pravidla", "fr": "Les règles"}
# The game taught on the picture of a table: a part of it, what it is called, and the clauses that say how it is played.
PARTS = {
    "round": (None, "A round", ("3.1", "5.1", "5.2", "5.3")),
    "recruit": ((4, 550, 456, 764), "Recruit", ("6.1", "6.2", "6.4", "6.5", "6.6")),
    "fields": ((458, 568, 740, 708), "The fields", ("6.3", "9.5")),
    "caravan": ((2, 58, 456, 548), "The caravan and its cities", ("7.1", "7.2", "7.4", "7.5", "7.6")),
    "garden": ((458, 62, 1060, 566), "The garden", ("8.3", "8.5", "8.6", "8.7")),
    "temples": ((742, 568, 1062, 708), "The temples", ("10.1", "10.2", "10.3", "10.4", "10.5")),
    "players": ((1062, 62, 1362, 426), "What lies before you, and the end", ("2.7", "10.6", "11.1", "11.2", "11.4")),
}
INTRODUCTION = """\
Clara (blue) begins round 9 of a game of three; what she may choose glows. The picture is of the real page, the words
are the clauses of [the rules](rules-en.md) that matter first. The guided first game of the start page teaches the same
by playing.
"""
COMMON_REFUSALS = ("400", "413", "421", "429", "4XX")  # of every route


def rules_page(lang: str) -> str:
    """The rules by clause, filled with the facts of the standard box."""
    lines = [f"# {LANGUAGES[lang]}", ""]
    for part in rulebook.sections(lang, load_box()):
        lines += [f"## {part.number}. {part.title}", ""]
        for one in part.clauses:
            lines += [f"### {one.number} {one.title}", "", one.text, ""]
            if one.ruling is not None:
                why, otherwise = rulebook.LEADS[lang]
                lines += [f"> **{why}.** {one.ruling.why}", ">", f"> **{otherwise}.** {one.ruling.otherwise}", ""]
    return "\n".join(lines)


def game_page() -> str:
    """The game on a real table: the picture of the README in parts, each with the clauses that belong to it."""
    lines = ["# The game on a table", "", "![A game of three in round 9](../table.png)", ""]
    lines += [INTRODUCTION, ""]
    with Image.open(DOCS / "table.png") as table:
        for name, (area, title, numbers) in PARTS.items():
            lines += [f"## {title}", ""]
            if area is not None:
                table.crop(area).save(MADE / f"{name}.png")
                lines += [f"![{title}]({name}.png)", ""]
            for number in numbers:
                one = rulebook.clause(number, "en", load_box())
                lines += [f"**{one.title}** ({number}). {one.text}", ""]
    return "\n".join(lines)


def clauses_page() -> str:
    """Which tests check which clause, read from the marks in the tests."""
    found = ClauseTests()
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
                        numbers = [str(one.value) for one in mark.args if isinstance(one, ast.Constant)]
                        found.add(numbers, path.relative_to(ROOT).as_posix(), node.name)
    return found.report(rulebook.sections(box=load_box()))


def reference_page() -> str:
    """All public names, from their docstrings; not those of an extra that is not installed."""
    lines = ["# Reference", "", "Made from the docstrings of [the public names](../reference/python.md)."]
    for module, names in listed().items():
        lines += ["", f"## {module}", ""]
        try:
            things = {name: getattr(import_module(module), name) for name in sorted(names - {"__version__"})}
        except (ImportError, AmyitisError):
            lines += ["Not shown: a package that it needs was not installed when this page was made."]
            continue
        for name, thing in things.items():
            kind, options = "autofunction", list[str]()
            if isinstance(thing, type):
                foreign = next(base for base in thing.__mro__ if not base.__module__.startswith("amyitis"))
                kind, options = "autoclass", ["   :members:"]
                if not issubclass(thing, Enum):  # an enumeration would bring the methods of int
                    options.append(f"   :inherited-members: {foreign.__name__}")
            lines += [f"### {name}", "", "```{eval-rst}", f".. {kind}:: {thing.__module__}.{name}", *options, "```", ""]
    return "\n".join(lines)


def commands_page() -> str:
    """Every command with its arguments and options, from the command line itself."""
    lines = ["# The command line", "", "Made from the commands themselves; `amyitis COMMAND --help` says the same.", ""]
    return "\n".join(lines + command_lines(typer.main.get_command(cli.app), "amyitis"))


def command_lines(command: Any, name: str) -> list[str]:
    """What one command does and takes, and the same of its sub-commands."""
    lines = [f"## {name}", "", cleandoc(command.help or "").replace("\b\n", ""), ""]
    rows = [(", ".join(part.opts + part.secondary_opts), part) for part in command.params]
    rows = [(names if part.param_type_name == "option" else part.name.upper(), part) for names, part in rows]
    if rows:
        lines += ["| argument | what it is |", "|---|---|"]
        lines += [f"| `{names}` | {' '.join((part.help or '').split()).replace('|', '/')} |" for names, part in rows]
        lines.append("")
    for sub in sorted(getattr(command, "commands", {})):
        lines += command_lines(command.commands[sub], f"{name} {sub}")
    return lines


def routes_page() -> str:
    """Every route of the API with its parameters and refusals, from the OpenAPI text."""
    text = openapi_text()
    lines = [
        "# Routes",
        "",
        "Made from the OpenAPI text. All paths are under `/api/v1`; [the API](../reference/api.md)",
    ]
    lines += ["explains games, updates, outlooks and refusals.", ""]
    for path, methods in text["paths"].items():
        for method, route in methods.items():
            name = path.removeprefix("/api/v1")
            lines += [f"## {method.upper()} {name}", "", route.get("description", route["summary"]), ""]
            rows = [(f"`{one['name']}`", one["in"], one.get("required", False)) for one in route.get("parameters", ())]
            rows += body_fields(route, text["components"]["schemas"])
            if rows:
                lines += ["| parameter | in | required |", "|---|---|---|"]
                lines += [f"| {field} | {where} | {'yes' if needed else ''} |" for field, where, needed in rows]
                lines.append("")
            refusals = [
                f"{status} {answer['description']}"
                for status, answer in route["responses"].items()
                if status[0] == "4" and status not in COMMON_REFUSALS
            ]
            if refusals:
                lines += [f"Refused with {'; '.join(refusals)}.", ""]
    return "\n".join(lines)


def body_fields(route: Any, schemas: Any) -> list[tuple[str, str, bool]]:
    """The fields of a route's JSON body."""
    body = route.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    schema = schemas[body["$ref"].rpartition("/")[2]] if "$ref" in body else body
    needed = schema.get("required", ())
    return [(f"`{name}`", "body", name in needed) for name in schema.get("properties", {})]


def more_page() -> str:
    """Pages that the front page does not name: none is forgotten."""
    named = set((DOCS / "index.md").read_text(encoding="utf-8").split())
    pages = (page.relative_to(DOCS).with_suffix("").as_posix() for page in sorted(DOCS.rglob("*.md")))
    others = [page for page in pages if page not in named | {"index"} and not page.startswith("made/")]
    return "\n".join(["# More", "", "```{toctree}", *(f"../{name}" for name in others), "```", ""])


def setup(app: Sphinx) -> None:
    """Show diagrams in Mermaid as the text they are, which GitHub draws: a script to draw them would be loaded."""
    app.add_lexer("mermaid", TextLexer)


def write(name: str, text: str) -> None:
    """Write a page, unless it stands there already: what has not changed is not built again."""
    path = MADE / name
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


MADE.mkdir(exist_ok=True)
write("game.md", game_page())
for one in LANGUAGES:
    write(f"rules-{one}.md", rules_page(one))
write("clauses.md", clauses_page())
write("reference.md", reference_page())
write("commands.md", commands_page())
write("routes.md", routes_page())
write("more.md", more_page())
