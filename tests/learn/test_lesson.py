"""The guided first game: it replays, its steps cover it, and each step shows what its words claim."""

import tomllib
from importlib.resources import files

import pytest

from amyitis import rulebook
from amyitis.errors import Malformed
from amyitis.game import Event, Game
from amyitis.learn import Lesson, lesson, read_lesson

RECORD = files("amyitis.learn").joinpath("lesson.amy").read_text(encoding="utf-8")
SCRIPT = files("amyitis.learn").joinpath("lesson.toml").read_text(encoding="utf-8")
MOST_STEPS = 16


@pytest.fixture(scope="module")
def taught() -> Lesson:
    return lesson()


def happened(taught: Lesson, key: str) -> list[Event]:
    """All that happens while a step is played."""
    step = next(one for one in taught.steps if one.key == key)
    return [event for ply in taught.plies[step.ply : step.ply + len(step.tokens)] for event in ply.events]


def test_the_lesson_is_short_and_every_move_of_it_belongs_to_a_step(taught: Lesson) -> None:
    asked = [step for step in taught.steps if step.kind != "watch"]
    assert 12 <= len(asked) <= MOST_STEPS
    assert sum(len(step.tokens) for step in taught.steps) == len(taught.plies)
    assert len({step.key for step in taught.steps}) == len(taught.steps)


def test_every_step_that_asks_something_names_a_clause_of_the_rules(taught: Lesson) -> None:
    for step in taught.steps:
        if step.kind != "watch":
            assert rulebook.clause(step.clause).number == step.clause, step.key


def test_every_decision_of_the_learner_has_more_than_one_answer(taught: Lesson) -> None:
    for step in taught.steps:
        if step.kind == "do":
            legal = taught.game(step.ply).legal_moves
            assert step.tokens[0] in legal
            assert len(legal) > 1, f"{step.key} leaves nothing to decide"


def test_every_step_with_moves_claims_something(taught: Lesson) -> None:
    script = tomllib.loads(SCRIPT)
    assert {entry["key"] for entry in script["step"] if entry.get("claims")} == {
        step.key for step in taught.steps if step.tokens
    }


def test_a_claim_that_does_not_come_true_is_refused() -> None:
    wrong = SCRIPT.replace("scores {engineer} prestige", "scores {sale} prestige")
    assert wrong != SCRIPT
    with pytest.raises(Malformed, match=r"step 'engineer' of the lesson claims '6\.5 White scores 6 prestige'"):
        read_lesson(RECORD, wrong)


def test_the_numbers_of_the_words_are_those_of_the_box(taught: Lesson) -> None:
    assert taught.numbers == {"engineer": 2, "banker": 1, "banker2": 2, "marduk": 2, "sale": 6, "favour": 10}


def test_the_record_of_the_lesson_is_sound() -> None:
    assert Game.from_record(RECORD).is_over


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
    assert end.scores == {"W": 56, "K": 52}
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
