"""`new`, `legal`, `apply` and `pipe`: the rules for any program in any language, one JSON object an answer."""

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from secrets import randbits
from typing import Annotated, Any, TextIO

import typer

from amyitis.errors import AmyitisError, Drift, Illegal, Malformed
from amyitis.rules import SEED_BITS
from amyitis.rules.switches import NO_SWITCHES, Switches, chosen_switch

from ..options import BoxOption, PlayersOption, with_switches

PositionArgument = Annotated[str, typer.Argument(help="A position in one line.")]


@with_switches
def new(
    players: PlayersOption = 4,
    seed: Annotated[int | None, typer.Option(help="Equal seeds give equal set-ups.")] = None,
    setup: Annotated[Path | None, typer.Option(metavar="FILE", help="An explicit set-up (JSON).")] = None,
    switches: Switches = NO_SWITCHES,
    box: BoxOption = None,
) -> None:
    """Print a start position, before the first deal, from a seed or an explicit set-up."""
    facts = _json_file(setup) if setup else None
    _print(start({"players": players, "seed": seed, "setup": facts, "switches": switches.as_dict()}))


def legal(position: PositionArgument, box: BoxOption = None) -> None:
    """Print the table of a position and its legal moves, as JSON."""
    _print(look({"position": position}))


def apply(
    position: PositionArgument,
    tokens: Annotated[list[str], typer.Argument(metavar="TOKEN...", help="Moves, in order.")],
    box: BoxOption = None,
) -> None:
    """Play moves from a position and print the table, as JSON. If a move is refused, none is played."""
    _print(play_moves({"position": position, "tokens": tokens}))


def pipe(box: BoxOption = None) -> None:
    """Read one JSON request per line and print one JSON answer per line.

    A request is a JSON object, {"do": "apply", "position": "...", "tokens": ["pass"]}. With "view": false the view is
    left out; an "id" comes back in the answer.
    """
    serve_lines(sys.stdin, sys.stdout)


def serve_lines(requests: Iterable[str], answers: TextIO) -> None:
    """Answer every line that is not empty; a request that cannot be answered gets an error and the next its turn."""
    for line in requests:
        if line.strip():
            answers.write(_one_line(answer_line(line)) + "\n")
            answers.flush()


def _one_line(answer: dict[str, Any]) -> str:
    """Returns an answer as a line of JSON; half a character, as an id may have one, is written as in the request."""
    text = json.dumps(answer, separators=(",", ":"), ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(answer, separators=(",", ":"))
    return text


def answer_line(line: str) -> dict[str, Any]:
    """Returns the answer to one line of `pipe`."""
    request: Mapping[str, Any] = {}
    try:
        request = _read_request(line)
        answer = _answerer(request)(request)
    except AmyitisError as problem:
        answer = {"error": error_object(problem)}
    return ({"id": request["id"]} if "id" in request else {}) | answer


def _answerer(request: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Returns what answers a request; raises Malformed where it asks for nothing we do, or for more than we know."""
    do = request.get("do")
    if not isinstance(do, str) or do not in REQUESTS:
        raise Malformed(f"a request does one of {', '.join(REQUESTS)}, not {do!r:.60}")
    for key in request:
        if key not in (*KEYS[do], *KEYS_OF_ALL):
            raise Malformed(f"{do} knows no {key!r:.60}; it takes {', '.join(KEYS[do])}, and view and id")
    return REQUESTS[do]


def error_object(problem: AmyitisError) -> dict[str, Any]:
    """Returns an error as data: its kind, its sentence, and what it knows besides."""
    error: dict[str, Any] = {"kind": type(problem).__name__.lower(), "message": str(problem)}
    if isinstance(problem, Illegal):
        error |= {"token": problem.token, "clause": problem.clause, "missing": problem.missing}
    if isinstance(problem, Drift):
        error |= {"line": problem.line, "expected": problem.expected, "found": problem.found}
    return error


def _read_request(line: str) -> Mapping[str, Any]:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as problem:
        raise Malformed(f"the request is not JSON: {problem}") from None
    if not isinstance(request, dict):
        raise Malformed(f"a request is a JSON object, not {request!r:.60}")
    return request


def start(request: Mapping[str, Any]) -> dict[str, Any]:
    """Returns what `new` prints: a start position, before the first deal."""
    from amyitis.game import Game, SetupFacts

    players, seed, facts = request.get("players", 4), request.get("seed"), request.get("setup")
    if not isinstance(players, int) or not (seed is None or isinstance(seed, int)):
        raise Malformed("players and seed must be numbers")
    setup = None if facts is None else SetupFacts.from_json(facts)
    switches = Switches.from_dict(request.get("switches", {}))
    game = Game.new(players, seed, setup=setup, **switches.as_dict())
    return _describe(game if _deals(request) else Game.from_position(game.start), request)


def look(request: Mapping[str, Any]) -> dict[str, Any]:
    """Returns what `legal` prints: a position and what may be played in it."""
    return _describe(_game(request), request)


def play_moves(request: Mapping[str, Any]) -> dict[str, Any]:
    """Returns what `apply` prints: the position after some moves, and what they did."""
    game, tokens, seed = _game(request), request.get("tokens", []), request.get("seed")
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        raise Malformed('apply wants at least one token in a list, or "deal": "chance"')
    if _deals(request):
        game.deal_from(randbits(SEED_BITS) if seed is None else seed)
    elif seed is not None:
        raise Malformed('a seed is for deals, and "deal": "chance" asks for them')
    elif not tokens:
        raise Malformed('apply wants at least one token, or "deal": "chance"')
    for token in tokens:
        game.push(token)
    events = [event.as_dict() for event in game.events]
    return _describe(game, request) | {"tokens": game.moves, "events": events}


def _deals(request: Mapping[str, Any]) -> bool:
    """Returns whether the Craft cards are dealt by chance where that is due; raises Malformed."""
    if request.get("deal", "chance") != "chance":
        raise Malformed(f'"deal" is "chance" or is left out, not {request["deal"]!r:.60}')
    return "deal" in request


REQUESTS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {"new": start, "legal": look, "apply": play_moves}
# What a request may hold, by what it does, and whatever it does.
KEYS = {
    "new": ("players", "seed", "setup", "switches", "deal"),
    "legal": ("position",),
    "apply": ("position", "tokens", "deal", "seed"),
}
KEYS_OF_ALL = ("do", "view", "id")


# The positions answered last, so that a program that goes on from one spares us reading it again.
_given_out: dict[str, Any] = {}
GIVEN_OUT_LIMIT = 4096


def _game(request: Mapping[str, Any]) -> Any:
    from amyitis.game import Game

    position = request.get("position")
    if not isinstance(position, str):
        raise Malformed("the request has no position")
    known = _given_out.get(position)
    return Game.from_position(position) if known is None else Game(known)


def _describe(game: Any, request: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a game as the one object that every command here prints."""
    from amyitis.notation.positions import position_hash

    with_view = chosen_switch("view", request.get("view", True))
    position = game.position
    if len(_given_out) >= GIVEN_OUT_LIMIT:
        _given_out.clear()
    _given_out[position] = game.state
    answer = {
        "position": position,
        "hash": position_hash(position),
        "seat": game.seat,
        "question": game.question,
        "legal": list(game.legal_moves),
        "over": game.is_over,
        "scores": game.scores,
        "winners": game.winners,
    }
    if game.question == "deal":
        answer["deck"] = game.deck
    if with_view:
        answer["view"] = game.view()
    return answer


def _json_file(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise Malformed(f"{path}: {problem.strerror}") from None
    except ValueError as problem:
        raise Malformed(f"{path}: not JSON: {problem}") from None


def _print(answer: dict[str, Any]) -> None:
    print(json.dumps(answer, ensure_ascii=False))
