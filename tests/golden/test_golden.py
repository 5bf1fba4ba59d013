"""Golden games: whole records that must replay to their result, round by round, and write themselves again."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from amyitis.box.tables import CITY_NAMES
from amyitis.game import Game, Switches
from amyitis.notation.positions import position_hash, position_text
from amyitis.notation.records import Check, Turn, parse_record
from amyitis.rules import RULES_VERSION
from tests.golden.make_golden import FOLDER, PLANS, Plan, main

RECORDS = sorted(Path(__file__).parent.glob("*.amy"))
STANDARD = ("Game", "Rules", "Box", "Players", "Start", "Result")


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def replayed(path: Path) -> Game:
    return Game.from_record(text_of(path))


def test_there_is_a_record_for_every_plan() -> None:
    assert {path.stem for path in RECORDS} == {plan.name for plan in PLANS}
    players = Counter(plan.players for plan in PLANS if not plan.palace)
    assert min(players[2], players[3], players[4]) >= 5
    assert {plan.players for plan in PLANS if plan.palace} == {2, 3, 4}
    assert {plan.players for plan in PLANS if plan.limited_supply} == {2, 3, 4}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_it_replays_to_its_result(path: Path) -> None:
    game = replayed(path)
    assert game.is_over
    assert parse_record(text_of(path)).headers["Result"] == game.result
    assert game.status() == []


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_position_after_each_round_has_the_hash_written_there(path: Path) -> None:
    record = parse_record(text_of(path))
    game = replayed(path)
    after = [*(ply.before for ply in game.plies[1:]), game.state]
    checks, ply = [], 0
    for entry in record.entries:
        if isinstance(entry, Turn):
            ply += len(entry.tokens)
        else:
            assert position_hash(position_text(after[ply - 1])) == entry.hash
            assert after[ply - 1].round_no == entry.round
            checks.append(entry)
    assert ply == len(game.plies)
    assert [check.round for check in checks] == list(range(1, game.round + 1))
    assert isinstance(record.entries[-1], Check)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_it_writes_itself_again(path: Path) -> None:
    headers = parse_record(text_of(path)).headers
    extra = {key: value for key, value in headers.items() if key not in STANDARD}
    assert replayed(path).record(extra) == text_of(path)


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
def test_it_is_played_by_the_rules_of_its_plan(plan: Plan) -> None:
    path = FOLDER / f"{plan.name}.amy"
    assert parse_record(text_of(path)).headers["Rules"] == str(RULES_VERSION) == str(replayed(path).rules_version)
    switches = replayed(path).switches
    assert switches == Switches(plan.limited_supply, plan.palace, plan.house_rules, plan.house_rules, plan.open_duel)


def test_bonuses_are_picked_behind_the_deal() -> None:
    for plan in PLANS:
        picks = [ply.before for ply in replayed(FOLDER / f"{plan.name}.amy").plies if ply.token.startswith("bonus:")]
        assert bool(picks) is plan.palace
        assert all(before.groups[0] > 0 for before in picks)


def test_house_rules_are_used() -> None:
    game = replayed(FOLDER / "house-rules.amy")
    laps = [event for event in game.events if event.what == "caravan" and event.amount == len(CITY_NAMES)]
    assert laps
    nobles = Counter((ply.before.round_no) for ply in game.plies if ply.token == "noble")
    assert max(nobles.values()) > 1


def test_together_they_show_nearly_everything_that_can_happen() -> None:
    clauses, kinds, tokens = set(), set(), set()
    for path in RECORDS:
        game = replayed(path)
        clauses |= {event.clause for event in game.events}
        kinds |= {event.what for event in game.events}
        tokens |= {ply.token.partition(":")[0].partition("/")[0] for ply in game.plies}
    assert {
        "4.1", "4.2", "5.3", "6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "7.1", "7.2", "7.4", "7.5", "7.6", "8.5", "8.6",
        "8.7", "8.8", "9.3", "9.4", "10.1", "10.3", "10.4", "10.5", "10.6", "10.7", "11.1", "11.2", "11.3",
        "13.2", "13.3", "13.4", "13.5",
    } <= clauses  # fmt: skip
    assert {"plant", "sell", "pay", "swap", "keep", "drop", "take", "banker", "noble", "bonus", "free"} <= tokens
    assert {"row emptied", "pushed out of temple", "palace track", "game over"} <= kinds


def test_the_maker_writes_over_no_record_unless_told(capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.stat().st_mtime_ns for path in RECORDS}
    assert main([]) == 0
    assert capsys.readouterr().out.count("is there; --replace writes it anew") == len(RECORDS)
    assert {path: path.stat().st_mtime_ns for path in RECORDS} == before
