"""Tournaments: kept, gone on with after a kill, refused in a foreign folder, and the same for any number of workers."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from amyitis.errors import AmyitisError, BotError, Malformed
from amyitis.lab.tournaments.folder import LOCK_FILE, TournamentFolder
from amyitis.lab.tournaments.match import MatchResult
from amyitis.lab.tournaments.tournament import OldGames, Tournament, run
from amyitis.lab.variants import Variant
from amyitis.lab.workers import OneProcess, Processes, Workers
from amyitis.rules.switches import Switches
from tests.lab.bot_package import amyitis, command, environment, install

RANDOM = Tournament(("random", "random"), Variant(2), seed=9)
OTHERWISE = ("seconds", "slowest", "program")  # what may differ between equal games


def timeless(results: list[MatchResult]) -> list[dict[str, Any]]:
    """Results without what may differ between equal games."""
    return [{key: value for key, value in asdict(one).items() if key not in OTHERWISE} for one in results]


def kept(folder: Path) -> tuple[list[dict[str, Any]], dict[str, bytes]]:
    """The results in a folder by number, without what may differ between equal games, and the records."""
    lines = [json.loads(line) for line in (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()]
    plain = [{key: value for key, value in one.items() if key not in OTHERWISE} for one in lines]
    return sorted(plain, key=lambda one: one["number"]), {
        path.name: path.read_bytes()
        for path in (folder / "games").glob("[!.]*.amy")  # a kill may leave a part of one
    }


def play(folder: Path, games: int, workers: Workers | None = None) -> list[MatchResult]:
    return run(RANDOM, games, workers or OneProcess(), TournamentFolder(folder, RANDOM.plan()))


def test_every_game_is_kept(tmp_path: Path) -> None:
    results = play(tmp_path / "t", 5)
    lines, records = kept(tmp_path / "t")
    assert [one["number"] for one in lines] == list(range(5))
    assert sorted(records) == [f"{number:06}.amy" for number in range(5)]
    assert [result.seed for result in results] == [9, 10, 11, 12, 13]
    assert b'[White "random"]\n[Black "random"]\n[Seed "9"]\n' in records["000000.amy"]


@pytest.mark.slow
def test_one_worker_and_two_give_the_same(tmp_path: Path) -> None:
    alone = play(tmp_path / "one", 12)
    together = play(tmp_path / "two", 12, Processes(2))
    assert timeless(alone) == timeless(together)
    assert kept(tmp_path / "one") == kept(tmp_path / "two")


@pytest.mark.slow
def test_a_tournament_goes_on_where_it_stopped(tmp_path: Path) -> None:
    told: list[int] = []
    play(tmp_path / "t", 3)
    run(
        RANDOM,
        5,
        OneProcess(),
        TournamentFolder(tmp_path / "t", RANDOM.plan()),
        progress=lambda result: told.append(result.number),
    )
    assert told == [3, 4]
    play(tmp_path / "whole", 5)
    assert kept(tmp_path / "t") == kept(tmp_path / "whole")


def test_fewer_games_than_are_kept_are_the_first_of_them(tmp_path: Path) -> None:
    everything = play(tmp_path / "t", 5)
    assert timeless(play(tmp_path / "t", 2)) == timeless(everything[:2])


# Plays like `random`, but from the tenth bot on it waits, with its game, as long as the file `hold` is there.
HOLDING_BOT = """
import time
from pathlib import Path
from amyitis.bots.bot import RandomBot

HERE = Path(__file__).parent


class ForeignBot(RandomBot):
    def __init__(self, seed):
        super().__init__(seed)
        with (HERE.parent / "begun").open("a") as file:
            file.write(".")

    def choose(self, game):
        while (HERE.parent / "hold").exists() and len((HERE.parent / "begun").read_text()) > 9:
            time.sleep(0.02)
        return super().choose(game)
"""


@pytest.mark.slow
def test_a_killed_tournament_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    """It is killed while it cannot end: the fifth game and those after it wait for a file to go."""
    folder, site, games = tmp_path / "killed", tmp_path / "site", 12
    words = ("tournament", "holding", "holding", "--seed", 9, "--games", games, "--workers", 2, "--out")
    install(site, "holding", HOLDING_BOT)
    (site / "hold").touch()
    process = subprocess.Popen(
        command(*words, folder), env=environment(site), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    results = folder / "results.jsonl"
    while not (results.exists() and results.read_bytes().count(b"\n") >= 3):
        assert process.poll() is None, "the tournament ended by itself"
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    before = results.read_bytes().count(b"\n")
    assert 3 <= before < games
    with results.open("a", encoding="utf-8") as file:
        file.write('{"number": 11, "seed')  # as if the kill had come in the middle of a line
    (site / "hold").unlink()
    for place in (folder, tmp_path / "whole"):
        found = amyitis(site, *words, place)
        assert found.returncode == 0, found.stderr
    assert kept(folder) == kept(tmp_path / "whole")


def test_stopping_early_ends_the_workers(tmp_path: Path) -> None:
    def stop(result: MatchResult) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(RANDOM, 40, Processes(2), TournamentFolder(tmp_path / "t", RANDOM.plan()), stop)
    assert len(TournamentFolder(tmp_path / "t", RANDOM.plan()).results) == 1


def _die(item: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return item


def test_a_worker_that_is_killed_is_one_sentence() -> None:
    with pytest.raises(AmyitisError, match="a worker process was ended from outside"):
        list(Processes(2).each(_die, [1, 2]))


HOLDING = """
import sys
from filelock import FileLock
lock = FileLock(sys.argv[1])
lock.acquire()
print("held", flush=True)
sys.stdin.read()
"""


def test_two_do_not_play_in_one_folder_at_once(tmp_path: Path) -> None:
    """Who was killed lets the others play: the system knows."""
    play(tmp_path / "t", 2)
    words = [sys.executable, "-c", HOLDING, str(tmp_path / "t" / LOCK_FILE)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(AmyitisError, match=r"another process plays the tournament in .*t: wait for its end"):
            play(tmp_path / "t", 3)
        assert len(play(tmp_path / "t", 2)) == 2, "nothing is left to play, so nobody is in the way"
        other.kill()
    assert len(play(tmp_path / "t", 3)) == 3


def test_who_comes_second_plays_what_is_left(tmp_path: Path) -> None:
    """The folder was opened before the other one played, and in the middle of a line."""
    play(tmp_path / "t", 1)
    with (tmp_path / "t" / "results.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"num')
    opened = TournamentFolder(tmp_path / "t", RANDOM.plan())
    assert (tmp_path / "t" / "results.jsonl").read_text(encoding="utf-8").endswith('{"num'), "it may be being written"
    play(tmp_path / "t", 2)
    run(RANDOM, 3, OneProcess(), opened)
    assert [one["number"] for one in kept(tmp_path / "t")[0]] == [0, 1, 2]


LEAVING = """
import sys

class Leaving:
    def choose(self, game):
        sys.exit(0)
"""


def test_a_bot_that_leaves_does_not_end_a_tournament_in_silence(tmp_path: Path) -> None:
    (tmp_path / "leaving.py").write_text(LEAVING, encoding="utf-8")
    tournament = Tournament((str(tmp_path / "leaving.py"), "random"), Variant(2))
    with pytest.raises(BotError, match="SystemExit: 0") as caught:
        run(tournament, 1, OneProcess())
    assert caught.value.exit_code == 7


def test_a_record_that_is_gone_is_noticed(tmp_path: Path) -> None:
    whole = play(tmp_path / "t", 3)
    record = tmp_path / "t" / "games" / "000001.amy"
    before = record.read_bytes()
    record.unlink()
    with pytest.raises(AmyitisError, match=r"holds the results of 1 game whose record is gone .*`--old-games again`"):
        play(tmp_path / "t", 3)
    assert len(play(tmp_path / "t", 1)) == 1, "it is another one"
    told: list[int] = []
    ways: list[tuple[OldGames, list[int]]] = [("keep", []), ("again", [1]), ("refuse", [1])]
    for how, played in ways:
        folder = TournamentFolder(tmp_path / "t", RANDOM.plan())
        found = run(RANDOM, 3, OneProcess(), folder, lambda one: told.append(one.number), how)
        assert told == played
        assert timeless(found) == timeless(whole)
    assert record.read_bytes() == before


@pytest.mark.parametrize(
    ("bots", "variant", "seed", "words"),
    [
        (("random", "last"), Variant(2), 9, "bots random random, not random last"),
        (("random",) * 3, Variant(3), 9, "players 2, not 3"),
        (("random", "random"), Variant(2), 8, "seed 9, not 8"),
        (("random", "random"), Variant(2, Switches(palace=True)), 9, 'switches "", not "palace"'),
    ],
)
def test_another_tournament_is_refused_in_the_same_folder(
    tmp_path: Path, bots: tuple[str, ...], variant: Variant, seed: int, words: str
) -> None:
    play(tmp_path / "t", 1)
    with pytest.raises(AmyitisError, match=words):
        TournamentFolder(tmp_path / "t", Tournament(bots, variant, seed).plan())


def test_a_folder_with_other_things_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(AmyitisError, match="is not empty and holds no tournament"):
        TournamentFolder(tmp_path, RANDOM.plan())


def test_a_spoilt_line_is_named(tmp_path: Path) -> None:
    play(tmp_path / "t", 2)
    results = tmp_path / "t" / "results.jsonl"
    results.write_text(results.read_text(encoding="utf-8") + '{"number": 2}\n', encoding="utf-8")
    with pytest.raises(Malformed, match=r"results\.jsonl, line 3: not the result of a game"):
        TournamentFolder(tmp_path / "t", RANDOM.plan())
    (tmp_path / "t" / "tournament.json").write_text("[", encoding="utf-8")
    with pytest.raises(Malformed, match=r"tournament\.json: not JSON"):
        TournamentFolder(tmp_path / "t", RANDOM.plan())
