"""The public names of the package: all there, all documented, and no others."""

import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import amyitis
from tests.docs.blocks import PAGES, blocks
from tests.public_names import listed

ROOT = Path(__file__).parent.parent
SOURCES = (".py", ".ipynb")


@pytest.mark.parametrize("name", amyitis.__all__)
def test_a_public_name_is_there_and_says_what_it_is(name: str) -> None:
    thing = getattr(amyitis, name)
    if name != "__version__":
        assert (inspect.getdoc(thing) or "").strip()
        assert thing.__module__.startswith("amyitis.")


def test_the_list_is_sorted_and_whole() -> None:
    assert dir(amyitis) == sorted(amyitis.__all__) == amyitis.__all__
    scope: dict[str, object] = {}
    exec("from amyitis import *", scope)
    assert set(amyitis.__all__) <= set(scope)


def test_every_error_is_public() -> None:
    from amyitis import errors

    classes = {name for name, thing in vars(errors).items() if inspect.isclass(thing) and issubclass(thing, Exception)}
    assert classes <= set(amyitis.__all__)
    codes = [getattr(amyitis, name).exit_code for name in sorted(classes)]
    assert len(set(codes)) == len(codes)
    from amyitis import cli

    assert set(range(3)) | set(codes) == {int(digit) for digit in re.findall(r"\b\d\b", cli.__doc__ or "")}


def test_the_page_and_the_package_agree() -> None:
    public = listed()
    assert public.pop("amyitis") == set(amyitis.__all__)
    assert len(public) > 12
    for module, names in public.items():
        assert not names - set(dir(importlib.import_module(module))), module


def test_what_examples_notebooks_and_pages_import_is_public() -> None:
    public = listed()
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "examples").rglob("*") if path.suffix in SOURCES]
    texts += [block.text for page in PAGES for block in blocks(page) if block.language == "python"]
    used = {
        (module, name.strip())
        for text in texts
        for module, names in re.findall(r"from (amyitis[\w.]*) import ([\w, ]+)", text)
        for name in names.split(",")
    }
    modules = {module for text in texts for module in re.findall(r"import (amyitis\.[\w.]+)", text)}
    assert len(used) > 25
    names = {f"{module}.{name}" for module, names in public.items() for name in names}
    assert {f"{module}.{name}" for module, name in used} <= names | public.keys()
    assert modules <= public.keys()


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'record_of'"):
        amyitis.record_of  # noqa: B018


def test_importing_the_package_opens_no_box() -> None:
    words = "import sys, amyitis, amyitis.errors; print([name for name in sys.modules if name.startswith('amyitis.')])"
    found = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True, timeout=60)
    assert found.stdout.strip() == "['amyitis.errors']"
