"""Where moves lead: what `prospects` foretells is what happens, and it is quick where there is most to foretell."""

import time
from random import Random

import pytest

from amyitis.game import Game
from amyitis.game.prospects import Prospect
from tests.layout import full_garden, random_moves, table


def by_token(game: Game) -> dict[str, Prospect]:
    return {prospect.token: prospect for prospect in game.prospects()}


@pytest.mark.parametrize(("players", "palace"), [(2, False), (3, True), (4, False), (4, True)])
def test_a_turn_brings_only_what_was_foretold(players: int, palace: bool) -> None:
    """From every moment of a random game a turn is played on at random: each question and its answers were named."""
    random, asked = Random(players), 0
    game = Game.new(players=players, seed=players, palace=palace)
    for _ in random_moves(game, seed=players):
        found = by_token(game)
        assert list(found) == list(game.legal_moves)
        chosen = random.choice(list(found))
        line, seat = Game(game.state), game.seat
        assert line.push(chosen) == found[chosen].events
        while line.seat == seat and line.question not in ("action", "deal", "over"):
            asked += 1
            assert set(line.legal_moves) <= set(found[chosen].then[line.question])
            line.push(random.choice(list(line.legal_moves)))
    assert asked > 10


def test_nothing_is_named_that_no_branch_asks() -> None:
    found = by_token(table())
    assert found["peasant/1"].then == {"row": ["top", "bottom"]}
    assert found["priest/1"].then == {"temple": ["ishtar", "marduk", "tammouz"]}
    assert found["pass"].then == {}
    assert found["merchant/2"].then == {}
    assert {kind for prospect in found.values() for kind in prospect.then} == {"row", "temple", "dig"}


def test_a_forced_journey_only_has_events() -> None:
    game = table(caravan="Ur", W="d", K="C1", B="C1", R="C1")
    journey = by_token(game)["go:Uruk"]
    assert journey.then == {}
    assert journey.outcomes == []
    assert "White takes Banker 1" in [event.text for event in journey.events]


def test_a_journey_names_each_card_and_what_it_brings() -> None:
    journey = by_token(table(caravan="Ur", W="dw C1"))["go:Uruk"]
    assert list(journey.then) == ["pay", "court", "take"]
    assert journey.then["court"] == ["banker", "caravaneer"]
    outcomes = {outcome.token: [event.text for event in outcome.events] for outcome in journey.outcomes}
    assert list(outcomes) == ["banker", "caravaneer"]
    assert outcomes["banker"] == ["White takes Banker 1"]
    assert outcomes["caravaneer"][0] == "White takes Caravaneer 2"
    assert len(outcomes["caravaneer"]) == 2, "the good of the level-2 Caravaneer too"


def test_a_journey_names_each_square_and_what_it_brings() -> None:
    journey = by_token(table(canals="a1-b1:K", W="s"))["go:Eshnunna"]
    assert journey.then["plant"] == ["plant:a1", "plant:b1"]
    texts = {outcome.token: " ".join(event.text for event in outcome.events) for outcome in journey.outcomes}
    assert "plants a1 and takes the tile 1:4" in texts["plant:a1"]
    assert "1 camel" in texts["plant:b1"]


def test_a_canal_names_what_it_changes_in_the_garden() -> None:
    """Whatever is foretold of a canal is what the view shows after it."""
    told = 0
    for seed in range(3):
        game = Game.new(players=3, seed=seed)
        for _ in random_moves(game, seed=seed):
            if game.question != "dig":
                assert all(prospect.garden is None for prospect in game.prospects())
                continue
            before = game.view()["garden"]
            for prospect in game.prospects():
                line = Game(game.state)
                line.push(prospect.token)
                after, change = line.view()["garden"], prospect.garden
                assert change is not None
                squares = {name: square for name, square in after["squares"].items() if square["tile"]}
                fresh = [name for name in squares if after["squares"][name]["irrigated"]]
                assert set(change["watered"]) == {name for name in fresh if not before["squares"][name]["irrigated"]}
                opened = {name for name, side in after["sides"].items() if side["open"]}
                assert set(change["opened"]) == {name for name in opened if not before["sides"][name]["open"]}
                for one in change["around"]:
                    assert one["before"] == before["squares"][one["square"]]["cubes"]
                    assert one["after"] == squares[one["square"]]["cubes"]
                told += len(change["watered"]) + len(change["opened"]) + len(change["around"])
    assert told > 100


def test_on_a_tie_nobody_leads_around_a_square() -> None:
    game = table(canals="a1-b1:K")
    game.push(next(move for move in game.legal_moves if move.startswith("engineer/")))
    found = {prospect.token: prospect.garden for prospect in game.prospects()}
    change = found["dig:a1-a2"]
    assert change is not None
    leaders = {one["square"]: one["leader"] for one in change["around"]}
    assert leaders == {"a1": None, "a2": "W"}


def test_where_only_the_payment_is_open_the_first_one_stands_for_all() -> None:
    journey = by_token(table(caravan="Ur", W="dw", K="C1", B="C1", R="C1"))["go:Uruk"]
    assert journey.then == {"pay": ["pay:d", "pay:w"]}
    assert [outcome.token for outcome in journey.outcomes] == ["pay:d"]
    assert journey.outcomes[0].events[-1].text == "White takes Banker 1"


def test_it_never_looks_past_a_deal_and_changes_nothing() -> None:
    game = Game.new(players=2, seed=4)
    before = game.state
    game.prospects()
    assert game.state == before
    assert Game.from_position(table(todo="deal").position).prospects() == []
    assert Game.from_position(table(todo="over").position).prospects() == []


def test_it_is_quick_where_there_is_most_to_foretell() -> None:
    game = table(canals=full_garden(), W="t30 c40 bbddssppww B1 C1 P1 G3")
    times = []
    for _ in range(5):
        began = time.process_time()
        found = game.prospects()
        times.append(time.process_time() - began)
    assert sum(len(answers) for prospect in found for answers in prospect.then.values()) > 100
    assert min(times) < 0.05, "15 ms of the processor on a quiet machine"
