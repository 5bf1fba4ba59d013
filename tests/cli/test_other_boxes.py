"""Records and tournaments of other boxes: those of releases, or kept with the games, just work."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from amyitis.box.active import VARIABLE
from amyitis.box.tables import BOX_DIGEST
from tests.golden_games import GOLDEN
from tests.owners import owners_box, owners_text

MAIN = "from amyitis.cli import main; main()"
# A program to which a release has added the owner's box.
WITH_A_RELEASE_MORE = (
    "import sys, pathlib; import amyitis.box.known as known; known.FOLDER = pathlib.Path(sys.argv.pop(1));" + MAIN
)
OWNERS = owners_box().digest


def amyitis(*argv: str | Path, code: str = MAIN, box: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, VARIABLE: box}
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, argv)], env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def owners_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("box") / f"{OWNERS}.toml"
    path.write_text(owners_text(), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def record(owners_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game with the owner's box."""
    code = "from amyitis import play; print(play(['random', 'random'], seed=3).record({'Seed': '3'}), end='')"
    made = amyitis(code=code, box=str(owners_file))
    assert made.returncode == 0, made.stderr
    path = tmp_path_factory.mktemp("records") / "owners.amy"
    path.write_text(made.stdout, encoding="utf-8")
    return path


def test_a_record_of_an_unknown_box_wants_its_file(record: Path, owners_file: Path) -> None:
    refused = amyitis("replay", record)
    assert refused.returncode == 3
    assert refused.stderr == (
        f"amyitis: the record was played with the box {OWNERS}, which is not the one in use, {BOX_DIGEST}, "
        "and did not come with any release: give its file with --box\n"
    )
    done = amyitis("replay", record, "--box", owners_file, "--json")
    assert json.loads(done.stdout)["over"] is True


def test_a_record_of_a_box_that_a_release_came_with_just_works(record: Path, owners_file: Path) -> None:
    done = amyitis(owners_file.parent, "replay", record, "--json", code=WITH_A_RELEASE_MORE)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["verified"] is True
    checked = amyitis(owners_file.parent, "verify", record, "--json", code=WITH_A_RELEASE_MORE)
    told = json.loads(checked.stdout)
    assert told["deals"] == told["all_deals"] > 0
    assert (checked.returncode, [fault for fault, _ in told["faults"]]) == (1, ["no-commitment", "chosen"])


def test_a_record_of_the_standard_box_just_works_where_an_owners_is_in_use(owners_file: Path) -> None:
    done = amyitis("replay", GOLDEN / "two-sensible.amy", "--json", box=str(owners_file))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["verified"] is True


@pytest.mark.slow
def test_statistics_count_games_of_other_boxes_apart(record: Path, owners_file: Path) -> None:
    files = (record, GOLDEN / "two-sensible.amy", GOLDEN / "two-again.amy")
    done = amyitis(owners_file.parent, "stats", *files, "--json", "-w", "1", code=WITH_A_RELEASE_MORE)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [(one["kind"]["name"], one["games"]) for one in found["statistics"]] == [
        ("2 players", 2),
        (f"2 players, box {OWNERS}", 1),
    ]
    unknown = amyitis("stats", *files, "--json", "-w", "1")
    assert unknown.returncode == 3
    assert "give the file of that box with --box" in unknown.stderr


@pytest.mark.slow
def test_a_tournament_goes_on_with_the_box_and_the_rules_it_was_begun_with(owners_file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tournament"
    begun = ("tournament", "random", "random", "-o", folder, "-w", "1", "--json")
    first = amyitis(*begun, "-n", "1", "--box", owners_file)
    assert first.returncode == 0, first.stderr
    plan = json.loads((folder / "tournament.json").read_text(encoding="utf-8"))
    assert plan["box"].endswith(OWNERS)
    more = amyitis(*begun, "-n", "2", "--old-games", "keep")
    assert more.returncode == 0, more.stderr
    assert json.loads(more.stdout)["games"] == 2
    counted = amyitis("stats", folder, "--json", "-w", "1")
    assert counted.returncode == 0, counted.stderr
    kept = folder / f"box-{OWNERS}.toml"
    kept.write_text(kept.read_text(encoding="utf-8").replace("talents = 37", "talents = 38", 1), encoding="utf-8")
    changed = amyitis("replay", folder / "games" / "000000.amy")
    assert (changed.returncode, "was changed" in changed.stderr) == (3, True)
    kept.unlink()
    refused = amyitis(*begun, "-n", "2")
    assert refused.returncode == 3
    assert "give its file with --box" in refused.stderr


@pytest.mark.slow
def test_a_game_saved_in_the_terminal_has_its_box_beside_it(owners_file: Path, tmp_path: Path) -> None:
    saved = tmp_path / "mine.amy"
    played = amyitis("play", "--human", "none", "--bots", "random", "--save", saved, "--box", owners_file)
    assert played.returncode == 0, played.stderr
    assert amyitis("replay", saved).returncode == 0


@pytest.mark.slow
def test_a_tournament_of_newer_rules_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "tournament"
    begun = ("tournament", "random", "random", "-o", folder, "-w", "1", "--json")
    assert amyitis(*begun, "-n", "1").returncode == 0
    path = folder / "tournament.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"rules": 1', '"rules": 9'), encoding="utf-8")
    refused = amyitis(*begun, "-n", "2")
    assert refused.returncode != 0
    assert "rules" in refused.stderr


def test_a_box_is_named_by_its_digest_and_a_file_of_that_name_goes_first(tmp_path: Path, owners_file: Path) -> None:
    assert json.loads(amyitis("box", "--box", BOX_DIGEST, "--json").stdout)["digest"] == BOX_DIGEST
    (tmp_path / BOX_DIGEST).write_text(owners_file.read_text(encoding="utf-8"), encoding="utf-8")
    assert json.loads(amyitis("box", "--box", tmp_path / BOX_DIGEST, "--json").stdout)["digest"] == OWNERS
