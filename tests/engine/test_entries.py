"""Rule functions that Python calls are marked: the package brings what is marked, and nothing else, compiled."""

import ast
from collections.abc import Iterator
from importlib import import_module

from amyitis.rules.rule import ENTRIES, RULES
from amyitis.sources import PACKAGE

CALLED = {"engine", "bound", "prepare"}


def given_to_the_engine() -> Iterator[tuple[str, str]]:
    """Each module of the package with an expression that it gives to the engine."""
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        inside = path.relative_to(PACKAGE)
        if "engine.compiled import" not in text or inside.parts[0] in ("engine", "training"):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLED:
                names = node.args if node.func.id == "prepare" else node.args[:1]
                for name in names:
                    for choice in [name.body, name.orelse] if isinstance(name, ast.IfExp) else [name]:
                        yield ".".join(["amyitis", *inside.with_suffix("").parts]), ast.unparse(choice)


def test_what_python_calls_is_marked() -> None:
    seen = set()
    for module, expression in given_to_the_engine():
        first, *more = expression.split(".")
        function = getattr(import_module(module), first, None)
        for name in more:
            function = getattr(function, name)
        if function in RULES:
            assert function in ENTRIES, f"{module} gives {expression} to the engine: mark it with @entry"
            seen.add(function)
    assert len(seen) > 15
