"""The house rules: the open duel (2.7), the full lap (7.1) and the Noble without limit (13.3)."""

import pytest

from amyitis.errors import Malformed
from amyitis.game import Game, Switches
from tests.layout import ROUND_END, full_garden, pass_round, play, random_moves, seat, table, with_sections


@pytest.mark.clause("7.1", "7.2")
@pytest.mark.parametrize(("camels", "level", "cost"), [(9, 0, 9), (8, 0, None), (7, 1, 7), (5, 2, 5), (4, 2, None)])
def test_the_caravan_may_go_all_the_way_round_for_what_nine_spaces_cost(
    camels: int, level: int, cost: int | None
) -> None:
    position = with_sections(table(caravan="Babylon", W=f"c{camels} b C{level}").position, rules="lap")
    game = Game.from_position(position)
    babylon = game.view()["cities"][0]
    assert (babylon["spaces"], babylon["camels"]) == (9, cost)
    assert ("go:Babylon" in game.legal_moves) is (cost is not None)
    if cost is None:
        refusal = game.why_not("go:Babylon")
        assert refusal is not None
        assert (refusal.clause, refusal.key, refusal.facts["spaces"]) == ("7.2", "too_far", 9)
        return
    events = game.push("go:Babylon")
    assert seat(game, "W").camels == camels - cost
    assert any(event.what == "caravan" and event.amount == 9 for event in events)


@pytest.mark.clause("7.1")
def test_without_the_switch_the_caravan_may_not_end_where_it_stood() -> None:
    game = table(caravan="Babylon", W="c12 b C2")
    assert "go:Babylon" not in game.legal_moves
    refusal = game.why_not("go:Babylon")
    assert refusal is not None
    assert (refusal.clause, refusal.key) == ("7.1", "caravan_stands_there")
    assert game.view()["cities"][0]["spaces"] == 0


@pytest.mark.clause("7.3")
def test_a_full_lap_needs_an_action_there_too() -> None:
    game = Game.from_position(with_sections(table(caravan="Babylon", W="c12").position, rules="lap"))
    refusal = game.why_not("go:Babylon")
    assert refusal is not None
    assert refusal.key == "nothing_to_sell"


@pytest.mark.clause("13.3")
def test_the_noble_may_be_paid_again_and_again() -> None:
    once = Game.new(2, 8, palace=True)
    often = Game.new(2, 8, palace=True, unlimited_noble=True)
    for game in (once, often):
        game.push("noble")
    assert "noble" not in once.legal_moves
    often.push("noble")
    assert often.view()["palace"]["noble"] == "free"
    assert sorted(often.view()["palace"]["track"].values()) == [2, 2]
    assert often.status() == []


@pytest.mark.clause("13.3")
def test_the_noble_still_costs_his_talents() -> None:
    game = Game.new(2, 8, palace=True, unlimited_noble=True)
    for move in ("noble", "pass", "noble"):
        game.push(move)
    refusal = game.why_not("noble")
    assert refusal is not None
    assert (refusal.key, refusal.facts["talents"]) == ("noble_too_dear", 0)


DUEL = {"rules": "duel", "W": "B1 C1", "K": "B1 C1"}


@pytest.mark.clause("2.7", "9.2")
def test_an_open_duel_begins_with_a_banker_and_a_caravaneer() -> None:
    game = Game.new(2, 7, first="K", open_duel=True)
    for letter in game.seats:
        camels = 1 if letter == "K" else 2
        assert seat(game, letter)[1:7] == (5, camels, "", 1, 1, 0), "the Banker has paid his talent (4.2)"
    court = game.view()["court"]
    assert (court["banker"]["1"], court["caravaneer"]["1"], court["caravaneer"]["2"]) == (0, 0, 1)
    assert game.status() == []
    with pytest.raises(Malformed, match="Court cards"):
        Game.from_position(game.position.replace("B1,C1", "B0,C1", 1))


@pytest.mark.clause("10.2", "10.3", "10.4", "10.5")
def test_an_open_duel_rewards_the_second_in_a_temple() -> None:
    board = {**DUEL, "W": "d B1 C1", "ishtar": "WWK", "marduk": "WK", "tammouz": "WK"}
    game = table(2, todo=ROUND_END.removesuffix(",procession"), **board)  # type: ignore[arg-type]
    happened = play(game, "camel")
    assert [(event.clause, event.seat, event.amount) for event in happened if event.clause in ("10.3", "10.4")] == [
        ("10.3", "W", 1), ("10.3", "K", 1), ("10.4", "K", 2), ("10.4", "W", 1),
    ]  # fmt: skip
    play(game, "top")
    assert (game.seat, game.question) == ("W", "swap")


@pytest.mark.clause("11.2")
@pytest.mark.parametrize(("tiles", "favour", "missing"), [(2, 0, 1), (3, 5, 2), (4, 5, 1), (5, 10, None)])
def test_the_favour_of_an_open_duel_is_that_of_four_players(tiles: int, favour: int, missing: int | None) -> None:
    planted = " ".join(f"{square}:W" for square in ("a1", "b1", "a2", "b2", "a3")[:tiles])
    rest = " ".join(f"{square}:K" for square in ("c2", "d3", "a4", "b4", "c4", "d4", "b3", "c3"))
    game = table(2, canals=full_garden(), planted=f"{planted} {rest}", **DUEL)  # type: ignore[arg-type]
    assert game.view()["seats"][0]["tiles_to_next_favour"] == missing
    pass_round(game)
    assert game.is_over
    assert sum(event.amount for event in game.events if (event.clause, event.seat) == ("11.2", "W")) == favour


@pytest.mark.clause("2.7")
@pytest.mark.parametrize("players", [3, 4])
def test_an_open_duel_is_for_two(players: int) -> None:
    with pytest.raises(Malformed, match=f"open_duel is for 2 players, not for {players}"):
        Game.new(players, 1, open_duel=True)
    with pytest.raises(Malformed, match="open_duel is for 2 players"):
        Game.from_position(with_sections(table(players).position, rules="duel"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_with_house_rules_are_sound(players: int) -> None:
    game = Game.new(players, 5, palace=True, full_lap=True, unlimited_noble=True, open_duel=players == 2)
    for _ in random_moves(game, seed=5):
        assert game.status() == []
        assert Game.from_position(game.position).state == game.state
    assert game.is_over
    assert game.switches == Switches(palace=True, full_lap=True, unlimited_noble=True, open_duel=players == 2)
    assert Game.from_record(game.record()).position == game.position


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"unlimited_noble": True}, "goes with the Palace expansion alone"),
        ({"rules_version": 3}, r"the versions of the rules that can be played are 1$"),
    ],
)
def test_rules_that_cannot_be_are_refused(options: dict[str, int], words: str) -> None:
    with pytest.raises(Malformed, match=words):
        Game.new(2, 1, **options)  # type: ignore[arg-type]
