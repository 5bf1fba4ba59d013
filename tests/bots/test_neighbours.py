"""What lies beside a bot's file: every folder has its own, and an edit is noticed."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from amyitis.bots import make_bot, play
from amyitis.bots.file_bots import file_digest
from amyitis.bots.playing import seated
from amyitis.errors import BotError, Malformed
from amyitis.game import Game

BOT = """
{imports}

class Bot:
    found = PLACE

    def later(self):
        {later}
        return PLACE

    def choose(self, game):
        return game.legal_moves[PLACE]
"""


def write(folder: Path, files: Mapping[str, str], imports: str = "from openings import PLACE", later: str = "") -> str:
    """Write a bot and what lies beside it; returns its name."""
    folder.mkdir(exist_ok=True)
    for name, text in {"bot.py": BOT.format(imports=imports, later=later or imports), **files}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return str(folder / "bot.py")


def made(name: str) -> Any:
    return make_bot(name)


@pytest.mark.parametrize(
    ("imports", "file"),
    [
        ("from openings import PLACE", "openings.py"),
        ("import openings; PLACE = openings.PLACE", "openings.py"),
        ("from .openings import PLACE", "openings.py"),
        ("from book.pages import PLACE", "book/pages.py"),
        ("import book.pages; PLACE = book.pages.PLACE", "book/pages.py"),
        ("import book.pages as pages; PLACE = pages.PLACE", "book/pages.py"),
        ("from book import pages; PLACE = pages.PLACE", "book/pages.py"),
        ("from packaging import PLACE", "packaging.py"),  # which is installed, too
        ("from by_way_of import PLACE", "openings.py"),
        (
            "import importlib; PLACE = importlib.import_module('.openings', __package__).PLACE",
            "openings.py",
        ),
    ],
)
@pytest.mark.parametrize("package", [False, True])
def test_every_folder_has_its_own(tmp_path: Path, imports: str, file: str, package: bool) -> None:
    """At the top of the file, and within a function, whoever was loaded last."""
    more = {"by_way_of.py": "from openings import *\n"} | ({"book/__init__.py": ""} if package else {})
    path, modules = list(sys.path), set(sys.modules)
    bots = [made(write(tmp_path / str(n), {file: f"PLACE = {n}\n", **more}, imports)) for n in range(3)]
    assert [bot.found for bot in bots] == [0, 1, 2]
    assert [bot.later() for bot in bots] == [0, 1, 2]
    assert sys.path == path
    assert not {"openings", "book", "by_way_of", "bot"} & (set(sys.modules) - modules)


def test_bots_with_modules_of_one_name_play_each_other(tmp_path: Path) -> None:
    first, last = (write(tmp_path / f"n{n}", {"openings.py": f"PLACE = {-n}\n"}) for n in range(2))
    assert play([first, last], seed=3).moves != play([first, first], seed=3).moves
    assert file_digest(Path(first)) != file_digest(Path(last))


def test_the_standard_library_and_this_program_stay_themselves(tmp_path: Path) -> None:
    """A bot may well be called `random`, and lie beside a clone of this project."""
    clone = {"amyitis/README.md": "", "amyitis/spoilt.py": "1 / 0", "random.py": "1 / 0\n", "numpy/notes.txt": ""}
    imports = "import amyitis.errors, numpy, random; PLACE = random.Random(1) and len(numpy.zeros(1)) - 1"
    bot = made(write(tmp_path, clone, imports))
    assert bot.choose(Game.new(2, 1)) == Game.new(2, 1).legal_moves[0]


def test_bots_of_one_folder_share_what_lies_beside_them(tmp_path: Path) -> None:
    name = write(tmp_path, {"openings.py": "PLACE = object()\n"})
    (tmp_path / "other-bot.py").write_text((tmp_path / "bot.py").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "book.py").write_text((tmp_path / "bot.py").read_text(encoding="utf-8"), encoding="utf-8")
    write(tmp_path, {"book/__init__.py": "from openings import PLACE\n"})
    found = {made(str(tmp_path / file)).found for file in ("bot.py", "other-bot.py", "book.py")}
    assert found == {made(name).found}


def test_what_is_not_there_is_said_when_it_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match=r"bot\.py, line 2: ModuleNotFoundError: No module named 'openings'"):
        made(write(tmp_path / "a", {}))
    bare = "import importlib; importlib.import_module('openings')"
    name = write(tmp_path / "b", {"openings.py": "PLACE = 0\n"}, later=bare)
    with pytest.raises(ModuleNotFoundError, match="openings"):
        made(name).later()


def test_an_edit_is_noticed_when_the_bot_is_made_anew(tmp_path: Path) -> None:
    """Of the file and of what lies beside it, within the same second and of the same length, too."""
    name = write(tmp_path, {"openings.py": "from deeper import PLACE\n", "deeper.py": "PLACE = 0\n"})
    before, digest = made(name), file_digest(Path(name))
    assert type(made(name)) is type(before), "what did not change is not loaded again"
    (tmp_path / "deeper.py").write_text("PLACE = 1\n", encoding="utf-8")
    assert made(name).found == 1
    assert file_digest(Path(name)) != digest
    assert before.later() == before.found == 0, "who plays already goes on as it was"
    write(tmp_path, {}, imports="PLACE = 2")
    assert made(name).found == 2
    write(tmp_path, {})
    (tmp_path / "deeper.py").unlink()
    with pytest.raises(Malformed, match="No module named 'deeper'"):
        made(name)


def test_who_asks_for_the_bot_as_it_was_loaded_gets_it_with_its_digest(tmp_path: Path) -> None:
    """As a tournament does, whose games are by one bot."""
    name = write(tmp_path, {"openings.py": "PLACE = 0\n"})
    digest = file_digest(Path(name))
    made(name)
    (tmp_path / "openings.py").write_text("PLACE = 1\n", encoding="utf-8")
    kept: Any = seated(name, 1, 0, as_loaded=True)
    assert (kept.found, file_digest(Path(name))) == (0, digest)
    assert made(name).found == 1
    assert file_digest(Path(name)) != digest


def test_a_file_that_ends_the_program_is_named(tmp_path: Path) -> None:
    for text in ("import sys\nsys.exit(0)\n", "import openings\n"):
        (tmp_path / "openings.py").write_text("raise SystemExit\n", encoding="utf-8")
        (tmp_path / "bot.py").write_text(text, encoding="utf-8")
        with pytest.raises(Malformed, match=r"bot\.py, line \d: SystemExit"):
            made(f"{tmp_path / 'bot.py'}:Bot")


def test_a_class_of_a_file_that_fails_is_named_by_the_file(tmp_path: Path) -> None:
    text = "class Bot:\n    def __init__(self):\n        1 / 0\n    def choose(self, game): ...\n"
    (tmp_path / "bot.py").write_text(text, encoding="utf-8")
    with pytest.raises(BotError, match=r"bot .*bot\.py: it could not be made: ZeroDivisionError: division by zero"):
        made(str(tmp_path / "bot.py"))
