"""The public names of the package: all there, all documented, and no others."""

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import amyitis

DOCS = Path(__file__).parent.parent / "docs" / "reference" / "python.md"


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


def test_every_public_name_is_in_the_docs() -> None:
    written = set(re.findall(r"\w+", DOCS.read_text(encoding="utf-8")))
    assert set(amyitis.__all__) <= written


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'record_of'"):
        amyitis.record_of  # noqa: B018


def test_importing_the_package_opens_no_box() -> None:
    words = "import sys, amyitis, amyitis.errors; print([name for name in sys.modules if name.startswith('amyitis.')])"
    found = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True, timeout=60)
    assert found.stdout.strip() == "['amyitis.errors']"
