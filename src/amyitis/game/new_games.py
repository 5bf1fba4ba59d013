"""What a new game is begun with, checked before anything is laid out: its rules, its players and their colours."""

from amyitis.box.tables import MAX_SEATS, SEAT_LETTERS
from amyitis.errors import Malformed
from amyitis.rules.state import State
from amyitis.rules.version import RULES_VERSIONS


def blank_state(rules_version: int, palace: bool, full_lap: bool, unlimited_noble: bool) -> State:
    """Returns a state that says by which rules it is played, and nothing else; raises Malformed."""
    if rules_version not in RULES_VERSIONS:
        known = " and ".join(map(str, RULES_VERSIONS))
        raise Malformed(f"rules_version={rules_version!r}: the versions of the rules that can be played are {known}")
    if rules_version == 1 and (full_lap or unlimited_noble):
        raise Malformed("full_lap and unlimited_noble came with rules version 2")
    if unlimited_noble and not palace:
        raise Malformed("unlimited_noble goes with the Palace expansion alone (rule 13.3)")
    s = State()
    s.rules_version, s.full_lap, s.unlimited_noble = rules_version, int(full_lap), int(unlimited_noble)
    return s


def chosen_colours(players: int, colours: str) -> str:
    """Returns the colours of the players; raises Malformed."""
    if not hasattr(players, "__index__") or players not in range(2, MAX_SEATS + 1):
        raise Malformed(f"Amyitis is for 2 to {MAX_SEATS} players, not for {players} (rule 1.1)")
    chosen = colours[:players]
    if len(set(chosen)) != players or set(chosen) - set(SEAT_LETTERS):
        raise Malformed(f"colours={colours!r}: {players} players need {players} different letters of {SEAT_LETTERS}")
    return chosen
