"""The tables of the crash test at which people sit down, show their shares, and vote about one who is away.

Each table goes through the same steps, one request at a time. Whatever was acknowledged must be there in the next life;
of the step that was under way when the server was killed nobody knows, so the table may stand before or behind it.
"""

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import httpx

from amyitis.game.deals.fair_deals import seal_of

API = "/api/v1"
SEATS = "WKBR"
AWAY = "R"  # never looks at the game, so that the others may do something about the seat
BOT = "Steward"
ALL_SHOWN = f"{len(SEATS)} shown"


class Step(NamedTuple):
    """What is done, by the one of which seat, and what the table is like then."""

    kind: str
    seat: str
    after: str


STEPS = (
    *(Step("names", seat, f"{number} named") for number, seat in enumerate(SEATS, 1)),
    Step("games", "W", "made"),
    *(Step("joins", seat, f"{number} sealed") for number, seat in enumerate(SEATS[1:], 2)),
    *(Step("shares", seat, f"{number} shown") for number, seat in enumerate(SEATS[:-1], 1)),
    Step("shares", AWAY, "begun"),
    # Two of three who may vote, and neither of them its maker, who would decide alone.
    Step("bot votes", "K", f"1 for bot:{BOT}"),
    Step("bot votes", "B", "bot"),
    Step("returns", AWAY, "begun"),
    Step("open votes", "K", "1 for open"),
    Step("open votes", "B", "open"),
    Step("joins", AWAY, "begun"),
)


@dataclass
class GatheringTable:
    """A table, how far it has come, and what its people keep: cookies, and the shares in their browsers."""

    done: int = 0  # steps that were acknowledged
    game_id: str = ""
    invitations: dict[str, str] = field(default_factory=dict)
    promised: str = ""
    cookies: dict[str, str] = field(default_factory=lambda: dict.fromkeys(SEATS, ""))
    shares: dict[str, str] = field(default_factory=lambda: {seat: secrets.token_hex(32) for seat in SEATS})

    @property
    def over(self) -> bool:
        """Whether it has come to its end."""
        return self.done == len(STEPS)

    async def step(self, http: httpx.AsyncClient) -> str:
        """Take the next step; its kind. Raises httpx.TransportError if the server is gone."""
        kind, seat, _after = STEPS[self.done]
        seats, seal = f"/games/{self.game_id}/seats", {"seal": seal_of(self.shares[seat])}
        match kind:
            case "names":
                await self._ask(http, seat, "/me", {"name": f"Seat {seat}"})
            case "games":
                asked = {"seats": [{"kind": "me"}, *([{"kind": "open"}] * 3)], **seal}
                made = await self._ask(http, seat, "/games", asked)
                self.game_id, self.invitations = made["game"]["id"], made["invitations"]
                self.promised = made["game"]["fairness"]["commitment"]
            case "joins":  # the second time by an invitation that is over: it was their seat before
                await self._ask(http, seat, f"{seats}/{seat}/join", {"invitation": self.invitations[seat], **seal})
            case "shares":
                await self._ask(http, seat, f"{seats}/{seat}/share", {"share": self.shares[seat]})
            case "returns":
                await self._ask(http, seat, f"{seats}/{seat}/return", {})
            case _:
                wish = {"by": "bot", "bot": BOT} if kind == "bot votes" else {"by": "open"}
                await self._ask(http, seat, f"{seats}/{AWAY}/replace", wish)
        self.done += 1
        return kind.split()[-1]

    async def found_again(self, http: httpx.AsyncClient) -> bool:
        """Whether a new life of the server knows all that was acknowledged; goes on behind a step that was not."""
        if self.done == 0:
            return True
        named = [(await self._ask(http, seat, "/me"))["name"] == f"Seat {seat}" for seat in SEATS[: self.done]]
        if not self.game_id:
            return all(named)
        game = await self._ask(http, "W", f"/games/{self.game_id}")
        while (now := self._standing(game)) == ALL_SHOWN:  # the last share was kept: now the game begins by itself
            await asyncio.sleep(0.05)
            game = await self._ask(http, "W", f"/games/{self.game_id}")
        last = STEPS[self.done - 1].after
        under_way = None if self.over else STEPS[self.done].after
        self.done += now == under_way
        kept = game["fairness"]["commitment"] == self.promised and game["seats"][0]["yours"]
        return all(named) and now in (last, under_way) and kept

    def _standing(self, game: dict[str, Any]) -> str:
        """What the table is like, in the words of the steps; something else if it is like none of them."""
        fairness, away = game["fairness"], game["seats"][SEATS.index(AWAY)]
        shares = {one["seat"]: one for one in fairness["shares"]}
        if fairness["stage"] == "waiting":
            sat = [one["seat"] for one in game["seats"] if one["kind"] == "person"]
            good = all(shares[seat]["seal"] == seal_of(self.shares[seat]) for seat in sat)
            return ("made" if sat == ["W"] else f"{len(sat)} sealed") if good else "a seal is lost"
        if fairness["stage"] == "reveal":
            shown = [seat for seat in SEATS if shares[seat]["share"] == self.shares[seat]]
            return f"{len(shown)} shown" if shown else "4 sealed"
        if fairness["shares_text"] != " ".join(f"{seat}={self.shares[seat]}" for seat in SEATS):
            return "a share is lost"
        if away["votes"]:
            return f"{away['votes']} for {away['wish']}"
        return "begun" if away["kind"] == "person" else str(away["kind"])

    async def _ask(self, http: httpx.AsyncClient, seat: str, path: str, body: Any = None) -> Any:
        """Ask as the one of a seat; an answer that is no refusal."""
        method = "GET" if body is None else "POST"
        answer = await http.request(method, API + path, json=body, headers={"Cookie": self.cookies[seat]})
        # A busy machine acknowledges nothing, and a server that stood still calls nobody absent.
        while answer.status_code == 503 or "holder_here" in answer.text:
            await asyncio.sleep(0.2)
            answer = await http.request(method, API + path, json=body, headers={"Cookie": self.cookies[seat]})
        assert answer.status_code in (200, 201), (STEPS[self.done], path, answer.text)
        self.cookies[seat] = (
            "; ".join(f"{name}={value}" for name, value in answer.cookies.items()) or self.cookies[seat]
        )
        return answer.json()
