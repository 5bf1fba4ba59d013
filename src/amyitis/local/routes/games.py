"""Games: making, listing, looking, moving, seats, rematches."""

from collections.abc import Callable
from typing import Any

from amyitis.api.names import clean_name
from amyitis.api.new_games import AskedGame, MadeGame, make_fork, make_game
from amyitis.api.refusals import Conflict, NotFound
from amyitis.api.refusing import deciding, stale, tried
from amyitis.api.seating import handed_over, returned, with_share
from amyitis.box.known import box_of_record
from amyitis.game import Game
from amyitis.table import Change, SeatFacts, Table
from amyitis.table.beginning import rematch
from amyitis.table.telling import summary

from ..bot_turns import BotTurns, check_bot
from ..games import ME, TELLER, LocalGames, check_box
from ..thoughts import Thoughts
from .requests import HEX, MOST_PLY, NAME, asked_game
from .routing import JSON, Answer, Asked, Router, encoded

MOST_TOKENS, MOST_TRIED, MOST_REASONS, WATCHER = 40, 80, 60, 40
DEFAULT_NAME, PERSON = "Player", "person"
OWNER = ME.person or ""


class GameRoutes:
    """Answers what is asked about games."""

    def __init__(self, games: LocalGames, bots: BotTurns, thoughts: Thoughts) -> None:
        self._games, self._bots, self._thoughts = games, bots, thoughts

    def add_to(self, router: Router) -> None:
        """Add the routes."""
        router.add("GET", "/me", self.who_am_i)
        router.add("POST", "/me", self.about_me)
        router.add("GET", "/games", self.list)
        router.add("POST", "/games", self.create, 201)
        router.add("GET", "/games/{game_id}", self.look)
        router.add("DELETE", "/games/{game_id}", self.delete)
        router.add("POST", "/games/{game_id}/rematch", self.rematch)
        router.add("POST", "/games/{game_id}/moves", self.move)
        router.add("POST", "/games/{game_id}/undo", self.undo)
        router.add("POST", "/games/{game_id}/try", self.try_moves)
        router.add("GET", "/games/{game_id}/why-not", self.why_not)
        router.add("GET", "/games/{game_id}/invitations", self.invitations)
        router.add("POST", "/games/{game_id}/seats/{seat}/leave", self.leave)
        router.add("POST", "/games/{game_id}/seats/{seat}/return", self.come_back)
        router.add("POST", "/games/{game_id}/seats/{seat}/share", self.share)

    # Who sits here.

    async def who_am_i(self, _asked: Asked) -> dict[str, Any]:
        """Who sits at this browser."""
        return _person(await self._games.log.fact(PERSON))

    async def about_me(self, asked: Asked) -> dict[str, Any]:
        """Give yourself a name."""
        name = asked.body.text("name", NAME)
        asked.body.end()
        known = await self._games.log.fact(PERSON) or {"name": None}
        if name is not None:
            known = {"name": clean_name(name)}
        await self._games.log.keep_fact(PERSON, known)
        return _person(known)

    # Making, listing, looking.

    async def create(self, asked: Asked) -> dict[str, Any]:
        """Make a game."""
        wanted = asked_game(asked.body)
        if any(seat.kind == "open" for seat in wanted.seats):
            raise Conflict("to play with others needs a server: there is none here", key="needs_server")
        known = await self._games.log.fact(PERSON)
        made = await self._made(wanted, (known or {}).get("name") or DEFAULT_NAME)
        if known is None:
            await self._games.log.keep_fact(PERSON, {"name": None})
        table = await self._games.create(made.new)
        return _created(table, made.keys)

    async def _made(self, wanted: AskedGame, name: str) -> MadeGame:
        fork = wanted.origin
        if fork is None:
            check_box(box_of_record(wanted.record or ""))
            return make_game(wanted, OWNER, name, check_bot)
        kept, log = await self._games.whole_log(fork.game)
        if fork.ply > kept.facts.ply:
            raise NotFound(f"game {fork.game} has {kept.facts.ply} entries")
        return make_fork(kept.facts, log[: fork.ply], wanted, OWNER, name, check_bot)

    async def rematch(self, asked: Asked) -> Answer:
        """The same people and bots once more, moved up by one place."""
        seal = asked.body.text("seal", 64, HEX)
        asked.body.end()
        table = await self._games.table(asked.path["game_id"])
        if not table.over:
            raise Conflict("the game is not over")
        follower = table.facts.rematch
        if follower is not None:
            return Answer(200, JSON, encoded(_created(await self._games.table(follower), {})))
        mine = next((seat.seat for seat in table.seats if seat.person == OWNER), None)
        seals = {} if seal is None or mine is None else {mine: seal}
        new = await self._games.create(rematch(table.facts, table.seats, OWNER, seals), rematch_of=table)
        return Answer(201, JSON, encoded(_created(new, {})))

    async def delete(self, asked: Asked) -> dict[str, Any]:
        """Throw a game away."""
        await self._games.delete(asked.path["game_id"])
        await self._thoughts.forget(asked.path["game_id"])
        return {"id": asked.path["game_id"]}

    async def list(self, asked: Asked) -> dict[str, Any]:
        """My games; there are no others."""
        mine = asked.query.one_of("which", ("mine", "open", "watch"), "open") == "mine"
        games = await self._games.log.all() if mine else []
        return {"games": [summary(one.facts, one.seats, ME) for one in games]}

    async def look(self, asked: Asked) -> dict[str, Any]:
        """The game now; with `since`, the entries behind that ply too."""
        since, ahead = asked.query.number("since", MOST_PLY), asked.query.flag("outlook")
        table = await self._games.table(asked.path["game_id"])
        self._games.watchers.look(table.facts.id)
        self._bots.consider(table)
        entries = [] if since is None else await self._games.entries_after(table, min(since, table.ply))
        return TELLER.game(table, ME, [entry.as_dict() for entry in entries], ahead=ahead)

    # Moving.

    async def move(self, asked: Asked) -> dict[str, Any]:
        """Play a move, or all moves of a turn; the answer comes when they are kept."""
        ply, tokens = asked.body.ply(), asked.body.texts("tokens", 1, MOST_TOKENS)

        def make(table: Table, mine: frozenset[str]) -> Change:
            return table.moved(tokens, ME.actor, mine)

        return await self._step(asked, ply, make)

    async def undo(self, asked: Asked) -> dict[str, Any]:
        """Take back my last decision."""

        def make(table: Table, mine: frozenset[str]) -> Change:
            return table.taken_back(ME.actor, mine)

        return await self._step(asked, asked.body.ply(), make)

    async def _step(self, asked: Asked, ply: int, make: Callable[[Table, frozenset[str]], Change]) -> dict[str, Any]:
        """Carry a game a step further; returns what is new since `ply`, or the whole game."""
        body = asked.body
        watcher, ahead, whole = body.text("watcher", WATCHER), body.flag("outlook"), body.flag("whole")
        body.end()
        table = await self._games.step(
            asked.path["game_id"],
            lambda table: make(table, deciding(TELLER, table, ply, ME, ahead)),
            watcher=watcher,
            ahead=ahead,
        )
        entries = table.entries_after(ply)
        if entries is None or whole:
            return TELLER.game(table, ME, [entry.as_dict() for entry in entries or ()], ahead=ahead)
        return TELLER.update(table, ME, entries, ahead=ahead)

    async def try_moves(self, asked: Asked) -> dict[str, Any]:
        """Try a line of moves on a copy. Nothing is kept, or dealt."""
        ply, tokens = asked.body.ply(), asked.body.texts("tokens", 0, MOST_TRIED)
        asked.body.end()
        table = await self._games.table(asked.path["game_id"])
        if ply != table.ply:
            raise stale(TELLER, table, ME, ahead=True)
        return tried(Game(table.game.state), ply, tokens)

    async def why_not(self, asked: Asked) -> dict[str, Any]:
        """For each move, whether it is legal now; if not, the clause and what is missing."""
        tokens = asked.query.all_of("token", MOST_REASONS)
        table = await self._games.table(asked.path["game_id"])
        return {"ply": table.ply, "reasons": table.reasons(tokens)}

    # Seats.

    async def invitations(self, asked: Asked) -> dict[str, Any]:
        """Nobody can be invited here."""
        await self._games.table(asked.path["game_id"])
        return {"invitations": {}}

    async def leave(self, asked: Asked) -> dict[str, Any]:
        """Leave a seat of mine to a bot; I may come back."""
        bot = check_bot(asked.body.text("bot", NAME) or "Steward")
        asked.body.end()
        return await self._seat(asked, lambda table, seat: handed_over(table, seat, ME, bot))

    async def come_back(self, asked: Asked) -> dict[str, Any]:
        """Take a seat back that I left to a bot."""
        return await self._seat(asked, lambda table, seat: returned(table, seat, ME))

    async def share(self, asked: Asked) -> dict[str, Any]:
        """Add to the seed of a game that gathers."""
        seal, share = asked.body.text("seal", 64, HEX), asked.body.text("share", 64, HEX)
        asked.body.end()
        return await self._seat(asked, lambda table, seat: with_share(table, seat, ME, seal, share))

    async def _seat(self, asked: Asked, make: Callable[[Table, SeatFacts], dict[str, Any]]) -> dict[str, Any]:
        table = await self._games.change_seat(asked.path["game_id"], asked.path["seat"], make)
        return TELLER.game(table, ME)


def _person(known: dict[str, Any] | None) -> dict[str, Any]:
    name = None if known is None else known["name"]
    return {"known": known is not None, "name": name, "webhooks": False, "webhook": None, "webhook_key": None}


def _created(table: Table, keys: dict[str, str]) -> dict[str, Any]:
    return {"game": TELLER.game(table, ME), "invitations": {}, "keys": keys}
