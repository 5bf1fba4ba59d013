"""The balance table: what is told of every seat, how it is summed up, and who is said to have played."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from amyitis import play
from amyitis.cli import app
from amyitis.engine.compiled import engine
from amyitis.engine.record import SHUFFLER_DTYPE, blank_records
from amyitis.errors import Malformed
from amyitis.lab.balance.bare import PLAYED, bare_moves, play_bare
from amyitis.lab.balance.players import find_player
from amyitis.lab.balance.seat_rows import (
    FIRST_THING,
    MARGIN,
    PLACE,
    ROUNDS,
    SCORE,
    SHARE,
    Thing,
    seat_rows,
    things,
)
from amyitis.lab.balance.table import Played, measure, summed_up
from amyitis.lab.intervals import WHOLE
from amyitis.lab.record_summary import summary_of
from amyitis.lab.variants import Variant
from amyitis.lab.workers import OneProcess
from amyitis.nets import network
from amyitis.nets.cards import NetworkRefused
from amyitis.nets.network import load_network, packaged_network
from amyitis.rules.course.chance import Shuffler
from amyitis.rules.state import State
from amyitis.rules.switches import Switches
from tests.compiling import needs_compiler
from tests.nets.tiny_network import tiny


@pytest.mark.parametrize("variant", [Variant(2), Variant(3, Switches(palace=True)), Variant(4)])
def test_the_rows_of_a_game_tell_what_its_record_tells(variant: Variant) -> None:
    game = play(["random"] * variant.players, seed=11, **variant.switches.as_dict())
    rows, _ = seat_rows(variant, 11, (ply.action for ply in game.plies))
    facts = summary_of(game)
    assert rows[:, SCORE].tolist() == facts.scores
    assert (rows[:, SHARE] / WHOLE).tolist() == facts.shares
    assert rows[:, PLACE].tolist() == facts.order
    assert set(rows[:, ROUNDS]) == {facts.rounds}
    named = {"source": sum(facts.sources, Counter()), "card": facts.cards, "city": facts.cities, "craft": facts.crafts}
    for column, thing in enumerate(things(variant), FIRST_THING):
        if thing.group in named:
            assert rows[:, column].sum() == named[thing.group][thing.name], thing
    sources = [column for column, thing in enumerate(things(variant), FIRST_THING) if thing.group == "source"]
    assert (rows[:, sources].sum(1) == rows[:, SCORE]).all()
    cubes = [column for column, thing in enumerate(things(variant), FIRST_THING) if thing.group == "temple"]
    told = Counter(e.detail for e in game.events if e.what == "cube in temple" and e.seat in game.seats)
    assert rows[:, cubes].sum() == told.total() > 0


def test_rows_are_summed_up() -> None:
    variant = Variant(2)
    columns = {thing: column for column, thing in enumerate(things(variant), FIRST_THING)}
    rows = np.zeros((6, FIRST_THING + len(columns)), np.int64)  # three games of two
    rows[:, PLACE] = [0, 1, 1, 0, 0, 1]
    rows[:, SHARE] = [WHOLE, 0, WHOLE, 0, WHOLE // 2, WHOLE // 2]
    rows[:, SCORE] = [30, 20, 50, 10, 40, 40]
    rows[:, MARGIN] = [10, -10, 40, -40, 0, 0]
    rows[:, ROUNDS] = [9, 9, 12, 12, 15, 15]
    rows[:, columns[Thing("card", "palace 6")]] = [1, 0, 1, 0, 0, 0]
    rows[:, columns[Thing("city", "Palmyra")]] = [1, 2, 1, 1, 0, 0]
    rows[:, columns[Thing("source", "engineers")]] = [4, 0, 6, 2, 0, 0]
    courses = [np.array([[30, 20]]), np.array([[10, 50]]), np.array([[40, 40]])]
    games = [Played(two, course, {}) for two, course in zip(rows.reshape(3, 2, -1), courses, strict=True)]
    found = summed_up(variant, find_player("random", variant), 0, games)
    assert (found.games, found.rounds) == (3, 12.0)
    assert found.score == pytest.approx(190 / 6)
    assert found.margin == pytest.approx(50 / 3)
    assert found.shared_wins == pytest.approx(1 / 3)
    assert [seat.won.rate for seat in found.seats] == pytest.approx([0.5, 0.5])
    used = {one.name: one for one in found.used}
    assert used["palace 6"].share == pytest.approx(1 / 3)
    assert (used["palace 6"].users.seats_held, used["palace 6"].users.rate) == (2, 1.0)
    assert used["palace 6"].users.interval.low < 0.5
    assert (used["Palmyra"].users.seats_held, used["Palmyra"].users.rate) == (4, 0.5)
    assert (used["Palmyra"].most.seats_held, used["Palmyra"].most.rate) == (1, 0.0)
    engineers = next(one for one in found.sources if one.name == "engineers")
    assert engineers.mean == 2.0
    assert engineers.share == pytest.approx(12 / 190)
    assert engineers.winners_mean == pytest.approx(10 / 4)


@needs_compiler  # else a game of a network takes long
def test_the_loop_plays_as_the_bot_without_a_search_does() -> None:
    moves = bare_moves(packaged_network("small"), Variant(3), 5)
    assert moves == [ply.action for ply in play(["net:small"] * 3, seed=5).plies]


@needs_compiler
def test_plain_and_compiled_loops_agree() -> None:
    net, seen = tiny(), []
    things: tuple[tuple[Any, Any, Any, Any], ...] = (
        (play_bare, [State(), State()], [Shuffler(), Shuffler()], [0] * 4),
        (engine(play_bare), blank_records(2), np.zeros(2, SHUFFLER_DTYPE), np.zeros(4, np.int64)),
    )
    for run, states, shufflers, moves in things:
        Variant(2, Switches(palace=True)).mark(states[PLAYED] if isinstance(states, list) else states)
        made = run(states, shufflers, 3, 0, 2, 1, moves, *net.arguments)
        seen.append((made, list(moves)))
    assert seen[0] == seen[1]
    assert seen[0][0] == 4


@pytest.mark.slow
def test_a_table_does_not_depend_on_who_works() -> None:
    found = measure(Variant(2), 25, "random", OneProcess(), seed=4)
    assert found.games == 25
    assert sum(seat.won.rate for seat in found.seats) == pytest.approx(1)
    assert found.player.trained_for_box is None
    again = measure(Variant(2), 25, "random", Backwards(), seed=4)
    assert again == found
    with pytest.raises(Malformed, match="at least 1 game"):
        measure(Variant(2), 0, "random", OneProcess())
    with pytest.raises(Malformed, match="no bot"):
        measure(Variant(2), 1, "nobody", OneProcess())


class Backwards(OneProcess):
    """Brings the results in another order."""

    def each(self, work, items):  # type: ignore[no-untyped-def]
        yield from reversed([work(item) for item in items])


def test_it_is_said_who_played(monkeypatch: pytest.MonkeyPatch) -> None:
    known = find_player("net", Variant(2))
    assert (known.bot, known.trained_for_box) == ("net", True)
    assert known.about == "net: the network 'large' without a search, trained for this box"
    with pytest.raises(NetworkRefused, match="network small cannot play games of 2 players, with limited supply"):
        find_player("netsearch:N=16", Variant(2, Switches(limited_supply=True)))
    monkeypatch.setattr(network, "BOX_DIGEST", "0123456789ab")
    network._packaged.cache_clear()
    other = find_player("netsearch:N=16", Variant(2))
    assert (other.bot, other.trained_for_box) == ("netsearch:N=16", False)
    assert "NOT for this one" in other.about
    network._packaged.cache_clear()


def test_a_network_of_another_box_plays_if_any_will_do(tmp_path: Path) -> None:
    tiny().save(tmp_path)
    path = tmp_path / "tiny.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"box_digest": "0123456789ab"}))
    with pytest.raises(NetworkRefused):
        load_network(path)
    assert not load_network(path, any_box=True).for_this_box


@pytest.mark.slow
def test_the_command_prints_tables_and_json() -> None:
    options = ["balance", "--games", "3", "--bot", "random", "--workers", "1"]
    shown = CliRunner().invoke(app, [*options, "--players", "4"])
    assert shown.exit_code == 0, shown.output
    for words in (
        "all seats played by random",
        "By the order of seats",
        "How open the games are",
        "Court cards",
        "Palmyra",
        "marduk",
        "merchant",
    ):
        assert words in shown.output
    told = CliRunner().invoke(app, [*options, "--palace", "--json"])
    tables = json.loads(told.output)
    assert [one["players"] for one in tables] == [2, 3, 4]
    assert [leads["by"] for leads in tables[0]["openness"]["leads"]] == ["score", "small"]
    assert {"courtier", "noble"} <= {one["name"] for one in tables[0]["used"]}
