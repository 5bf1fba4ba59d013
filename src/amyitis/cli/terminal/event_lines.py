"""What happened, told in lines: one for each thing a player did, with the clauses of the rules."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.text import Text

from amyitis.drawing.glyphs import COLOUR_NAMES, QUIET, STAR, cube
from amyitis.game import Event, Game

# An event of these begins a new line even if the same player did the thing before; so does a payment for it.
_BEGINS = {"recruited", "caravan", "passed", "palace bonus", "deal"}
_STEPS_OF_A_ROUND = ("4.", "5.3", "10.")  # and so does the next step of the round
_PAID_FIRST = {"6.1", "7.2", "13.3"}


def tell(events: Iterable[Event]) -> list[Text]:
    """Returns events as lines; what one player did in one go stands in one line, the name said once."""
    lines: list[list[Event]] = []
    for event in events:
        if event.clause.startswith("11.") or _is_clearing(event):
            continue  # the end has its own telling (`tell_end`)
        if lines and event.seat is not None and _goes_on(lines[-1], event):
            lines[-1].append(event)
        else:
            lines.append([event])
    return [_line(line) for line in lines]


def _goes_on(line: list[Event], event: Event) -> bool:
    """Returns whether an event belongs to the same doing as the line so far."""
    if line[0].seat != event.seat or _is_payment(event):
        return False
    if event.clause.startswith(_STEPS_OF_A_ROUND) and event.clause not in {earlier.clause for earlier in line}:
        return False
    return event.what not in _BEGINS or all(map(_is_payment, line))


def _is_clearing(event: Event) -> bool:
    """Returns whether this only gives back last round's bonuses of the Palace (13.4)."""
    return event.what == "palace bonus" and event.clause == "13.4" and event.amount < 0


def _is_payment(event: Event) -> bool:
    return event.what in ("talents", "camels") and event.amount < 0 and event.clause in _PAID_FIRST


def _line(events: list[Event]) -> Text:
    seat = events[0].seat
    line = Text.assemble(cube(seat), " ") if seat else Text("    ")
    name = COLOUR_NAMES.get(seat or "", "")
    for place, event in enumerate(events):
        said = event.text.removeprefix(f"{name} ") if place else event.text
        if event.what == "deal":
            said = f"Round {event.amount}: the Craft cards are dealt"  # the table shows which
        last_of_clause = place + 1 == len(events) or events[place + 1].clause != event.clause
        clause = f" ({event.clause})" if last_of_clause else ""
        line += Text.assemble(", " if place else "", said, (clause, QUIET))
    return line


def tell_end(game: Game) -> RenderableType:
    """Returns the final scoring, step by step (11), and who has won."""
    view, final = game.view(), _final_events(game)
    names: dict[str, str] = {seat["seat"]: COLOUR_NAMES[seat["seat"]] for seat in view["seats"]}
    favour, goods = (_sums(final, clause) for clause in ("11.2", "11.3"))
    before = {letter: score - favour.get(letter, 0) - goods.get(letter, 0) for letter, score in game.scores.items()}
    tiles: dict[str, int] = {seat["seat"]: len(seat["tiles"]) for seat in view["seats"]}
    held: dict[str, int] = {seat["seat"]: seat["goods_held"] for seat in view["seats"]}
    winners = " and ".join(names[letter] for letter in game.winners)
    lines = [
        _step(f"The game ends after round {game.round}", "11.1", {names[k]: f"{v}{STAR}" for k, v in before.items()}),
        _step("Amyitis' favour", "11.2", {n: _gain(tiles[k], "tile", favour.get(k, 0)) for k, n in names.items()}),
        _step("Goods left", "11.3", {n: _gain(held[k], "good", goods.get(k, 0)) for k, n in names.items()}),
        _step("Final prestige", "11.4", {names[k]: f"{v}{STAR}" for k, v in game.scores.items()}),
    ]
    verb = "wins the game" if len(game.winners) == 1 else "share the win"
    return Group(*lines, Text(f"{winners} {verb}.", style="bold"))


def _step(title: str, clause: str, facts: dict[str, str]) -> Text:
    parts = ", ".join(f"{name} {fact}" for name, fact in facts.items())
    return Text.assemble((title, "bold"), (f" ({clause})", QUIET), f": {parts}.")


def _gain(count: int, thing: str, prestige: int) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'} {f'+{prestige}{STAR}' if prestige else 'nothing'}"


def _final_events(game: Game) -> list[Event]:
    return list(game.plies[-1].events) if game.plies else []


def _sums(events: list[Event], clause: str) -> dict[str, int]:
    """Returns the prestige that each seat scored by a clause."""
    sums: dict[str, int] = {}
    for event in events:
        if event.clause == clause and event.seat:
            sums[event.seat] = sums.get(event.seat, 0) + event.amount
    return sums
