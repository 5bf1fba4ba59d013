"""The ports of the browser edition: the analyzer in WebAssembly, one box, no limits."""

import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from amyitis.bots.bot import Bot
from amyitis.bots.levels import LEVELS
from amyitis.bots.registry import make_bot
from amyitis.bots.searching import SearchingBot, SearchRequest
from amyitis.box import Box, active_box
from amyitis.box.known import digest_in
from amyitis.errors import AmyitisError
from amyitis.game import Game
from amyitis.notation.tokens import token
from amyitis.rules import SEED_BITS
from amyitis.search.evaluation import MoveEvaluation
from amyitis.service.problems import BadRequest, Conflict, check_rules_version
from amyitis.table import Entry, GameMetadata, LogEntry, SeatMetadata, Table
from amyitis.table.lobby import SHARE_SECONDS
from amyitis.table.people.absence import ABSENT_SECONDS

T = TypeVar("T")
BOTS = sorted([*LEVELS, "greedy", "random"])
NO_LIMIT = 1_000_000

# Runs a search request, both as JSON; returns `{"evaluations": [...]}`, or `{"problem": "..."}` where it failed.
Search = Callable[[str], Awaitable[str]]


class SearchFailed(AmyitisError):
    """The engine of the page could not search."""


class Reviewer(Protocol):
    """Runs analysis jobs in a worker of the page: an object of JavaScript, `web/src/local/reviewing.ts`."""

    def begin(self, job: str) -> int:
        """Start a job; return its number."""

    def next(self, number: int) -> Awaitable[str]:
        """Return the next update of a job, as JSON."""


class BrowserAnalyzer:
    """Bots and analysis jobs by WebAssembly; see `amyitis.service.ports.Analyzer`."""

    def __init__(self, search: Search, reviewer: Reviewer | None) -> None:
        self._search, self._reviewer = search, reviewer
        self._seed = secrets.randbits(SEED_BITS)
        self._bots: dict[str, Bot] = {}

    @property
    def can_analyse(self) -> bool:
        """Whether the page brought a worker for analysis jobs."""
        return self._reviewer is not None

    @property
    def compiling(self) -> None:
        """None: the page compiles its WebAssembly before there is a table."""
        return None

    def bot_names(self) -> Sequence[str]:
        """Return the bots that may take a seat."""
        return BOTS

    def check_bot(self, name: str, field: str = "bot") -> str:
        """Return the name of a bot that may take a seat; raises BadRequest."""
        if name not in BOTS:
            raise BadRequest(f"{name} may not take a seat here; choose a level", field=field)
        return name

    async def count_expensive(self, _bots: Sequence[str | None]) -> int:
        """Return 0: everybody pays with their own machine."""
        return 0

    async def choose(self, table: Table, bot: str, owner: str) -> str:
        """Return a bot's move; raises SearchFailed."""
        if bot not in self._bots:
            self._bots[bot] = make_bot(bot, self._seed)
        game, player = Game(table.game.state), self._bots[bot]
        if not isinstance(player, SearchingBot):
            return token(game.check(player.choose(game)))
        return token(player.choose_from(game, await self._run_search(player.request(game))))

    async def _run_search(self, request: SearchRequest) -> list[MoveEvaluation]:
        answer = json.loads(await self._search(json.dumps(request.as_dict())))
        if "evaluations" not in answer:
            raise SearchFailed(str(answer.get("problem", "there was no answer")))
        return [MoveEvaluation.from_dict(move) for move in answer["evaluations"]]

    async def run(self, job: Mapping[str, Any], owner: str, box: str) -> AsyncIterator[Mapping[str, Any]]:
        """Run an analysis job."""
        assert self._reviewer is not None
        number, complete = self._reviewer.begin(json.dumps(job)), False
        while not complete:
            update = json.loads(await self._reviewer.next(number))
            complete = bool(update["complete"])
            yield update

    def warm_up(self) -> None:
        """Do nothing: the page starts its worker itself."""


class OnlyBox:
    """The box in use, and no other; rules run in the page's own Python. See `amyitis.service.ports.Boxes`."""

    @property
    def own(self) -> str:
        """The digest of the box in use."""
        return active_box().digest

    async def check(self, metadata: GameMetadata) -> None:
        """Raise Conflict for a game whose rules version or box is not available."""
        check_rules_version(metadata)
        self._check_digest(digest_in(metadata.box))

    def _check_digest(self, digest: str) -> None:
        if digest and digest != self.own:
            raise Conflict(
                f"this game is played with the box {digest}: without a server there is only the box {self.own}",
                key="other_box",
            )

    async def printed(self, digest: str) -> Box:
        """Return what is printed in the box; raises Conflict for another."""
        self._check_digest(digest)
        return active_box()

    async def open_table(
        self, metadata: GameMetadata, seats: list[SeatMetadata], log: list[LogEntry]
    ) -> tuple[Table, list[Entry]]:
        """Rebuild a table from its log."""
        return Table.rebuild(metadata, seats, log)

    async def follow(self, table: Table, log: list[LogEntry]) -> None:
        """Replay entries that another tab has appended."""
        table.follow(log)

    async def ask(self, table: Table, question: Callable[[Table], T]) -> T:
        """Call a function of a table."""
        return question(table)

    async def call(
        self, box: str, function: Callable[..., T], *arguments: Any, owner: str = "", isolated: bool = False
    ) -> T:
        """Call a function with the rules of the box; raises Conflict for another."""
        self._check_digest(digest_in(box) or box)
        return function(*arguments)


class NoLimits:
    """No quotas: one person plays with their own machine. See `amyitis.service.ports.Quotas`."""

    running_games = NO_LIMIT
    absent_seconds, share_seconds = ABSENT_SECONDS, SHARE_SECONDS
    alert_pause_seconds = 0.0

    def charge(self, what: str, owner: str, amount: float = 1.0) -> None:
        """Charge nothing."""
