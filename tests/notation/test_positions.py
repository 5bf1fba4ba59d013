"""Positions: they read back to the same state, wherever in a game they were written."""

import json
import re
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.notation.position_parser import parse_position
from amyitis.notation.positions import position_hash, position_text
from amyitis.rules.tasks import QUESTIONS
from tests.layout import join, random_moves, split, table, wander, with_sections

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "colours", "limited", "palace"),
    [
        (2, "WK", False, False),
        (2, "RB", False, True),
        (3, "WKB", False, False),
        (3, "WBR", True, False),
        (3, "RKW", True, True),
        (4, "WKBR", False, False),
        (4, "BRWK", True, False),
        (4, "WKBR", False, True),
    ],
)
def test_every_position_of_a_game_reads_back(players: int, colours: str, limited: bool, palace: bool) -> None:
    asked = set()
    for seed in range(2):
        game = Game.new(players=players, seed=seed, colours=colours, limited_supply=limited, palace=palace)
        for _ in random_moves(game, seed=seed):
            state, text = game.state, game.position
            again = parse_position(text)
            assert again == state
            assert position_text(again) == text
            assert re.fullmatch(r"amy1(_[A-Za-z]+=[^_= ]+)+", text)
            asked.add(game.question)
        assert parse_position(game.position) == game.state
        assert split(game.position)["todo"] == "over"
        deals = [ply.before for ply in game.plies if ply.is_deal]
        assert all(parse_position(position_text(state)) == state for state in deals)
    assert {"action", "row", "temple", "dig", "sell", "plant", "ishtar"} <= asked


def test_positions_are_equal_if_and_only_if_their_texts_are() -> None:
    """Over many moments of several games: the same text means the same state, and different states differ in text."""
    seen: dict[str, Game] = {}
    for seed in range(4):
        game = Game.new(players=3, seed=seed % 2)
        for _ in islice(random_moves(game, seed=seed), 60):
            other = seen.setdefault(game.position, game.copy())
            assert other.state == game.state
    games = list(seen.values())
    assert len(games) > 150
    assert all(a.state != b.state for a, b in pairwise(games))


def test_a_game_goes_on_from_a_position_as_it_would_have() -> None:
    game = Game.new(players=4, seed=6)
    for move in islice(random_moves(game, seed=6), 25):
        again = Game.from_position(game.position)
        assert list(again.legal_moves) == list(game.legal_moves)
        assert again.view() == game.view()
        if game.question != "temple":
            again.push(move)


def test_bonuses_are_picked_before_a_turn() -> None:
    game = Game.new(players=2, seed=8, palace=True)
    game.push("noble")
    while game.question != "bonus":
        game.push("pass" if "pass" in game.legal_moves else game.legal_moves[0])
    assert split(game.position)["todo"] == "turn,pick"
    for todo in ("deal,pick", "pick"):
        with pytest.raises(Malformed, match="not a list of tasks that can wait together"):
            parse_position(game.position.replace("turn,pick", todo))


@pytest.mark.parametrize(
    ("switches", "words"),
    [
        ({}, "-"),
        ({"full_lap": True}, "lap"),
        ({"palace": True, "unlimited_noble": True}, "palace,nobles"),
        ({"open_duel": True}, "duel"),
        (
            {"limited_supply": True, "palace": True, "full_lap": True, "unlimited_noble": True, "open_duel": True},
            "limited,palace,lap,nobles,duel",
        ),
    ],
)
def test_switches_are_named(switches: dict[str, Any], words: str) -> None:
    game = Game.new(2, 5, **switches)
    assert split(game.position)["rules"] == words
    again = Game.from_position(game.position)
    assert again.state == game.state
    assert again.switches == game.switches


def test_a_hash_is_short_and_of_the_text() -> None:
    game = table()
    assert re.fullmatch(r"[0-9a-f]{12}", game.hash)
    assert game.hash == position_hash(game.position) != table(W="t5").hash


def test_blanks_around_a_position_do_no_harm() -> None:
    game = table()
    assert Game.from_position(f"  {game.position}\n") == game


START = table().position
DIG = table(canals="a1-b1:K").position
PLANTING = table(
    todo="next,flip,grey,irrigation,tile-good", caravan="Eshnunna", planting="a1", planted="a1:W", canals="a1-b1:K"
).position
TILES = split(START)["tiles"]
ONE = "0,t4,c1,-,B0,C0,P0,G0"


def white(change: str, to: str) -> str:
    return with_sections(START, W=ONE.replace(change, to))


def without(key: str) -> str:
    return join({name: value for name, value in split(START).items() if name != key})


BROKEN = [
    ("", "it must begin with 'amy1', not with ''"),
    ("amy3_players=WK", "it must begin with 'amy1', not with 'amy3'"),
    ("amy1", "the section 'players' is missing"),
    ("amy1_players", "'players' is not a section key=value"),
    (f"{START}_turn=W", "'turn=W' is there twice"),
    (f"{START}_colour=red", "there is no section 'colour' here"),
    (without("players"), "the section 'players' is missing"),
    (without("caravan"), "the section 'caravan' is missing"),
    (without("K"), "the section 'K' is missing"),
    (without("todo"), "todo= is not a list of tasks that can wait together"),
    (with_sections(START, players="W"), "players=W: it must be two to four different letters of WKBR"),
    (with_sections(START, players="WW"), "players=WW: it must be two to four different letters of WKBR"),
    (with_sections(START, players="WKBX"), "players=WKBX: it must be two to four different letters of WKBR"),
    (with_sections(START, rules="free"), "rules=free: it must be -, or some of limited, palace, lap, nobles, duel"),
    (with_sections(START, rules="lap,limited"), "rules=lap,limited: it must be -, or some of limited, palace"),
    (with_sections(START, rules=""), "rules=: it must be -, or some of limited, palace, lap, nobles, duel in"),
    (with_sections(START, rules="nobles"), "rules=nobles: unlimited_noble goes with the Palace expansion alone"),
    (with_sections(START, rules="laps"), "rules=laps: it must be -, or some of limited"),
    (with_sections(START, round="one"), "round=one: it must be a number of at most three digits"),
    (with_sections(START, round="31"), "the round, the first player or the turn is out of range"),
    (with_sections(START, first="X"), "first=X: 'X' is not a player here"),
    (with_sections(START, turn="N"), "turn=N: 'N' is not a player here"),
    (with_sections(START, passed="WX"), "passed=WX: 'X' is not a player here"),
    (with_sections(START, passed="RK"), "the sections or the letters in them are not in the order of the notation"),
    (with_sections(START, caravan="Rome"), "caravan=Rome: 'Rome' is not a city"),
    (with_sections(START, plants="1:1,2:1,3:1"), "plants=1:1,2:1,3:1: it has 3 entries, not 4"),
    (with_sections(START, plants="1:1,2:1,4:1,K:2b"), "plants=1:1,2:1,4:1,K:2b: '4' is not a plant card"),
    (with_sections(START, plants="1:2s,2:1,3:1,K:2b"), "plants=1:2s,2:1,3:1,K:2b: '2s' is not a side of plant card 1"),
    (with_sections(START, plants="1:1,1:1,3:1,K:2b"), "the caravan or a plant card is out of place"),
    (with_sections(START, plants="1:1,2:1,K:2b,3:1"), "the caravan or a plant card is out of place"),
    (with_sections(START, lying="x"), "lying=x: 'x' is not a good"),
    (with_sections(START, lying="b"), "the goods on the level-2 Caravaneers do not match the cards left"),
    (with_sections(START, crafts="FTE,FTM"), "crafts=FTE,FTM: it has 2 entries, not 4"),
    (with_sections(START, crafts="FTX,FTM,FEM,TEM"), "crafts=FTX,FTM,FEM,TEM: 'FTX' is not a group of Craft cards"),
    (with_sections(START, crafts="FTEM,FTM,FEM,TEM"), "crafts=FTEM,FTM,FEM,TEM: 'FTEM' is not a group of Craft cards"),
    (with_sections(START, crafts="FFF,FFF,TEM,TEM"), "the Craft cards do not add up"),
    (with_sections(START, crafts="FTC,FTM,FEM,TEM"), "the Craft cards do not add up"),
    (with_sections(START, crafts="TFE,FTM,FEM,TEM"), "the sections or the letters in them are not in the order"),
    (with_sections(START, top="WKX"), "top=WKX: 'X' is not a player here"),
    (with_sections(START, top="WKBRWK"), "top has 6 cubes on 5 spaces"),
    (with_sections(START, top="WKBRW"), "a field row has a gap, a foreign cube or was not emptied"),
    (with_sections(START, top="WN"), "a field row has a gap, a foreign cube or was not emptied"),
    (with_sections(START, ishtar="WKBRN"), "ishtar has 5 cubes on 4 spaces"),
    (with_sections(START, tiles=TILES.replace("1:4", "1:5")), "'1:5' is not a tile"),
    (with_sections(START, tiles=TILES.rpartition(",")[0]), "it has 15 entries, not 16"),
    (with_sections(START, tiles=TILES.replace("2:6", "-")), "a tile is missing, doubled or on a wrong floor"),
    (with_sections(START, tiles=TILES.replace("2:6", "2:5+camel")), "a tile is missing, doubled or on a wrong floor"),
    (with_sections(START, tiles=TILES.replace("2:6", "1:2+palace")), "a tile is missing, doubled or on a wrong floor"),
    (with_sections(START, tiles=f"W@{TILES}"), "a planted square has two owners, no tile or no water"),
    (with_sections(START, tiles=f"N@{TILES}"), "'N' is not a player here"),
    (with_sections(START, canals="a1-c1:W"), "canals=a1-c1:W: 'a1-c1' is not a side"),
    (with_sections(START, canals="a1-b1:WK"), "canals=a1-b1:WK: a1-b1 has room for 1, not for 2 cubes"),
    (with_sections(START, canals="a1-b1:"), "canals=a1-b1:: a1-b1 has room for 1, not for 0 cubes"),
    (with_sections(START, canals="b1-b2:W"), "a cube lies where no water reaches"),
    (with_sections(START, canals="a1-b1:N"), "a grey cube lies beside a square that is not planted"),
    (with_sections(START, canals="a1-a2:W,a1-b1:W"), "the sections or the letters in them are not in the order"),
    (white("c1", "c"), "it must look like 12,t4,c1,bdw,B0,C1,P0,G2"),
    (white("0,t4", "-1,t4"), "it must look like 12,t4,c1,bdw,B0,C1,P0,G2"),
    (white("G0", "G0,T1.0"), "it must look like 12,t4,c1,bdw,B0,C1,P0,G2"),
    (white("c1,-", "c1,bx"), "'x' is not a good"),
    (white("c1,-", "c1,db"), "the sections or the letters in them are not in the order of the notation"),
    (white("C0", "C3"), "there is no Caravaneer of level 3"),
    (white("B0", "B4"), "there is no Banker of level 4"),
    (white("P0", "P7"), "there is no Palace of level 7"),
    (white("G0", "G5"), "a count is negative"),
    (with_sections(START, W=ONE.replace("B0", "B3"), K=ONE.replace("B0", "B3")), "a count is negative"),
    (with_sections(START, rules="limited", W=ONE.replace("t4", "t30")), "a common pile holds less than nothing"),
    (with_sections(START, todo="turn,deal"), "todo=turn,deal is not a list of tasks that can wait together"),
    (with_sections(START, todo="fly"), "todo=fly is not a list of tasks that can wait together"),
    (with_sections(START, todo="next,court"), "todo=next,court: that is not done in Babylon, where the caravan stands"),
    (with_sections(START, todo="next,sale"), "todo=next,sale: sale has nothing to ask here"),
    (with_sections(START, todo="deal", W=ONE.replace("c1,-", "c1,bds")), "somebody kept too many goods"),
    (with_sections(START, todo="next,income"), "todo=next,income is not a list of tasks that can wait together"),
    (PLANTING.replace("_planting=a1", ""), "planting names a square if and only if todo has flip"),
    (with_sections(PLANTING, planting="b1"), "planting names a square that the player whose turn it is"),
    (with_sections(PLANTING, turn="K"), "planting names a square that the player whose turn it is has not planted"),
    (with_sections(START, passed="W"), "it is the turn of a player who has passed"),
    (with_sections(START, passed="W", todo="next,field"), "it is the turn of a player who has passed"),
    (with_sections(PLANTING, planting="z9"), "planting=z9: 'z9' is not a square"),
    (DIG.replace("_todo", "_planting=a1_todo"), "planting names a square if and only if todo has flip"),
    (with_sections(START, rules="palace"), "it must look like 12,t4,c1,bdw,B0,C1,P0,G2,T0.0"),
]  # fmt: skip


FAULT_WORDS = {
    key.removeprefix("setup.fault.")
    for key in json.loads((ROOT / "web/src/strings/en/setup.json").read_text())
    if key.startswith("setup.fault.")
}


@pytest.mark.parametrize(("text", "reason"), BROKEN, ids=range(len(BROKEN)))
def test_a_broken_position_is_refused_in_one_sentence(text: str, reason: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse_position(text)
    message = str(refused.value)
    assert message.startswith("position: ")
    assert reason in message
    assert "\n" not in message
    assert refused.value.faults, "the page has no words for it"
    assert [one["key"] for one in refused.value.faults if one["key"] not in FAULT_WORDS] == []


FAULTS: list[tuple[str, list[dict[str, Any]]]] = [
    (with_sections(START, canals="b1-b2:W"), [{"key": "dry", "seat": "W", "places": ["b1-b2"]}]),
    (with_sections(START, canals="a1-b1:N"), [{"key": "grey", "places": ["a1-b1"]}]),
    (START.replace("tiles=1", "tiles=W@1"), [{"key": "gardens", "places": ["a1"]}]),
    (with_sections(START, top="WKWKW"), [{"key": "row"}]),
    (with_sections(START, passed="W"), [{"key": "passed", "seat": "W"}]),
    (with_sections(START, round="31"), [{"key": "round", "found": 31, "expected": 30}]),
    (
        with_sections(START, canals="a1-b1:WK"),
        [{"key": "overfilled", "places": ["a1-b1"], "found": 2, "expected": 1, "section": "canals"}],
    ),
    (
        with_sections(START, tiles=TILES.replace("2:6", "2:5+camel")),
        [{"key": "copies", "tile": "2:5+camel", "found": 2, "expected": 1}],
    ),
    (with_sections(START, tiles=TILES.replace("2:6", "1:2+palace")), [{"key": "tiles", "places": ["b2"]}]),
    (with_sections(START, caravan="Rome"), [{"key": "value", "section": "caravan", "text": "Rome"}]),
    (with_sections(START, todo="next,court"), [{"key": "city", "text": "court", "city": "Babylon"}]),
    (with_sections(START, todo="next,sale"), [{"key": "nothing", "text": "sale"}]),
    (with_sections(PLANTING, turn="K"), [{"key": "planted", "seat": "K", "places": ["a1"]}]),
    (white("G0", "G9"), [{"key": "court", "card": "gardener", "found": 9, "expected": 4}]),
    (
        with_sections(START, W=ONE.replace("B0", "B3"), K=ONE.replace("B0", "B3")),
        [{"key": "court", "card": "banker", "level": 3, "found": 2, "expected": 1}],
    ),
    (
        with_sections(START, todo="deal", W=ONE.replace("c1,-", "c1,bds")),
        [{"key": "goods", "seat": "W", "found": 3, "expected": 2}],
    ),
]


@pytest.mark.parametrize(("text", "faults"), FAULTS, ids=range(len(FAULTS)))
def test_what_is_impossible_is_named_for_programs(text: str, faults: list[dict[str, Any]]) -> None:
    with pytest.raises(Malformed) as refused:
        parse_position(text)
    assert refused.value.faults == faults


def test_the_page_lets_every_question_be_set_up() -> None:
    page = (ROOT / "web/src/insight/analysis/editor/questions.ts").read_text()
    tasks = {todo.split(",")[-1] for todo in re.findall(r": '([a-z0-9,-]+)'", page)}
    assert tasks == {*QUESTIONS, "over"}


def test_a_text_changed_anywhere_is_refused_or_another_position() -> None:
    """Drop or double any character: no traceback, and never the same position."""
    game = Game.new(players=3, seed=4)
    wander(game, seed=4, limit=80)
    text, accepted = game.position, 0
    for place in range(len(text)):
        for changed in (text[:place] + text[place + 1 :], text[:place] + text[place] + text[place:]):
            try:
                again = parse_position(changed)
            except Malformed:
                continue
            accepted += 1
            assert position_text(again) == changed
    assert accepted > 10
