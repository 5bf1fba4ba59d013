"""Players that decide in many games with one compiled call: `random`, `greedy`, and networks without a search."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from amyitis.bots.registry import check_bot
from amyitis.box.tables import MAX_SEATS
from amyitis.engine.arrays import Numbers, Reals, Rows, States, Table, fetch_state
from amyitis.engine.compiled import compiling_allowed, engine, prepare
from amyitis.engine.record import blank_records
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.nets.cards import LARGE, check_kind
from amyitis.nets.forward import Floats, FloatTable
from amyitis.nets.network import Network, find_network
from amyitis.rules.bits import lowest_bit, nth_bit
from amyitis.rules.questions import FIRST_ACTION, OVER
from amyitis.rules.rule import rule
from amyitis.rules.state import State
from amyitis.search.net_tree import TRIAL, best_look, look_at_moves
from amyitis.search.tree import FIRST_STATE, look_at

from . import playing
from .batches import FEWEST_GAMES, Array, Batch, Results, cores, in_parts
from .variants import Variant

PLAYED = TRIAL + 1
FEWEST_CHOICES = 16  # of a network: decisions that are worth a thread of their own


@rule
def choose_greedily(
    games: States, places: Numbers, trials: States, worth: Reals, chances: Reals, actions: Numbers
) -> None:
    """The move that looks best by the hand-made valuation, in each of these games."""
    for k in range(len(places)):
        fetch_state(trials, FIRST_STATE, games, places[k])
        s = trials[FIRST_STATE]
        best = -1.0
        choice = 0
        answers = s.legal
        while answers != 0:
            answer = lowest_bit(answers)
            answers &= answers - 1
            look_at(trials, FIRST_STATE, FIRST_ACTION[s.asked] + answer, worth, chances)
            if chances[s.seat] > best:
                best = chances[s.seat]
                choice = answer
        actions[k] = FIRST_ACTION[s.asked] + choice


@rule
def choose_by_network(
    games: States, places: Numbers, trials: States, actions: Numbers, weights: Floats, blocks: int, rows: Rows,
    x: FloatTable, y: FloatTable, h: FloatTable, out: FloatTable,
) -> None:  # fmt: skip
    """The move that a network likes best at once, in each of these games."""
    for k in range(len(places)):
        fetch_state(trials, PLAYED, games, places[k])
        s = trials[PLAYED]
        count = look_at_moves(trials, PLAYED, weights, blocks, rows, x, y, h, out)
        actions[k] = FIRST_ACTION[s.asked] + nth_bit(s.legal, best_look(out, count, s.players))


@rule
def note_results(states: States, decisions: Numbers, results: Table) -> None:
    """Write down how every game ended."""
    for i in range(len(states)):
        playing.note_result(states[i], decisions[i], results[i])


class Policy(Protocol):
    """Decides in many games at once."""

    def choose(self, states: Any, places: Array) -> Array:
        """Returns an action for the games in these places, in each of which somebody must decide."""


class GreedyPolicy:
    """As the bot `greedy`."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        prepare(choose_greedily)

    def choose(self, states: Any, places: Array) -> Array:
        """Returns an action for each of these games."""
        actions = np.zeros(len(places), np.int64)
        run: Any = engine(choose_greedily)

        def work(part: slice) -> None:
            given = places[part] if compiling_allowed() else places[part].tolist()
            run(states, given, _trials(FIRST_STATE + 1), np.zeros(MAX_SEATS), np.zeros(MAX_SEATS), actions[part])

        in_parts(len(places), _parts(len(places), self._threads, FEWEST_GAMES), work)
        return actions


class NetworkPolicy:
    """As the bot `net:NETWORK`: the move that a network likes best at once."""

    def __init__(self, network: Network, threads: int = 1) -> None:
        self._threads = threads
        self._networks = [network.twin() for _ in range(threads)]  # each with room of its own
        prepare(choose_by_network)

    def choose(self, states: Any, places: Array) -> Array:
        """Returns an action for each of these games."""
        actions = np.zeros(len(places), np.int64)
        run: Any = engine(choose_by_network)
        parts = _parts(len(places), self._threads, FEWEST_CHOICES)

        def work(part: slice) -> None:
            number = part.start * parts // len(places)
            given = places[part] if compiling_allowed() else places[part].tolist()
            run(states, given, _trials(PLAYED + 1), actions[part], *self._networks[number].arguments)

        in_parts(len(places), parts, work)
        return actions


def _parts(count: int, threads: int, fewest: int) -> int:
    return max(1, min(threads, count // fewest))


def _trials(count: int) -> Any:
    return blank_records(count) if compiling_allowed() else [State() for _ in range(count)]


def find_policy(bot: str | Network, variant: Variant, threads: int = 1) -> Policy | None:
    """Returns what decides for `greedy`, `net`, `net:NETWORK` or a network; None for bots that think one by one.

    Raises Malformed for a bot that there is not, NetworkRefused for a network that cannot play such games.
    """
    if isinstance(bot, Network):
        check_kind(bot.card, variant.example(), bot.name)
        return NetworkPolicy(bot, threads)
    check_bot(bot, variant.example())
    name, _, argument = bot.partition(":")
    if name == "net":
        return NetworkPolicy(find_network(argument or LARGE), threads)
    return GreedyPolicy(threads) if bot == "greedy" else None


def playouts(
    game: Game, count: int, bot: str | Network = "random", seed: int = 0, threads: int | None = None
) -> Results:
    """Play a position to the end so many times, by compiled code on all cores; returns how the games ended.

    All seats are played by `random`, `greedy`, `net:NETWORK` or a network of your own. The deals and random moves of
    playout `i` come from the seed `seed + i`. Raises Malformed for other bots, and for a number that is none.
    """
    threads = cores() if threads is None else threads
    batch = Batch.from_game(game, count, seed, threads)
    if bot == "random":
        return Results(seed, batch.play())
    policy = find_policy(bot, batch.variant, threads)
    if policy is None:
        raise Malformed(f"bot {bot!r:.200}: playouts are compiled, and played by random, greedy, net:NETWORK alone")
    decisions, table = np.zeros(count, np.int64), np.zeros((count, playing.COLUMNS), np.int64)
    while len(places := _undecided(batch)):
        actions = np.full(count, -1)
        actions[places] = policy.choose(batch.states, places)
        decisions[places] += 1
        batch.take(actions)
    engine(note_results)(batch.states, decisions, table)
    return Results(seed, table)


def _undecided(batch: Batch) -> NDArray[np.int64]:
    """Deal where a deal is due; returns the places of the games that are not over."""
    batch.deal()
    states = batch.states
    asked = [s.asked for s in states] if isinstance(states, list) else states["asked"]
    return np.flatnonzero(np.asarray(asked) != OVER)
