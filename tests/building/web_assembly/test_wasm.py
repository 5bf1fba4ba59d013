"""The engine as WebAssembly, run in Node.js by the page's own loader: it plays as the compiled engine plays."""

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from amyitis.bots import levels, make_bot
from amyitis.bots.searching import SearchingBot
from amyitis.engine.compiled import engine
from amyitis.engine.native.trust import verdict
from amyitis.engine.record import SHUFFLER_DTYPE, blank_records, to_records
from amyitis.errors import AmyitisError
from amyitis.game import Game
from amyitis.lab import playing
from amyitis.nets.network import packaged_network
from amyitis.notation.tokens import token
from amyitis.rules.course.chance import start_shuffler
from amyitis.search.evaluation import MoveEvaluation
from amyitis.search.native_solver import NativeSolver
from amyitis.search.net_searcher import NetSearcher
from amyitis.search.searcher import Searcher, first_look
from amyitis.search.solver import FAR
from building.web_assembly import keeping
from building.web_assembly.contents import FUNCTIONS, NUMBERS
from building.web_assembly.encoding import HEADER, Reader, number, padded, sections
from building.web_assembly.object_file import read_object_file
from tests.building.web_assembly.node import Order, answers, needs_node
from tests.building.web_assembly.searches import SEARCHES, endings, net_searches, position, searches, solutions
from tests.nets.positions import rows_of_games
from tests.once import made_once

LIMITED = "Governor"  # plays a kind of game that the network does not know
BOTS = [*levels.LEVELS, "greedy", "search:N=64", "netsearch:N=32", "level:skill=-0.4,alone=0.3"]
WIDE_SEED = 5 << 40  # one that no number of 32 bits holds


@contextmanager
def untimed() -> Iterator[None]:
    """Levels think as long as they need, whatever else the machine does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(levels, "MOST_MILLISECONDS", 10_000_000)
        yield


def games() -> Iterator[Order]:
    for players, palace in ((2, False), (3, False), (4, False), (4, True)):
        yield {"kind": "play", "games": 512, "seed": 1000 * players, "players": players, "palace": palace}


def played(order: Order) -> Order:
    """What the compiled engine makes of an order to play."""
    count = order["games"]
    states, deals, moves = blank_records(count), np.zeros(count, SHUFFLER_DTYPE), np.zeros(count, SHUFFLER_DTYPE)
    actions, taken = np.zeros(count, np.int64), np.zeros(count, np.int64)
    states["palace"] = order["palace"]
    engine(playing.begin_games)(states, deals, moves, order["seed"], 0, order["players"])
    digest, steps, left = sha256(), 0, 1
    while left:
        digest.update(states.tobytes())
        engine(playing.choose_actions)(states, deals, moves, actions)
        digest.update(actions.tobytes())
        steps += 1
        left = engine(playing.take_actions)(states, actions, taken)
    return {"steps": steps, "digest": digest.hexdigest()}


def asking() -> list[tuple[str, int, Game]]:
    """Bots with their seeds, and what each is asked: five decisions, one after the other, so that trees are kept."""
    found = []
    for place, bot in enumerate(BOTS):
        game = Game.new(2 + place % 3, seed=place, palace=place % 2 > 0, limited_supply=bot == LIMITED)
        for _ in range(8):
            game.push_id(game.legal_moves.ids[-1])
        for _ in range(5):
            found.append((bot, WIDE_SEED + place, game.snapshot()))
            game.push_id(game.legal_moves.ids[0])
    return found


def thoughts() -> Order:
    """What all bots want to know."""
    return {"kind": "think", "requests": [searching(bot, seed).request(game).as_dict() for bot, seed, game in asking()]}


def searching(spec: str, seed: int) -> SearchingBot:
    bot = make_bot(spec, seed)
    assert isinstance(bot, SearchingBot)
    return bot


def keep_answers(orders: list[Order], folder: Path) -> None:
    """Write down what Node.js says to orders, for all workers."""
    (folder / "answers.json").write_text(json.dumps(answers(orders, folder)))


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """What Node.js says to all orders, by their kind: one process for all tests and workers."""
    if not verdict().works:
        pytest.skip(f"WebAssembly cannot be made with this numba: {verdict().why}")
    written = {"kind": "written", "state": position(*SEARCHES[0]).as_dict()}
    with untimed():
        bots = thoughts()
    orders = [
        *games(),
        *searches(),
        *net_searches(),
        *net_searches(0),
        *solutions(),
        {"kind": "evaluate", "rows": base64.b64encode(rows_of_games().tobytes()).decode()},
        written,
        bots,
        {"kind": "refusals"},
    ]
    found: dict[str, list[Any]] = {}
    said = made_once(tmp_path_factory, "wasm", partial(keep_answers, orders)) / "answers.json"
    for order, answer in zip(orders, json.loads(said.read_text()), strict=True):
        found.setdefault(order["kind"], []).append(answer)
    return found


@pytest.mark.slow
@needs_node
def test_thousands_of_games_are_those_of_the_compiled_engine_move_by_move(told: dict[str, list[Any]]) -> None:
    assert told["play"] == [played(order) for order in games()]


@needs_node
def test_a_position_is_written_as_python_writes_it(told: dict[str, list[Any]]) -> None:
    blank, record = blank_records(1), to_records([position(*SEARCHES[0])])
    assert base64.b64decode(told["written"][0]) == blank.tobytes() + record.tobytes()


@needs_node
def test_the_search_finds_what_the_compiled_one_finds(told: dict[str, list[Any]]) -> None:
    for answer, place in zip(told["search"], SEARCHES, strict=True):
        s = position(*place)
        found, looks = Searcher(7, 200).search(s), {one.action: one for one in first_look(s)}
        assert [(one["action"], one["visits"]) for one in answer] == [(one.action, one.visits) for one in found]
        for one, evaluation in zip(answer, found, strict=True):
            same = evaluation if evaluation.visits else looks[evaluation.action]
            assert (tuple(one["wins"]), tuple(one["prestige"])) == (same.wins, same.prestige)


@needs_node
def test_the_search_with_a_network_finds_the_same_bits(told: dict[str, list[Any]]) -> None:
    for simulations, found in ((60, told["netSearch"][: len(SEARCHES)]), (0, told["netSearch"][len(SEARCHES) :])):
        for answer, place in zip(found, SEARCHES, strict=True):
            expected = NetSearcher(packaged_network("small"), 60).search(position(*place), simulations)
            assert [MoveEvaluation.from_dict(move) for move in answer] == expected


@needs_node
def test_a_network_answers_with_the_same_bits(told: dict[str, list[Any]]) -> None:
    answer = np.frombuffer(base64.b64decode(told["evaluate"][0]), np.float32)
    expected = packaged_network("small").answers(rows_of_games())
    assert answer[: expected.size].tobytes() == expected.tobytes()


@needs_node
def test_the_solver_finds_what_the_compiled_one_finds(told: dict[str, list[Any]]) -> None:
    bits = NUMBERS["known_positions"].bit_length() - 1
    for order, answer, s in zip(solutions(), told["solve"], endings(), strict=True):
        solver, nodes = NativeSolver(bits), order["nodes"]
        found = solver.margin(s, 0, -FAR, nodes) if s.players == 2 else solver.outcomes(s, nodes)
        assert answer is not None
        assert tuple(answer) == found


@needs_node
def test_bots_without_a_server_choose_the_moves_of_those_on_one(told: dict[str, list[Any]]) -> None:
    found = iter(told["think"][0])
    bots: dict[str, Any] = {}
    for spec, seed, game in asking():
        with untimed():
            bot = bots.setdefault(spec, make_bot(spec, seed))
        answer = [MoveEvaluation.from_dict(move) for move in next(found)]
        chosen = searching(spec, seed).choose_from(game, answer)
        assert token(chosen) == bot.explain(game)[0].token, spec


@needs_node
def test_the_loader_refuses_what_a_function_does_not_take(told: dict[str, list[Any]]) -> None:
    assert told["refusals"] == [
        [
            "there is no function run that takes 1 things",
            "deal_crafts wants Shufflers, not States",
            "there is no function begin_games that takes 2 things",
            "there is no array Castles of 1",
            "there is no number 2 among 2",
            "State has no field castles with 0 indices",
        ]
    ]


def test_numbers_are_written_as_they_are_read() -> None:
    for value in (0, 1, 63, 64, 127, 128, 300, 65535, 2**31 - 1):
        assert Reader(number(value)).number() == value
        assert Reader(padded(value)).number() == Reader(padded(value)).signed() == value
    assert [Reader(bytes(one)).signed() for one in ([0x7F], [0x80, 0x7F], [0x40])] == [-1, -128, -64]
    with pytest.raises(ValueError, match="this is no WebAssembly"):
        list(sections(b"<html>"))
    assert read_object_file(HEADER).symbols == []


def test_where_nothing_can_be_compiled_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMYITIS_PLAIN", "1")
    with pytest.raises(AmyitisError, match="WebAssembly is made with numba"):
        keeping.wasm_module([start_shuffler])


def test_a_module_that_was_cut_off_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / keeping.FILE
    keeping._keep(path, HEADER + b"rest")
    assert keeping._read(path) == HEADER + b"rest"
    path.write_bytes(path.read_bytes()[:-1])
    assert keeping._read(path) is None
    assert keeping._read(tmp_path / "nowhere") is None


def test_each_function_has_a_name_of_its_own() -> None:
    assert len({one.__name__ for one in FUNCTIONS}) == len(FUNCTIONS)
