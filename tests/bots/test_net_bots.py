"""The bots that learned: strong, legal, and replaced where the network cannot be used."""

import json
import logging
from pathlib import Path

import pytest

from amyitis.bots import make_bot
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.lab.tournaments.match import play_match
from amyitis.lab.tournaments.tournament import Tournament
from amyitis.lab.variants import Variant
from tests.nets.tiny_network import tiny


@pytest.mark.parametrize(("bot", "players", "palace"), [("net", 2, True), ("net:small", 4, False), ("net", 3, False)])
def test_the_bare_network_beats_the_greedy_bot(bot: str, players: int, palace: bool) -> None:
    bots = (bot, *["greedy"] * (players - 1))
    fixtures = Tournament(bots, Variant(players, palace=palace), 3).fixtures(players)
    results = [play_match(fixture).result for fixture in fixtures]
    won = sum(share for one in results for name, share in zip(one.bots, one.shares, strict=True) if name == bot)
    assert won >= players - 0.5


def test_its_opinions_are_on_all_legal_moves() -> None:
    game = Game.new(2, 3)
    for spec in ("net", "netsearch:N=4", "netsearch:2,large"):
        told = make_bot(spec, 1).explain(game)  # type: ignore[attr-defined]
        assert {one.token for one in told} == set(game.legal_moves)
        assert all(sum(one.win.values()) == pytest.approx(1, abs=1e-3) for one in told)


@pytest.mark.parametrize("spec", ["netsearch", "netsearch:N=0", "netsearch:x", "net:medium", "netsearch:N=4,medium"])
def test_a_wrong_name_is_one_sentence(spec: str) -> None:
    with pytest.raises(Malformed, match=r"search wants|search takes|there is no network"):
        make_bot(spec)


def test_where_the_network_is_refused_the_hand_made_valuation_plays(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tiny().save(tmp_path)
    path = tmp_path / "tiny.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"box_digest": "another"}))
    with caplog.at_level(logging.WARNING):
        bot = make_bot(f"netsearch:N=10,{path}", 7)
    assert "trained for the box another" in caplog.text
    game = Game.new(2, 3)
    assert bot.choose(game) == make_bot("search:N=10", 7).choose(game)


def test_a_kind_of_game_it_never_saw_is_played_by_hand() -> None:
    game = Game.new(2, 3, limited_supply=True)
    assert make_bot("netsearch:N=10", 7).choose(game) == make_bot("search:N=10", 7).choose(game)
