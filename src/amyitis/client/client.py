"""`Client`: a method for each request of the API. Answers are plain data, as the OpenAPI text names it."""

from collections.abc import Generator, Sequence
from typing import Any

from .connection import API, AWAY, LONGEST_WAIT, Answer, ServerProblem
from .people import PeopleClient
from .shares import Shares

STALE = "stale"
COOKIE_FIRST = "cookie_first"  # so that a join whose answer is lost can be repeated


class Client(PeopleClient):
    """A person (who keeps the cookie the server gives), or with `key` a program that plays one seat.

    Every method raises ServerProblem if the server refuses, and httpx.HTTPError if it does not answer within `timeout`
    seconds. A server that limits requests says when to try again (`Retry-After`): the client waits and does so,
    for at most `longest_wait` seconds a request, and raises the refusal if it would have to wait longer.

    A server that has answered before and is away now (it is started anew, or its database is) is waited for, for `away`
    seconds. Whatever was not sent is sent then. What was sent and not answered is sent again if that does no harm: all
    that is only looked at, moves (they name their ply), joining, and shares. Of anything else, as a new game, nobody
    knows whether it was done: the httpx.HTTPError is raised at once.

    A person adds a share of their own to the seed of a game that they make or join: it is sealed then, and shown with
    the next answer that says that everybody is there. `adds_shares=False` leaves that to others.
    """

    def __init__(
        self,
        address: str,
        key: str | None = None,
        timeout: float = 30.0,
        longest_wait: float = LONGEST_WAIT,
        adds_shares: bool = True,
        away: float = AWAY,
    ) -> None:
        super().__init__(address, key, timeout, longest_wait, away)
        self.shares = Shares(adds_shares and key is None)
        self._answered: dict[str, int] = {}  # by game: the ply of the answer to my last move

    def metrics(self, token: str) -> str:
        """Returns the server's Prometheus metrics, with the token that it was started with."""
        return self._request("GET", "/metrics", headers={"Authorization": f"Bearer {token}"}).text

    def health(self) -> Answer:
        """Returns whether the server and its database answer."""
        return dict(self._request("GET", "/health").json())

    # Lists, and what does not change.

    def games(self, which: str = "open") -> list[Answer]:
        """Returns my games (`mine`), public games with an open seat (`open`), or to `watch`."""
        return list(self._ask("GET", "/games", params={"which": which})["games"])

    def bots(self) -> Answer:
        """Returns the bots that can take a seat."""
        return self._ask("GET", "/bots")

    # What is printed.

    def box(self, digest: str | None = None) -> Answer:
        """Returns what is in the server's box, or in that of a game, with how sure each fact is."""
        return self._ask("GET", "/box", params={} if digest is None else {"digest": digest})

    def rules(self, lang: str = "en", box: str | None = None) -> Answer:
        """Returns all rules in a language, with the numbers of the server's box or of another, given by its digest."""
        return self._ask("GET", "/rules", params={"lang": lang, **({} if box is None else {"box": box})})

    def clause(self, number: str, lang: str = "en", box: str | None = None) -> Answer:
        """Returns a clause of the rules in a language, as `clause("6.3")`."""
        return self._ask("GET", f"/rules/{number}", params={"lang": lang, **({} if box is None else {"box": box})})

    def openings(self, players: int = 2) -> Answer:
        """Returns what games of so many players open with, how often and how that went."""
        return self._ask("GET", "/openings", params={"players": str(players)})

    def lesson(self, part: int = 1) -> Answer:
        """Returns a part of the lesson, with its views."""
        return self._ask("GET", "/lesson", params={"part": str(part)})

    def try_in_lesson(self, ply: int, *tokens: str, part: int = 1) -> Answer:
        """Try moves from a ply of a part of the lesson on; returns what `try_line` does."""
        request = {"ply": ply, "tokens": list(tokens)}
        return self._ask("POST", "/lesson/try", request, params={"part": str(part)})

    # Games.

    def new_game(self, seats: Sequence[Answer], **more: Any) -> Answer:
        """Make a game; returns it with its invitations and keys.

        `more` is as in the API: name, switches (`{"palace": True}`), first, seed (a number), public, record, keys.
        """
        return self._with_shares(self._ask("POST", "/games", {"seats": list(seats), **self.shares.seal(), **more}))

    def rematch(self, game_id: str) -> Answer:
        """Play with the same people once more; returns the same new game for everyone who asks."""
        return self._with_shares(self._ask("POST", f"/games/{game_id}/rematch", self.shares.seal()))

    def delete(self, game_id: str) -> Answer:
        """Throw a game of mine away; returns its id."""
        return self._ask("DELETE", f"/games/{game_id}")

    def game(self, game_id: str, since: int | None = None) -> Answer:
        """Returns the game now; with `since`, the entries behind that ply too."""
        params = {} if since is None else {"since": since}
        return self._with_shares(self._ask("GET", f"/games/{game_id}", params=params))

    def log(self, game_id: str, after: int = 0) -> list[Answer]:
        """Returns what has happened behind a ply."""
        return list(self._ask("GET", f"/games/{game_id}/log", params={"after": after})["entries"])

    def at(self, game_id: str, ply: int) -> Answer:
        """Returns the table as it was at a ply."""
        return self._ask("GET", f"/games/{game_id}/at/{ply}")

    def record(self, game_id: str) -> str:
        """Returns the game as the text of a record."""
        return self._request("GET", f"{API}/games/{game_id}/record").text

    def replay_record(self, record: str, ply: int | None = None, replay: bool = False) -> Answer:
        """Returns a record as it stands at a ply, its end if none is given; with `replay`, all of it as frames."""
        return self._ask("POST", "/replays", {"record": record, "ply": ply, "replay": replay})

    def records(self, text: str) -> list[Answer]:
        """Returns the games of a text that holds several, each with its headers and a record of its own."""
        return list(self._ask("POST", "/records", {"record": text})["games"])

    def replay(self, game_id: str) -> Answer:
        """Returns the view at the start of a game, and what has changed with each entry."""
        return self._ask("GET", f"/games/{game_id}/replay")

    def review(self, game_id: str) -> Answer:
        """Returns the review of a finished game as far as it has come; it is begun if need be."""
        return self._ask("GET", f"/games/{game_id}/review")

    def review_record(self, record: str) -> Answer:
        """Have a record reviewed; returns the job as far as it has come, with a `key` to ask again."""
        return self._ask("POST", "/reviews", {"record": record})

    def evaluate(self, position: str, visits: int = 1024) -> Answer:
        """Have a position evaluated; returns the job as far as it has come, with a `key` to ask again."""
        return self._ask("POST", "/evaluations", {"position": position, "visits": visits})

    def move_cost(
        self, position: str, move: str, beside: str | None = None, *, times: int = 1, games: int = 0
    ) -> Answer:
        """Have a move of a position compared with the best one or with another; returns the job, with a `key`.

        `times` multiplies the usual search budget, up to forty times. After both moves up to 200 `games` are played to
        the end.
        """
        request = {"position": position, "move": move, "beside": beside, "times": times, "games": games}
        return self._ask("POST", "/move-costs", request)

    def answer_turn(self, position: str, best: str, *tokens: str) -> Answer:
        """Returns whether the last of these moves of a turn is right; `best` is the best first one."""
        return self._ask("POST", "/turn-answers", {"position": position, "best": best, "tokens": list(tokens)})

    def job(self, key: str) -> Answer:
        """Returns an analysis job as far as it has come."""
        return self._ask("GET", f"/jobs/{key}")

    def coach(self, game_id: str, on: bool) -> Answer:
        """Turn the coach of a table on or off; returns the game."""
        return self._ask("POST", f"/games/{game_id}/coach", {"on": on})

    def hint(self, game_id: str, ply: int, *tokens: str, step: int = 1) -> Answer:
        """Returns a hint for my decision, once it is known: ask again until then."""
        return self._ask("POST", f"/games/{game_id}/coach/hint", {"ply": ply, "tokens": tokens, "step": step})

    def coach_move_cost(self, game_id: str, ply: int, *tokens: str) -> Answer:
        """Returns what the last of some moves costs, once it is known: ask again until then."""
        return self._ask("POST", f"/games/{game_id}/coach/move-cost", {"ply": ply, "tokens": tokens})

    def win_shares(self, game_id: str, ply: int, *tokens: str) -> Answer:
        """Returns the win shares of a table with a coach, once they are known: ask again until then."""
        return self._ask("POST", f"/games/{game_id}/coach/shares", {"ply": ply, "tokens": tokens})

    def make_challenge(self, game_id: str) -> str:
        """Let others play the deal of a game that is over; returns the name of the challenge."""
        return str(self._ask("POST", f"/games/{game_id}/challenge")["challenge"])

    def challenge(self, name: str) -> Answer:
        """Returns a challenge, and how everybody did."""
        return self._ask("GET", f"/challenges/{name}")

    def play_challenge(self, name: str) -> Answer:
        """Play a challenge; returns my game of it."""
        return self._ask("POST", f"/challenges/{name}/games")

    def puzzles(self) -> Answer:
        """Returns how many puzzles there are, and of which themes."""
        return self._ask("GET", "/puzzles")

    def next_puzzle(self, after: str | None = None, theme: str | None = None) -> Answer:
        """Returns the puzzle behind another, or the first; of a theme if given."""
        wanted = {"after": after, "theme": theme}
        return self._ask("GET", "/puzzles/next", params={name: value for name, value in wanted.items() if value})

    def daily_puzzle(self) -> Answer:
        """Returns the puzzle of today."""
        return self._ask("GET", "/puzzles/daily")

    def puzzle(self, key: str) -> Answer:
        """Returns a puzzle."""
        return self._ask("GET", f"/puzzles/{key}")

    def solve(self, key: str, *tokens: str) -> Answer:
        """Answer a puzzle with moves from its position on, with the replies of the others between my turns.

        Returns whether they are right, the reply, and when the puzzle is over the solution with its reasons.
        """
        return self._ask("POST", f"/puzzles/{key}/answer", {"tokens": list(tokens)})

    def refutation(self, key: str, *tokens: str) -> Answer:
        """Returns what refutes a wrong answer to a puzzle: the reply, the moves after it, and the cost."""
        return self._ask("POST", f"/puzzles/{key}/refutation", {"tokens": list(tokens)})

    def puzzle_hint(self, key: str, *tokens: str) -> Answer:
        """Ask for a hint to what follows the right moves so far; returns what I have made of the puzzle."""
        return self._ask("POST", f"/puzzles/{key}/hint", {"tokens": list(tokens)})

    def give_up_puzzle(self, key: str) -> Answer:
        """Returns the solution of a puzzle, which counts as failed."""
        return self._ask("POST", f"/puzzles/{key}/give-up")

    def puzzle_standing(self) -> Answer:
        """Returns how well I solve puzzles."""
        return self._ask("GET", "/puzzles/me")

    def position(self, text: str) -> Answer:
        """Returns a position with named fields, and what may be done there."""
        return self._ask("POST", "/positions", {"position": text})

    def new_position(self, players: int = 2, *, palace: bool = False) -> Answer:
        """Returns a set-up as it may fall, as a position."""
        return self._ask("GET", "/positions/new", params={"players": players, "palace": palace})

    def try_in_position(self, position: str, *tokens: str) -> Answer:
        """Try moves from a position on; returns what `try_line` does."""
        return self._ask("POST", "/positions/try", {"position": position, "tokens": list(tokens)})

    def explore(self, text: str, *tokens: str) -> Answer:
        """Play moves and deals from a position on, for all seats; `deal` draws the cards. Nothing is kept."""
        return self._ask("POST", "/positions/explore", {"position": text, "tokens": list(tokens)})

    # Moves.

    def move(self, game_id: str, ply: int, *tokens: str) -> Answer:
        """Play moves for a seat of mine; returns the whole game after them. Sent again, they are not made twice."""
        request = {"ply": ply, "tokens": list(tokens), "whole": True}
        try:
            return self._moved(self._ask("POST", f"/games/{game_id}/moves", request, again=True))
        except ServerProblem as problem:
            if problem.kind != STALE or not problem.asked_again:
                raise
            made = [entry["token"] for entry in self.log(game_id, after=ply)[: len(tokens)]]
            if made != list(tokens):
                raise
            return self._moved(self.game(game_id))  # it was made, and only the answer was lost

    def undo(self, game_id: str, ply: int) -> Answer:
        """Take back my last decision; returns the whole game after it."""
        return self._moved(self._ask("POST", f"/games/{game_id}/undo", {"ply": ply, "whole": True}))

    def try_line(self, game_id: str, ply: int, *tokens: str) -> Answer:
        """Try moves without saving them; returns what each does, what may follow, and why others may not."""
        return self._ask("POST", f"/games/{game_id}/try", {"ply": ply, "tokens": list(tokens)})

    def why_not(self, game_id: str, *tokens: str) -> list[Answer]:
        """Returns why moves are not allowed now."""
        return list(self._ask("GET", f"/games/{game_id}/why-not", params={"token": list(tokens)})["reasons"])

    # Seats.

    def invitations(self, game_id: str) -> dict[str, str]:
        """Returns the invitations to the open seats of a game of mine."""
        return dict(self._ask("GET", f"/games/{game_id}/invitations")["invitations"])

    def is_invited(self, game_id: str, seat: str, invitation: str) -> bool:
        """Returns whether an invitation is valid for a seat."""
        return bool(self._ask("POST", f"/games/{game_id}/seats/{seat}/invited", {"invitation": invitation})["good"])

    def join(
        self,
        game_id: str,
        seat: str,
        invitation: str | None = None,
        name: str | None = None,
        key: bool = False,
        coach: bool = False,
    ) -> Answer:
        """Take an open seat; returns the game and, with `key`, a key. To ask again after a lost answer is no harm.

        `coach`: I agree to the coach, if the table has one.
        """
        request = {"invitation": invitation, "name": name, "key": key, "coach": coach, **self.shares.seal()}
        path = f"/games/{game_id}/seats/{seat}/join"
        try:
            return self._with_shares(self._ask("POST", path, request, again=True))
        except ServerProblem as problem:
            if problem.body.get("key") != COOKIE_FIRST:
                raise
        self._ask("POST", "/me", {}, again=True)
        return self._with_shares(self._ask("POST", path, request, again=True))

    def leave(self, game_id: str, seat: str, bot: str = "Steward") -> Answer:
        """Leave a seat to a bot; returns the game after it."""
        return self._ask("POST", f"/games/{game_id}/seats/{seat}/leave", {"bot": bot})

    def replace(self, game_id: str, seat: str, by: str = "bot", bot: str = "Steward") -> Answer:
        """Give an absent player's seat to a bot, or `open` it again, or vote for that; returns the game after it."""
        return self._ask("POST", f"/games/{game_id}/seats/{seat}/replace", {"by": by, "bot": bot})

    def come_back(self, game_id: str, seat: str) -> Answer:
        """Take a seat back from a bot; returns the game after it."""
        return self._ask("POST", f"/games/{game_id}/seats/{seat}/return")

    def resign(self, game_id: str, seat: str) -> Answer:
        """Resign, which loses the game; returns the game after it."""
        return self._ask("POST", f"/games/{game_id}/seats/{seat}/resign")

    def propose(self, game_id: str, seat: str, what: str) -> Answer:
        """Propose or accept a `pause` or the `end` of the game, `decline` it, or `resume`; returns the game then."""
        return self._ask("POST", f"/games/{game_id}/seats/{seat}/propose", {"what": what})

    def key(self, game_id: str, seat: str) -> str:
        """Returns a new bearer key for a seat of mine."""
        return str(self._ask("POST", f"/games/{game_id}/seats/{seat}/key")["key"])

    def add_share(self, game_id: str, seat: str, *, seal: str | None = None, share: str | None = None) -> Answer:
        """Seal a share of the seed for a seat of mine, or show the sealed one; returns the game after it."""
        given = {"seal": seal} if share is None else {"share": share}
        return self._ask("POST", f"/games/{game_id}/seats/{seat}/share", given, again=True)

    def _with_shares(self, answer: Answer) -> Answer:
        """Returns an answer with a game, after sending the seals and shares that the game waits for from here."""
        game = answer.get("game", answer)
        try:
            while (share := self.shares.wanted(game)) is not None:
                game = self.add_share(game["id"], **share)
        except ServerProblem as problem:
            if problem.kind != "conflict":
                raise  # else the game has gone on meanwhile
        return {**answer, "game": game} if "game" in answer else game

    def _moved(self, game: Answer) -> Answer:
        """Returns the game after a move of mine, and remembers its ply."""
        self._answered[game["id"]] = game["ply"]
        return game

    # Live.

    def watch(self, game_id: str, since: int | None = None, away: float | None = None) -> Generator[Answer, None, None]:
        """Yields the game now and after every change; goes on where it was if the connection is lost.

        A change may be that somebody came or went. What lies behind the answer to a move of mine is left out
        (its `entries` come with the next change): whenever there is `legal`, it is still to be decided.

        Raises ServerProblem if there is no such game or no socket is free for as long as `longest_wait`, and OSError or
        httpx.HTTPError if the server stays away for `away` seconds (those of the client, unless given).
        """
        entries: list[Answer] = []
        for game in self._follow(game_id, since, self.away if away is None else away):
            entries += game["entries"]
            if game["ply"] >= self._answered.get(game_id, 0):
                yield self._with_shares({**game, "entries": entries})
                entries = []
