"""The documentation as a site: `make docs`. Some of its pages are made here, from the one source that each has."""

import ast
import sys
from pathlib import Path

DOCS = Path(__file__).parent
ROOT = DOCS.parent
MADE = DOCS / "made"
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

import amyitis  # noqa: E402
from amyitis import rulebook  # noqa: E402
from amyitis.box import load_box  # noqa: E402
from tests.clauses import ClauseTests  # noqa: E402

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
suppress_warnings = ["misc.highlighting_failure"]  # mermaid is a picture elsewhere, and plain words here

LANGUAGES = {"en": "The rules", "de": "Die Regeln", "cs": "Pravidla", "fr": "Les règles"}
MODULES = ("amyitis.records", "amyitis.client", "amyitis.envs.vector", "amyitis.errors")


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
    """What programs may use, from its docstrings: the public names, and the modules beside them."""
    lines = ["# Reference", "", "Made from the docstrings. [From Python](../python.md) shows all of it in use.", ""]
    for name in amyitis.__all__:
        thing = getattr(amyitis, name)
        if name.startswith("__"):
            continue
        kind = "autoclass" if isinstance(thing, type) else "autofunction"
        options = ["   :members:"] if isinstance(thing, type) else []
        lines += [f"## {name}", "", "```{eval-rst}", f".. {kind}:: {thing.__module__}.{name}", *options, "```", ""]
    for module in MODULES:
        lines += [f"## {module}", "", "```{eval-rst}", f".. automodule:: {module}", "   :members:"]
        lines += ["   :no-index:" if module == "amyitis.errors" else "", "```", ""]
    return "\n".join(lines)


def more_page() -> str:
    """Pages that the front page does not name: none is forgotten."""
    named = set((DOCS / "index.md").read_text(encoding="utf-8").split())
    others = sorted(page.stem for page in DOCS.glob("*.md") if page.stem not in named | {"index"})
    return "\n".join(["# More", "", "```{toctree}", *(f"../{name}" for name in others), "```", ""])


def write(name: str, text: str) -> None:
    """Write a page, unless it stands there already: what has not changed is not built again."""
    path = MADE / name
    MADE.mkdir(exist_ok=True)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


for one in LANGUAGES:
    write(f"rules-{one}.md", rules_page(one))
write("clauses.md", clauses_page())
write("reference.md", reference_page())
write("more.md", more_page())
