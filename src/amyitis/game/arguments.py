"""Checks of the arguments of a new game: numbers, switches, rules, players and their colours."""

from collections.abc import Sequence
from operator import index
from typing import Any

from amyitis.box.tables import MAX_SEATS, SEAT_LETTERS
from amyitis.errors import Malformed
from amyitis.rules import RULES_VERSIONS
from amyitis.rules.course.setup import set_up
from amyitis.rules.state import State
from amyitis.rules.switches import Switches

from .setup_facts import SetupFacts


def whole_number(value: Any) -> int | None:
    """Returns a whole number, NumPy's too, as one of Python's; None for anything else, and for True and False."""
    if isinstance(value, bool):  # which Python counts as a whole number
        return None
    try:
        return index(value)
    except TypeError:
        return None


def chosen_players(players: Any) -> int:
    """Returns the number of players; raises Malformed."""
    number = whole_number(players)
    if number is None or not 2 <= number <= MAX_SEATS:
        raise Malformed(f"Amyitis is for 2 to {MAX_SEATS} players, not for {players!r:.60} (rule 1.1)")
    return number


def chosen_rules(rules_version: Any, switches: Switches, players: int) -> int:
    """Returns the version of the rules; raises Malformed where there is none, or what the switches do not go with."""
    version = whole_number(rules_version)
    if version not in RULES_VERSIONS:
        known = " and ".join(map(str, RULES_VERSIONS))
        raise Malformed(
            f"rules_version={rules_version!r:.60}: the versions of the rules that can be played are {known}"
        )
    switches.check(players)
    return version


def bare_state(players: Any, colours: Any, rules_version: Any, switches: Switches) -> State:
    """Returns a new game before anything is drawn; raises Malformed for what it cannot be begun with."""
    number = chosen_players(players)
    version = chosen_rules(rules_version, switches, number)
    letters = chosen_colours(number, colours)
    s = State()
    s.rules_version = version
    switches.mark(s)
    set_up(s, number)
    s.colours[:number] = [SEAT_LETTERS.index(letter) for letter in letters]
    return s


def chosen_colours(players: int, colours: Any) -> str:
    """Returns the colours of so many players, from a text or from letters like `Game.seats`; raises Malformed."""
    given = colours[:players] if isinstance(colours, str | list | tuple) else []
    letters = [letter for letter in given if isinstance(letter, str) and letter in [*SEAT_LETTERS]]
    if len(set(letters)) != players:
        raise Malformed(
            f"colours={colours!r:.60}: {players} players need {players} different letters of {SEAT_LETTERS}"
        )
    return "".join(letters)


def chosen_first(first: Any, letters: Sequence[str]) -> int:
    """Returns the seat that begins, of these; raises Malformed."""
    if first not in letters:
        raise Malformed(f"first={first!r:.60}: one of {', '.join(letters)} begins (rule 2.8)")
    return letters.index(first)


def chosen_setup(setup: Any) -> SetupFacts:
    """Returns the facts of a set-up; raises Malformed for what is none, like the JSON that they can be made of."""
    if not isinstance(setup, SetupFacts):
        raise Malformed(f"setup={setup!r:.60}: a SetupFacts; SetupFacts.from_json makes one of a JSON object")
    return setup
