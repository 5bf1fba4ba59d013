"""Events: together they tell exactly what a move changed, each with its clause and a sentence."""

import json
from collections import Counter
from collections.abc import Sequence

import pytest

from amyitis.box.tables import COURT_TYPES, GOODS
from amyitis.game import Event, Game
from amyitis.game.events import WHAT_NAMES
from amyitis.rulebook import clause
from amyitis.rules import journal
from amyitis.rules.state import State
from tests.layout import play, table, wander

GAMES = [(2, False, False), (3, False, False), (4, False, False), (3, True, False), (4, True, True), (2, False, True)]


def told(events: Sequence[Event], seats: list[str]) -> Counter[tuple[str, str]]:
    """How much of each thing each player gained or gave, by the events."""
    found: Counter[tuple[str, str]] = Counter()
    for event in events:
        if event.seat in seats:
            if event.what in ("talents", "camels", "prestige"):
                found[event.seat, event.what] += event.amount
            elif event.what == "good":
                found[event.seat, str(event.detail)] += event.amount
            elif event.what == "court card":
                found[event.seat, str(event.detail)] += event.amount if event.detail == "gardener" else 1
            elif event.what in ("cube in row", "cube in temple", "canal"):
                found[event.seat, "cubes"] -= 1
            elif event.what == "pushed out of temple":
                found[event.seat, "cubes"] += 1
            elif event.what == "tile":
                found[event.seat, "tiles"] += 1
            elif event.what == "palace track":
                found[event.seat, "track"] += event.amount
    return found


def held(s: State, seats: list[str]) -> Counter[tuple[str, str]]:
    """How much of each thing each player has."""
    found: Counter[tuple[str, str]] = Counter()
    for letter, me in zip(seats, s.seats, strict=False):
        found[letter, "talents"] = me.talents
        found[letter, "camels"] = me.camels
        found[letter, "prestige"] = me.prestige
        found[letter, "cubes"] = me.cubes
        found[letter, "tiles"] = me.gardens.bit_count()
        found[letter, "track"] = me.track
        for good, count in zip(GOODS, me.goods, strict=True):
            found[letter, good] = count
        for kind, level in zip(COURT_TYPES, me.court, strict=True):
            found[letter, kind] = level
    return found


def cubes_sent_home(before: State, events: Sequence[Event], seats: list[str]) -> Counter[tuple[str, str]]:
    """The cubes of a row that was emptied: those that lay there, and the one that filled it."""
    found: Counter[tuple[str, str]] = Counter()
    for event in events:
        if event.what == "row emptied":
            row = before.rows[("top", "bottom").index(str(event.detail))]
            found.update((seats[colour], "cubes") for colour in row if colour >= 0)
            filled = next(one for one in events if one.what == "cube in row" and one.detail == event.detail)
            found[str(filled.seat), "cubes"] += 1
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("players", "limited", "palace"), GAMES)
def test_the_events_of_every_move_add_up_to_what_it_changed(players: int, limited: bool, palace: bool) -> None:
    for seed in range(5):
        game = Game.new(players=players, seed=seed, limited_supply=limited, palace=palace)
        wander(game, seed=seed)
        after = [*(ply.before for ply in game.plies[1:]), game.state]
        for ply, then in zip(game.plies, after, strict=True):
            change = held(then, game.seats)
            change.subtract(held(ply.before, game.seats))
            events = told(ply.events, game.seats)
            events.update(cubes_sent_home(ply.before, ply.events, game.seats))
            assert {key: n for key, n in events.items() if n} == {key: n for key, n in change.items() if n}, ply.token


@pytest.mark.parametrize(("players", "limited", "palace"), GAMES)
def test_board_events_tell_what_changed_on_the_boards(players: int, limited: bool, palace: bool) -> None:
    """Canals, the caravan, plant cards, groups, the First player card and passing."""
    for seed in range(4):
        game = Game.new(players=players, seed=seed, limited_supply=limited, palace=palace)
        wander(game, seed=seed)
        after = [*(ply.before for ply in game.plies[1:]), game.state]
        for ply, then in zip(game.plies, after, strict=True):
            what = Counter(event.what for event in ply.events)
            before = ply.before
            assert what["canal"] == canal_cubes(then) - canal_cubes(before)
            assert bool(what["caravan"]) == (then.caravan != before.caravan)
            assert what["plant card turned"] == sum(
                a != b for a, b in zip(then.plant_face, before.plant_face, strict=True)
            )
            assert what["deal"] == int(ply.is_deal) == then.round_no - before.round_no
            assert what["recruited"] == int(ply.token.removeprefix("free:").split("/")[0] in CRAFT_WORDS)
            assert what["passed"] == int(ply.token == "pass")
            assert what["game over"] == int(then.asked == 14 and before.asked != 14)
            first = [event.seat for event in ply.events if event.what == "first player"]
            assert first == [game.seats[then.first]] * what["first player"]
            assert first or then.first == before.first


CRAFT_WORDS = ("peasant", "priest", "engineer", "merchant", "courtier")


def canal_cubes(s: State) -> int:
    return sum(one.bit_count() + two.bit_count() for one, two in zip(s.canals, s.doubles, strict=True))


def test_every_event_names_a_clause_of_the_rulebook_and_says_a_sentence() -> None:
    game = Game.new(players=4, seed=2, palace=True)
    wander(game, seed=2)
    for event in game.events:
        assert clause(event.clause).number == event.clause
        assert event.text[0].isupper()
        assert not event.text.endswith(".")
        assert json.loads(json.dumps(event.as_dict())) == event.as_dict()


def test_every_kind_of_note_has_a_name() -> None:
    codes = {value for name, value in vars(journal).items() if name.isupper() and name not in ("NOBODY", "NO_DETAIL")}
    assert codes == set(WHAT_NAMES)
    assert len(set(WHAT_NAMES.values())) == len(WHAT_NAMES)


def test_the_sentences() -> None:
    game = table(caravan="Palmyra", canals="c1-d1:R c2-d2:R c2-c3:KK a3-a4:R a3-b3:R", planted="c2:K b3:K",
                 tiles={"c3": "3:6+court"}, top="KKKB", ishtar="WKBR", W="bd G1", R="t3")  # fmt: skip
    told = play(game, "go:Khorsabad plant:c3 palace priest/1 ishtar peasant/1 top engineer/1 dig:a1-b1 merchant/2 pass")
    assert [event.text for event in told] == [
        "White pays 1 camel",
        "White leads the caravan 1 space to Khorsabad",
        "White gives 1 barley",
        "White gives 1 dates",
        "White returns 1 Gardener",
        "White plants c3 and takes the tile 3:6+court",
        "White scores 6 prestige",
        "White takes Palace 1",
        "White scores 2 prestige",
        "Black scores 2 prestige",
        "Grey irrigates b3-c3",
        "Grey irrigates b3-c3",
        "The plant card of Khorsabad is turned over",
        "Black recruits a priest from group 1",
        "Black enters the temple of Ishtar",
        "Red is pushed out of the temple of Ishtar",
        "Blue pays 1 talent",
        "Blue recruits a peasant from group 1",
        "Blue puts a cube on space 5 of the top row",
        "Blue takes 1 wine",
        "Black takes 1 Gardener",
        "The top row is full and is emptied",
        "Red pays 2 talents",
        "Red recruits an engineer from group 1",
        "Red scores 2 prestige",
        "Red irrigates a1-b1",
        "White recruits a merchant from group 2",
        "White takes 1 camel",
        "Black passes",
    ]


def test_the_sentences_of_a_round_that_begins_and_a_game_that_ends() -> None:
    game = table(2, todo="deal", W="t0 B1")
    told = play(game, "deal:FTE/FTM")
    assert [event.text for event in told] == ["Round 2: the Craft cards are dealt, FTE/FTM", "White takes 1 talent"]
    game = table(2, round_no=30, turn="K", passed="W", tiles={"a1": "1:2+gardener"})
    told = play(game, "pass marduk")
    assert [event.text for event in told][-2:] == ["Black takes the First player card", "The game ends after round 30"]
    lost = table(2, canals="a1-b1:K", tiles={"a1": "1:2+gardener"}, W="s", K="G4")
    told = play(lost, "go:Eshnunna plant:a1")
    assert "White gets nothing for a bonus: no court card is left" in [event.text for event in told]


def test_the_sentences_of_the_palace() -> None:
    game = Game.new(players=2, seed=8, palace=True)
    told = game.push("noble")
    assert [event.text.partition(" ")[2] for event in told] == [
        "pays 2 talents",
        "advances to space 2 of the Palace track",
    ]
    wander(game, seed=1, limit=200)
    bonuses = {event.text.partition(" ")[2] for event in game.events if event.what == "palace bonus"}
    assert {"takes the first bonus", "takes the craft bonus", "gives back the craft bonus"} <= bonuses
