"""The route table: every request of the API, with its handler, who may call it, and what it may refuse."""

from functools import partial

from .handlers import (
    accounts,
    alerts,
    analysis,
    challenges,
    games,
    moves,
    people,
    plans,
    puzzles,
    reference,
    replays,
    seats,
    talk,
)
from .routing import Access, Route

ANYONE, PERSON, PLAYER, MAKER = Access.ANYONE, Access.PERSON, Access.PLAYER, Access.MAKER
RECORD_BYTES = 256 * 1024  # for requests that carry a record
CREDENTIAL_BYTES = 16 * 1024  # for requests that carry what a browser says of a passkey

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
ILLEGAL_IN_RECORD = {422: "a move of the record is illegal"}
ILLEGAL_MOVE = {422: "a move is illegal"}
NO_PUZZLE, NO_LESSON = {404: "there is none"}, {404: "there is no lesson for this box"}
NOT_OVER = {403: "not your game", 404: "not found", 409: "the game is not over"}
NO_CHALLENGE = {403: "not your game", 404: "not found", 409: "this game cannot be a challenge, and why"}
OTHER_RULES = {403: "forbidden", 404: "not found", 409: "this server plays by other rules now"}
NO_BOX = {409: "the file of that box is not here"}
NO_ANALYSIS = {409: "this server analyses no games, or people play this position right now without a coach"}
NO_REVIEW = {404: "not found", 409: "the game is not over, or this server analyses nothing"}
NOBODY = {403: "you have no session"}
NO_ACCOUNT = {403: "no session, or no fresh proof", 404: "you have no account, or no such passkey"}
NOT_IN = {403: "that is not right, you are banned, or what was sent is too old"}
LAST_WAY = {409: "this is the only way in, or does not fit"}
TALK = {403: "you have no session, or nobody talks here", 404: "not found"}
NO_LINK = {403: "no such link", 409: "this device has games of its own"}
MAKING = {403: "forbidden"} | NO_ANALYSIS
ASKED_BEFORE = {200: "Somebody has asked for it before"}

_GAME, _SEAT, _COACH = "/games/{game_id}", "/games/{game_id}/seats/{seat}", "/games/{game_id}/coach"
_PUZZLE = "/puzzles/{key}"
_moves, _games, _people = partial(Route, tag="moves"), partial(Route, tag="games"), partial(Route, tag="people")
_plans = partial(_moves, who=PLAYER, edition="server", refuses=MOVING)
_seats = partial(Route, tag="seats", refuses=SEAT)
_devices = partial(_people, edition="server", who=PERSON)
_account = partial(Route, tag="accounts", edition="server", who=PERSON, refuses=NO_ACCOUNT)
_entry = partial(_account, who=ANYONE, refuses=NOT_IN, body_bytes=CREDENTIAL_BYTES)
_talk = partial(Route, tag="talk", edition="server")
_alerts = partial(Route, tag="alerts", edition="server", who=PERSON)
_replays, _analysis = partial(Route, tag="replays", refuses=NOT_FOUND), partial(Route, tag="analysis")
_coach = partial(Route, tag="coach", who=PLAYER, refuses=COACH)
_challenges = partial(Route, tag="challenges", edition="server")
_puzzles, _reference = partial(Route, tag="puzzles"), partial(Route, tag="reference")
_lesson, _positions = partial(Route, tag="lesson", refuses=NO_LESSON), partial(Route, tag="positions")

ROUTES = (
    # Moves come first: they are asked for most.
    _moves("POST", f"{_GAME}/moves", moves.move, who=PLAYER, refuses=MOVING),
    _moves("POST", f"{_GAME}/undo", moves.undo, who=PLAYER, refuses={**SEAT, 409: STALE}),
    _moves("POST", f"{_GAME}/try", moves.try_moves, refuses=MOVING),
    _moves("GET", f"{_GAME}/why-not", moves.why_not, refuses=NOT_FOUND),
    _plans("POST", f"{_SEAT}/plan", plans.plan_turn),
    _plans("POST", f"{_SEAT}/plan/try", plans.try_turn),
    # Games.
    _games("GET", "/games", games.list_games),
    _games("POST", "/games", games.create_game, status=201, refuses=MAKING, body_bytes=RECORD_BYTES),
    _games("GET", _GAME, games.look, refuses=NOT_FOUND),
    _games("DELETE", _GAME, games.delete_game, who=MAKER, refuses=SEAT),
    _games("POST", f"{_GAME}/rematch", games.rematch, who=PLAYER, status=201, refuses=NOT_OVER, also=ASKED_BEFORE),
    # Seats.
    _seats("GET", f"{_GAME}/invitations", seats.invitations, who=MAKER),
    _seats("POST", f"{_SEAT}/invited", seats.invited, refuses=NOT_FOUND),
    _seats("POST", f"{_SEAT}/join", seats.join, edition="server"),
    _seats("POST", f"{_SEAT}/leave", seats.leave, who=PLAYER),
    _seats("POST", f"{_SEAT}/replace", seats.replace_absent, who=PLAYER, edition="server"),
    _seats("POST", f"{_SEAT}/return", seats.come_back, who=PLAYER),
    _seats("POST", f"{_SEAT}/resign", seats.resign, who=PLAYER),
    _seats("POST", f"{_SEAT}/propose", seats.propose, who=PLAYER),
    _seats("POST", f"{_SEAT}/share", seats.add_share, who=PLAYER),
    _seats("POST", f"{_SEAT}/key", seats.make_key, who=PLAYER, edition="server"),
    # People and their devices.
    _people("GET", "/me", people.who_am_i, banned_too=True),
    _people("POST", "/me", people.about_me, refuses={403: "forbidden"}),
    _devices("GET", "/me/devices", people.list_devices, refuses=NOBODY),
    _devices("POST", "/me/link", people.make_link, refuses=NOBODY),
    _devices("POST", "/me/devices", people.use_link, who=ANYONE, refuses=NO_LINK),
    _devices("DELETE", "/me/devices/{device}", people.remove_device, refuses=NOBODY | NOT_FOUND),
    _devices("POST", "/me/leave", people.sign_out, refuses=NOBODY, banned_too=True),
    # Accounts.
    _account("GET", "/account", accounts.my_account, who=ANYONE, refuses=None, banned_too=True),
    _account(
        "POST",
        "/account",
        accounts.register,
        status=201,
        refuses={403: "no session, or no invitation", 409: "the name is taken, or you have an account"},
        body_bytes=CREDENTIAL_BYTES,
    ),
    _entry("POST", "/account/sign-in", accounts.sign_in),
    _entry("POST", "/account/sign-in/passkey", accounts.sign_in_by_passkey),
    _entry("POST", "/account/sign-in/recovery", accounts.sign_in_by_recovery),
    _entry("POST", "/account/passkey-options", accounts.begin_passkey, refuses=NO_ACCOUNT | LAST_WAY),
    _account("POST", "/account/proof", accounts.prove, body_bytes=CREDENTIAL_BYTES, banned_too=True),
    _account("POST", "/account/password", accounts.set_password, refuses=NO_ACCOUNT | LAST_WAY),
    _account("POST", "/account/recovery", accounts.renew_recovery),
    _account(
        "POST",
        "/account/passkeys",
        accounts.add_passkey,
        refuses=NO_ACCOUNT | LAST_WAY,
        body_bytes=CREDENTIAL_BYTES,
    ),
    _account("POST", "/account/passkeys/{key}", accounts.rename_passkey),
    _account("DELETE", "/account/passkeys/{key}", accounts.remove_passkey, refuses=NO_ACCOUNT | LAST_WAY),
    _account("GET", "/account/export", accounts.export_me, refuses=NOBODY, banned_too=True),
    _account("DELETE", "/account", accounts.remove_me, refuses=NOBODY, banned_too=True),
    # How people are called.
    _alerts("GET", "/me/waiting", alerts.waiting_games, who=ANYONE),
    _alerts("GET", "/me/alerts", alerts.read_alerts, refuses=NOBODY),
    _alerts("POST", "/me/alerts", alerts.change_alerts, refuses=NOBODY),
    _alerts("POST", "/me/alerts/test", alerts.test_alerts, refuses=NOBODY),
    _alerts("POST", "/me/mail", alerts.change_mail, refuses=NOBODY),
    _alerts("POST", "/mail", alerts.settle_mail, who=ANYONE, refuses={404: "no mail has this code"}),
    _alerts("POST", "/me/push", alerts.add_push, refuses=NOBODY),
    _alerts("POST", "/me/push/end", alerts.end_push, refuses=NOBODY),
    _alerts("GET", f"{_GAME}/webhook", alerts.table_webhook, who=MAKER, refuses=SEAT),
    _alerts("POST", f"{_GAME}/webhook", alerts.change_table_webhook, who=MAKER, refuses=SEAT),
    _alerts("POST", f"{_GAME}/webhook/test", alerts.test_table_webhook, who=MAKER, refuses=SEAT),
    # Talk.
    _talk("GET", f"{_GAME}/talk", talk.read_talk, refuses=NOT_FOUND),
    _talk("POST", f"{_GAME}/talk", talk.say, who=PERSON, refuses=TALK),
    _talk("POST", f"{_GAME}/talk/mute", talk.mute, who=PERSON, refuses=TALK),
    _talk("POST", f"{_GAME}/talk/report", talk.report, who=PERSON, refuses=TALK),
    # Looking back.
    _replays("GET", f"{_GAME}/log", replays.read_log),
    _replays("GET", f"{_GAME}/replay", replays.replay_game),
    _replays("GET", f"{_GAME}/at/{{ply}}", replays.look_back),
    _replays("GET", f"{_GAME}/record", replays.download_record),
    _replays("POST", "/replays", replays.replay_record, refuses=ILLEGAL_IN_RECORD, body_bytes=RECORD_BYTES),
    _replays("POST", "/records", replays.split_record, refuses=None, body_bytes=RECORD_BYTES),
    # Analysis and the coach.
    _analysis("GET", f"{_GAME}/review", analysis.review_game, refuses=NO_REVIEW),
    _analysis(
        "POST", "/reviews", analysis.review_record, refuses=NO_ANALYSIS | ILLEGAL_IN_RECORD, body_bytes=RECORD_BYTES
    ),
    _analysis("POST", "/evaluations", analysis.evaluate_position, refuses=NO_ANALYSIS),
    _analysis("POST", "/move-costs", analysis.cost_of_move, refuses=NO_ANALYSIS | ILLEGAL_MOVE),
    _analysis("POST", "/turn-answers", analysis.answer_turn, refuses=NO_ANALYSIS | ILLEGAL_MOVE),
    _analysis("GET", "/jobs/{key}", analysis.read_job, refuses=NOT_FOUND),
    _coach("POST", _COACH, analysis.switch_coach),
    _coach("POST", f"{_COACH}/hint", analysis.hint),
    _coach("POST", f"{_COACH}/move-cost", analysis.coach_move_cost),
    _coach("POST", f"{_COACH}/shares", analysis.shares),
    # Challenges.
    _challenges("POST", f"{_GAME}/challenge", challenges.make_challenge, who=PLAYER, refuses=NO_CHALLENGE),
    _challenges("GET", "/challenges/{challenge}", challenges.read_challenge, refuses=NOT_FOUND),
    _challenges(
        "POST",
        "/challenges/{challenge}/games",
        challenges.play_challenge,
        status=201,
        refuses=OTHER_RULES,
        also={200: "You play it already"},
    ),
    # Puzzles.
    _puzzles("GET", "/puzzles", puzzles.list_themes),
    _puzzles("GET", "/puzzles/me", puzzles.standing),
    _puzzles("GET", "/puzzles/next", puzzles.next_puzzle, refuses=NO_PUZZLE),
    _puzzles("GET", "/puzzles/daily", puzzles.daily_puzzle, refuses=NO_PUZZLE),
    _puzzles("GET", _PUZZLE, puzzles.puzzle, refuses=NOT_FOUND),
    _puzzles(
        "POST",
        f"{_PUZZLE}/answer",
        puzzles.answer_puzzle,
        refuses=NOT_FOUND | {403: "forbidden", 422: "the move is illegal"},
    ),
    _puzzles(
        "POST",
        f"{_PUZZLE}/refutation",
        puzzles.refute,
        who=PERSON,
        refuses=NOT_FOUND | NO_ANALYSIS | {403: "you have no session, or have not tried this turn"},
    ),
    _puzzles(
        "POST",
        f"{_PUZZLE}/hint",
        puzzles.hint,
        who=PERSON,
        refuses=NOBODY | NOT_FOUND | {422: "the moves are illegal or not right"},
    ),
    _puzzles("POST", f"{_PUZZLE}/give-up", puzzles.give_up, who=PERSON, refuses=NOBODY | NOT_FOUND),
    # What does not change, and any position.
    _reference("GET", "/bots", reference.bots),
    _reference("GET", "/box", reference.box, refuses=NO_BOX),
    _reference("GET", "/rules", reference.rules, refuses=NO_BOX),
    _reference("GET", "/rules/{number}", reference.rule, refuses={404: "there is no such clause"} | NO_BOX),
    _reference("GET", "/openings", reference.openings, refuses={404: "nothing was counted for the box in use"}),
    _lesson("GET", "/lesson", reference.lesson),
    _lesson("POST", "/lesson/try", moves.try_in_lesson, refuses=NO_LESSON | {422: ILLEGAL}),
    _positions("GET", "/positions/new", reference.new_position),
    _positions("POST", "/positions", reference.position),
    _positions("POST", "/positions/try", moves.try_in_position, refuses={422: ILLEGAL}),
    _positions("POST", "/positions/explore", moves.explore_position, refuses=ILLEGAL_MOVE),
)
