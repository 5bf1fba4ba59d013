"""The house rules: the full lap (7.1), the early end (11.1) and the Noble without limit (13.3)."""

import pytest

from amyitis.errors import Malformed
from amyitis.game import Game, Switches
from tests.layout import left_with, pass_round, random_moves, seat, table, with_sections


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


@pytest.mark.clause("11.1")
@pytest.mark.parametrize(("players", "tiles"), [(2, 6), (3, 8), (4, 8)])
def test_the_last_round_may_come_with_twice_as_many_tiles_left(players: int, tiles: int) -> None:
    for left, is_last in ((tiles + 1, False), (tiles, True)):
        for rules in ("-", "early"):
            game = Game.from_position(with_sections(left_with(players, left).position, rules=rules))
            early = rules == "early"
            assert game.view()["garden"]["tiles_at_end"] == (tiles if early else tiles // 2)
            assert game.view()["last_round"] is (early and is_last)
            pass_round(game)
            assert game.is_over is (early and is_last)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_with_house_rules_are_sound(players: int) -> None:
    game = Game.new(players, 5, palace=True, full_lap=True, unlimited_noble=True, early_end=True)
    for _ in random_moves(game, seed=5):
        assert game.status() == []
        assert Game.from_position(game.position).state == game.state
    assert game.is_over
    assert game.switches == Switches(palace=True, full_lap=True, unlimited_noble=True, early_end=True)
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
