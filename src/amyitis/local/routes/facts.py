"""What does not change (bots, box, rules, lessons), any position, and looking back."""

from typing import Any

from amyitis.api.facts import bots_told, box_told, clause_told, position_told, rules_told
from amyitis.api.lessons import lesson_told, taught
from amyitis.api.records import games_of, played_back, record_headers
from amyitis.api.refusals import NotFound
from amyitis.api.refusing import explored, tried
from amyitis.box import Box, active_box, load_box
from amyitis.box.known import box_of_record, known_box
from amyitis.box.tables import MAX_SEATS
from amyitis.game import Game
from amyitis.learn import PARTS
from amyitis.rulebook import LANGUAGES
from amyitis.table.replaying import film_of_log, moment_of_log, record_of_log
from amyitis.table.telling import seat_facts

from ..bot_turns import BOTS
from ..games import ME, LocalGames, check_box
from .requests import MOST_PLY, POSITION, RECORD
from .routing import TEXT, Answer, Asked, Router

MOST_TRIED = 80
DIGEST = "[0-9a-f]{12}"


class FactRoutes:
    """Answers what needs no table, and what a game was."""

    def __init__(self, games: LocalGames) -> None:
        self._games = games

    def add_to(self, router: Router) -> None:
        """Add the routes."""
        router.add("GET", "/bots", self.bots)
        router.add("GET", "/box", self.box)
        router.add("GET", "/rules", self.rules)
        router.add("GET", "/rules/{number}", self.rule)
        router.add("GET", "/lesson", self.lesson)
        router.add("POST", "/lesson/try", self.try_in_lesson)
        router.add("GET", "/positions/new", self.new_position)
        router.add("POST", "/positions", self.position)
        router.add("POST", "/positions/try", self.try_in_position)
        router.add("POST", "/positions/explore", self.explore)
        router.add("GET", "/games/{game_id}/log", self.log)
        router.add("GET", "/games/{game_id}/replay", self.replay)
        router.add("GET", "/games/{game_id}/at/{ply}", self.look_back)
        router.add("GET", "/games/{game_id}/record", self.record)
        router.add("POST", "/replays", self.replay_record)
        router.add("POST", "/records", self.split_record)

    # What does not change.

    async def bots(self, _asked: Asked) -> dict[str, Any]:
        """The bots that can take a seat."""
        return bots_told(BOTS)

    async def box(self, asked: Asked) -> dict[str, Any]:
        """What is in the box."""
        return box_told(_box(asked, "digest"))

    async def rules(self, asked: Asked) -> dict[str, Any]:
        """All rules in our words."""
        return rules_told(asked.query.one_of("lang", LANGUAGES, "en"), _box(asked, "box"))

    async def rule(self, asked: Asked) -> dict[str, Any]:
        """A clause of the rules."""
        return clause_told(asked.path["number"], asked.query.one_of("lang", LANGUAGES, "en"), _box(asked, "box"))

    async def lesson(self, asked: Asked) -> dict[str, Any]:
        """A part of the lesson."""
        return lesson_told(_part(asked))

    async def try_in_lesson(self, asked: Asked) -> dict[str, Any]:
        """Try a line of moves from a ply of a guided game."""
        ply, tokens = asked.body.ply(), asked.body.texts("tokens", 0, MOST_TRIED)
        asked.body.end()
        return tried(taught(_part(asked)).game(ply), ply, tokens)

    # Positions.

    async def new_position(self, asked: Asked) -> dict[str, Any]:
        """A set-up as it may fall."""
        players, palace = asked.query.number("players", MAX_SEATS, 2) or 2, asked.query.flag("palace")
        return position_told(Game.new(players, palace=palace))

    async def position(self, asked: Asked) -> dict[str, Any]:
        """A position in words."""
        position = asked.body.needed("position", POSITION)
        asked.body.end()
        return position_told(Game.from_position(position))

    async def try_in_position(self, asked: Asked) -> dict[str, Any]:
        """Try a line of moves from a position."""
        position, tokens = asked.body.needed("position", POSITION), asked.body.texts("tokens", 0, MOST_TRIED)
        asked.body.end()
        return tried(Game.from_position(position), 0, tokens)

    async def explore(self, asked: Asked) -> dict[str, Any]:
        """Play a line from a position on, for all seats and deals."""
        position, tokens = asked.body.needed("position", POSITION), asked.body.texts("tokens", 0, MOST_TRIED)
        asked.body.end()
        return explored(Game.from_position(position), tokens)

    # Looking back.

    async def log(self, asked: Asked) -> dict[str, Any]:
        """What has happened, with every event, behind ply `after`."""
        after = asked.query.number("after", MOST_PLY) or 0
        table = await self._games.table(asked.path["game_id"])
        entries = await self._games.entries_after(table, min(after, table.ply))
        return {"ply": table.ply, "entries": [entry.as_dict() for entry in entries]}

    async def replay(self, asked: Asked) -> dict[str, Any]:
        """Everything for a replay."""
        kept, log = await self._games.whole_log(asked.path["game_id"])
        facts, seats = kept.facts, [seat_facts(seat, kept.seats, ME) for seat in kept.seats]
        found = {"id": facts.id, "ply": facts.ply, "over": facts.over, "box": facts.box}
        return {**found, "seats": seats, "film": film_of_log(facts, log)}

    async def look_back(self, asked: Asked) -> dict[str, Any]:
        """The table as it was after an entry of the log."""
        kept, log = await self._games.whole_log(asked.path["game_id"])
        ply = int(asked.path["ply"]) if asked.path["ply"].isdecimal() else len(log) + 1
        if ply > len(log):
            raise NotFound(f"game {kept.facts.id} has {len(log)} entries")
        return moment_of_log(kept.facts, log[:ply])

    async def record(self, asked: Asked) -> Answer:
        """The game as a record."""
        kept, log = await self._games.whole_log(asked.path["game_id"])
        return Answer(200, TEXT, record_of_log(kept.facts, log, record_headers(kept.facts, kept.seats)))

    async def replay_record(self, asked: Asked) -> dict[str, Any]:
        """Play a record back without keeping it."""
        record, ply = asked.body.needed("record", RECORD), asked.body.number("ply", MOST_PLY)
        film = asked.body.flag("film")
        asked.body.end()
        check_box(box_of_record(record))
        return played_back(record, ply, film)

    async def split_record(self, asked: Asked) -> dict[str, Any]:
        """The games of a text that holds several."""
        record = asked.body.needed("record", RECORD)
        asked.body.end()
        return games_of(record)


def _box(asked: Asked, name: str) -> Box:
    """The box whose digest is asked for: the one in use, or one that a release came with. Raises Conflict."""
    digest = asked.query.text(name, 12, DIGEST)
    path = known_box(digest or "")
    if path is None:
        check_box(digest)
    return active_box() if path is None else load_box(path)


def _part(asked: Asked) -> int:
    return asked.query.number("part", len(PARTS), 1) or 1
