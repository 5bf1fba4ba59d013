"""Which box is in use, and what its digest stands for."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from amyitis.box import active_box, load_box, tables, use_box
from amyitis.box.active import VARIABLE
from amyitis.box.loading import packaged_text, parse_box
from amyitis.errors import BoxError

OWNERS = (
    ('name = "amyitis"', 'name = "mine"'),
    ("each = 7\ntotal = 35", "each = 6\ntotal = 30"),
    ("[talents]\ncount = 30", "[talents]\ncount = 40"),
    ("craft = 18", "craft = 20"),
    ("cards = [2, 4, 5]", "cards = [2, 5, 7]"),
    ("quality = 1\nprestige = 3\ngoods = 1", "quality = 1\nprestige = 3\ntalents = 2"),
    ('name = "Ur"', 'name = "Assur"'),
    ("double_from_floor = 3", "double_from_floor = 4"),
    ("areas = 32", "areas = 26"),
)


def owners_text() -> str:
    text = packaged_text()
    for old, new in OWNERS:
        assert old in text
        text = text.replace(old, new, 1)
    return text


@pytest.fixture
def owners_file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(owners_text(), encoding="utf-8")
    return path


def run_python(code: str, box: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    if box is not None:
        environment[VARIABLE] = box
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)


SHOW = """
import json
from amyitis.box import tables as t
print(json.dumps([t.BOX_NAME, t.PILE_GOODS, t.PILE_TALENTS, t.CRAFT_COUNT[4][0], t.N_TILE_KINDS, max(t.TILE_COUNT),
                  t.CITY_NAMES[3], t.DOUBLE_FROM_FLOOR, t.BOX_DIGEST]))
"""


def test_an_owners_file_changes_the_tables(owners_file: Path) -> None:
    done = run_python(SHOW, str(owners_file))
    assert done.returncode == 0, done.stderr
    digest = load_box(owners_file).digest
    assert json.loads(done.stdout) == ["mine", [6] * 5, 40, 7, 19, 2, "Assur", 4, digest]


def test_use_box_before_the_tables(owners_file: Path) -> None:
    code = f"from pathlib import Path; from amyitis.box import use_box; use_box(Path({str(owners_file)!r}));" + SHOW
    done = run_python(code)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)[0] == "mine"


def test_an_empty_variable_means_the_packaged_box() -> None:
    done = run_python(SHOW, "")
    assert json.loads(done.stdout)[0] == "amyitis"


def test_a_wrong_file_in_the_variable_is_refused() -> None:
    done = run_python("import amyitis.box.tables", "/nowhere/box.toml")
    assert done.returncode != 0
    assert "BoxError: box file: there is no file /nowhere/box.toml" in done.stderr


def test_importing_the_tables_does_not_import_numpy() -> None:
    done = run_python("import sys, amyitis.box.tables; print('numpy' in sys.modules)")
    assert done.stdout == "False\n"


def test_use_box_comes_too_late(owners_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(BoxError, match="comes too late"):
        use_box(owners_file)
    assert VARIABLE not in os.environ
    assert active_box().name == "amyitis"


def test_use_box_with_the_same_facts_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    path = tmp_path / "copy.toml"
    path.write_text(packaged_text().replace('name = "amyitis"', 'name = "copy"'), encoding="utf-8")
    assert use_box(path).name == "copy"
    assert os.environ[VARIABLE] == str(path.resolve())
    assert active_box().digest == tables.BOX_DIGEST


def test_use_box_refuses_a_wrong_file(tmp_path: Path) -> None:
    with pytest.raises(BoxError, match="there is no file"):
        use_box(tmp_path / "nowhere.toml")


def test_the_box_is_read_once() -> None:
    assert active_box() is active_box()


def test_the_digest_is_twelve_hexadecimal_digits() -> None:
    digest = load_box().digest
    assert len(digest) == 12
    int(digest, 16)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('mark = "likely"', 'mark = "certain"'),
        ('source = "one outside source"', 'source = "the box on my table"'),
        ("[goods]", "# mine\n[goods]"),
        ('name = "amyitis"', 'name = "mine"'),
    ],
)
def test_marks_sources_comments_and_name_leave_the_digest(old: str, new: str) -> None:
    assert parse_box(packaged_text().replace(old, new)).digest == load_box().digest


def test_the_order_of_tiles_in_the_file_means_nothing() -> None:
    head, *tiles = packaged_text().split("[[tiles]]\n")
    last, rest = tiles[-1].split("\n\n", 1)
    turned = "[[tiles]]\n".join([head, last + "\n\n", *tiles[:-1]]) + rest
    assert turned != packaged_text()
    assert parse_box(turned).digest == load_box().digest


@pytest.mark.parametrize(
    ("old", "new"), [("prestige = [3, 6]", "prestige = [3, 7]"), ('name = "Ur"', 'name = "Assur"')]
)
def test_a_changed_fact_changes_the_digest(old: str, new: str) -> None:
    assert parse_box(packaged_text().replace(old, new)).digest != load_box().digest
