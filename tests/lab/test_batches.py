import numpy as np
import pytest

from amyitis.engine.compiled import PLAIN_SWITCH, compiling_allowed
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.lab import playing
from amyitis.lab.batches import CHUNK, Batch, Results, Variant, play_many
from amyitis.rules import questions
from amyitis.rules.questions import FIRST_DEAL
from amyitis.rules.state import State

FOUR = Variant(4, palace=True)


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
    variants = [Variant(2), Variant(3, limited=True), Variant(4, palace=True)]
    compiled = [table(list(play_many(variant, 6, 2**32 - 3))) for variant in variants]
    monkeypatch.setenv(PLAIN_SWITCH, "1")
    for variant, expected in zip(variants, compiled, strict=True):
        assert (table(list(play_many(variant, 6, 2**32 - 3, threads=2))) == expected).all()
        assert (table(list(play_many(variant, 2, 2**32 - 3, check=True)))[:, :3] == expected[:2, :3]).all()


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


def test_threads_take_given_actions_too() -> None:
    one, many = (Batch(Variant(2), 200, threads=threads) for threads in (1, 3))
    for batch in (one, many):
        batch.begin(9)
        for _ in range(30):
            batch.take(batch.choose())
    assert bool((one.states == many.states).all()) if compiling_allowed() else one.states == many.states


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


@pytest.mark.parametrize("players", [1, 5])
def test_numbers_of_players_are_checked(players: int) -> None:
    with pytest.raises(Malformed, match="2 to 4 players"):
        Variant(players)


def test_one_of_many_workers_plays_its_share() -> None:
    (expected,) = play_many(Variant(3), 10, 0)
    from amyitis.rules.chance import Shuffler

    results = np.zeros((10, playing.COLUMNS), np.int64)
    blank = [State()]
    for worker in range(3):
        shufflers = [Shuffler(), Shuffler()]
        playing.play_share([State()], 0, shufflers, 0, blank, results, worker, 3, 1, 3, False, False)
    assert (results == expected.table).all()
