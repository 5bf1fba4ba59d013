"""The guided first game: it replays, its steps cover it, and each step shows what its words claim."""

from importlib.resources import files

import pytest

from amyitis import rulebook
from amyitis.errors import Malformed
from amyitis.game import Event
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


# What the words of each step claim, as the engine tells it.
CLAIMS = {
    "recruit": ["6.1 White recruits a peasant from group 1"],
    "field": ["6.2 White puts a cube on space 1 of the bottom row", "6.2 White takes 1 barley"],
    "their-priest": ["6.1 Black pays 1 talent", "6.4 Black enters the temple of Ishtar"],
    "engineer": ["6.1 White pays 1 talent", "6.5 White scores 2 prestige"],
    "canal": ["6.5 White irrigates a4-b4"],
    "their-plant": ["7.6 Black gives 1 salt", "8.6 Black scores 4 prestige", "8.7 White scores 1 prestige"],
    "caravan": ["7.2 White pays 1 camel", "7.5 White gives 1 barley"],
    "court": ["7.5 White takes Banker 1"],
    "their-peasant": ["6.1 Black pays 2 talents", "6.2 Black takes 1 dates"],
    "pass": ["5.3 White passes"],
    "their-banker": ["7.5 Black takes Banker 2", "5.3 White takes 1 talent"],
    "their-pass": ["5.3 Black passes"],
    "temple": ["10.1 White enters the temple of Marduk", "10.1 Grey enters the temple of Tammouz"],
    "temples": ["10.3 Black takes 1 talent", "10.4 White scores 2 prestige", "10.7 White takes the First player card"],
    "new-round": ["4.2 White takes 1 talent", "4.2 Black takes 2 talents"],
    "journey": ["7.2 White pays 3 camels", "7.6 White gives 1 dates", "7.6 White gives 1 salt"],
    "plant": [
        "8.6 White plants b4 and takes the tile 2:5+camel",
        "8.6 White scores 5 prestige",
        "8.6 White takes 1 camel",
        "8.7 White scores 2 prestige",
        "8.8 Grey irrigates b3-b4",
    ],
    "their-wine": ["6.2 Black takes 1 wine", "6.3 Black takes 1 Gardener"],
    "priest": ["6.1 White recruits a priest from group 2"],
    "tammouz": ["6.4 White enters the temple of Tammouz"],
    "their-sale": ["7.4 Black scores 6 prestige", "7.4 Black irrigates c3-c4"],
    "both-pass": ["5.3 White passes", "5.3 Black passes"],
    "last-procession": ["10.1 Black enters the temple of Ishtar", "10.4 White scores 2 prestige"],
    "last-field": [
        "10.5 White takes 1 dates",
        "11.2 White scores 10 prestige",
        "11.3 White scores 1 prestige",
        "11.3 Black scores 2 prestige",
    ],
}


@pytest.mark.parametrize("key", CLAIMS)
def test_a_step_shows_what_its_words_claim(taught: Lesson, key: str) -> None:
    found = [f"{event.clause} {event.text}" for event in happened(taught, key)]
    assert set(CLAIMS[key]) <= set(found), found


def test_every_step_with_moves_has_its_claims_checked(taught: Lesson) -> None:
    assert {step.key for step in taught.steps if step.tokens} == set(CLAIMS)


def test_the_canal_brings_the_water_that_the_planting_needs(taught: Lesson) -> None:
    canal, journey = (next(one for one in taught.steps if one.key == key) for key in ("canal", "plant"))
    before = taught.game(canal.ply).view()["garden"]["squares"]["b4"]
    assert before["irrigated"] is False
    assert list(taught.game(journey.ply).legal_moves) == ["plant:d3", "plant:b4"]
    assert taught.game(journey.ply).view()["garden"]["squares"]["b4"]["cubes"] == {"W": 1}


def test_the_peasants_row_brings_what_susa_asks_for(taught: Lesson) -> None:
    view = taught.game(0).view()
    assert next(city for city in view["cities"] if city["city"] == "Susa")["asks"] == "barley"
    assert [row[sum(space["cube"] is not None for space in row)]["good"] for row in view["fields"].values()] == [
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
        ('watch = ["bottom"]', "", "end at ply"),
        ('key = "field"', 'key = "recruit"', "two steps"),
    ],
)
def test_a_script_that_does_not_fit_its_game_is_refused(old: str, new: str, complaint: str) -> None:
    assert old in SCRIPT
    with pytest.raises(Malformed, match=complaint):
        read_lesson(RECORD, SCRIPT.replace(old, new, 1))
