"""A game played in the terminal by somebody who types."""

import io
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from amyitis.cli import app
from amyitis.cli.game.play import play
from amyitis.cli.terminal.opponents import SteadyRandomBot
from amyitis.cli.terminal.questions import choices, explain, question_sentence
from amyitis.cli.terminal.saving import write_file
from amyitis.errors import AmyitisError, BotError, Illegal, Malformed
from amyitis.game import Game
from tests.layout import table

Session = Callable[..., str]
LATE_PLIES = 60
GARDENER = Path(__file__).parents[2] / "examples" / "bots" / "gardener.py"


class Typist(io.StringIO):
    """A standard input that types numbers at random for ever."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.choice = Random(seed)

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        return f"{self.choice.choice((1, 1, 2, 2, 3, 4, 6, 9))}\n"


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Session:
    """Plays with typed lines (or a whole standard input) and gives back what was shown."""
    monkeypatch.setenv("COLUMNS", "100")

    def run(typed: str | io.StringIO, **options: Any) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed) if isinstance(typed, str) else typed)
        play(**({} if "resume" in options else {"bots": "random"}) | options)
        return capsys.readouterr().out

    return run


def moves_in(path: Path) -> list[str]:
    return Game.from_record(path.read_text()).moves


def late_game(path: Path, players: int, limited_supply: bool = False, palace: bool = False) -> None:
    """Save a game of random moves that is about to end."""
    game = Game.new(players, seed=11, limited_supply=limited_supply, palace=palace)
    random = Random(players)
    while not game.is_over:
        game.push(random.choice(list(game.legal_moves)))
    for _ in range(LATE_PLIES):
        game.undo()
    path.write_text(game.record(), encoding="utf-8")


@pytest.mark.slow
def test_a_whole_game(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "whole.amy"
    check_end(session(Typist(2), players=2, seed=11, human="k", save=path), path)
    assert os.listdir(tmp_path) == ["whole.amy"]


@pytest.mark.parametrize(
    ("players", "human", "switches"), [(3, None, {}), (4, "R", {"limited_supply": True, "palace": True})]
)
def test_the_end_of_a_game(
    session: Session, tmp_path: Path, players: int, human: str | None, switches: dict[str, bool]
) -> None:
    path = tmp_path / "late.amy"
    late_game(path, players, **switches)
    text = session(Typist(players), resume=path, human=human, bots="random")
    check_end(text, path)
    assert "White> " in text or human is not None
    assert human is None or "Red> " in text


def check_end(text: str, path: Path) -> None:
    """The end is told as the record has it, and no line is too long."""
    game = Game.from_record(path.read_text())
    assert game.is_over
    end = text[text.rindex("The game ends after round") :]
    names = {"W": "White", "K": "Black", "B": "Blue", "R": "Red"}
    assert "Amyitis' favour (11.2): " in end
    assert "Goods left (11.3): " in end
    final = ", ".join(f"{names[seat]} {score}★" for seat, score in game.scores.items())
    assert f"Final prestige (11.4): {final}." in end
    for winner in game.winners:
        assert names[winner] in end.splitlines()[-1]
    assert max(map(len, text.splitlines())) <= 100


def test_the_first_screen(session: Session) -> None:
    text = session("quit\n", seed=3)
    welcome, who = text.splitlines()[:5], text.splitlines()[5]
    assert "unofficial fan implementation" in welcome[0]
    assert "?" in welcome[4]
    assert who == "In this game you play White; Black and Blue choose at random; seed 3."
    assert "Round 1, actions" in text
    assert "You have stopped the game in round 1. It was not saved." in text


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"bots": "Nebuchadnezzar"}, "you play White; Nebuchadnezzar plays Black and Blue; seed 3."),
        ({"bots": "greedy", "human": "WB"}, "you play White and Blue; greedy plays Black; seed 3."),
        ({"bots": "random", "human": "WB"}, "you play White and Blue; Black chooses at random; seed 3."),
    ],
)
def test_the_opponents_are_named(session: Session, options: dict[str, str], words: str) -> None:
    assert f"In this game {words}" in session("quit\n", seed=3, **options)


def test_others_are_told_with_clauses_and_choices_with_prices(session: Session) -> None:
    text = session("5\n1\nquit\n", seed=3)
    assert "[B] Blue recruits a merchant from group 2 (6.1), takes 1 camel (6.6)" in text
    assert "4  merchant/2  1 talent: take 1 camel" in text
    assert "5  peasant/3   1 talent: a cube into the fields, take salt (top) or barley (bottom)" in text
    assert "[W] White: In which field row does your peasant work?" in text
    assert "1  top     takes 1 salt" in text


def test_number_token_and_part_of_a_token_are_the_same(session: Session, tmp_path: Path) -> None:
    made = []
    for number, typed in enumerate(("5\n1\n", "peasant/3\ntop\n", "PEASANT\nTop\n")):
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
        ("log", "Blue recruits a merchant from group 2 (6.1)"),
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


def test_quit_saves_and_resume_goes_on(session: Session, tmp_path: Path) -> None:
    path, straight = tmp_path / "game.amy", tmp_path / "straight.amy"
    text = session("merchant\nquit\n", seed=3, save=path)
    assert f"It is saved: go on with amyitis play --resume {path}." in " ".join(text.split())
    before = moves_in(path)
    assert "merchant/2" in before
    text = session("pass\n", resume=path)
    assert "you play White" in text
    assert "The input has ended, so the game stops here" in text
    after = moves_in(path)
    assert after[: len(before)] == before
    session("merchant\npass\n", seed=3, save=straight)
    assert after == moves_in(straight)


@pytest.mark.slow
def test_a_record_without_a_seed_goes_on_too(session: Session, tmp_path: Path) -> None:
    paths = [tmp_path / "a.amy", tmp_path / "b.amy"]
    for path in paths:
        path.write_text(Game.new(2, seed=8).record({"Event": 'the "final"'}))
        session("pass\n1\n1\n" * 8, resume=path, human="K")
    assert paths[0].read_text() == paths[1].read_text()
    assert sum(move.startswith("deal:") for move in moves_in(paths[0])) > 2
    assert '[Event "the \\"final\\""]' in paths[0].read_text()
    assert '[Human "K"]' in paths[0].read_text()


@pytest.mark.slow
def test_a_finished_game_is_shown_and_left_alone(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "over.amy"
    session("", players=2, seed=1, human="none", save=path)
    before = path.read_text()
    assert "wins the game." in session("", resume=path)
    assert path.read_text() == before


def test_a_seed_that_is_not_the_records_is_not_used(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "odd.amy"
    path.write_text(Game.new(2, seed=8).record({"Seed": "9"}))
    before = moves_in(path)
    session("pass\n", resume=path)
    assert moves_in(path)[: len(before)] == before


@pytest.mark.slow
def test_watching(session: Session) -> None:
    text = session("", players=2, seed=4, human="none")
    assert "In this game you watch; White and Black choose at random; seed 4." in text
    assert text.count("Round 2, actions") == 1
    assert "wins the game." in text


def test_save_command_writes_a_new_file_only(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "copy.amy"
    text = session(f"save {path}\nsave {path}\n", seed=3)
    assert "Saved: go on any time with" in text
    assert "exists already" in text
    assert moves_in(path) == session_moves(seed=3)


def session_moves(seed: int) -> list[str]:
    """The moves before the first question to White."""
    game, opponent = Game.new(3, seed), SteadyRandomBot(seed)
    while game.seat != "W":
        game.push(opponent.choose(game))
    return game.moves


def test_refused_options(tmp_path: Path) -> None:
    there = tmp_path / "there.amy"
    there.write_text("something")
    for options, sentence in (
        ({"save": there}, "exists already"),
        ({"human": "WR"}, "the seats of this game are W K B"),
        ({"human": ""}, "the seats of this game are W K B"),
        ({"resume": tmp_path / "missing.amy"}, "cannot be read: No such file"),
        ({"resume": there}, "line 1"),
        ({"resume": there, "players": 2}, "players, seed and rules are those of the saved game"),
    ):
        with pytest.raises((Malformed, Illegal), match=sentence):
            play(**options)
    assert there.read_text() == "something"


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept.amy"
    path.write_text("old")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", refuse)
    with pytest.raises(AmyitisError, match="No space left"):
        write_file(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["kept.amy"]


def test_a_save_that_fails_is_said_and_the_game_goes_on(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.amy"
    session("", seed=3, save=path)

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", refuse)
    text = session("merchant\n", resume=path)
    assert "cannot be written: No space left on device." in " ".join(text.split())
    assert text.count("White> ") > 1


def test_exit_codes_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "game.amy"
    ended = CliRunner().invoke(app, ["play", "--seed", "3", "--save", str(path)], input="1\n")
    assert ended.exit_code == 0
    assert "The input has ended" in ended.output
    assert CliRunner().invoke(app, ["play", "--players", "5"]).exit_code == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_choice_is_explained_and_trying_it_changes_nothing(players: int) -> None:
    choice = Random(players)
    game = Game.new(players, seed=players, palace=players > 2)
    while not game.is_over:
        view, position = game.view(), game.position
        assert question_sentence(view).strip("?. ")
        moves = choices(game)
        assert sorted(moves) == sorted(game.legal_moves)
        assert all(explain(game, view, move) for move in moves)
        assert game.position == position
        game.push(choice.choice(moves))


def explained(game: Game) -> dict[str, str]:
    return {move: explain(game, game.view(), move) for move in choices(game)}


def test_explanations_of_planting() -> None:
    canals = "a1-b1:W a1-a2:K b1-b2:W b2-c2:W c1-d1:W"
    told = explained(table(caravan="Khorsabad", canals=canals, planted="b1:K", W="G1", todo="next,square"))
    assert told["plant:a1"] == "4 prestige"
    assert told["plant:a2"] == "2 prestige, 1 Gardener; 2 prestige to Black for irrigation"
    assert told["plant:b2"] == "6 prestige; 2 prestige to you for irrigation"
    assert told["plant:c1"] == "3 prestige, 2 talents; 2 prestige to you for irrigation; 1 grey cube placed"
    canals += " c2-c3:WK"
    told = explained(table(caravan="Khorsabad", canals=canals, W="G1", todo="next,square"))
    assert told["plant:c3"].startswith("8 prestige; returns 1 Gardener")


def test_explanations_of_court_cards_and_cities() -> None:
    told = explained(table(caravan="Uruk", lying="bs", W="C1 B2", todo="next,court"))
    assert told["caravaneer"] == "Caravaneer 2: up to 4 spaces without camels, keep 4 goods, take its barley or salt"
    assert told["banker"] == "Banker 3: 2 talents and 2 prestige at the start of every round"
    told = explained(table(canals="a1-b1:W", W="c8 sdw"))
    assert told["go:Susa"] == "2 camels, barley: Banker 1 or Caravaneer 1"
    assert told["go:Eshnunna"] == "1 camel, salt: plant quality 1 on a1 or b1"
    assert told["pass"].startswith("no more actions this round; 1 talent each time")
    assert explained(table(caravan="Mari", W="c8 sdw"))["go:Babylon"].startswith("4 camels: sell 1 good for 3 prestige")
    assert explained(table(passed="KBR"))["pass"] == "ends the actions of this round"


def test_explanations_of_canals_and_temples() -> None:
    told = explained(table(canals="a1-b1:W b1-b2:W b2-c2:W", todo="next,engineer"))
    assert told["dig:b1-c1"] == "waters c1"
    assert told["dig:c2-c3"] == "half of the canal: it carries water when both areas are filled"
    told = explained(table(ishtar="NWBK", marduk="R", todo="next,temple"))
    assert told["ishtar"] == "now from the left Grey, White, Blue, Black; Black is pushed out"
    assert told["marduk"] == "now from the left Red"
    assert told["tammouz"] == "now empty"


def test_a_bot_may_be_a_file_under_either_name_of_the_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(GARDENER.parent)  # the path is told, and must not be longer than a line
    for option in ("--bots", "--bot"):
        done = CliRunner().invoke(app, ["play", option, f"{GARDENER.name}:Gardener", "--seed", "3"], input="quit\n")
        assert done.exit_code == 0
        assert "gardener.py:Gardener plays Black and Blue" in done.output


def test_the_opponents_are_bots_by_name_and_stay_so(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "game.amy"
    text = session("quit\n", seed=3, bots="greedy", save=path)
    assert "Saved" in text or path.exists()
    assert '[Bots "greedy"]' in path.read_text()
    session("quit\n", resume=path)
    assert '[Bots "greedy"]' in path.read_text()
    with pytest.raises(Malformed, match="there is no bot 'nobody'"):
        session("quit\n", seed=3, bots="nobody")


def test_a_bot_that_fails_is_named_with_the_seed_of_the_game(session: Session, tmp_path: Path) -> None:
    bot = tmp_path / "failing.py"
    bot.write_text("class Failing:\n    def choose(self, game):\n        raise KeyError('W')\n", encoding="utf-8")
    with pytest.raises(BotError, match=r"^bot .*[Ff]ailing.*, seed 8, ply 1: KeyError: 'W'"):
        session("", seed=8, human="none", bots=str(bot))
