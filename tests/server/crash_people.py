"""The people of the crash test: one adds devices by links and revokes one, two play a challenge.

What was acknowledged must be there in the next life. Of the request that was under way when the server was killed
nobody knows, so it is asked for again; a link that was used up then is made anew.
"""

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Any

import httpx

API = "/api/v1"
MOVES = 40  # and looks, as one step: a game has to come to its end


@dataclass
class Browser:
    """One browser: its cookie."""

    cookie: str = ""

    async def ask(self, http: httpx.AsyncClient, method: str, path: str, body: Any = None) -> httpx.Response:
        """Ask, and keep the cookie that is given."""
        answer = await http.request(method, API + path, json=body, headers={"Cookie": self.cookie})
        while answer.status_code == 503:  # a machine that is busy with other things has acknowledged nothing
            await asyncio.sleep(0.2)
            answer = await http.request(method, API + path, json=body, headers={"Cookie": self.cookie})
        self.cookie = "; ".join(f"{name}={value}" for name, value in answer.cookies.items()) or self.cookie
        return answer

    async def get(self, http: httpx.AsyncClient, path: str) -> Any:
        """The body of an answer that is no refusal."""
        return (await self.ask(http, "GET", path)).raise_for_status().json()


@dataclass
class Owner:
    """Somebody with two browsers and a link; a third browser, whose rights are taken away."""

    name: str = field(default_factory=lambda: secrets.token_hex(6))
    first: Browser = field(default_factory=Browser)
    second: Browser = field(default_factory=Browser)
    stolen: Browser = field(default_factory=Browser)
    done: int = 0
    code: str = ""

    STEPS = ("names", "links", "devices", "links", "devices", "revocations", "links")

    @property
    def over(self) -> bool:
        """Whether it has come to its end."""
        return self.done == len(self.STEPS)

    async def step(self, http: httpx.AsyncClient) -> str:
        """Take the next step; its kind. Raises httpx.TransportError if the server is gone."""
        kind, browser = self.STEPS[self.done], self.second if self.done == 2 else self.stolen
        match kind:
            case "names":
                (await self.first.ask(http, "POST", "/me", {"name": self.name})).raise_for_status()
            case "links":
                answer = await self.first.ask(http, "POST", "/me/link")
                self.code = answer.raise_for_status().json()["code"]
            case "devices":
                answer = await browser.ask(http, "POST", "/me/devices", {"code": self.code})
                if answer.status_code == 403:  # it was used up just before the kill, and its answer was lost
                    self.done -= 1
                    return "lost answers"
                answer.raise_for_status()
            case "revocations":
                if (await self.stolen.get(http, "/me"))["known"]:  # else it was revoked just before the kill
                    devices = (await self.stolen.get(http, "/me/devices"))["devices"]
                    this = next(one["id"] for one in devices if one["this"])
                    (await self.first.ask(http, "DELETE", f"/me/devices/{this}")).raise_for_status()
        self.done += 1
        return kind

    async def found_again(self, http: httpx.AsyncClient) -> bool:
        """Whether a new life of the server knows all that was acknowledged."""
        if self.done == 0:
            return True
        known = [self.first] + [self.second] * (self.done > 2)
        named = [(await one.get(http, "/me"))["name"] == self.name for one in known]
        # While its rights are being taken away it may have them or not; before and after that is known.
        stolen = (await self.stolen.get(http, "/me")) if self.done >= 5 else {"known": False}
        gone = not stolen["known"] or (self.done == 5 and stolen["name"] == self.name)
        if not self.over:
            return all(named) and gone
        used = await Browser().ask(http, "POST", "/me/devices", {"code": self.code})
        return all(named) and gone and used.status_code == 200


@dataclass
class Challenge:
    """A game against a bot, played to its end; then a challenge, and somebody who plays it once."""

    maker: Browser = field(default_factory=Browser)
    player: Browser = field(default_factory=Browser)
    game: dict[str, Any] | None = None
    name: str = ""
    tried: str = ""

    @property
    def over(self) -> bool:
        """Whether it has come to its end."""
        return bool(self.tried)

    async def step(self, http: httpx.AsyncClient) -> str:
        """Take the next step; its kind. Raises httpx.TransportError if the server is gone."""
        if self.game is None:
            seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
            answer = await self.maker.ask(http, "POST", "/games", {"seats": seats})
            self.game = answer.raise_for_status().json()["game"]
            return "games"
        path = f"/games/{self.game['id']}"
        if not self.game["over"]:
            for _ in range(MOVES):
                if self.game["over"]:
                    break
                legal = self.game["legal"]
                if not legal:  # a bot's turn, or the end
                    await asyncio.sleep(0.02)
                    self.game = await self.maker.get(http, path)
                    continue
                move = {"ply": self.game["ply"], "tokens": ["pass" if "pass" in legal else legal[0]], "whole": True}
                body = (await self.maker.ask(http, "POST", f"{path}/moves", move)).json()
                self.game = body.get("game", body)
            return "moves"
        if not self.name:
            self.name = (await self.maker.ask(http, "POST", f"{path}/challenge")).raise_for_status().json()["challenge"]
            return "challenges"
        if not self.player.cookie:  # whoever has no session is somebody else when they ask again
            (await self.player.ask(http, "POST", "/me", {"name": "Player"})).raise_for_status()
            return "names"
        answer = await self.player.ask(http, "POST", f"/challenges/{self.name}/games")
        self.tried = answer.raise_for_status().json()["game"]["id"]
        return "tries"

    async def found_again(self, http: httpx.AsyncClient) -> bool:
        """Whether a new life of the server knows all that was acknowledged."""
        if self.game is not None:
            self.game, told = await self.maker.get(http, f"/games/{self.game['id']}"), self.game["ply"]
            if self.game["ply"] < told:
                return False
        if not self.name:
            return True
        described = await self.player.get(http, f"/challenges/{self.name}")
        if not self.tried:
            return len(described["results"]) in (1, 2)
        again = (await self.player.ask(http, "POST", f"/challenges/{self.name}/games")).json()
        return described["mine"] == self.tried == again["game"]["id"] and len(described["results"]) == 2
