"""Which program plays: ours alone, or with the packages of other bots; an edit of one is noticed."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from amyitis.bots.registry import packaged_bots
from amyitis.errors import Malformed
from amyitis.lab.tournaments import program
from amyitis.lab.tournaments.program import PROGRAM, program_of
from tests.lab.bot_package import amyitis, install

FIRST_MOVE = "class ForeignBot:\n    def choose(self, game):\n        return game.legal_moves[{place}]\n"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages: the bots `mine` and `yours`."""
    packaged_bots.cache_clear()
    for name in ("mine", "yours"):
        install(tmp_path / "site", name, FIRST_MOVE.format(place=0))
    monkeypatch.syspath_prepend(tmp_path / "site")
    yield tmp_path / "site"
    packaged_bots.cache_clear()


def fresh(bots: tuple[str, ...]) -> str:
    """The program as one that starts now would see it."""
    program._digest.cache_clear()
    return program_of(bots)


def test_our_bots_are_our_program() -> None:
    assert program_of(("random", "search:N=8", "Steward")) == PROGRAM


def test_a_bot_that_does_not_exist_is_refused() -> None:
    with pytest.raises(Malformed, match="there is no bot 'nobody'"):
        program_of(("random", "nobody"))


def test_another_package_is_part_of_the_program(site: Path) -> None:
    mine, yours, ours = fresh(("mine", "random")), fresh(("yours", "random")), fresh(("random", "random"))
    assert len({mine, yours, ours, fresh(("mine", "yours"))}) == 4
    assert fresh(("random", "mine:argument")) == mine
    assert len(mine) == len(ours)
    for file, text in {"more.py": "", "weights.bin": "1", "deep/weights.bin": "2"}.items():
        path = site / "mine_package" / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        assert program_of(("mine", "random")) == mine, "what runs is what was there when it started"
        before, mine = mine, fresh(("mine", "random"))
        assert mine != before
    (site / "mine_package" / "__pycache__").mkdir(exist_ok=True)
    (site / "mine_package" / "__pycache__" / "x.pyc").write_bytes(b"")
    assert fresh(("mine", "random")) == mine
    assert fresh(("yours", "random")) == yours


def test_a_file_that_a_bot_is_made_from_is_part_of_the_program(tmp_path: Path) -> None:
    card = tmp_path / "net.json"
    card.write_text("1", encoding="utf-8")
    program._file_digest.cache_clear()
    first = program_of((f"net:{card}", "random"))
    assert first not in (PROGRAM, program_of(("net:small", "random")))
    assert program_of((f"netsearch:N=8,{card}", "random")) == first
    card.rename(tmp_path / "other.json")
    assert program_of((f"net:{tmp_path / 'other.json'}", "random")) == first
    card.write_text("2", encoding="utf-8")
    program._file_digest.cache_clear()
    assert program_of((f"net:{card}", "random")) != first
    assert program_of(("random", "net:small")) == PROGRAM


def test_a_single_module_is_a_package_too(site: Path) -> None:
    (site / "mine_package").rename(site / "elsewhere")
    (site / "mine_package.py").write_text("1", encoding="utf-8")
    first = fresh(("mine",))
    (site / "mine_package.py").write_text("2", encoding="utf-8")
    assert fresh(("mine",)) != first


@pytest.mark.slow
def test_a_tournament_does_not_show_the_games_of_a_bot_before_its_edit(site: Path, tmp_path: Path) -> None:
    words = ("tournament", "mine", "random", "--out", tmp_path / "t", "--games", 2, "-w", 1)

    def scores(*more: str) -> list[float]:
        found = amyitis(site, *words, "--json", *more)
        assert found.returncode == 0, found.stderr
        return sorted(one["mean_score"] for one in json.loads(found.stdout)["bots"])

    passing = scores()
    assert scores() == passing
    install(site, "mine", FIRST_MOVE.format(place=-1))
    refused = amyitis(site, *words)
    assert refused.returncode == 1
    assert "t holds 2 games that another version of the program or of a bot has played" in refused.stderr
    assert scores("--old-games", "keep") == passing
    eager = scores("--old-games", "again")
    assert eager != passing
    assert scores() == eager
    lines = [json.loads(line) for line in (tmp_path / "t" / "results.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [one["number"] for one in lines] == [0, 1, 0, 1]
    assert len({one["program"] for one in lines}) == 2


def test_what_a_bots_file_imports_from_beside_it_is_part_of_the_program(tmp_path: Path) -> None:
    bot, beside, deeper = tmp_path / "my_bot.py", tmp_path / "openings.py", tmp_path / "book" / "pages.py"
    bot.write_text("import openings\n" + FIRST_MOVE.format(place=0), encoding="utf-8")
    beside.write_text("from book.pages import FIRST\nimport my_bot\n", encoding="utf-8")
    deeper.parent.mkdir()
    deeper.write_text("FIRST = 1\n", encoding="utf-8")
    (tmp_path / "unused.py").write_text("1", encoding="utf-8")

    def now() -> str:
        program._file_digest.cache_clear()
        return program_of((str(bot), "random"))

    seen = [now()]
    for file, text in ((deeper, "FIRST = 2\n"), (beside, "from book.pages import FIRST\n"), (bot, "import openings\n")):
        file.write_text(text, encoding="utf-8")
        seen.append(now())
    assert len({*seen}) == len(seen)
    (tmp_path / "unused.py").write_text("2", encoding="utf-8")
    assert now() == seen[-1]
    bot.write_text("import (\n", encoding="utf-8")
    assert now() not in seen, "making the bot says what is wrong with it"
