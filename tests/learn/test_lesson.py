"""The lesson: each part replays, its steps cover it, and each step shows what its words claim."""

import tomllib
from importlib.resources import files

import pytest

from amyitis import rulebook
from amyitis.errors import Malformed
from amyitis.game import Event, Game
from amyitis.learn import PARTS, Lesson, lesson, read_lesson

RECORDS, SCRIPTS = (
    [files("amyitis.learn").joinpath(f"{part}.{kind}").read_text(encoding="utf-8") for part in PARTS]
    for kind in ("amy", "toml")
)
RECORD, SCRIPT = RECORDS[0], SCRIPTS[0]
MOST_STEPS = {1: 16, 2: 21}


@pytest.fixture(scope="module")
def taught() -> Lesson:
    return lesson()


@pytest.fixture(params=MOST_STEPS, scope="module")
def part(request: pytest.FixtureRequest) -> int:
    number: int = request.param
    return number


@pytest.fixture(scope="module")
def second() -> Lesson:
    return lesson(2)


def table_at(taught: Lesson, key: str) -> Game:
    """The game when a step begins."""
    return taught.game(next(one for one in taught.steps if one.key == key).ply)


def happened(taught: Lesson, key: str) -> list[Event]:
    """All that happens while a step is played."""
    step = next(one for one in taught.steps if one.key == key)
    return [event for ply in taught.plies[step.ply : step.ply + len(step.tokens)] for event in ply.events]


def test_a_part_is_short_and_every_move_of_it_belongs_to_a_step(part: int) -> None:
    taught = lesson(part)
    asked = [step for step in taught.steps if step.kind != "watch"]
    assert 12 <= len(asked) <= MOST_STEPS[part]
    assert sum(len(step.tokens) for step in taught.steps) == len(taught.plies)
    assert len({step.key for step in taught.steps}) == len(taught.steps)


def test_every_step_that_asks_something_names_a_clause_of_the_rules(part: int) -> None:
    asking = [step for step in lesson(part).steps if step.kind != "watch"]
    assert asking
    for step in asking:
        assert rulebook.clause(step.clause).number == step.clause, step.key


def test_every_decision_of_the_learner_has_more_than_one_answer(part: int) -> None:
    taught = lesson(part)
    decided = [step for step in taught.steps if step.kind == "do"]
    assert decided
    for step in decided:
        legal = taught.game(step.ply).legal_moves
        assert step.tokens[0] in legal
        assert len(legal) > 1, f"{step.key} leaves nothing to decide"


def test_every_step_with_moves_claims_something(part: int) -> None:
    script = tomllib.loads(SCRIPTS[part - 1])
    assert {entry["key"] for entry in script["step"] if entry.get("claims")} == {
        step.key for step in lesson(part).steps if step.tokens
    }


def test_a_claim_that_does_not_come_true_is_refused() -> None:
    wrong = SCRIPT.replace("scores {engineer} prestige", "scores {sale} prestige")
    assert wrong != SCRIPT
    with pytest.raises(Malformed, match=r"step 'engineer' of the lesson claims '6\.5 White scores 6 prestige'"):
        read_lesson(RECORD, wrong)


def test_the_numbers_of_the_words_are_those_of_the_box(taught: Lesson) -> None:
    first = {"engineer": 2, "banker": 1, "marduk": 2, "sale": 6, "favour": 10}
    more = {"favour_small": 5, "marduk2": 1, "banker3": 2, "banker3_prestige": 2, "palace": 2, "spaces": 2}
    assert taught.numbers == first | more | {"talents": 4, "camels": 1, "keep": 2, "keep2": 4}


def test_the_record_of_a_part_is_sound(part: int) -> None:
    assert Game.from_record(RECORDS[part - 1]).is_over


def test_a_table_that_is_not_as_the_words_say_is_refused() -> None:
    wrong = SCRIPTS[1].replace('"bottom=WBWB"', '"bottom=WWWB"')
    assert wrong != SCRIPTS[1]
    with pytest.raises(Malformed, match="step 's-procession' of the lesson finds no 'bottom=WWWB' on the table"):
        read_lesson(RECORDS[1], wrong)


def test_the_second_part_leaps_over_rounds_that_belong_to_one_step(second: Lesson) -> None:
    (leap,) = [step for step in second.steps if step.leap]
    assert second.game(leap.ply).round == 1
    assert second.game(leap.ply + len(leap.tokens)).round == 8


def test_what_the_second_part_says_besides_its_claims(second: Lesson) -> None:
    choice = table_at(second, "s-first-plant").view()["garden"]["squares"]
    assert [choice[square]["tile"] for square in ("a1", "a2")] == ["1:3+good", "1:1+court"]
    dry, watered = (table_at(second, key).view()["garden"]["squares"] for key in ("s-corner", "s-full-row"))
    assert [(dry[square]["irrigated"], watered[square]["irrigated"]) for square in ("c3", "d3")] == [(False, True)] * 2
    assert table_at(second, "s-full-row").view()["court"]["gardener"] == 0
    before, after = table_at(second, "s-blue-plants"), table_at(second, "s-priest")
    assert (before.view()["last_round"], after.view()["last_round"], after.tiles_left) == (False, True, 4)
    mari = next(city for city in table_at(second, "s-mari").view()["cities"] if city["city"] == "Mari")
    assert (mari["asks"], mari["plant"]["extra"], mari["plant"]["quality"]) == ("barley", "salt", 2)
    squares = table_at(second, "s-gardener").view()["garden"]["squares"]
    assert squares["c3"]["quality_needed"] == squares["d3"]["quality_needed"] == 3
    assert second.game(len(second.plies)).scores == {"W": 60, "K": 55, "B": 57}


def test_the_canal_brings_the_water_that_the_planting_needs(taught: Lesson) -> None:
    canal, journey = (next(one for one in taught.steps if one.key == key) for key in ("canal", "plant"))
    before = taught.game(canal.ply).view()["garden"]["squares"]["b4"]
    assert before["irrigated"] is False
    assert list(taught.game(journey.ply).legal_moves) == ["plant:d3", "plant:b4"]
    assert taught.game(journey.ply).view()["garden"]["squares"]["b4"]["cubes"] == {"W": 1}


def test_the_peasants_row_brings_what_susa_asks_for(taught: Lesson) -> None:
    view = taught.game(0).view()
    assert next(city for city in view["cities"] if city["city"] == "Susa")["asks"] == "barley"
    assert [
        row[sum(space["cube"] is not None for space in row)]["good"]
        for row in (view["fields"]["top"], view["fields"]["bottom"])
    ] == [
        "dates",
        "barley",
    ]


def test_planting_makes_this_the_last_round_and_the_favour_wins_the_game(taught: Lesson) -> None:
    plant = next(one for one in taught.steps if one.key == "plant")
    assert not taught.game(plant.ply).view()["last_round"]
    after = taught.game(plant.ply + 1)
    assert after.view()["last_round"]
    assert after.tiles_left == 3
    end = taught.game(len(taught.plies))
    assert end.is_over
    assert end.winners == [taught.learner]
    assert end.scores == {"W": 56, "K": 50}
    favour = sum(event.amount for event in happened(taught, "last-field") if event.clause == "11.2")
    assert end.scores["W"] - favour < end.scores["K"], "without the favour the learner would have lost"


def test_a_ply_beyond_the_lesson_is_refused(taught: Lesson) -> None:
    assert taught.game(len(taught.plies)).is_over
    for ply in (-1, len(taught.plies) + 1):
        with pytest.raises(Malformed, match="plies 0 to"):
            taught.game(ply)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('do = "bottom"', 'do = "top"', "step 'field'"),
        ('watch = ["priest/1", "ishtar"]', 'do = "priest/1"', "asks W for a move of K"),
        ('watch = ["bottom"]', "", "'last-field' of the lesson claims"),
        ('[[step]]\nkey = "last-field"\nwatch', '[[other]]\nkey = "last-field"\nwatch', "end at ply"),
        ('key = "field"', 'key = "recruit"', "two steps"),
    ],
)
def test_a_script_that_does_not_fit_its_game_is_refused(old: str, new: str, complaint: str) -> None:
    assert old in SCRIPT
    with pytest.raises(Malformed, match=complaint):
        read_lesson(RECORD, SCRIPT.replace(old, new, 1))
