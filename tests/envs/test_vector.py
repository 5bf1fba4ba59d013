"""Many games at once are the single games of their seeds, move by move, whatever the number of threads."""

import copy
import importlib
import pickle
import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from amyitis.engine.compiled import PLAIN_SWITCH
from amyitis.engine.record import to_records
from amyitis.envs.checks.given_states import BOUNDS
from amyitis.envs.vector import Autoreset, Reward, Seen, VectorGames
from amyitis.errors import AmyitisError, Illegal, Malformed
from amyitis.game import Game
from amyitis.lab.variants import Variant
from amyitis.nets.encoding import encode_position, legal_mask
from amyitis.nets.layout import WIDTH
from amyitis.rules import SEED_LIMIT
from amyitis.rules.questions import N_ACTIONS
from amyitis.rules.switches import Switches
from tests.compiling import needs_compiler

pytestmark = needs_compiler

TWO = Variant(2)


def any_legal(seen: Seen, random: np.random.Generator) -> NDArray[np.int64]:
    """A random legal action of each game."""
    chosen: NDArray[np.int64] = np.argmax(seen.masks * random.random(seen.masks.shape), axis=1)
    return chosen


def row_of(game: Game, viewer: int) -> list[int]:
    row = [0] * WIDTH
    encode_position(game.state, viewer, row)
    return row


def mask_of(game: Game) -> list[int]:
    row = [0] * N_ACTIONS
    legal_mask(game.state, row)
    return row


@pytest.mark.slow
@pytest.mark.parametrize("variant", [TWO, Variant(3, Switches(limited_supply=True)), Variant(4, Switches(palace=True))])
def test_each_game_is_the_one_of_its_seed(variant: Variant) -> None:
    games, random = VectorGames(variant, 3, threads=2), np.random.default_rng(5)
    seen = games.reset(70)
    single = [Game.new(variant.players, 70 + i, **variant.switches.as_dict()) for i in range(3)]
    over = 0
    while over < 4:
        for i, game in enumerate(single):
            assert seen.masks[i].tolist() == mask_of(game)
            assert seen.observations[i].tolist() == row_of(game, seen.deciders[i])
            assert game.seats[seen.deciders[i]] == game.seat
        actions = any_legal(seen, random)
        deciders = seen.deciders.copy()
        seen = games.step(actions)
        assert seen.movers.tolist() == deciders.tolist()
        for i, game in enumerate(single):
            game.push_id(int(actions[i]))
            assert bool(seen.ended[i]) is game.is_over
            if game.is_over:
                shares = [(seat in game.winners) / len(game.winners) for seat in game.seats]
                assert seen.rewards[i, : variant.players].tolist() == pytest.approx(shares)
                assert seen.last_observations[i].tolist() == row_of(game, deciders[i])
                single[i] = Game.new(variant.players, int(seen.seeds[i]), **variant.switches.as_dict())
                over += 1
            else:
                assert not seen.rewards[i].any()
    assert set(seen.seeds % 3) == {(70 + i) % 3 for i in range(3)}


def test_threads_change_nothing() -> None:
    found = []
    for threads in (1, 3):
        games, random = VectorGames(Variant(4), 2048, threads=threads), np.random.default_rng(1)
        seen = games.reset(9)
        for _ in range(40):
            seen = games.step(any_legal(seen, random))
        found.append((seen.observations.copy(), seen.masks.copy(), seen.rewards.copy(), games.states.tobytes()))
    assert all(np.array_equal(one, other) for one, other in zip(*(part[:3] for part in found), strict=True))
    assert found[0][3] == found[1][3]


@pytest.mark.parametrize(
    ("reward", "of"),
    [
        (Reward.SCORE, lambda scores: [one / 100 for one in scores]),
        (Reward.MARGIN, lambda scores: [(scores[0] - scores[1]) / 100, (scores[1] - scores[0]) / 100]),
    ],
)
def test_a_game_can_be_judged_otherwise_and_waits_until_it_is_begun_again(reward: Reward, of: object) -> None:
    assert callable(of)
    games = VectorGames(TWO, 1, reward=reward, autoreset=Autoreset.DISABLED)
    random, seen = np.random.default_rng(2), games.reset(4)
    game = Game.new(2, 4)
    while not seen.ended[0]:
        action = any_legal(seen, random)
        game.push_id(int(action[0]))
        seen = games.step(action)
    assert seen.rewards[0, :2].tolist() == pytest.approx(of(list(game.scores.values())))
    assert not seen.masks.any()
    seen = games.step([0])
    assert seen.ended[0]
    assert not seen.rewards.any()
    seen = games.begin([0], [4])
    assert seen.observations[0].tolist() == row_of(Game.new(2, 4), seen.deciders[0])


def test_the_next_step_begins_the_next_game() -> None:
    games, random = VectorGames(TWO, 2, autoreset=Autoreset.NEXT_STEP), np.random.default_rng(2)
    seen = games.reset(0)
    while not seen.ended.any():
        seen = games.step(any_legal(seen, random))
    (place,) = np.flatnonzero(seen.ended)
    assert seen.seeds[place] == place
    seen = games.step(any_legal(seen, random))
    assert seen.seeds[place] == place + 2
    assert not seen.ended[place]
    assert not seen.rewards[place].any()


def test_seeds_are_as_wide_as_those_of_a_game_and_go_round() -> None:
    games, random = VectorGames(TWO, 2), np.random.default_rng(2)
    seen = games.reset(SEED_LIMIT - 2)
    assert seen.seeds.tolist() == [SEED_LIMIT - 2, SEED_LIMIT - 1]
    assert seen.observations[1].tolist() == row_of(Game.new(2, SEED_LIMIT - 1), seen.deciders[1])
    while not seen.ended.any():
        seen = games.step(any_legal(seen, random))
    place = int(np.argmax(seen.ended))
    following = Game.new(2, place)
    assert pickle.loads(pickle.dumps(games)).seen.seeds[place] == seen.seeds[place] == place
    assert seen.observations[place].tolist() == row_of(following, seen.deciders[place])


def test_games_go_on_from_given_states() -> None:
    games = VectorGames(TWO, 4)
    games.reset(1)
    game = Game.new(2, 50)
    for _ in range(30):
        game.push(game.legal_moves[0])
    before = games.states[1].tobytes()
    seen = games.enter([2], to_records([game.state]), [50])
    assert seen.observations[2].tolist() == row_of(game, seen.deciders[2])
    assert games.states[1].tobytes() == before
    with pytest.raises(Malformed, match="another kind"):
        games.enter([0], to_records([Game.new(3, 1).state]), [1])


def test_what_is_wrong_is_said_and_changes_nothing() -> None:
    games = VectorGames(TWO, 2)
    with pytest.raises(Malformed, match="there is no game yet"):
        games.step([0, 0])
    seen = games.reset(3)
    before = games.states.tobytes()
    illegal = int(np.argmin(seen.masks[0]))
    with pytest.raises(Illegal, match=r"game 0: .* is not allowed here.*\(rule \d"):
        games.step([illegal, illegal])
    with pytest.raises(Malformed, match="is not an action id"):
        games.step([100_000, 100_000])
    for actions in ([1], [0.5, 0.5], [[1, 1]]):
        with pytest.raises(Malformed, match="2 games take 2 whole numbers"):
            games.step(actions)
    for seed in (-1, SEED_LIMIT - 1):
        with pytest.raises(Malformed, match=r"2 games from seed .*: seeds go from 0 to 2\*\*64 - 1"):
            games.reset(seed)
    for seeds in ([-1, 2], [SEED_LIMIT, 2], [10**9999, 2], [-(10**30), 2]):
        with pytest.raises(Malformed, match=r"seed .*: seeds go from 0"):
            games.begin([0, 1], seeds)
    with pytest.raises(Malformed, match="whole numbers"):
        games.begin([0, 1], [0.5, SEED_LIMIT])
    assert games.begin([0, 1], [SEED_LIMIT - 1, 0]).seeds.tolist() == [
        SEED_LIMIT - 1,
        0,
    ]  # (of which NumPy makes floats)
    games.reset(3)
    with pytest.raises(Malformed, match="places go from 0 to 1"):
        games.begin([2], [1])
    with pytest.raises(Malformed, match="a place is named more than once"):
        games.begin([1, 1], [5, 6])
    with pytest.raises(Malformed, match=r"game 1: 500 is not an action id"):
        games.step([int(np.argmax(seen.masks[0])), 500])
    assert games.states[1].tobytes() == before[len(before) // 2 :]
    anything: Any
    for anything in (0, 2.5, "4", True):
        with pytest.raises(Malformed, match="at least 1 game"):
            VectorGames(TWO, anything)
        with pytest.raises(Malformed, match="at least 1 game and 1 thread"):
            VectorGames(TWO, 2, threads=anything)
    for anything in (9, "score", 1.0, True, None):
        with pytest.raises(Malformed, match=r"reward=.*: there are Reward\.WIN_SHARE, Reward\.MARGIN, Reward\.SCORE"):
            VectorGames(TWO, 2, reward=anything)
        with pytest.raises(Malformed, match=r"autoreset=.*: there are Autoreset\.SAME_STEP, Autoreset\.NEXT_STEP, "):
            VectorGames(TWO, 2, autoreset=anything)
    for anything in ([[1], [1, 2]], [[], 3]):
        for ask in (games.step, games.sit, lambda one: games.begin(one, [1, 2])):
            with pytest.raises(Malformed, match="is no array"):
                ask(anything)
    for anything in (1.5, "a", None, True):
        with pytest.raises(Malformed, match="seed"):
            games.reset(anything)
    anything = 2
    with pytest.raises(Malformed, match="variant=2: a kind of game"):
        VectorGames(anything, 4)


def test_what_comes_after_an_action_is_seen_before_it_is_played() -> None:
    games, random = VectorGames(Variant(2), 6), np.random.default_rng(1)
    seen = games.reset(3)
    stayed = 0
    for _ in range(60):
        actions = np.argmax(seen.masks * random.random(seen.masks.shape), axis=1)
        deciders, before = seen.deciders.copy(), games.states.copy()
        rows = games.after(actions)
        assert (games.states == before).all()
        seen = games.step(actions)
        same = (seen.deciders == deciders) & (games.states["round_no"] == before["round_no"])  # and nothing was dealt
        assert (rows[same] == seen.observations[same]).all()
        stayed += int(same.sum())
    assert stayed > 60
    one, two = (VectorGames(Variant(2), 1024, threads=threads) for threads in (1, 2))
    assert (one.after(one.reset(3).masks.argmax(1)) == two.after(two.reset(3).masks.argmax(1))).all()
    with pytest.raises(Illegal, match="game 0: "):
        games.after(np.argmin(seen.masks, axis=1))


def test_without_machine_code_there_are_no_arrays_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PLAIN_SWITCH, "1")
    with pytest.raises(AmyitisError, match=r"^VectorGames needs machine code, and there is none: AMYITIS_PLAIN or "):
        VectorGames(Variant(2), 2)


def test_states_that_cannot_be_are_refused() -> None:
    games = VectorGames(Variant(3, Switches(palace=True)), 2)
    games.reset(3)
    good = games.states.copy()
    for name, (low, high) in BOUNDS.items():
        outer, _, inner = name.partition(".")
        for number in (low - 1, high + 1):
            states = good.copy()
            field = (states[outer][inner] if inner else states[outer])[1:]
            if np.iinfo(field.dtype).min <= number <= np.iinfo(field.dtype).max:
                field[...] = number
                with pytest.raises(Malformed, match=f"state 1: {name} is {number}, which cannot be"):
                    games.enter([0, 1], states, [1, 2])
    for changes in ({"legal": 0}, {"seat": 3}, {"asked": 2}, {"bonus_picks": 5}, {"asked": 13}):
        states = good.copy()
        for name, number in changes.items():
            states[name][0] = number
        with pytest.raises(Malformed, match="state 0: what is asked there"):
            games.enter([0, 1], states, [1, 2])
    waiting = Game.from_position(Game.new(3, 5, palace=True).start).state  # for a deal
    assert games.enter([0], to_records([waiting]), [5]).masks[0].any()


def test_the_arrays_stay_where_they_are() -> None:
    games = VectorGames(TWO, 2)
    seen = games.reset(3)
    where = seen.observations.ctypes.data
    again = games.step(np.argmax(seen.masks, axis=1))
    assert again is seen
    assert again.observations.ctypes.data == where


def test_torch_sees_the_arrays_themselves() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    games = VectorGames(TWO, 3)
    seen = games.reset(3)
    shared = torch.from_numpy(seen.observations), torch.from_dlpack(seen.masks)
    games.step(np.argmax(seen.masks, axis=1))
    assert np.array_equal(shared[0].numpy(), seen.observations)
    assert shared[0].data_ptr() == seen.observations.ctypes.data
    assert shared[1].data_ptr() == seen.masks.ctypes.data


def test_one_seat_is_asked_and_the_others_play_at_random() -> None:
    games, random = VectorGames(Variant(3), 6, seat=[0, 1, 2, 0, 1, 2]), np.random.default_rng(1)
    seen = games.reset(40)
    again = VectorGames(Variant(3), 6, seat=[0, 1, 2, 0, 1, 2]).reset(40)
    assert np.array_equal(seen.observations, again.observations)
    for _ in range(200):
        assert seen.deciders.tolist() == [0, 1, 2, 0, 1, 2]
        seen = games.step(any_legal(seen, random))
    for seat in (3, -1, [0, 1], 0.5):
        with pytest.raises(Malformed, match="seat="):
            VectorGames(Variant(3), 6, seat=seat)


def test_games_are_kept_and_go_on() -> None:
    games, random = VectorGames(TWO, 4), np.random.default_rng(1)
    seen = games.reset(2)
    for _ in range(20):
        seen = games.step(any_legal(seen, random))
    for twin in (pickle.loads(pickle.dumps(games)), copy.copy(games)):
        before, actions = games.states.tobytes(), np.argmax(seen.masks, axis=1)
        twin.step(actions)
        assert games.states.tobytes() == before
        other = copy.deepcopy(games)
        other.step(actions)
        assert np.array_equal(other.seen.observations, twin.seen.observations)
        assert (other.states == twin.states).all()


@pytest.mark.parametrize(
    ("module", "needs", "extra"),
    [
        ("amyitis_v1", "pettingzoo", "pettingzoo"),
        ("gymnasium_v1", "gymnasium", "gymnasium"),
        ("openspiel_v1", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_extra_says_what_to_install(
    module: str, needs: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, needs, None)
    monkeypatch.delitem(sys.modules, f"amyitis.envs.{module}", raising=False)
    with pytest.raises(ImportError, match=rf"{needs} is not installed: pip install 'amyitis\[{extra}\]'"):
        importlib.import_module(f"amyitis.envs.{module}")


def test_torch_and_jax_read_the_arrays_as_they_lie() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    games = VectorGames(TWO, 3)
    seen = games.reset(1)
    for name in ("observations", "masks", "deciders", "rewards", "ended", "last_observations"):
        array = getattr(seen, name)
        tensor = torch.from_dlpack(array)
        assert tensor.data_ptr() == array.ctypes.data, name
    for array in (seen.observations, seen.masks, seen.rewards, seen.last_observations):
        assert array.ctypes.data % 64 == 0  # JAX copies what is not
    shown = torch.from_dlpack(seen.masks)
    for _ in range(3):
        seen = games.step(torch.argmax(shown, dim=1).numpy())
        assert shown.tolist() == seen.masks.tolist()
