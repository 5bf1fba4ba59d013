"""The bots that learned: strong, legal, and refused where the network cannot be used."""

import json
from pathlib import Path

import pytest

from amyitis.bots import make_bot
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.lab.tournaments.match import play_match
from amyitis.lab.tournaments.tournament import Tournament
from amyitis.lab.variants import Variant
from amyitis.nets.cards import NetworkRefused
from amyitis.rules.switches import Switches
from tests.nets.tiny_network import tiny


@pytest.mark.parametrize(("bot", "players", "palace"), [("net", 2, True), ("net:small", 4, False), ("net", 3, False)])
def test_the_bare_network_beats_the_greedy_bot(bot: str, players: int, palace: bool) -> None:
    bots = (bot, *["greedy"] * (players - 1))
    fixtures = Tournament(bots, Variant(players, Switches(palace=palace)), 3).fixtures(players)
    results = [play_match(fixture).result for fixture in fixtures]
    won = sum(share for one in results for name, share in zip(one.bots, one.shares, strict=True) if name == bot)
    assert won >= players - 0.5


def test_it_values_all_legal_moves() -> None:
    game = Game.new(2, 3)
    for spec in ("net", "netsearch:N=4", "netsearch:2,large"):
        told = make_bot(spec, 1).explain(game)  # type: ignore[attr-defined]
        assert {one.token for one in told} == set(game.legal_moves)
        assert all(sum(one.win.values()) == pytest.approx(1, abs=1e-3) for one in told)


@pytest.mark.parametrize("spec", ["netsearch", "netsearch:N=0", "netsearch:x", "net:medium", "netsearch:N=4,medium"])
def test_a_wrong_name_is_one_sentence(spec: str) -> None:
    with pytest.raises(Malformed, match=r"search wants|search takes|there is no network"):
        make_bot(spec)


def test_a_network_for_another_box_is_refused(tmp_path: Path) -> None:
    tiny().save(tmp_path)
    path = tmp_path / "tiny.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"box_digest": "another"}))
    with pytest.raises(NetworkRefused, match="trained for the box another"):
        make_bot(f"netsearch:N=10,{path}")


@pytest.mark.parametrize("spec", ["net", "netsearch:N=10"])
def test_a_kind_of_game_that_it_never_saw_is_refused(spec: str) -> None:
    with pytest.raises(NetworkRefused, match="cannot play games of 2 players, with limited supply"):
        make_bot(spec).choose(Game.new(2, 3, limited_supply=True))
