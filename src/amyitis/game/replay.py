"""Games written as records and played back, with every hash on the way compared."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from amyitis.box.tables import BOX_DIGEST, BOX_NAME, COLOURS, SEAT_LETTERS
from amyitis.errors import Drift, Illegal, Malformed
from amyitis.notation.endings import ENDING, Ending
from amyitis.notation.positions import position_hash, position_text
from amyitis.notation.records import (
    GAME_NAME,
    STANDARD_HEADERS,
    UNFINISHED,
    Check,
    Record,
    Turn,
    check_box,
    check_line,
    write_record,
)
from amyitis.rules import RULES_VERSIONS, agenda, questions
from amyitis.rules.course.scoring import winners
from amyitis.rules.state import State
from amyitis.rules.tasks import QUESTIONS

from .arguments import whole_number
from .events import Ply

if TYPE_CHECKING:
    from .game import Game

AnyGame = TypeVar("AnyGame", bound="Game")


def write_game(game: "Game", headers: Mapping[str, str]) -> str:
    """Returns a game as the text of a record; `headers` adds to the standard ones. Raises Malformed for a wrong one."""
    if not isinstance(headers, Mapping):
        raise Malformed(f"the headers of a record are texts by their names, not {headers!r:.60}")
    box = f"{BOX_NAME} {BOX_DIGEST}"
    result = result_text(game, Ending.parse(str(headers.get(ENDING, ""))))
    own = (GAME_NAME, str(game.rules_version), box, " ".join(game.seats), game.start, result)
    standard = dict(zip(STANDARD_HEADERS, own, strict=True))
    for key, its_own in standard.items():
        if headers.get(key, its_own) != its_own:
            raise Malformed(f"the header {key} is written by the game itself: it is {its_own!r:.60}, and no other")
    return write_record(standard | dict(headers), _lines(game))


def result_text(game: "Game", ending: Ending) -> str:
    """Returns scores and winners, `W 41, K 38: W`; `*` while the game is running."""
    if not (game.is_over or ending.ended):
        return UNFINISHED
    scores = ", ".join(f"{seat} {score}" for seat, score in game.scores.items())
    return f"{scores}: {' '.join(winners_of(game, ending))}"


def winners_of(game: "Game", ending: Ending) -> list[str]:
    """Returns the winners of a game that is over by the rules, or was ended."""
    best = winners(game.state)
    return ending.winners([letter for p, letter in enumerate(game.seats) if best >> p & 1], game.scores)


# The questions with which a turn begins; what else is asked belongs to the turn that led to it.
_TURN_BEGINS = {question.number for question in QUESTIONS.values() if question.opens}


def _lines(game: "Game") -> Iterator[str]:
    """Yields one line per turn, and a hash where a round ends."""
    words: list[str] = []
    plies = game.plies
    for place, ply in enumerate(plies):
        limit_begins = ply.before.task == agenda.GOODS_LIMIT and plies[place - 1].before.task != agenda.GOODS_LIMIT
        if words and (words[0] != ply.seat or ply.before.task in _TURN_BEGINS or limit_begins):
            yield " ".join(words)
            words = []
        words = [*(words or [ply.seat]), ply.token]
        after = plies[place + 1].before if place + 1 < len(plies) else game.state
        if _ends_round(ply, after):
            yield " ".join(words)
            words = []
            yield check_line(after.round_no, position_hash(position_text(after)))
    if words:
        yield " ".join(words)


def _ends_round(ply: Ply, after: State) -> bool:
    """Returns whether a round ended with this move; a Palace phase (13.4) already belongs to the next."""
    beyond = (questions.BONUS, questions.DEAL, questions.OVER)
    return after.asked in beyond and ply.before.asked not in beyond


def replay(kind: type[AnyGame], record: Record, to: int | None = None) -> AnyGame:
    """Returns a game of the given class played back from a record, as far as ply `to` if given.

    Raises Malformed, Illegal or Drift, naming the line.
    """
    _check_headers(record)
    game = _start(kind, record)
    if to is not None:
        to = _ply(to)
    for entry in record.entries:
        if isinstance(entry, Check):
            _check_round(game, entry)
        elif not _play_turn(game, entry, to):
            return game
    if to is not None and to > len(game.plies):
        raise Malformed(f"the record has {len(game.plies)} plies; there is no ply {to}")
    result, played = record.headers.get("Result", UNFINISHED), result_text(game, _ending(record, game))
    if result not in (UNFINISHED, played):
        raise Drift(record.header_lines["Result"], result, played, "result")
    return game


def _ending(record: Record, game: "Game") -> Ending:
    """Returns how the table ended; raises Malformed, naming the line."""
    try:
        ending = Ending.parse(record.headers.get(ENDING, ""))
        if not set(ending.out) < set(game.seats):
            raise Malformed(f"the header {ENDING} leaves nobody at the table, or names a seat that is not there")
    except Malformed as problem:
        raise Malformed(f"line {record.header_lines[ENDING]}: {problem}") from None
    return ending


def _ply(to: Any) -> int:
    """Returns a number of plies; raises Malformed."""
    number = whole_number(to)
    if number is None or number < 0:
        raise Malformed(f"a ply is counted from 0, not {to!r:.60}")
    return number


def _check_round(game: "Game", check: Check) -> None:
    """Compare the end of a round; raises Drift for another position, Malformed for another number."""
    if game.hash != check.hash:
        raise Drift(check.line, check.hash, game.hash)
    if game.round != check.round:
        raise Malformed(f"line {check.line}: round {check.round} is said to end here, but it is round {game.round}")


def _start(kind: type[AnyGame], record: Record) -> AnyGame:
    try:
        game = kind.from_position(record.headers["Start"])
    except Malformed as problem:
        raise Malformed(f"line {record.header_lines['Start']}: {problem}") from None
    if record.headers["Rules"] != str(game.rules_version):
        line = record.header_lines["Start"]
        raise Malformed(f"line {line}: the start is of rules version {game.rules_version}, the record of another")
    # A header may say anything, and once anybody could write this one: only seats that are others are wrong.
    players = record.headers.get("Players", "").split()
    if players and players != game.seats and all(letter in [*SEAT_LETTERS] for letter in players):
        line = record.header_lines["Players"]
        raise Malformed(f"line {line}: Players are {' '.join(players):.60}, but the start's {' '.join(game.seats)}")
    return game


def _check_headers(record: Record) -> None:
    rules = record.headers["Rules"]
    if rules not in map(str, RULES_VERSIONS):
        line, known = record.header_lines["Rules"], " and ".join(map(str, RULES_VERSIONS))
        raise Malformed(f"line {line}: the record is of rules version {rules:.60}; versions {known} can be played")
    check_box(record)


def _play_turn(game: "Game", turn: Turn, to: int | None) -> bool:
    """Play the moves of a line; returns False if the wanted ply was reached."""
    for move in turn.tokens:
        if to is not None and len(game.plies) >= to:
            return False
        if game.seat != turn.seat or game.is_over:
            raise Malformed(f"line {turn.line}: {move:.60} is written for {turn.seat}, but {_expected(game)}")
        try:
            game.push(move)
        except Illegal as problem:
            raise problem.at(f"line {turn.line}") from None
    return True


def _expected(game: "Game") -> str:
    if game.is_over:
        return "the game is over"
    if game.seat in SEAT_LETTERS:
        return f"{COLOURS[SEAT_LETTERS.index(game.seat)]} must answer now"
    return "the Craft cards must be dealt now"
