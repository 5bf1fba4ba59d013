"""The last round of a game and a review of it that is stored, so that nothing thinks.

Its mistakes lie where exactly two moves are legal, and both are known.
"""

import sqlite3
import zlib
from pathlib import Path

from playwright.sync_api import Page

from amyitis.analysis.review.grades import bounds, grade
from amyitis.analysis.review.reasons import reasons_between
from amyitis.analysis.shapes import VERSION, DealLuck, Loss, Review, ReviewedMove, SeatSummary, Shares
from amyitis.game import Game
from amyitis.game.view.shape import Seat
from amyitis.notation.positions import seat_letter
from amyitis.rules import questions
from amyitis.server.codec import OrjsonCodec
from amyitis.service.analysis.jobs import MADE_BY
from tests.server.playing import ME
from tests.server.running import RunningServer
from tests.web.playing import new_game

RECORD = Path(__file__).with_name("last_round.amy").read_text(encoding="utf-8")
LOSER: Seat = "K"
LOSSES = {1: 6.0, 4: 11.0, 13: 16.0}  # points lost, by the ply of the round
BEFORE = 0.6


def ended(page: Page, address: str) -> str:
    """The last round of a game, with a move taken back and played again; its id."""
    plies = Game.from_record(RECORD).plies
    moves = [ply.token for ply in plies]
    game_id = new_game(page, address, [ME, ME], position=Game(plies[0].before).position)
    ply = 0
    for what, tokens in (("moves", moves[:1]), ("undo", None), ("moves", moves)):
        body = {"ply": ply} if tokens is None else {"ply": ply, "tokens": tokens}
        answer = page.request.post(f"{address}/api/v1/games/{game_id}/{what}", data=body)
        assert answer.ok, answer.text()
        ply = answer.json()["ply"]
    assert ply == len(moves) + 2
    return game_id


def keep_review(server: RunningServer, page: Page, game_id: str) -> Game:
    """Keep a review of a game in the server's database; returns the game."""
    game = Game.from_record(page.request.get(f"{server.address}/api/v1/games/{game_id}/record").text())
    review = OrjsonCodec().encode(small_review(game).as_dict())
    with sqlite3.connect(server.database.removeprefix("sqlite:///"), timeout=30) as database:
        database.execute("INSERT INTO reviews VALUES (?, ?, ?)", (game_id, MADE_BY, zlib.compress(review)))
    database.close()
    return game


def small_review(game: Game) -> Review:
    """A review of a round of two: where the loser errs, the other of two legal moves was better."""
    shares: list[Shares] = [{"W": 1 - BEFORE, LOSER: BEFORE} for _ in range(len(game.plies) + 1)]
    decisions = [judged(game, place) for place in range(len(game.plies))]
    return Review(
        VERSION, 0, 2, ["W", LOSER], True, True, bounds(2), bounds(2, "prestige"), shares,
        {"Scribe": [0.5] * len(shares), "Governor": None}, len(decisions), len(decisions), decisions,
        deals=[DealLuck(0, 0, {"W": -4.0, LOSER: 4.0})],
        summary=[
            SeatSummary("W", 50.0, -2.0, 1.5, 54.0, -4.0, 2.0, 9, 0.4, 0.2, ["Architect"], {}),
            SeatSummary(LOSER, -50.0, -54.0, 3.0, 2.0, 4.0, -2.0, 9, 3.1, 1.0, ["Apprentice", "Scribe"], {}),
        ],
        complete=True,
    )  # fmt: skip


def judged(game: Game, place: int) -> ReviewedMove:
    """A decision of the round; the engine would have done the same but for the losses."""
    ply, points = game.plies[place], LOSSES.get(place, 0.0)
    s, seat = ply.before, seat_letter(ply.before, ply.before.seat)
    legal = list(Game(s).legal_moves)
    best = next(token for token in legal if token != ply.token) if points else ply.token
    assert not points or (len(legal), seat) == (2, LOSER)
    shares: Shares = {"W": 1 - BEFORE, LOSER: BEFORE}
    after: Shares = {"W": 1 - BEFORE + points / 100, LOSER: BEFORE - points / 100}
    found = grade(points - 0.6, 2)
    return ReviewedMove(
        place, seat, s.round_no, questions.ASKED_NAMES[s.asked], ply.token, best, shares, after,
        Loss(points, points - 0.6, points + 0.6, 2.0, shares, after), found, True, [best], [ply.token],
        reasons_between(s, [best], [ply.token]) if found else [],
    )  # fmt: skip
