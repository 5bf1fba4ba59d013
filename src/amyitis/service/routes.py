"""The route table: every request of the API, with its handler, who may call it, and what it may refuse."""

from .handlers import analysis, challenges, games, moves, people, puzzles, reference, replays, seats
from .routing import Access, Route

ANYONE, PERSON, PLAYER, MAKER = Access.ANYONE, Access.PERSON, Access.PLAYER, Access.MAKER
RECORD_BYTES = 256 * 1024  # for requests that carry a record

STALE = "stale, with the game as it is now; or conflict"
ILLEGAL = "illegal, with the clause and what is missing"
NOT_YOURS = "not your seat, or not your decision"
MOVING = {403: NOT_YOURS, 404: "not found", 409: STALE, 422: ILLEGAL}
SEAT = {403: "not yours to do", 404: "not found", 409: "somebody was quicker, or it does not fit"}
COACH = {
    403: "you do not play here, it is not your decision, or not everybody has agreed",
    404: "not found",
    409: "the game has moved on, is not played, or this server analyses nothing",
    422: "a move is illegal",
}
NOT_FOUND = {404: "not found"}
NO_BOX = "the file of that box is not here"
NO_ANALYSIS = "this server analyses no games, or people play this position right now without a coach"
NOBODY = {403: "you have no session"}

_GAME, _SEAT, _COACH = "/games/{game_id}", "/games/{game_id}/seats/{seat}", "/games/{game_id}/coach"

ROUTES = (
    # Moves come first: they are asked for most.
    Route("POST", f"{_GAME}/moves", moves.move, tag="moves", who=PLAYER, refuses=MOVING),
    Route("POST", f"{_GAME}/undo", moves.undo, tag="moves", who=PLAYER, refuses={**SEAT, 409: STALE}),
    Route("POST", f"{_GAME}/try", moves.try_moves, tag="moves", refuses=MOVING),
    Route("GET", f"{_GAME}/why-not", moves.why_not, tag="moves", refuses=NOT_FOUND),
    # Games.
    Route("GET", "/games", games.list_games, tag="games"),
    Route(
        "POST",
        "/games",
        games.create_game,
        tag="games",
        status=201,
        refuses={403: "forbidden", 409: NO_ANALYSIS},
        body_bytes=RECORD_BYTES,
    ),
    Route("GET", _GAME, games.look, tag="games", refuses=NOT_FOUND),
    Route("DELETE", _GAME, games.delete_game, tag="games", who=MAKER, refuses=SEAT),
    Route(
        "POST",
        f"{_GAME}/rematch",
        games.rematch,
        tag="games",
        who=PLAYER,
        status=201,
        refuses={403: "not your game", 404: "not found", 409: "the game is not over"},
        also={200: "Somebody has asked for it before"},
    ),
    # Seats.
    Route("GET", f"{_GAME}/invitations", seats.invitations, tag="seats", who=MAKER, refuses=SEAT),
    Route("POST", f"{_SEAT}/invited", seats.invited, tag="seats", refuses=NOT_FOUND),
    Route("POST", f"{_SEAT}/join", seats.join, tag="seats", refuses=SEAT, edition="server"),
    Route("POST", f"{_SEAT}/leave", seats.leave, tag="seats", who=PLAYER, refuses=SEAT),
    Route("POST", f"{_SEAT}/replace", seats.replace_absent, tag="seats", who=PLAYER, refuses=SEAT, edition="server"),
    Route("POST", f"{_SEAT}/return", seats.come_back, tag="seats", who=PLAYER, refuses=SEAT),
    Route("POST", f"{_SEAT}/share", seats.add_share, tag="seats", who=PLAYER, refuses=SEAT),
    Route("POST", f"{_SEAT}/key", seats.make_key, tag="seats", who=PLAYER, refuses=SEAT, edition="server"),
    # People and their devices.
    Route("GET", "/me", people.who_am_i, tag="people"),
    Route("POST", "/me", people.about_me, tag="people", refuses={403: "forbidden"}),
    Route("GET", "/me/devices", people.list_devices, tag="people", who=PERSON, refuses=NOBODY, edition="server"),
    Route("POST", "/me/link", people.make_link, tag="people", who=PERSON, refuses=NOBODY, edition="server"),
    Route(
        "POST",
        "/me/devices",
        people.use_link,
        tag="people",
        refuses={403: "no such link", 409: "this device has games of its own"},
        edition="server",
    ),
    Route(
        "DELETE",
        "/me/devices/{device}",
        people.remove_device,
        tag="people",
        who=PERSON,
        refuses=NOBODY | NOT_FOUND,
        edition="server",
    ),
    Route("POST", "/me/leave", people.sign_out, tag="people", who=PERSON, refuses=NOBODY, edition="server"),
    # Looking back.
    Route("GET", f"{_GAME}/log", replays.read_log, tag="replays", refuses=NOT_FOUND),
    Route("GET", f"{_GAME}/replay", replays.replay_game, tag="replays", refuses=NOT_FOUND),
    Route("GET", f"{_GAME}/at/{{ply}}", replays.look_back, tag="replays", refuses=NOT_FOUND),
    Route("GET", f"{_GAME}/record", replays.download_record, tag="replays", refuses=NOT_FOUND),
    Route(
        "POST",
        "/replays",
        replays.replay_record,
        tag="replays",
        refuses={422: "a move of the record is illegal"},
        body_bytes=RECORD_BYTES,
    ),
    Route("POST", "/records", replays.split_record, tag="replays", body_bytes=RECORD_BYTES),
    # Analysis and the coach.
    Route(
        "GET",
        f"{_GAME}/review",
        analysis.review_game,
        tag="analysis",
        refuses={404: "not found", 409: "the game is not over, or this server analyses nothing"},
    ),
    Route(
        "POST",
        "/reviews",
        analysis.review_record,
        tag="analysis",
        refuses={409: NO_ANALYSIS, 422: "a move of the record is illegal"},
        body_bytes=RECORD_BYTES,
    ),
    Route("POST", "/evaluations", analysis.evaluate_position, tag="analysis", refuses={409: NO_ANALYSIS}),
    Route(
        "POST",
        "/move-costs",
        analysis.cost_of_move,
        tag="analysis",
        refuses={409: NO_ANALYSIS, 422: "a move is illegal"},
    ),
    Route("GET", "/jobs/{key}", analysis.read_job, tag="analysis", refuses=NOT_FOUND),
    Route("POST", _COACH, analysis.switch_coach, tag="coach", who=PLAYER, refuses=COACH),
    Route("POST", f"{_COACH}/hint", analysis.hint, tag="coach", who=PLAYER, refuses=COACH),
    Route("POST", f"{_COACH}/move-cost", analysis.coach_move_cost, tag="coach", who=PLAYER, refuses=COACH),
    Route("POST", f"{_COACH}/shares", analysis.shares, tag="coach", who=PLAYER, refuses=COACH),
    # Challenges.
    Route(
        "POST",
        f"{_GAME}/challenge",
        challenges.make_challenge,
        tag="challenges",
        who=PLAYER,
        refuses={403: "not your game", 404: "not found", 409: "this game cannot be a challenge, and why"},
        edition="server",
    ),
    Route(
        "GET",
        "/challenges/{challenge}",
        challenges.read_challenge,
        tag="challenges",
        refuses=NOT_FOUND,
        edition="server",
    ),
    Route(
        "POST",
        "/challenges/{challenge}/games",
        challenges.play_challenge,
        tag="challenges",
        status=201,
        refuses={403: "forbidden", 404: "not found", 409: "this server plays by other rules now"},
        also={200: "You play it already"},
        edition="server",
    ),
    # Puzzles.
    Route("GET", "/puzzles", puzzles.list_themes, tag="puzzles"),
    Route("GET", "/puzzles/me", puzzles.standing, tag="puzzles"),
    Route("GET", "/puzzles/next", puzzles.next_puzzle, tag="puzzles", refuses={404: "there is none"}),
    Route("GET", "/puzzles/daily", puzzles.daily_puzzle, tag="puzzles", refuses={404: "there is none"}),
    Route("GET", "/puzzles/{key}", puzzles.puzzle, tag="puzzles", refuses=NOT_FOUND),
    Route(
        "POST",
        "/puzzles/{key}/answer",
        puzzles.answer_puzzle,
        tag="puzzles",
        refuses={404: "not found", 422: "the move is illegal"},
    ),
    Route("POST", "/puzzles/{key}/hint", puzzles.hint, tag="puzzles", who=PERSON, refuses=NOBODY | NOT_FOUND),
    Route("POST", "/puzzles/{key}/give-up", puzzles.give_up, tag="puzzles", who=PERSON, refuses=NOBODY | NOT_FOUND),
    # What does not change, and any position.
    Route("GET", "/bots", reference.bots, tag="reference"),
    Route("GET", "/box", reference.box, tag="reference", refuses={409: NO_BOX}),
    Route("GET", "/rules", reference.rules, tag="reference", refuses={409: NO_BOX}),
    Route(
        "GET",
        "/rules/{number}",
        reference.rule,
        tag="reference",
        refuses={404: "there is no such clause", 409: NO_BOX},
    ),
    Route("GET", "/lesson", reference.lesson, tag="lesson", refuses={404: "there is no lesson for this box"}),
    Route(
        "POST",
        "/lesson/try",
        moves.try_in_lesson,
        tag="lesson",
        refuses={404: "there is no lesson for this box", 422: ILLEGAL},
    ),
    Route("GET", "/positions/new", reference.new_position, tag="positions"),
    Route("POST", "/positions", reference.position, tag="positions"),
    Route("POST", "/positions/try", moves.try_in_position, tag="positions", refuses={422: ILLEGAL}),
    Route("POST", "/positions/explore", moves.explore_position, tag="positions", refuses={422: "a move is illegal"}),
)
