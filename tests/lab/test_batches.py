import copy
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike

from amyitis.engine.compiled import PLAIN_SWITCH, compiling_allowed
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.lab import batches, playing
from amyitis.lab.batches import CHUNK, Batch, Results, play_many
from amyitis.lab.simulate import simulate
from amyitis.lab.variants import Variant
from amyitis.rules import questions
from amyitis.rules.questions import FIRST_DEAL
from amyitis.rules.state import State
from amyitis.rules.switches import Switches
from benchmarks.speed.gpu_games import play_share

FOUR = Variant(4, Switches(palace=True))


def table(results: "list[Results]") -> "np.ndarray[tuple[int, int], np.dtype[np.int64]]":
    return np.concatenate([one.table for one in results])


def test_results_do_not_depend_on_threads_or_chunks() -> None:
    games = 2 * CHUNK + 77 if compiling_allowed() else 40
    alone = list(play_many(FOUR, games, 3))
    together = list(play_many(FOUR, games, 3, threads=3))
    assert [one.seed for one in alone] == [one.seed for one in together]
    assert (table(alone) == table(together)).all()
    later = table(list(play_many(FOUR, 5, 3 + games - 5)))
    assert (table(alone)[-5:] == later).all()


def test_the_plain_engine_gives_the_same_results(monkeypatch: pytest.MonkeyPatch) -> None:
    variants = [Variant(2), Variant(3, Switches(limited_supply=True)), Variant(4, Switches(palace=True))]
    compiled = [table(list(play_many(variant, 6, 2**32 - 3))) for variant in variants]
    monkeypatch.setenv(PLAIN_SWITCH, "1")
    for variant, expected in zip(variants, compiled, strict=True):
        assert (table(list(play_many(variant, 6, 2**32 - 3, threads=2))) == expected).all()
        assert (table(list(play_many(variant, 2, 2**32 - 3, check=True)))[:, :3] == expected[:2, :3]).all()


@pytest.mark.parametrize(
    "asked",
    [Batch.play, Batch.choose, lambda batch: batch.take([0, 0]), Batch.deal],
    ids=["play", "choose", "take", "deal"],
)
def test_nothing_can_be_asked_of_games_that_were_not_begun(asked: Callable[[Batch], object]) -> None:
    batch = Batch(Variant(2), 2)
    with pytest.raises(Malformed, match=r"there is no game yet: begin\(seed\) begins them"):
        asked(batch)
    batch.begin(1)
    asked(batch)


def test_a_game_of_a_batch_is_the_game_of_its_seed() -> None:
    game = Game.new(3, seed=42)
    batch = Batch(Variant(3), 1)
    batch.begin(42)
    batch.deal()
    while not game.is_over:
        action = batch.choose()
        game.push(game.legal_moves[game.legal_moves.ids.index(int(action[0]))])
        batch.take(action)
        batch.deal()
    (results,) = play_many(Variant(3), 1, 42)
    assert list(results.scores[0, :3]) == list(game.scores.values())


def test_given_actions_are_taken_where_they_are_legal() -> None:
    batch = Batch(Variant(2), 3)
    batch.begin(1)
    deals = batch.choose()
    assert (deals >= FIRST_DEAL).all()
    wrong = deals.copy()
    wrong[1] = questions.PASS  # not while chance must deal
    assert list(batch.take(wrong)) == [True, False, True]
    assert list(batch.take(np.array([-1, deals[1], 10_000]))) == [False, True, False]
    assert list(batch.take(np.full(3, questions.PASS))) == [True, True, True]


@pytest.mark.parametrize(
    ("actions", "why"),
    [
        (np.zeros(2, np.int64), r"takes 3 actions, not an array of \(2,\)"),
        (np.zeros(4, np.int64), r"takes 3 actions, not an array of \(4,\)"),
        (np.zeros((3, 1), np.int64), r"takes 3 actions, not an array of \(3, 1\)"),
        ([], "takes 3 actions"),
        (np.int64(0), "takes 3 actions"),
        (np.zeros(3), "whole numbers of the action table, not float64"),
        (np.zeros(3, np.bool_), "whole numbers of the action table, not bool"),
        (["pass", "pass", "pass"], "whole numbers of the action table, not <U4"),
        ([[1], [1, 2], [3]], "is no array"),
    ],
)
def test_actions_that_do_not_fit_the_games_are_refused(actions: ArrayLike, why: str) -> None:
    batch = Batch(Variant(2), 3)
    batch.begin(1)
    batch.deal()
    before = position(batch)
    with pytest.raises(Malformed, match=why):
        batch.take(actions)
    assert position(batch) == before


def position(batch: Batch) -> list[object]:
    return [(s["seat"], s["legal"]) if compiling_allowed() else (s.seat, s.legal) for s in batch.states]


def test_actions_may_be_any_whole_numbers() -> None:
    spread = np.full(6, questions.PASS)[::2]  # an array with gaps
    for actions in ([questions.PASS] * 3, np.full(3, questions.PASS, np.uint8), spread):
        batch = Batch(Variant(2), 3)
        batch.begin(1)
        batch.deal()
        assert list(batch.take(actions)) == [True, True, True]


@pytest.mark.parametrize(
    ("size", "threads"),
    [
        (0, 1),
        (-1, 1),
        (5, 0),
        ("3", 1),
        (1.5, 1),
        (None, 1),
        (True, 1),
        ([3], 1),
        (3, 1.5),
        (3, "2"),
        (3, None),
        (3, True),
    ],
)
def test_a_batch_has_games_and_threads(size: Any, threads: Any) -> None:
    with pytest.raises(Malformed, match="at least 1 game and 1 thread"):
        Batch(Variant(2), size, threads)


@pytest.mark.parametrize("variant", ["x", 2, None])
def test_a_batch_is_of_one_kind_of_game(variant: Any) -> None:
    for make in (lambda: Batch(variant, 3), lambda: play_many(variant, 3, 1)):
        with pytest.raises(Malformed, match=r"variant=.*: a kind of game"):
            make()


@pytest.mark.parametrize("seed", [None, 1.5, "1", True, [1], -1, 2**64])
def test_a_seed_of_a_batch_is_a_whole_number(seed: Any) -> None:
    batch = Batch(Variant(2), 3)
    for ask in (lambda: batch.begin(seed), lambda: play_many(Variant(2), 3, seed)):
        with pytest.raises(Malformed, match=r"3 games from seed .*: seeds go from 0"):
            ask()


@pytest.mark.parametrize("games", [-1, 1.5, "3", None, True])
def test_there_are_so_many_games_or_none(games: Any) -> None:
    with pytest.raises(Malformed, match=r"there cannot be .* games"):
        play_many(Variant(2), games, 1)
    assert list(play_many(Variant(2), 0, 1)) == []


@pytest.mark.parametrize("threads", [0, 1.5, "2", None])
def test_many_games_are_played_by_whole_threads(threads: Any) -> None:
    with pytest.raises(Malformed, match="1 thread"):
        play_many(Variant(2), 3, 1, threads=threads)


def test_numbers_of_numpy_are_numbers() -> None:
    size: Any = np.int64(3)
    seeds: list[Any] = [np.uint64(2**63 + 5), 2**63 + 5]
    one, other = Batch(Variant(size), size, size), Batch(Variant(3), 3)
    one.begin(seeds[0])
    other.begin(seeds[1])
    assert (one.play() == other.play()).all()
    assert type(one.size) is type(one.variant.players) is int


def test_a_copy_plays_its_own_games() -> None:
    batch = Batch(Variant(2), 3)
    batch.begin(1)
    batch.deal()
    before = position(batch)
    twin = copy.copy(batch)
    results = twin.play()
    assert position(batch) == before
    assert position(twin) != before
    assert (batch.play() == results).all()


def test_threads_take_given_actions_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "FEWEST_MOVES", 16)
    one, many = (Batch(Variant(2), 200, threads=threads) for threads in (1, 3))
    for batch in (one, many):
        batch.begin(9)
        for _ in range(30):
            batch.take(batch.choose())
    assert bool((one.states == many.states).all()) if compiling_allowed() else one.states == many.states


def test_threads_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "FEWEST_MOVES", 16)
    batch = Batch(Variant(2), 64, threads=4)
    batch.begin(9)
    batch.take(batch.choose())
    before = set(threading.enumerate())
    for _ in range(20):
        batch.take(batch.choose())
    assert set(threading.enumerate()) == before
    assert sum(thread.name.startswith("amyitis-batch") for thread in before) >= 3


def test_little_work_stays_in_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_threads(threads: int) -> None:
        raise AssertionError("a thread was asked for")

    monkeypatch.setattr(batches, "thread_pool", no_threads)
    batch = Batch(Variant(2), batches.FEWEST_GAMES, threads=4)
    batch.begin(9)
    batch.take(batch.choose())
    with pytest.raises(AssertionError, match="a thread was asked for"):
        Batch(Variant(2), 2 * batches.FEWEST_GAMES, threads=4).begin(9)


def test_what_goes_wrong_in_a_thread_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = Batch(Variant(2), 4 * batches.FEWEST_GAMES, threads=4)

    def begin(states: Any, deals: Any, moves: Any, low: int, *more: Any) -> None:
        if low > 0:
            raise IndexError(f"in the part from {low} on")

    monkeypatch.setattr(batches, "engine", lambda function: begin)
    with pytest.raises(IndexError, match=f"in the part from {batches.FEWEST_GAMES} on"):
        batch.begin(0)


FORK = """
import os
from amyitis.lab.batches import Batch
from amyitis.lab.variants import Variant
def play():
    batch = Batch(Variant(2), 256, threads=3)
    batch.begin(1)
    return int(batch.play().sum())
mine = play()
if os.fork() == 0:
    os._exit(0 if play() == mine else 1)
print(os.waitstatus_to_exitcode(os.wait()[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_fork_has_threads_of_its_own() -> None:
    command = [sys.executable, "-W", "ignore", "-c", FORK]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.strip() == "0"


@pytest.mark.parametrize("check", [False, True])
def test_what_is_needed_is_prepared_once_and_before_the_first_game(
    check: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[tuple[object, ...]] = []
    monkeypatch.setattr(batches, "prepare", lambda *functions: prepared.append(functions))
    chunks = play_many(Variant(2), 2, 1, check=check)
    assert len(prepared) == 1
    assert len(list(chunks)) == 1
    simulate(2, 2, check=check, threads=1)
    assert prepared == [prepared[0]] * 2


def test_a_fault_is_told_with_seed_ply_and_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PLAIN_SWITCH, "1")

    def find(s: State) -> int:
        return 0b101 if s.round_no == 2 and s.first == 0 else 0

    monkeypatch.setattr(playing, "find_faults", find)
    found = [one for results in play_many(Variant(2), 8, 20, check=True) for one in results.violations]
    assert found
    assert {one.faults for one in found} == {(playing.GAME_FAULTS[0], playing.GAME_FAULTS[2])}
    assert all(20 <= one.seed < 28 and one.ply > 4 for one in found)
    assert f"seed {found[0].seed}, ply {found[0].ply}: a count is negative; " in str(found[0])


def test_an_illegal_move_and_an_endless_game_are_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PLAIN_SWITCH, "1")
    monkeypatch.setattr(playing, "MOVE_LIMIT", 30)
    (results,) = play_many(Variant(2), 1, 0, check=True)
    assert [one.faults for one in results.violations] == [("the game does not end",)]
    monkeypatch.setattr(playing, "is_legal", lambda s, action: s.round_no == 0)
    (results,) = play_many(Variant(2), 1, 0, check=True)
    assert [(one.ply, one.faults) for one in results.violations] == [(1, ("a move that was offered is not legal",))]


@pytest.mark.parametrize(("seed", "games"), [(-1, 1), (2**64, 1), (2**64 - 1, 2)])
def test_seeds_end_at_64_bits(seed: int, games: int) -> None:
    with pytest.raises(Malformed, match="seeds go from 0"):
        next(play_many(Variant(2), games, seed))


def test_the_last_seed_plays() -> None:
    (results,) = play_many(Variant(2), 1, 2**64 - 1)
    assert results.rounds[0] > 0


@pytest.mark.parametrize("players", [1, 5, 2.0, "2", None, True])
def test_numbers_of_players_are_checked(players: Any) -> None:
    with pytest.raises(Malformed, match="2 to 4 players"):
        Variant(players)


def test_a_variant_says_what_a_game_would_be_told() -> None:
    no: Any = "no"
    for name in ("limited_supply", "palace", "full_lap", "unlimited_noble", "open_duel"):
        with pytest.raises(Malformed, match=f"{name}='no': True or False"):
            Variant(3, Switches(**{name: no}))
    with pytest.raises(Malformed, match=r"switches=True: Switches\(palace=True\)"):
        Variant(3, True)  # type: ignore[arg-type]
    for version in (1.0, True, 2, "1"):
        with pytest.raises(Malformed, match=r"the versions of the rules that can be played are 1$"):
            Variant(3, rules_version=version)  # type: ignore[arg-type]
    with pytest.raises(Malformed, match="box=5: the digest of a box"):
        Variant(3, box=5)  # type: ignore[arg-type]
    loose = Variant(np.int64(3), Switches(1, np.True_))  # type: ignore[arg-type]
    strict = Variant(3, Switches(limited_supply=True, palace=True))
    assert loose == strict
    assert repr(loose) == repr(strict)


def test_one_of_many_workers_plays_its_share() -> None:
    (expected,) = play_many(Variant(3), 10, 0)
    from amyitis.rules.course.chance import Shuffler

    results = np.zeros((10, playing.COLUMNS), np.int64)
    blank = [State()]
    for worker in range(3):
        shufflers = [Shuffler(), Shuffler()]
        play_share([State()], 0, shufflers, 0, blank, results, worker, 3, 1, 3)
    assert (results == expected.table).all()
