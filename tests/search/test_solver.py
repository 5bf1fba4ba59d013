"""The solver of last rounds, against a brute force in plain Python that knows no bounds, hashes or order of moves."""

import re
from functools import cache
from itertools import product

import pytest

from amyitis import Game, play
from amyitis.bots import make_bot
from amyitis.bots.searching import SearchingBot
from amyitis.notation.positions import position_text
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import members
from amyitis.rules.course.scoring import last_round, winners
from amyitis.rules.questions import FIRST_ACTION
from amyitis.rules.state import State
from amyitis.search.native_solver import native_solver
from amyitis.search.solver import FAR, PARTS, UNKNOWN, WHOLE, Proof, Solver

MOST_POSITIONS = 250  # that can come, where the brute force is asked
PLENTY = 2_000_000


@cache
def solver() -> Solver:
    return native_solver()


def after_each(s: State) -> dict[int, State]:
    children = {}
    for answer in members(s.legal):
        children[FIRST_ACTION[s.asked] + answer] = child = s.copy()
        apply(child, FIRST_ACTION[s.asked] + answer)
    return children


def positions_below(s: State) -> set[bytes]:
    """Find what can come, up to a number of positions."""
    found: set[bytes] = set()
    waiting = [s]
    while waiting and len(found) < MOST_POSITIONS:
        s = waiting.pop()
        if s.packed() not in found and s.asked not in (questions.OVER, questions.DEAL):
            found.add(s.packed())
            waiting += after_each(s).values()
    return found


def margin(s: State, behind: int) -> int:
    """Minimax of everything, each position once."""
    key = s.packed(), behind
    if key not in MARGINS:
        MARGINS[key] = _margin(s, behind)
    return MARGINS[key]


MARGINS: dict[tuple[bytes, int], int] = {}
OUTCOMES: dict[bytes, frozenset[int]] = {}


def _margin(s: State, behind: int) -> int:
    if s.asked == questions.OVER:
        return s.seats[0].prestige - s.seats[1].prestige
    if s.asked == questions.DEAL:
        return behind
    values = [margin(child, behind) for child in after_each(s).values()]
    return max(values) if s.seat == 0 else min(values)


def outcomes(s: State) -> frozenset[int]:
    """All outcomes of strategies in which nobody can do better anywhere: each way to choose among equals is tried."""
    if s.packed() not in OUTCOMES:
        OUTCOMES[s.packed()] = _outcomes(s)
    return OUTCOMES[s.packed()]


def _outcomes(s: State) -> frozenset[int]:
    if s.asked in (questions.OVER, questions.DEAL):
        return frozenset([winners(s) if s.asked == questions.OVER else UNKNOWN])
    p, below = s.seat, [outcomes(child) for child in after_each(s).values()]
    found = set()
    for choice in product(*set(below)):
        if UNKNOWN in choice:  # it may be good or bad
            sure = max((PARTS[outcome][p] for outcome in choice if outcome != UNKNOWN), default=0)
            found |= {outcome for outcome in choice if outcome == UNKNOWN or PARTS[outcome][p] >= sure}
        else:
            best = max(PARTS[outcome][p] for outcome in choice)
            found |= {outcome for outcome in choice if PARTS[outcome][p] == best}
    return frozenset(found)


def endings(players: int, games: int, palace: bool = False) -> list[State]:
    """Decisions near the end of games between greedy bots, as far back as the brute force can go."""
    positions = []
    for seed in range(games):
        game = play(["greedy"] * players, seed=seed, palace=palace).copy()
        while game.plies:
            game.undo()
            if game.seat == "$" or len(positions_below(game.state)) >= MOST_POSITIONS:
                break
            positions.append(game.state)
    return positions


def shares(found: frozenset[int], players: int) -> tuple[tuple[float, ...], ...]:
    return tuple(
        tuple(extreme(PARTS[outcome][p] for outcome in found) / WHOLE for p in range(players)) for extreme in (min, max)
    )


@pytest.mark.slow
@pytest.mark.parametrize("palace", [False, True])
def test_two_players_end_as_a_brute_force_says(palace: bool) -> None:
    positions = endings(2, 12, palace)
    assert len(positions) > 60
    for s in positions:
        proof = solver().prove(s, PLENTY)
        low, high = margin(s, -FAR), margin(s, FAR)
        if low <= 0 <= high and low < high and not low == 0 < high and not low < 0 == high:
            assert proof is None
            continue
        assert proof is not None
        assert proof.margin == (low if low == high else None)
        assert proof.least[0] == (1.0 if low > 0 else 0.5 if low == 0 else 0.0)
        assert proof.most[0] == (1.0 if high > 0 else 0.5 if high == 0 else 0.0)
        assert proof.moves or (s.seat == 0 and low == -FAR) or (s.seat == 1 and high == FAR)
        assert solver().prove(s, PLENTY) == proof
        children = after_each(s)
        for move in proof.moves:
            if s.seat == 0:
                assert margin(children[move], -FAR) == low
            else:
                assert margin(children[move], FAR) == high


@pytest.mark.slow
@pytest.mark.parametrize(("players", "games"), [(3, 12), (4, 12)])
def test_more_players_end_as_a_brute_force_says(players: int, games: int) -> None:
    positions = endings(players, games)
    assert len(positions) > 60
    open_ends = 0
    for s in positions:
        found = outcomes(s)
        proof = solver().prove(s, PLENTY)
        if UNKNOWN in found:
            assert proof is None
            continue
        assert proof is not None
        assert (proof.least, proof.most) == shares(found, players)
        open_ends += proof.wins is None
        below = {action: outcomes(child) for action, child in after_each(s).items()}
        sure = {action: min(PARTS[outcome][s.seat] for outcome in each) for action, each in below.items()}
        assert set(proof.moves) == {action for action in sure if sure[action] == max(sure.values())}
    assert open_ends or players == 3  # of four, somebody who cannot win chooses between the others


def test_a_solver_without_nodes_says_nothing_and_goes_on_later() -> None:
    s = endings(2, 1)[-1]
    small = native_solver(known_bits=10)
    assert small.prove(s, 3) is None
    assert small.nodes == 3
    assert isinstance(small.prove(s, PLENTY), Proof)


def test_a_new_round_forgets_the_one_before() -> None:
    one = native_solver(known_bits=12)
    for s in endings(2, 3):
        if last_round(s):
            proofs = [each.prove(s, PLENTY) for each in (one, native_solver(known_bits=12))]
            assert len({proof and (proof.margin, proof.least, proof.most) for proof in proofs}) == 1


def test_the_colours_of_the_seats_change_no_proof() -> None:
    game = play(["greedy"] * 2, seed=13)
    positions = [ply.before for ply in game.plies if last_round(ply.before)]
    assert len(positions) > 5
    for s in positions:
        other = s.copy()
        other.colours = [2, 3, 0, 1]
        assert solver().prove(s, PLENTY) == solver().prove(other, PLENTY)


def test_groups_in_another_order_have_another_best_move() -> None:
    swapped = 0
    for s in endings(2, 12):
        before, crafts, after = re.split(r"(?<=_crafts=)([^_]*)", position_text(s))
        game = Game.from_position(before + ",".join(reversed(crafts.split(","))) + after)
        if s.asked != questions.ACTION or game.state.groups == s.groups or not last_round(s):
            continue
        swapped += 1
        here, there = solver().prove(s, PLENTY), solver().prove(game.state, PLENTY)
        assert here is not None
        assert there is not None
        assert here.margin == there.margin == margin(game.state, 0)
        assert margin(after_each(game.state)[there.moves[0]], 0) == there.margin
    assert swapped > 5


def test_bots_play_what_is_proven() -> None:
    positions = [s for s in endings(2, 4) if last_round(s)]
    assert positions
    for s in positions:
        bot = make_bot("netsearch:N=8", 1)
        assert isinstance(bot, SearchingBot)
        (value, *_) = bot.explain(Game(s))
        proof = solver().prove(s, PLENTY)
        assert proof is not None
        assert margin(after_each(s)[Game(s).check(value.token)], 0) == proof.margin
        assert tuple(value.win.values()) == proof.least


def test_a_deal_and_the_end_are_no_decisions() -> None:
    assert solver().prove(Game.new(2, seed=1, setup=None).state, 0) is None
    assert solver().prove(play(["random"] * 2, seed=1).state, PLENTY) is None
