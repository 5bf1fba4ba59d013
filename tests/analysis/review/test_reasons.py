from dataclasses import asdict
from random import Random
from string import Formatter

import pytest

from amyitis.analysis.review.reasons import KINDS, MOST, Reason, events_along, reason_words, reasons_between
from amyitis.game import Game
from amyitis.rulebook import LANGUAGES, clause
from amyitis.rules import questions
from amyitis.rules.bits import count_bits
from amyitis.rules.state import State


def random_line(s: State, first: str, chance: Random) -> list[str]:
    """A move, and any moves to the end of the round."""
    board, line = Game(s), [first]
    board.push(first)
    while board.state.asked not in (questions.DEAL, questions.OVER):
        line.append(chance.choice(list(board.legal_moves)))
        board.push(line[-1])
    return line


def pairs_of_lines(game: Game) -> list[tuple[State, list[str], list[str]]]:
    chance = Random(5)
    states = [ply.before for ply in game.plies if not ply.is_deal and count_bits(ply.before.legal) > 1]
    found = []
    for s in states[::9]:
        moves = list(Game(s).legal_moves)
        found.append((s, random_line(s, moves[0], chance), random_line(s, moves[-1], chance)))
    return found


def test_reasons_name_only_what_happened_in_the_lines(game: Game) -> None:
    keys = set()
    for s, best, played in pairs_of_lines(game):
        happened = {"best": events_along(s, best), "played": events_along(s, played)}
        for reason in reasons_between(s, best, played):
            keys.add(reason.key)
            for one in reason.evidence:
                named = asdict(one)
                line, move = named.pop("line"), named.pop("move")
                told = [{**event.as_dict()} for place, event in happened[line] if place == move]
                assert named in [{key: event[key] for key in named} for event in told]
            if reason.key in {kind.key for kind in KINDS} - {"caravan", "ends"}:
                assert _sums(reason) == (reason.best, reason.played)
                assert reason.best != reason.played
    assert len(keys) >= 7


def _sums(reason: Reason) -> tuple[int, int]:
    counted = next(kind.counted for kind in KINDS if kind.key == reason.key)
    best, played = (
        sum(1 if counted else one.amount for one in reason.evidence if one.line == line) for line in ("best", "played")
    )
    return best, played


def test_there_are_few_reasons_and_the_strongest_come_first(game: Game) -> None:
    for s, best, played in pairs_of_lines(game):
        reasons = reasons_between(s, best, played)
        speaking = [one for one in reasons if one.favours == "best"]
        assert 1 <= len(reasons) <= MOST + 1
        assert [one.weight for one in speaking] == sorted((one.weight for one in speaking), reverse=True)
        assert sum(one.favours == "played" for one in reasons) <= 1


def test_lines_that_bring_the_same_give_no_reason(game: Game) -> None:
    s, line, _ = pairs_of_lines(game)[4]
    (reason,) = reasons_between(s, line, line)
    assert (reason.key, reason.favours, reason.clause) == ("none", None, None)
    assert "no clear difference" in reason.text()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_has_words_with_its_clause(lang: str, game: Game) -> None:
    words = reason_words()
    assert set(words[lang]) == set(words["en"])
    for key, sentence in words[lang].items():
        # What is missing is said in English alone: others read the title of the clause.
        fields = {name for _, name, _, _ in Formatter().parse(sentence) if name} - {"title", "cause.missing"}
        english = {name for _, name, _, _ in Formatter().parse(words["en"][key]) if name}
        assert fields == english - {"title", "cause.missing"}, key
    for s, best, played in pairs_of_lines(game)[:8]:
        for reason in reasons_between(s, best, played):
            text = reason.text(lang)
            assert "{" not in text
            by = reason.cause.by_seat if reason.cause else None
            names = {"{who}": reason.seat, "{by}": by}
            named = reason.texts[lang]
            for slot, seat in names.items():
                named = named.replace(slot, words[lang][f"seat.{seat}"] if seat else "")
            assert named == text
            assert ("{who}" in reason.texts[lang]) == (reason.seat is not None)
            assert (lang in reason.to_you) == (reason.seat is not None)
            assert "{who}" not in reason.to_you.get(lang, "")
            if reason.clause:
                assert f"({reason.clause})" in text
                assert clause(reason.clause, lang).number == reason.clause
