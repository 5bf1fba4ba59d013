"""Openings: what is counted of a game, what is written of the counts, and what a table says without many games."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from amyitis import Game, play
from amyitis.analysis import openings as reading
from amyitis.analysis.openings import NoOpenings, openings
from amyitis.cli import app
from amyitis.errors import Malformed
from amyitis.lab.balance.bare import bare_game
from amyitis.lab.balance.seat_rows import CARD, CITY
from amyitis.lab.intervals import WHOLE
from amyitis.lab.openings import making
from amyitis.lab.openings.counting import ALL, TRIED, TURN, Counts, count_games, opened, position_after, setups_of
from amyitis.lab.openings.making import CountsFile
from amyitis.lab.variants import Variant
from amyitis.nets.network import packaged_network
from amyitis.notation.position_parser import parse_position
from amyitis.rules import questions
from tests.compiling import needs_compiler


def test_what_seats_did_first_is_what_their_record_says() -> None:
    game = play(["random"] * 3, seed=11)
    start, found = opened(Variant(3), 11, [ply.action for ply in game.plies])
    assert start.seats[0].talents == Game.new(3, seed=11).state.seats[0].talents
    for p, opening in enumerate(found):
        mine = [ply for ply in game.plies if ply.seat == game.seats[p] and ply.before.round_no == 1]
        actions = [ply for ply in mine if ply.before.asked == 0]
        assert [turn.split()[0] for turn in opening.turns] == [ply.token.partition("/")[0] for ply in actions]
        assert game.plies[opening.plies[TURN]].seat == game.seats[p]
        cities = [e.detail for e in game.events if e.what == "caravan" and e.seat == game.seats[p]]
        if CITY in opening.firsts:
            assert opening.firsts[CITY][0] == cities[0]
            before = position_after(Variant(3), 11, [ply.action for ply in game.plies[: opening.plies[CITY]]])
            assert f"go:{cities[0]}" in Game.from_position(before).legal_moves
        cards = [e.detail for e in game.events if e.what == "court card" and e.seat == game.seats[p] and e.amount > 0]
        if CARD in opening.firsts:
            assert opening.firsts[CARD][0].split()[0] == cards[0]
    assert any(CITY in one.firsts for one in found)
    assert [key.split("=")[0] for key in setups_of(start)] == ["plants", "lying"]


@needs_compiler  # else games of a network take long
def test_games_are_counted_once_and_tries_apart() -> None:
    counts = Counts()
    for part in (count_games(("small", Variant(2), 0, 6)), count_games(("small", Variant(2), 6, 6))):
        counts.add(part)
    assert (counts.games, counts.tried) == (12, 4)
    seats = [counts.sums[TURN, ALL, (place,)] for place in "01"]
    assert [n for n, _, _ in seats] == [8, 8]
    assert sum(won for _, won, _ in seats) == 8 * WHOLE
    assert sum(n for (kind, _, _), (n, _, _) in counts.sums.items() if kind == TRIED) == 4
    first = [sums[0] for (kind, _, done), sums in counts.sums.items() if kind == TURN and done == ("0",)]
    assert sum(first) == 3 * 8  # all of them, by plant cards, by goods


@needs_compiler
def test_counts_in_a_file_go_on_and_are_those_of_one_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(making, "AT_ONCE", 4)
    kept, whole = tmp_path / "kept.json", CountsFile("small")
    for start, count in whole.missing(2, 10):
        whole.add(2, count_games(("small", Variant(2), start, count)))
    for games in (6, 10):
        known = CountsFile("small", path=kept)
        for start, count in list(known.missing(2, games)):
            known.add(2, count_games(("small", Variant(2), start, count)))
        known.write()
    again = CountsFile("small", path=kept)
    assert list(again.missing(2, 10)) == []
    assert again.seeds == whole.seeds == {"2": {0: 4, 4: 4, 8: 2}}
    assert (again.counts["2"].games, again.counts["2"].tried) == (10, 4)
    assert (again.counts["2"].sums, again.counts["2"].positions) == (
        whole.counts["2"].sums,
        whole.counts["2"].positions,
    )
    with pytest.raises(Malformed, match="of network small, not of large"):
        CountsFile("large", path=kept)
    kept.write_text("{}", encoding="utf-8")
    with pytest.raises(Malformed, match="does not hold counts of openings"):
        CountsFile("small", path=kept)


@needs_compiler
def test_a_first_action_that_is_drawn_is_that_of_the_seat_that_was_named() -> None:
    network, variant = packaged_network("small"), Variant(3)
    firsts = []
    for seed in range(7, 15):
        (usual, _), (drawn, _) = bare_game(network, variant, seed), bare_game(network, variant, seed, 1)
        for ply, (one, other) in enumerate(zip(usual, drawn, strict=False)):
            if one != other:
                s = parse_position(position_after(variant, seed, usual[:ply]))
                firsts.append((s.asked, (s.seat - s.first) % 3, s.round_no))
                break
    assert len(firsts) > 2
    assert set(firsts) == {(questions.ACTION, 1, 1)}


def test_the_table_of_the_package_is_whole_and_its_positions_are_sound() -> None:
    for players in (2, 3, 4):
        table = openings(players)
        everything, *setups = table["setups"]
        assert everything["key"] == ALL
        assert everything["games"] == table["games"] - table["tried"] > 10_000
        assert sum(one["games"] for one in setups if one["key"].startswith("plants")) == everything["games"]
        assert sum(place["won"]["rate"] for place in everything["places"]) == pytest.approx(100, abs=0.3)
        for place in everything["places"]:
            assert 90 < sum(turn["share"] for turn in place["turns"]) <= 100.1
        shown = [turn["position"] for place in everything["places"] for turn in place["turns"]]
        for text in [*shown, *(one["position"] for one in table["strategy"])]:
            if text is not None:
                game = Game.from_position(text)
                assert (game.players, game.question, game.status()) == (players, "action", [])
    shown_by_cli = CliRunner().invoke(app, ["openings", "show", "-p", "4", "--setup", setups[0]["key"]])
    assert shown_by_cli.exit_code == 0
    assert "First Court card" in shown_by_cli.stdout


def test_with_another_box_there_are_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "openings.json"
    file.write_text(json.dumps({"box": "another", "kinds": {"2": {}}}), encoding="utf-8")
    monkeypatch.setattr(reading, "FILE", file)
    reading._table.cache_clear()
    with pytest.raises(NoOpenings, match="games of 2 players with the box in use"):
        openings(2)
    reading._table.cache_clear()
