"""Many games against bots of all kinds: networks and functions that decide together, leagues, and bots one by one."""

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from amyitis.bots import make_bot
from amyitis.envs.vector import Autoreset, VectorGames
from amyitis.envs.versus import VersusBots
from amyitis.errors import Illegal, Malformed
from amyitis.game import Game
from amyitis.lab.variants import Variant
from amyitis.nets.cards import NetworkRefused
from amyitis.nets.network import find_network
from amyitis.rules.questions import OVER


def first_legal(_: Any, masks: Any) -> Any:
    return np.argmax(masks, axis=1)


def played(games: VersusBots, steps: int) -> list[list[bytes]]:
    """The positions of some steps, the first legal action taken."""
    seen, found = games.reset(5), []
    for _ in range(steps):
        seen = games.step(first_legal(None, seen.masks))
        found.append([state.tobytes() for state in games.states])
    return found


class FirstLegal:
    """The same as a bot."""

    def choose(self, game: Game) -> int:
        return game.legal_moves.ids[0]


@pytest.mark.parametrize("players", [2, 3])
def test_all_kinds_of_opponents_play_the_same_games(players: int) -> None:
    variant, others = Variant(players), players - 1
    pairs: Any = ((find_network("small"), make_bot("net:small")), (first_legal, FirstLegal()))
    for together, alone in pairs:
        one, other = (VersusBots(variant, [bot] * others, 5, threads=2) for bot in (together, alone))
        assert played(one, 6) == played(other, 6)


def test_a_league_takes_turns_over_the_places() -> None:
    league = VersusBots(Variant(2), [["random", first_legal, "greedy"]], 6, seats=0)
    seen = played(league, 4)
    bots: Any = ("random", first_legal, "greedy")
    for number, bot in enumerate(bots):
        alone = played(VersusBots(Variant(2), [bot], 6, seats=0), 4)
        mine = slice(2 * number, 2 * number + 2)  # as many places in a row as there are seats
        assert [step[mine] for step in seen] == [step[mine] for step in alone]


def test_others_are_sent_in_while_games_are_played() -> None:
    games = VersusBots(Variant(2), ["greedy"], 3, seats=[0, 1, 0])
    seen = games.reset(5)
    for bot in (first_legal, FirstLegal(), "random", make_bot("greedy")):
        games.oppose([bot])
        seen = games.step(first_legal(None, seen.masks))
        assert seen.deciders.tolist() == [0, 1, 0]


def test_games_end_and_go_on() -> None:
    games = VersusBots(Variant(2), [first_legal], 8, autoreset=Autoreset.DISABLED)
    seen = games.reset(1)
    shares = np.zeros(8)
    while not seen.ended.all():
        seen = games.step(first_legal(None, seen.masks))
        shares += seen.rewards.sum(axis=1)
    assert seen.observations.any(axis=1).all()
    assert (games.states["asked"] == OVER).all()
    assert shares.tolist() == [1.0] * 8


@pytest.mark.parametrize("bot", [first_legal, FirstLegal()])
def test_the_next_game_begins_in_the_step_that_ends_one(bot: Any) -> None:
    games = VersusBots(Variant(2), [bot], 3)
    seen, ends = games.reset(1), np.zeros(3, int)
    for _ in range(400):
        seen = games.step(first_legal(None, seen.masks))
        ends += seen.ended
        assert (seen.rewards.sum(axis=1) == seen.ended).all()
        assert seen.seeds.tolist() == (1 + np.arange(3) + 3 * ends).tolist()
    assert ends.min() > 1


def test_it_looks_ahead_from_your_seat() -> None:
    games = VersusBots(Variant(2), [first_legal], 3)
    actions = first_legal(None, games.reset(5).masks)
    alone = VectorGames(Variant(2), 3)
    alone.reset(0)
    alone.enter(range(3), games.states, range(3))
    before = games.states.tobytes()
    assert games.after(actions).tolist() == alone.after(actions).tolist()
    assert games.states.tobytes() == before
    with pytest.raises(Illegal):
        games.after(np.argmin(games.seen.masks, axis=1))


def test_what_is_no_opponent_is_refused() -> None:
    wrong: Any = (
        ("greedy", "one, or a list"),
        (["greedy"] * 2, "for each of 1 others"),
        ([3], "3 is no opponent"),
        ([[]], "at least one member"),
    )
    for opponents, words in wrong:
        with pytest.raises(Malformed, match=words):
            VersusBots(Variant(2), opponents, 4)
    with pytest.raises(NetworkRefused, match=r"none\.json cannot be read"):
        VersusBots(Variant(2), [["random", "net:none.json"]], 4)
    for chooser, error, words in (
        (lambda rows, masks: np.full(len(rows), 9999), Malformed, "an opponent in game 0: 9999 is not an action id"),
        (lambda rows, masks: np.argmin(masks, axis=1), Illegal, "an opponent in game 0"),
        (lambda rows, masks: [0.5] * len(rows), Malformed, "games take"),
    ):
        games = VersusBots(Variant(2), [chooser], 2)
        with pytest.raises(error, match=words):
            play_on(games)


def play_on(games: VersusBots) -> None:
    seen = games.reset(1)
    for _ in range(5):
        seen = games.step(first_legal(None, seen.masks))


@pytest.mark.slow
def test_the_example_learns_against_its_league(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    torch.set_num_threads(1)
    spec = importlib.util.spec_from_file_location("league", Path(__file__).parents[2] / "examples" / "league.py")
    assert spec is not None
    assert spec.loader is not None
    league = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(league)
    monkeypatch.setattr(league, "FROZEN_EVERY", 1)
    monkeypatch.setattr(league, "PART", 128)
    few = "--rounds 3 --games 32 --points 1 --meet 1 --against random --simulations 2"
    monkeypatch.setattr("sys.argv", ["league.py", "--out", str(tmp_path), *few.split()])
    league.main()
    first, *_, last = map(float, re.findall(r"loss (\S+)", capsys.readouterr().out))
    assert last < first / 2
    (point,) = json.loads((tmp_path / "curve.json").read_text())
    assert (point["decisions"], point["loss"]) == (3 * league.LENGTH * 32, pytest.approx(last, abs=1e-4))
    low, high = point["interval"]
    assert 0 <= low <= point["won"] <= high <= 1
    assert (tmp_path / "curve.svg").is_file()
    game = Game.new(2, seed=1)
    assert make_bot(f"netsearch:N=2,{tmp_path / 'league.json'}").choose(game) in game.legal_moves.ids
