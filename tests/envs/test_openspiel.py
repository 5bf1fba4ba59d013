"""OpenSpiel's own harness finds nothing wrong; chance is what the rules draw; its search plays a game."""

import gzip
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from amyitis.game import Game
from amyitis.rules.course.chance import draw_deal, shuffler
from amyitis.rules.questions import GROUP_MASK, N_ACTIONS

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
from amyitis.envs.openspiel_v1 import GROUPS, AmyitisState  # noqa: E402

PLAYTHROUGH = Path(__file__).with_name("openspiel_playthrough.txt.gz")


def played(game: object, seed: int, most: int = 10_000) -> AmyitisState:
    """A state after random actions."""
    state, random = game.new_initial_state(), np.random.default_rng(seed)  # type: ignore[attr-defined]
    while not state.is_terminal() and most:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=chances)))
        else:
            state.apply_action(int(random.choice(state.legal_actions())))
        most -= 1
    return state  # type: ignore[no-any-return]


@pytest.mark.slow
def test_openspiel_finds_nothing_wrong() -> None:
    pyspiel.random_sim_test(
        pyspiel.load_game("amyitis(players=3,palace=True,setups=9)"), num_sims=1, serialize=True, verbose=False
    )


def test_the_set_up_is_drawn_where_there_are_several() -> None:
    game = pyspiel.load_game("amyitis(seed=5,setups=40)")
    assert game.max_chance_outcomes() == 40
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(number, 1 / 40) for number in range(40)]
    assert state.action_to_string(7) == "set-up of seed 12"
    assert str(state) == "one of 40 set-ups is to be drawn"
    twin = state.clone()
    state.apply_action(7)
    assert str(state) == Game.new(2, seed=12).start
    assert len(state.chance_outcomes()) <= len(GROUPS)
    assert str(twin) == "one of 40 set-ups is to be drawn"
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(state)
    one = pyspiel.load_game("amyitis(seed=12)").new_initial_state()
    assert str(one) == str(state)
    for wrong in (0, 1_000_001):
        with pytest.raises(ValueError, match="set-ups can be listed"):
            pyspiel.load_game(f"amyitis(setups={wrong})")


def test_the_chances_of_a_deal_are_those_of_the_shuffle() -> None:
    state = pyspiel.load_game("amyitis").new_initial_state()
    chances = {GROUPS[action]: chance for action, chance in state.chance_outcomes()}
    assert sum(chances.values()) == pytest.approx(1)
    draws, start = 4000, state.table.s
    deals = shuffler(1)
    seen = Counter(draw_deal(start, deals) & GROUP_MASK for _ in range(draws))
    assert set(seen) <= set(chances)
    distance = sum((seen[group] - draws * chance) ** 2 / (draws * chance) for group, chance in chances.items())
    assert distance < 2 * len(chances)  # chi-square; its mean is one less than the number of groups


def test_it_is_the_game_of_the_rules() -> None:
    game = pyspiel.load_game("amyitis(seed=12,limited_supply=True)")
    state, table = game.new_initial_state(), Game.from_position(Game.new(2, seed=12, limited_supply=True).start)
    random = np.random.default_rng(1)
    while not state.is_terminal():
        groups: list[int] = []
        while state.is_chance_node():
            action = int(random.choice([outcome for outcome, _ in state.chance_outcomes()]))
            groups.append(GROUPS[action])
            state.apply_action(action)
        if groups:
            table.push_id(173 + groups[0] + (groups[1] << 10))
        legal = state.legal_actions()
        assert legal == sorted(table.legal_moves.ids)
        assert state.action_to_string(legal[0]) == table.legal_moves[0]
        action = int(random.choice(legal))
        state.apply_action(action)
        table.push_id(action)
    assert sum(state.returns()) == pytest.approx(0)
    assert {"WK"[seat] for seat, value in enumerate(state.returns()) if value == max(state.returns())} == set(
        table.winners
    )


@pytest.mark.slow
def test_a_playthrough_stays_as_it_was() -> None:
    """Made anew by `python -m tests.envs.playthrough`, where the rules or the encoding have changed."""
    from tests.envs.playthrough import play_through

    assert play_through() == gzip.decompress(PLAYTHROUGH.read_bytes()).decode()


def test_its_search_plays() -> None:
    from open_spiel.python.algorithms import mcts

    random = np.random.RandomState(1)
    game = pyspiel.load_game("amyitis")
    state = played(game, 3, 330)
    assert not state.is_terminal()
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
    bot = mcts.MCTSBot(game, uct_c=1.4, max_simulations=3, evaluator=evaluator, random_state=random)
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=chances)))
        else:
            state.apply_action(bot.step(state))
            moves += 1
    assert moves > 5
    assert max(state.returns()) > 0


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(ValueError, match="2 to 4 players, not for 5"):
        pyspiel.load_game("amyitis(players=5)")
    with pytest.raises(Exception, match=r"(?i)unknown parameter|not.*parameter"):
        pyspiel.load_game("amyitis(colour=red)")


def test_what_is_not_legal_is_refused_with_the_reason_and_changes_nothing() -> None:
    state = pyspiel.load_game("amyitis(seed=1,setups=2)").new_initial_state()

    def refused(action: int, why: str) -> None:
        before = str(state)
        with pytest.raises(pyspiel.SpielError, match=why):
            state.apply_action(action)
        assert str(state) == before

    refused(2, "they go from 0 to 1")
    state.apply_action(1)
    for group in (34, 35):  # three courtiers, without the expansion; nothing
        refused(group, "no group that can be dealt here")
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    refused(N_ACTIONS - 1, r"not allowed here.*\(rule 5\.2\)")
    refused(100_000, "is not an action id")
