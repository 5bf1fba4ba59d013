"""What is typed during a game in the terminal, and what is said to it."""

from pathlib import Path

import pytest

from tests.cli.sessions import Session, moves_in


def test_others_are_told_with_clauses_and_choices_with_prices(session: Session) -> None:
    text = session("4\n1\nquit\n", seed=3)
    assert "[B] Blue recruits a priest from group 2 (6.1), enters the temple of Ishtar (6.4)" in text
    assert "3  merchant/2  1 talent: take 1 camel" in text
    assert "4  peasant/3   free: a cube into the fields, take salt (top) or barley (bottom)" in text
    assert "[W] White: In which field row does your peasant work?" in text
    assert "1  top     takes 1 salt" in text


def test_number_token_and_part_of_a_token_are_the_same(session: Session, tmp_path: Path) -> None:
    made = []
    for number, typed in enumerate(("4\n1\n", "peasant/3\ntop\n", "PEASANT\nTop\n")):
        path = tmp_path / f"{number}.amy"
        session(typed, seed=3, save=path)
        made.append(moves_in(path))
    assert made[0] == made[1] == made[2]
    assert "peasant/3" in made[0]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("", "Type a number from 1 to 7, or ? for help."),
        ("0", "There is no choice 0: type a number from 1 to 7."),
        ("99", "There is no choice 99: type a number from 1 to 7."),
        ("gibberish", "'gibberish' is not a move. Type a number from 1 to 7, or ? for help."),
        ("pas", "'pas' is not a move; did you mean 'pass'? Type a number from 1 to 7, or ? for help."),
        ("go:Uruk", "go:Uruk is not allowed here: Uruk is 4 spaces away and costs 4 camels"),
        ("uruk", "go:Uruk is not allowed here: Uruk is 4 spaces away and costs 4 camels; White has 1"),
        ("top", "top is not allowed here: White must choose an action now: pass, recruit or"),
        ("deal:FTE/FEM/TTM", "deal:FTE/FEM/TTM is not allowed here: White must choose an action now"),
        ("why", "Type why and a move, for example: why go:Uruk."),
        ("why go:Uruk", "go:Uruk is not allowed now: Uruk is 4 spaces away"),
        ("why eshnunna", "go:Eshnunna is not allowed now: Eshnunna asks for salt or wine; White holds no goods"),
        ("why pass", "pass is allowed now."),
        ("why nonsense", "'nonsense' is not a move"),
        ("rule 6.6", "The merchant brings you 1 camel."),
        ("rule 6.99", "The rulebook has no clause 6.99: the nearest are"),
        ("rule", "is not the number of a clause"),
        ("?", "take back your last decision"),
        ("help", "write the game to a new file"),
        ("log", "Blue recruits a priest from group 2 (6.1)"),
        ("log all", "Round 1: the Craft cards are dealt (4.1)"),
        ("undo", "There is no decision of yours to take back."),
        ("save", "Type save and a name: save my.amy."),
        ("save /nowhere/at/all.amy", "/nowhere/at/all.amy cannot be written: No such file or directory."),
    ],
)  # fmt: skip
def test_whatever_is_typed_gets_one_clear_answer(session: Session, typed: str, answer: str) -> None:
    text = session(f"{typed}\n", seed=3)
    said = text[text.index("White> ") :]
    assert answer in " ".join(said.split())
    assert said.count("White> ") == 2
    assert "Traceback" not in said


def test_table_shows_it_again(session: Session) -> None:
    assert session("table\n", seed=3).count("Round 1, actions") == 2


def test_the_garden_is_shown_where_it_is_asked_about(session: Session) -> None:
    text = session("engineer/1\n", seed=3)
    asked = text[text.index("White> ") :]
    assert "d4 floor 4" in asked
    assert "Temples" not in asked
    assert "dig:a1-b1" in asked


def test_undo_takes_back_the_last_decision_and_what_followed(session: Session, tmp_path: Path) -> None:
    path, other = tmp_path / "undone.amy", tmp_path / "other.amy"
    text = session("peasant/3\ntop\nundo\nundo\nmerchant\n", seed=3, save=path)
    assert "Taken back: White's top." in text
    assert "Taken back: White's peasant/3." in text
    session("merchant\n", seed=3, save=other)
    assert moves_in(path) == moves_in(other)


def test_undo_across_a_deal_meets_the_same_cards(session: Session, tmp_path: Path) -> None:
    straight, undone = tmp_path / "straight.amy", tmp_path / "undone.amy"
    typed = "pass\npass\nishtar\ncamel\n"  # both pass, one leads the procession: the next round is dealt
    session(typed, seed=5, players=2, human="WK", save=straight)
    assert sum(move.startswith("deal:") for move in moves_in(straight)) == 2
    session(f"{typed}undo\ncamel\n", seed=5, players=2, human="WK", save=undone)
    assert moves_in(straight) == moves_in(undone)
