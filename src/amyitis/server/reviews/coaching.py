"""`Coaching`: hints, words about moves, and win shares while a game is played, for those who have agreed to it.

The processes that review think about it, one question after the other, so no running game waits for it. In games that
compare people (challenges; there are no rated games) there is none.
"""

from collections.abc import Hashable, Sequence
from typing import Any

from amyitis.analysis.puzzles import part_of
from amyitis.api.bounded_cache import BoundedCache
from amyitis.api.thoughts import Thought, about_move, about_position
from amyitis.box.tables import CITY_KIND, CITY_NAMES, COURT_CITY, MARKET
from amyitis.game import Game
from amyitis.server.games.service import GameService
from amyitis.server.rate_limiter import RateLimiter
from amyitis.server.refusals import Conflict, Forbidden, Stale
from amyitis.table import Asker, Table
from amyitis.table.replaying import moment_of_log

from .reviews import Reviews

HINT_VISITS = 256
SHARE_VISITS = 64
AS_GOOD = 0.5  # points: a move whose loss may be so small is as good as the best, as in a review
WHERE, KIND, MOVE = 1, 2, 3  # the steps of a hint
MOST_PAID = 10_000

Plain = dict[str, Any]


class Coaching:
    """Answers those who play at a table with a coach, as often in an hour as the limit for a person says."""

    def __init__(self, games: GameService, reviews: Reviews, limiter: RateLimiter) -> None:
        self._games, self._reviews, self._limiter = games, reviews, limiter
        self._paid: BoundedCache[Hashable, None] = BoundedCache(MOST_PAID)

    async def hint(self, game_id: str, who: Asker, ply: int, tokens: Sequence[str], step: int) -> Plain:
        """What to look at, what kind of move is best, or which, behind moves that are tried. Raises a Refused."""
        game = await self._own(game_id, who, ply, tokens)
        if len(game.legal_moves) < 2:
            return _told(None, "hint", _hint(game, [], None, step))
        thought = self._thought(game, HINT_VISITS, who)
        if thought.status != "done" or thought.found is None:
            return _told(thought, "hint", None)
        lines: list[Plain] = thought.found["lines"]
        beside = None
        if step > WHERE and len(lines) > 1:
            beside = self._judged(game, lines[1]["move"], lines[0]["move"], who)
            if beside.status != "done":
                return _told(beside, "hint", None)
        return _told(thought, "hint", _hint(game, lines, None if beside is None else beside.found, step))

    async def word(self, game_id: str, who: Asker, ply: int, tokens: Sequence[str]) -> Plain:
        """What a move costs and why: one that is tried, or one that was made (by anybody). Raises a Refused."""
        table = await self._table(game_id, who, ply)
        *before, move = tokens
        game = await self._moment(table, ply, before)
        if ply == table.ply:
            _check_mine(game, table, who)
        thought = self._judged(game, move, None, who)
        return _told(thought, "judgement", thought.found)

    async def shares(self, game_id: str, who: Asker, ply: int, tokens: Sequence[str]) -> Plain:
        """The win shares now, behind moves that are tried. Raises a Refused."""
        table = await self._table(game_id, who, ply)
        if ply != table.ply:
            raise Stale("the game has gone on", ply=table.ply)
        thought = self._thought(await self._moment(table, ply, tokens), SHARE_VISITS, who)
        return _told(thought, "shares", thought.found and thought.found["wins"])

    async def _own(self, game_id: str, who: Asker, ply: int, tokens: Sequence[str]) -> Game:
        """The moment of a decision that is the asker's now."""
        table = await self._table(game_id, who, ply)
        if ply != table.ply:
            raise Stale("the game has gone on", ply=table.ply)
        game = await self._moment(table, ply, tokens)
        _check_mine(game, table, who)
        return game

    async def _table(self, game_id: str, who: Asker, ply: int) -> Table:
        table = await self._games.table(game_id, surely=True)
        self._check_table(table, who)
        if ply > table.ply:
            raise Stale("the game has not come so far", ply=table.ply)
        return table

    @staticmethod
    def _check_table(table: Table, who: Asker) -> None:
        """Raises a Refused unless the asker plays here, and everybody has agreed to a coach."""
        if not who.seats(table.seats):
            raise Forbidden("the coach talks to those who play here alone")
        if table.facts.coach != "on":
            raise Forbidden("not everybody at this table has agreed to a coach", key="no_coach")
        if table.gathering or table.over:
            raise Conflict("the coach is there while the game is played")
        if table.apart:
            raise Conflict("the coach knows this server's own box alone, and this game has another", key="coach_box")

    async def _moment(self, table: Table, ply: int, tokens: Sequence[str]) -> Game:
        """The game behind a ply and some moves that are tried; raises Malformed or Illegal."""
        if ply == table.ply:
            game = Game(table.game.state)
        else:
            history = self._games.tables.history
            _facts, found = await history.replayed(table.facts.id, moment_of_log, upto=ply)
            game = Game.from_position(found["position"])
        for token in tokens:
            game.push(token)
        return game

    def _thought(self, game: Game, visits: int, who: Asker) -> Thought:
        self._pay(who, (game.position, visits))
        return self._reviews.begin(about_position(game.position, visits), who.actor)

    def _judged(self, game: Game, move: str, beside: str | None, who: Asker) -> Thought:
        game.check(move)
        self._pay(who, (game.position, move, beside))
        return self._reviews.begin(about_move(game.position, move, beside), who.actor)

    def _pay(self, who: Asker, question: Hashable) -> None:
        """Count a question once, however often its answer is asked for; raises TooMuch."""
        key = (who.actor, question)
        if key not in self._paid:
            self._limiter.coaching(who.actor)
        self._paid[key] = None


def _check_mine(game: Game, table: Table, who: Asker) -> None:
    if game.seat not in who.seats(table.seats):
        raise Forbidden("the coach helps with your own decisions; those of others once they are made")


def _told(thought: Thought | None, name: str, found: Plain | None) -> Plain:
    """What is known by now; what needs no thought is done."""
    if thought is None:
        return {"status": "done", "error": None, name: found}
    return {"status": thought.status, "error": thought.error, name: found}


def _hint(game: Game, lines: Sequence[Plain], beside: Plain | None, step: int) -> Plain:
    """A hint as far as it was asked for: what lies behind its step is not told."""
    best = lines[0]["move"] if lines else None
    told: Plain = {"step": step, "only": best is None, "part": None, "kind": None, "reason": None}
    told |= {"move": None, "line": None, "as_good": None}
    if best is None:
        return told
    told["part"] = part_of(game.question, best)
    if step >= KIND:
        told["kind"] = kind_of(best)
        told["reason"] = _first_reason(beside)
    if step >= MOVE:
        told["move"], told["line"] = best, lines[0]["line"]
        if beside is not None and beside["loss"]["low"] < AS_GOOD:
            told["as_good"] = beside["move"]
    return told


def kind_of(token: str) -> str | None:
    """What kind of action a move is: a craft, a kind of city, passing, the Noble; None for other answers."""
    craft, slash, _group = token.removeprefix("free:").partition("/")
    if slash:
        return craft
    if not token.startswith("go:"):
        return token if token in ("pass", "noble") else None
    kind = CITY_KIND[CITY_NAMES.index(token.removeprefix("go:"))]
    return "market" if kind == MARKET else "court_city" if kind == COURT_CITY else "plant_city"


def _first_reason(beside: Plain | None) -> Plain | None:
    """The strongest reason for the best move beside the next one."""
    reasons: list[Plain] = beside["reasons"] if beside is not None else []
    return next((one for one in reasons if one["favours"] != "played"), None)
