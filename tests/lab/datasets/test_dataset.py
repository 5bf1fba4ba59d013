"""A dataset holds the games that were played, can be gone on with, and says what it is."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from amyitis import play
from amyitis.cli import app
from amyitis.errors import AmyitisError, BotError, Malformed
from amyitis.game import Game
from amyitis.lab.datasets.dataset import COLUMNS, Plan, game_rows, write_dataset, write_part
from amyitis.lab.datasets.record_dataset import RecordPlan, write_record_dataset
from amyitis.nets.encoding import encode_position
from amyitis.nets.layout import WIDTH
from amyitis.records import positions_of

parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
PLAN = Plan(("random", "greedy"), games=3, seed=5, part=2, features=True)


def test_a_dataset_is_the_games_of_its_seeds_and_goes_on_where_it_was(tmp_path: Path) -> None:
    assert write_dataset(tmp_path, PLAN) == 2
    first, last = sorted(tmp_path.rglob("*.parquet"))
    before = first.stat().st_mtime_ns
    last.unlink()
    assert write_dataset(tmp_path, PLAN) == 1
    assert first.stat().st_mtime_ns == before
    table = parquet.read_table(tmp_path / "games").to_pylist()
    assert {row["seed"] for row in table} == {5, 6, 7}
    for seed in (5, 6):
        game = Game.new(2, seed)
        for row in (row for row in table if row["seed"] == seed):
            assert (row["position"], row["seat"], row["legal"]) == (
                game.position,
                game.seat,
                list(game.legal_moves.ids),
            )
            numbers = [0] * WIDTH
            encode_position(game.state, game.seats.index(game.seat), numbers)
            assert row["features"] == numbers
            game.push_id(row["action"])
            assert row["scores"] == list(row["scores"])
        assert game.is_over
        assert row["scores"] == list(game.scores.values())
        assert row["rounds"] == game.round
        assert row["share"] == (row["seat"] in game.winners) / len(game.winners)
    seats = {(row["seed"], row["bot"]): row["seat"] for row in table}
    assert seats[5, "greedy"] != seats[6, "greedy"]
    card = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in card for name in COLUMNS)


def test_a_dataset_grows_and_never_shrinks(tmp_path: Path) -> None:
    """A run for more games found the last part there, with fewer games than it should hold, and left it so."""
    plan = Plan(("random", "random"), games=3, seed=5, part=2, text=False)
    write_dataset(tmp_path, plan)
    assert write_dataset(tmp_path, replace(plan, games=5)) == 2
    table = parquet.read_table(tmp_path / "games").to_pylist()
    assert {row["seed"] for row in table} == {5, 6, 7, 8, 9}
    assert write_dataset(tmp_path, replace(plan, games=5)) == 0
    with pytest.raises(Malformed, match="holds more than 3 games already"):
        write_dataset(tmp_path, plan)
    assert "5 games" in (tmp_path / "README.md").read_text(encoding="utf-8")
    last = sorted(tmp_path.rglob("*.parquet"))[-1]
    last.write_bytes(b"no")
    with pytest.raises(Malformed, match=r"part-00002.parquet cannot be read"):
        write_dataset(tmp_path, replace(plan, games=6))
    (tmp_path / "file").touch()
    answer = CliRunner().invoke(app, ["dataset", str(tmp_path / "file" / "below"), "random", "random"])
    assert isinstance(answer.exception, AmyitisError)
    assert "cannot be written: Not a directory" in str(answer.exception)


def test_a_part_that_is_interrupted_leaves_nothing_behind(tmp_path: Path) -> None:
    class Interrupted:
        @staticmethod
        def write_table(table: object, path: Path, compression: str) -> None:
            path.write_bytes(b"half of it")
            raise KeyboardInterrupt

    rows = list(game_rows(replace(PLAN, bots=("random", "random")), seed=5))
    with pytest.raises(KeyboardInterrupt):
        write_part(Interrupted, tmp_path / "part-00000.parquet", rows, features=True)
    assert not list(tmp_path.iterdir())


def test_a_bot_whose_value_is_of_no_legal_move_is_named_with_seed_and_ply(tmp_path: Path) -> None:
    bot = tmp_path / "cheat.py"
    bot.write_text(
        """
from amyitis.bots.bot import MoveValue

class Cheat:
    name = "cheat"

    def choose(self, game):
        return game.legal_moves[0]

    def explain(self, game):
        return [MoveValue("bonus:first", 1, {}, {})]
""",
        encoding="utf-8",
    )
    with pytest.raises(BotError, match=r"^bot .*cheat.*, seed 5, ply 1: it broke the rules: bonus:first is not"):
        write_dataset(tmp_path / "games", Plan((str(bot), str(bot)), games=1, seed=5, visits=True))


def test_visits_are_told_where_a_search_tells_them(tmp_path: Path) -> None:
    write_dataset(tmp_path, Plan(("search:N=8", "random"), games=1, visits=True, text=False))
    table = parquet.read_table(tmp_path / "games").to_pylist()
    told = [row for row in table if row["visits"] is not None]
    assert {row["bot"] for row in told} == {"search:N=8"}
    assert all(len(row["visits"]) == len(row["legal"]) for row in told)
    assert all(row["visits"][row["legal"].index(row["action"])] == max(row["visits"]) for row in told)
    assert {row["position"] for row in table} == {""}


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="there is no bot 'gready'"):
        write_dataset(tmp_path / "a", Plan(("gready", "random"), games=1))
    with pytest.raises(Malformed, match="2 to 4 players, not for 1"):
        write_dataset(tmp_path / "b", Plan(("random",), games=1))
    assert not list(tmp_path.iterdir())
    write_dataset(tmp_path, Plan(("random", "random"), games=1))
    with pytest.raises(Malformed, match="holds another dataset: bots"):
        write_dataset(tmp_path, Plan(("random", "greedy"), games=1))


def test_numpy_reads_features_as_they_are(tmp_path: Path) -> None:
    write_dataset(tmp_path, Plan(("random", "random"), games=1, features=True))
    column = parquet.read_table(tmp_path / "games")["features"].combine_chunks()
    assert np.asarray(column.values).reshape(-1, WIDTH).dtype == np.uint8


@pytest.mark.slow
def test_a_dataset_of_records_has_their_games_by_the_number_of_players(tmp_path: Path) -> None:
    games = [play(["random"] * players, seed=seed) for players, seed in ((2, 1), (2, 2), (3, 3))]
    begun = Game.new(2, seed=4)
    begun.push(begun.legal_moves[0])
    several, folder = tmp_path / "several.amy", tmp_path / "out"
    several.write_text("\n".join(game.record({"White": "Ann"}) for game in (*games[:2], begun)), encoding="utf-8")
    other = tmp_path / "three.amy"
    other.write_text(games[2].record({"Names": "W Ann B.; K Steward; B C"}), encoding="utf-8")
    said = CliRunner().invoke(app, ["dataset", str(folder), "--records", str(several), "--records", str(other)])
    assert said.exit_code == 0, said.output
    assert "3 games of records, 1 left out because they are not over, 2 parts written" in said.output
    rows = parquet.read_table(folder / "games").to_pylist()
    for game, source in zip(games, ("several.amy#1", "several.amy#2", "three.amy#1"), strict=True):
        own = [row for row in rows if row["source"] == source]
        assert [row["move"] for row in own] == [at.move for at in positions_of(game)]
        assert {(row["players"], row["seed"], *row["scores"]) for row in own} == {
            (game.players, None, *game.scores.values())
        }
        assert {row["bot"] for row in own if row["seat"] == "W"} == {"Ann B." if source == "three.amy#1" else "Ann"}
        assert {row["bot"] for row in own if row["seat"] == "K"} == {"Steward" if source == "three.amy#1" else ""}
    plan = RecordPlan((str(several), str(other)))
    assert write_record_dataset(folder, plan).parts == 0
    (missing,) = (folder / "games" / "players=3").iterdir()
    missing.unlink()
    assert write_record_dataset(folder, plan).parts == 1
    assert all(f"| `{name}` |" in (folder / "README.md").read_text(encoding="utf-8") for name in COLUMNS)


def test_a_record_that_cannot_be_read_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    record, folder = tmp_path / "bad.amy", tmp_path / "out"
    whole = Game.new(2, seed=4)
    whole.push(whole.legal_moves[0])
    record.write_text(whole.record() + "W fly\n", encoding="utf-8")
    with pytest.raises(Malformed, match="fly") as wrong:
        write_record_dataset(folder, RecordPlan((str(record),)))
    assert wrong.value.__notes__ == [f"in {record}"]
    record.write_text(whole.record(), encoding="utf-8")
    with pytest.raises(Malformed, match="no finished game in"):
        write_record_dataset(folder, RecordPlan((str(record),)))
    assert not folder.exists()
    for words in ([], ["random", "random", "--records", str(record)]):
        assert CliRunner().invoke(app, ["dataset", str(folder), *words]).exit_code == 2
