"""Games as records: written, played back, and caught where they drift."""

import pickle
import re
from functools import cache
from typing import Any

import pytest

from amyitis.errors import Drift, Illegal, Malformed
from amyitis.game import Game
from amyitis.notation.records import parse_record
from tests.layout import DEALS, play, table, wander


def wandered() -> Game:
    """A whole game."""
    game = Game.new(players=3, seed=12, colours="WBR")
    wander(game, seed=12)
    return game


@cache
def text() -> str:
    """The record of it."""
    return wandered().record()


def lines() -> list[str]:
    return text().splitlines()


def changed(line: int, to: str) -> str:
    """The record with one line changed; lines count from 1."""
    all_lines = lines()
    all_lines[line - 1] = to
    return "\n".join(all_lines) + "\n"


@pytest.mark.parametrize(
    ("players", "limited", "palace", "colours"),
    [(2, False, False, "WKBR"), (3, True, False, "KBR"), (4, False, True, "WKBR"), (2, True, True, "RW")],
)
def test_a_record_plays_back_to_the_same_game(players: int, limited: bool, palace: bool, colours: str) -> None:
    for seed in range(3):
        game = Game.new(players=players, seed=seed, limited_supply=limited, palace=palace, colours=colours)
        wander(game, seed=seed)
        written = game.record()
        again = Game.from_record(written)
        assert again == game
        assert again.moves == game.moves
        assert again.events == game.events
        assert again.record() == written


def test_an_unfinished_game_is_written_too_and_goes_on() -> None:
    game = Game.new(players=4, seed=2)
    wander(game, seed=2, limit=37)
    written = game.record({"White": "Ada"})
    assert '[Result "*"]' in written
    assert '[White "Ada"]' in written
    again = Game.from_record(written)
    assert again == game
    if again.question != "deal":
        again.push(again.legal_moves[0])


@pytest.mark.parametrize(
    ("headers", "words"),
    [
        ({"Start": "a"}, "the header Start is written by the game itself: it is 'amy1_players=WK"),
        ({"Result": "W 1"}, r"the header Result is written by the game itself: it is '\*', and no other"),
        ({"Played at": "home"}, "'Played at' cannot name a header"),
        ({"": "home"}, "'' cannot name a header"),
        ({3: "home"}, "3 cannot name a header"),
        ({"Round": 3}, "the header Round is a text, not 3"),
        ({"Date": None}, "the header Date is a text, not None"),
        (["Date"], r"the headers of a record are texts by their names, not \['Date'\]"),
    ],
)
def test_headers_that_cannot_be_written_are_refused_in_words(headers: Any, words: str) -> None:
    with pytest.raises(Malformed, match=words):
        Game.new(2, 1).record(headers)


def test_the_headers_of_a_record_stay_with_its_game() -> None:
    further = {"White": "Ada", "Event": 'the "final"', "Id": "abc"}
    written = wandered().record(further)
    game = Game.from_record(written)
    assert game.headers == further
    for again in (game, Game.from_record(parse_record(written)), game.copy(), pickle.loads(pickle.dumps(game))):
        assert again.record() == written
    assert Game.from_record(written, to=7).headers == further
    assert game.record({}) == wandered().record()
    assert game.record({"Event": "another"}) == wandered().record({"Event": "another"})
    assert parse_record(game.record({**game.headers, "White": "Bo"})).further_headers == further | {"White": "Bo"}
    game.headers.clear()
    assert game.headers == further


def test_a_bot_is_not_shown_the_headers() -> None:
    """One of them may name the seed of the deals to come."""
    shown = Game.from_record(wandered().record({"Seed": "12"})).snapshot()
    assert (shown.headers, "Seed" in shown.record()) == ({}, False)
    assert Game.new(2, 1).headers == {}


def test_headers_that_say_what_the_game_says_are_written_once() -> None:
    game = Game.new(2, 1)
    assert game.record(parse_record(game.record()).headers) == game.record()


@pytest.mark.parametrize("record", [None, b"[Game]", 3])
def test_what_is_no_record_is_refused_in_words(record: Any) -> None:
    with pytest.raises(Malformed, match="a record is a text, not "):
        Game.from_record(record)


def test_a_game_without_a_move_is_a_record() -> None:
    game = table(2, todo="deal", round_no=0)
    assert Game.from_record(game.record()) == game


def test_one_line_for_each_turn() -> None:
    game = table(3, caravan="Palmyra", canals="a1-b1:K", W="bdw", K="bdsp", tiles={"a1": "1:3+good"})
    play(game, "go:Khorsabad pay:bd plant:a1 take:w engineer/1 dig:b1-b2 pass pass pass")
    play(game, "marduk drop:b drop:d")
    play(game, f"{DEALS[3]} pass")
    assert game.record().split("\n\n")[1].splitlines()[:9] == [
        "W go:Khorsabad pay:bd plant:a1 take:w",
        "K engineer/1 dig:b1-b2",
        "B pass",
        "W pass",
        "K pass",
        "B marduk",
        "K drop:b drop:d",
        game.record().split("\n\n")[1].splitlines()[7],
        f"$ {DEALS[3]}",
    ]
    assert re.fullmatch(r"; round 1 [0-9a-f]{12}", game.record().split("\n\n")[1].splitlines()[7])


def test_as_far_as_a_ply() -> None:
    whole = Game.from_record(text())
    plies = len(whole.plies)
    for to in (0, 1, 2, 50, plies - 1, plies):
        game = Game.from_record(text(), to=to)
        assert len(game.plies) == to
        assert game.moves == whole.moves[:to]
    with pytest.raises(Malformed, match=rf"the record has {plies} plies; there is no ply {plies + 1}"):
        Game.from_record(text(), to=plies + 1)
    with pytest.raises(Malformed, match="a ply is counted from 0, not -1"):
        Game.from_record(text(), to=-1)


def test_a_drift_names_the_line_and_both_hashes() -> None:
    place = next(number for number, line in enumerate(lines(), 1) if line.startswith("; round 2 "))
    written = lines()[place - 1].split()[-1]
    with pytest.raises(Drift) as caught:
        Game.from_record(changed(place, "; round 2 0123456789ab"))
    assert (caught.value.line, caught.value.expected, caught.value.found) == (place, "0123456789ab", written)


def test_a_move_that_was_changed_drifts_at_the_end_of_its_round() -> None:
    """Another temple for the first procession: legal there, but the position is another one."""
    ends = [number for number, line in enumerate(lines(), 1) if line.startswith("; round ")]
    place = next(n for n in range(ends[1], 0, -1) if re.fullmatch(r"[WBR] (ishtar|marduk|tammouz)", lines()[n - 1]))
    seat, temple = lines()[place - 1].split()
    found = set()
    for other in {"ishtar", "marduk", "tammouz"} - {temple}:
        with pytest.raises((Drift, Malformed, Illegal)) as caught:
            Game.from_record(changed(place, f"{seat} {other}"))
        found.add(type(caught.value))
        line = (
            caught.value.line
            if isinstance(caught.value, Drift)
            else int(re.findall(r"line (\d+)", str(caught.value))[0])
        )
        assert place < line <= ends[1]
    assert found


def test_another_result_is_a_drift_of_the_header() -> None:
    place = next(number for number, line in enumerate(lines(), 1) if line.startswith("[Result"))
    with pytest.raises(Drift) as caught:
        Game.from_record(changed(place, '[Result "W 1, B 2, R 3: R"]'))
    assert caught.value.line == place
    assert caught.value.expected == "W 1, B 2, R 3: R"
    assert caught.value.found in text()
    assert f"the result 'W 1, B 2, R 3: R', the replay reached '{caught.value.found}'" in str(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_result_of_a_game_that_is_not_over_is_told_as_one() -> None:
    begun = Game.new(players=2, seed=3).record().replace('[Result "*"]', '[Result "W 9, K 8: W"]')
    with pytest.raises(Drift, match=r"the result 'W 9, K 8: W', the replay reached no end of the game") as caught:
        Game.from_record(begun)
    assert caught.value.found == "*"


def test_the_number_of_a_round_is_compared() -> None:
    place = next(number for number, line in enumerate(lines(), 1) if line.startswith("; round 2 "))
    wrong = changed(place, lines()[place - 1].replace("round 2", "round 7"))
    with pytest.raises(Malformed, match=f"line {place}: round 7 is said to end here, but it is round 2"):
        Game.from_record(wrong)


@pytest.mark.parametrize("players", ["Ada, Bob and Cy", "", "3", "W and B and R", "W  B R"])
def test_what_else_somebody_wrote_of_the_players_stays_readable(players: str) -> None:
    place = next(number for number, line in enumerate(lines(), 1) if line.startswith("[Players "))
    assert Game.from_record(changed(place, f'[Players "{players}"]')) == wandered()
    without = lines()
    del without[place - 1]
    assert Game.from_record("\n".join(without)) == wandered()


def first_turn() -> int:
    return next(number for number, line in enumerate(lines(), 1) if line.startswith("$")) + 1


def test_an_illegal_move_is_refused_with_line_and_clause() -> None:
    place = first_turn()
    seat = lines()[place - 1][0]
    with pytest.raises(Illegal) as caught:
        Game.from_record(changed(place, f"{seat} go:Uruk"))
    assert caught.value.clause in ("7.2", "7.3")
    assert caught.value.where == f"line {place}"
    assert str(caught.value).startswith(f"line {place}: go:Uruk is not allowed here: ")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda: changed(first_turn() - 1, "W pass"), "pass is written for W, but the Craft cards must be dealt now"),
        (lambda: changed(first_turn(), "$ deal:FTE/FTM/FEM"), "deal:FTE/FTM/FEM is written for $, but "),
        (lambda: changed(first_turn(), "K pass"), "pass is written for K, but "),
        (lambda: text() + "W pass\n", "pass is written for W, but the game is over"),
    ],
)
def test_a_move_of_somebody_else_is_refused_with_its_line(change: object, reason: str) -> None:
    assert callable(change)
    with pytest.raises(Malformed) as refused:
        Game.from_record(change())
    assert re.match(r"line \d+: ", str(refused.value))
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("header", "value", "reason"),
    [
        ("Rules", "99", "the record is of rules version 99; versions 1 can"),
        ("Box", "mine 0123456789ab", "the record was played with the box mine 0123456789ab, not with"),
        ("Start", "amy1", "position: the section 'players' is missing"),
        ("Players", "W B K", "Players are W B K, but the start's W B R"),
        ("Players", "W B", "Players are W B, but the start's W B R"),
        ("Players", "B W R", "Players are B W R, but the start's W B R"),
    ],
)
def test_a_header_that_does_not_fit_is_refused_with_its_line(header: str, value: str, reason: str) -> None:
    place = next(number for number, line in enumerate(lines(), 1) if line.startswith(f"[{header} "))
    with pytest.raises(Malformed) as refused:
        Game.from_record(changed(place, f'[{header} "{value}"]'))
    assert str(refused.value).startswith(f"line {place}: {reason}")
