"""One game between bots: places, margins, the record, and that equal fixtures give equal games."""

from dataclasses import asdict

import pytest

from amyitis.bots import registry
from amyitis.errors import BotError
from amyitis.game import Game
from amyitis.lab.tournaments.match import Fixture, MatchResult, places, play_match
from amyitis.lab.variants import Variant
from amyitis.notation.records import parse_record
from amyitis.notation.tokens import TOKENS
from amyitis.rules.switches import Switches

FIXTURE = Fixture(7, 3, ("random", "random", "random"), Variant(3))


def result(bots: str, *scores: int, number: int = 0, seed: int = 0) -> MatchResult:
    """A result made by hand."""
    nothing = (0.0,) * len(scores)
    seats = (1,) * len(scores)
    return MatchResult(number, seed, tuple(bots), scores, tuple(places(scores)), 12, seats, nothing, nothing, "x")


@pytest.mark.parametrize(
    ("scores", "expected"),
    [((40, 50), [2, 1]), ((50, 50), [1, 1]), ((50, 40, 50, 30), [1, 3, 1, 4]), ((1, 2, 2, 2), [4, 1, 1, 1])],
)
def test_ties_share_the_better_place(scores: tuple[int, ...], expected: list[int]) -> None:
    assert places(scores) == expected


def test_a_shared_win_is_a_part_of_a_win() -> None:
    tied = result("ABCD", 50, 40, 50, 30)
    assert tied.winners == [0, 2]
    assert tied.shares == [0.5, 0.0, 0.5, 0.0]
    assert tied.margins == [0, -10, 0, -20]
    assert result("AB", 50, 40).margins == [10, -10]


def test_the_record_tells_the_game() -> None:
    played = play_match(FIXTURE)
    game = Game.from_record(played.record)
    assert tuple(game.scores.values()) == played.result.scores
    assert [game.seats[seat] for seat in played.result.winners] == game.winners
    assert (played.result.number, played.result.seed, played.result.rounds) == (7, 3, game.round)
    assert sum(played.result.decisions) == sum(not ply.is_deal for ply in game.plies)
    assert played.result.bots == FIXTURE.bots
    headers = parse_record(played.record).headers
    assert {key: headers[key] for key in ("White", "Black", "Blue", "Seed")} == {
        "White": "random",
        "Black": "random",
        "Blue": "random",
        "Seed": "3",
    }
    assert "Date" not in headers
    assert "Red" not in headers


def test_equal_fixtures_give_equal_records() -> None:
    assert play_match(FIXTURE).record == play_match(FIXTURE).record


def test_the_set_up_and_the_deals_do_not_depend_on_who_plays() -> None:
    lines = [
        play_match(Fixture(0, 11, bots, Variant(2))).record.splitlines()
        for bots in (("random", "random"), ("last", "random"))
    ]
    starts = [[line for line in found if line.startswith("[Start")] for found in lines]
    deals = [[line for line in found if line.startswith("$")] for found in lines]
    assert starts[0] == starts[1]
    assert all(first == second for first, second in zip(*deals, strict=False))


def test_the_switches_reach_the_game() -> None:
    played = play_match(Fixture(0, 1, ("random", "random"), Variant(2, Switches(limited_supply=True, palace=True))))
    state = Game.from_record(played.record).state
    assert state.limited_supply
    assert state.palace


def test_a_result_survives_its_json() -> None:
    found = play_match(FIXTURE).result
    assert MatchResult.from_json(asdict(found)) == found
    with pytest.raises(ValueError, match="one length"):
        MatchResult.from_json(asdict(found) | {"scores": [1]})


class Cheat:
    """A bot that recruits whatever it likes."""

    def choose(self, game: Game) -> str:
        return next(move for move in TOKENS if move not in game.legal_moves)


def test_a_bot_that_breaks_the_rules_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.BUILT_IN, "cheat", Cheat)
    with pytest.raises(BotError, match=r"bot cheat, seed 4, ply \d+: it broke the rules: .* is not allowed here"):
        play_match(Fixture(0, 4, ("cheat", "random"), Variant(2)))
