"""What games teach: reviews of games and records, and what is thought of a position."""

from typing import Any

from amyitis.analysis.losses import MOST_TIMES
from amyitis.analysis.opinions import MOST_VISITS
from amyitis.api.thoughts import about_move, about_position, about_record, checked_record
from amyitis.box.known import box_of_record

from ..games import check_box
from ..thoughts import Thoughts
from .requests import POSITION, RECORD, TOKEN
from .routing import Asked, Router

USUAL_VISITS = 1024


class ReviewRoutes:
    """Answers what is asked about moves and positions."""

    def __init__(self, thoughts: Thoughts) -> None:
        self._thoughts = thoughts

    def add_to(self, router: Router) -> None:
        """Add the routes."""
        router.add("GET", "/games/{game_id}/review", self.review_game)
        router.add("POST", "/reviews", self.review_record)
        router.add("GET", "/reviews/{key}", self.read_review)
        router.add("POST", "/analyses", self.analyse)
        router.add("GET", "/analyses/{key}", self.read_analysis)
        router.add("POST", "/judgements", self.judge)
        router.add("GET", "/judgements/{key}", self.read_judgement)

    async def review_game(self, asked: Asked) -> dict[str, Any]:
        """The review of a finished game as far as it has come."""
        return (await self._thoughts.of_game(asked.path["game_id"])).told("review")

    async def review_record(self, asked: Asked) -> dict[str, Any]:
        """Review a record, which is not kept."""
        record = asked.body.needed("record", RECORD)
        asked.body.end()
        check_box(box_of_record(record))
        return self._thoughts.begin(about_record(checked_record(record))).told("review")

    async def read_review(self, asked: Asked) -> dict[str, Any]:
        """The review of a record as far as it has come."""
        return self._thoughts.found("record", asked.path["key"]).told("review")

    async def analyse(self, asked: Asked) -> dict[str, Any]:
        """Think about a position."""
        position = asked.body.needed("position", POSITION)
        visits = asked.body.number("visits", MOST_VISITS, 1) or USUAL_VISITS
        asked.body.end()
        return self._thoughts.begin(about_position(position, visits)).told("opinion")

    async def read_analysis(self, asked: Asked) -> dict[str, Any]:
        """What is thought of a position by now."""
        return self._thoughts.found("analysis", asked.path["key"]).told("opinion")

    async def judge(self, asked: Asked) -> dict[str, Any]:
        """Judge a move of a position: what it costs, and why."""
        position, move = asked.body.needed("position", POSITION), asked.body.needed("move", TOKEN)
        beside, times = asked.body.text("beside", TOKEN), asked.body.number("times", MOST_TIMES, 1) or 1
        asked.body.end()
        return self._thoughts.begin(about_move(position, move, beside, times)).told("judgement")

    async def read_judgement(self, asked: Asked) -> dict[str, Any]:
        """What a move costs, once it is known."""
        return self._thoughts.found("judgement", asked.path["key"]).told("judgement")
