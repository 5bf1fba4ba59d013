"""The pictures beside the clauses: sound positions that show what the clause says."""

import pytest

from amyitis import rulebook
from amyitis.box.tables import CITY_NAMES, ROW_NAMES, SQUARE_NAMES, TEMPLES
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.rules.board.garden_map import SIDE_NAMES
from tests.layout import moves, play, sides, squares

EXAMPLES = rulebook.examples()
MARKS_OF_PART: dict[str, set[str]] = {
    "garden": {*SQUARE_NAMES, *SIDE_NAMES},
    "caravan": set(CITY_NAMES),
    "fields": set(ROW_NAMES),
    "temples": {name.casefold() for name in TEMPLES},
}

# What to play from the position of a clause so that the log cites it: the clause comes to pass there.
HAPPENS = {
    "4.2": "deal:FTE/FTM/FEM/TEM",
    "5.3": "merchant/2 pass",
    "6.1": "merchant/3",
    "6.2": "peasant/1 top",
    "6.3": "peasant/1 bottom",
    "6.4": "priest/1 ishtar",
    "6.5": "dig:b1-b2",
    "7.2": "go:Ur plant:b1",
    "7.4": "go:Babylon sell:bd dig:b1-c1",
    "7.5": "go:Uruk banker",
    "7.6": "go:Mari plant:b2",
    "8.5": "plant:c3",
    "9.3": "go:Uruk caravaneer take:b",
    "9.4": "go:Palmyra palace",
    "10.1": "marduk",
    "10.3": "camel",
    "10.4": "camel",
    "10.5": "top swap:sb",
    "10.6": "drop:b",
    "11.2": "drop:d",
    "11.3": "drop:d",
    "13.2": "courtier/1",
    "13.3": "noble",
    "13.4": "bonus:first",
    "13.5": "free:merchant/2",
}


def at(number: str) -> Game:
    return Game.from_position(EXAMPLES[number].position)


def test_there_are_many_and_each_belongs_to_a_clause() -> None:
    assert len(EXAMPLES) >= 20
    for number, shown in EXAMPLES.items():
        assert rulebook.clause(number).number == number
        assert rulebook.example(number) is shown


def test_every_part_of_the_table_is_shown_somewhere() -> None:
    assert {shown.part for shown in EXAMPLES.values()} == set(rulebook.PARTS)


def test_a_clause_without_a_picture_and_a_number_without_a_clause() -> None:
    assert rulebook.example("1.2") is None
    assert rulebook.example(" 6.3 ") is EXAMPLES["6.3"]
    with pytest.raises(Malformed, match=r"no clause 6\.8"):
        rulebook.example("6.8")


@pytest.mark.parametrize("number", EXAMPLES)
def test_a_position_is_sound(number: str) -> None:
    game = at(number)
    assert game.status() == []
    assert game.position == EXAMPLES[number].position


@pytest.mark.parametrize("number", EXAMPLES)
def test_marks_are_names_in_the_part_shown(number: str) -> None:
    shown = EXAMPLES[number]
    assert shown.part in rulebook.PARTS
    assert set(shown.marks) <= MARKS_OF_PART.get(shown.part, set())
    assert len(shown.marks) == len(set(shown.marks))


@pytest.mark.parametrize(("number", "tokens"), HAPPENS.items())
def test_the_clause_comes_to_pass(number: str, tokens: str) -> None:
    assert number in {event.clause for event in play(at(number), tokens)}


@pytest.mark.parametrize("number", ["6.5", "8.3"])
def test_marked_are_the_sides_that_may_be_irrigated(number: str) -> None:
    assert set(EXAMPLES[number].marks) == sides(at(number))


def test_marked_is_a_side_that_only_a_grey_cube_waters() -> None:
    assert "b3-c3" in EXAMPLES["8.4"].marks
    assert "b3-c3" in sides(at("8.4"))
    dry = EXAMPLES["8.4"].position.replace("b2-c2:N,", "").replace("K@2:4+2talents", "2:4+2talents")
    assert dry != EXAMPLES["8.4"].position
    assert "b3-c3" not in sides(Game.from_position(dry))


def test_marked_are_the_squares_that_may_be_planted() -> None:
    assert set(EXAMPLES["8.5"].marks) == squares(at("8.5"))


@pytest.mark.parametrize("number", ["7.2", "7.3", "7.7"])
def test_marked_are_the_cities_where_the_caravan_may_go(number: str) -> None:
    assert {f"go:{city}" for city in EXAMPLES[number].marks} == moves(at(number), "go:")


def test_the_last_round_has_as_few_tiles_as_it_says() -> None:
    assert at("11.1").tiles_left == len(EXAMPLES["11.1"].marks) == 4
