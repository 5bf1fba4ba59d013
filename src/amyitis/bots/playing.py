"""Bots against each other, from the first deal to the end."""

import hashlib
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from amyitis.box.tables import SEAT_LETTERS
from amyitis.errors import AmyitisError, BotError, Malformed
from amyitis.game import Game, SetupFacts
from amyitis.rules import SEED_BITS

from .bot import Bot, ExplainingBot, MoveValue, bot_name
from .registry import build, checked, error_line, make_bot
from .searching import SearchingBot
from .time_limits import at_most, checked_seconds

# Told of every decision: the place of the seat, clockwise from 0, and how many seconds the bot thought.
OnDecision = Callable[[int, float], None]


def play(
    bots: Sequence[str | Bot | type[Any]],
    seed: int | None = None,
    *,
    colours: str = SEAT_LETTERS,
    setup: SetupFacts | None = None,
    first: str | None = None,
    move_seconds: float | None = None,
    **switches: bool,
) -> Game:
    """Play a game between bots, seated clockwise in the order of the list; returns the finished game.

    Each bot is an object with `choose(game)`, a class (made with a seed of its own if it takes one), or a name for
    `make_bot`. `move_seconds` limits the time for one move. Other arguments are those of `Game.new`. Equal seeds give
    equal games if the bots are deterministic.

    Raises Malformed for something that is no bot, and BotError, naming bot, seed and ply, for a bot that fails, breaks
    the rules or takes too long.

    >>> play(["Steward", "random"], seed=7).winners
    ['W']
    """
    if isinstance(bots, str) or not isinstance(bots, Iterable):
        raise Malformed(f"a list of bots is wanted, as in play(['greedy', 'random']), not {bots!r:.60}")
    bots = list(bots)
    checked_seconds(move_seconds)
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    game = Game.new(len(bots), seed, colours=colours, setup=setup, first=first, **switches)
    seats = [seated(bot, seed, place) for place, bot in enumerate(bots)]
    play_out(game, seats, seed, move_seconds=move_seconds)
    return game


def play_out(
    game: Game,
    bots: Sequence[Bot],
    seed: int | None = None,
    on_decision: OnDecision | None = None,
    move_seconds: float | None = None,
) -> None:
    """Play a game that deals by itself to its end; the bots are in the order of its seats.

    `seed` is named in errors. A bot's `move_seconds`, if it has one, is set to the limit. Raises BotError for
    a bot that fails, breaks the rules or takes too long, and AmyitisError if a deal is due that the game does not make
    itself.
    """
    if checked_seconds(move_seconds) is not None:
        for bot in bots:
            # One that has the attribute but lets nobody set it cannot be told; the limit is the same.
            with _naming(bot, game, seed, None), suppress(AttributeError):
                if hasattr(bot, "move_seconds"):
                    bot.move_seconds = move_seconds
    for bot in bots:
        if isinstance(bot, SearchingBot):
            bot.prepare(game)  # before any clock runs
    seats = {letter: place for place, letter in enumerate(game.seats)}
    while not game.is_over:
        place = seats.get(game.seat)
        if place is None:
            raise AmyitisError("the game waits for a deal: give it a seed to deal by itself (`Game.deal_from`)")
        started = time.perf_counter()
        move = ask(bots[place], game, seed, seconds=move_seconds)
        if on_decision is not None:
            on_decision(place, time.perf_counter() - started)
        game.push_id(move)


def ask(bot: Bot, game: Game, seed: int | None = None, ply: int | None = None, seconds: float | None = None) -> int:
    """Returns the action id of the move that a bot chooses; it is legal, and came in time if that is limited.

    Raises BotError, naming bot, seed and ply: by default as many plies as the game has made. A game that was begun
    from a position in its middle does not know them; then the round is named.
    """
    with _naming(bot, game, seed, ply):
        shown = game.snapshot()
        with at_most(None if getattr(bot, "keeps_time", False) else seconds):
            move = bot.choose(shown)
    with _naming(bot, game, seed, ply, "it broke the rules"):
        if move is None:
            raise Malformed("it chose None instead of a move; does its choose(game) return one?")
        return game.check(move)


def ask_values(bot: ExplainingBot, game: Game, seed: int | None = None, ply: int | None = None) -> list[MoveValue]:
    """Returns a bot's values of the legal moves, the best first; there is at least one. Raises BotError as `ask`."""
    with _naming(bot, game, seed, ply):
        values = list(bot.explain(game.snapshot()))
        moves = [value.token for value in values]
    with _naming(bot, game, seed, ply, "it broke the rules"):
        if not moves:
            raise Malformed("it values no move")
        for move in moves:
            game.check(move)
    return values


@contextmanager
def _naming(bot: Bot, game: Game, seed: int | None, ply: int | None, fault: str = "") -> Iterator[None]:
    """Whatever goes wrong in here is a BotError that names bot, seed and ply, and `fault` or the kind of error."""
    try:
        yield
    except (Exception, SystemExit) as problem:  # a bot may not end the program; who interrupts it may
        ply = _plies_made(game) if ply is None else ply
        words = f"{fault}: {problem}" if fault else error_line(problem)
        named = BotError(_name_of(bot), seed, ply, words, game.round if ply is None else None)
        raise named from None if fault else problem


def _name_of(bot: Bot) -> str:
    """Returns the name of a bot that has failed, even if that fails, too."""
    try:
        return bot_name(bot)
    except Exception:
        return type(bot).__name__


def _plies_made(game: Game) -> int | None:
    """Returns how many moves were made in a game; None for one that was begun in its middle, which does not know."""
    plies = game.plies
    return len(plies) if (plies[0].before.round_no if plies else game.round) == 0 else None


def seated(bot: str | Bot | type[Any], seed: int, place: int, *, as_loaded: bool = False) -> Bot:
    """Returns the bot at a place of a game with this seed, made if it is given by name or class.

    `as_loaded` is as for `make_bot`. Raises Malformed, and BotError for one that fails while it is made.
    """
    own = bot_seed(seed, place)
    try:
        if isinstance(bot, str):
            return make_bot(bot, own, as_loaded=as_loaded)
        return build(bot, "", own) if isinstance(bot, type) else checked(bot)
    except BotError as problem:
        raise BotError(problem.bot, seed, None, problem.problem) from problem.__cause__


def bot_seed(seed: int, place: int) -> int:
    """Returns the seed of the bot at a place: unlike that of the deals and of the other bots."""
    return int.from_bytes(hashlib.sha256(f"bot {seed} {place}".encode()).digest()[: SEED_BITS // 8])
