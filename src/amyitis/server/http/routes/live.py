"""The websocket: a game as it happens. It only ever tells; moves come over HTTP."""

import asyncio
import contextlib
import logging
import re

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketState

from amyitis.api.background_tasks import cancel_all
from amyitis.api.watchers import Watcher
from amyitis.server.encoding import TELLER, encode
from amyitis.server.http.addresses import API
from amyitis.server.http.dependencies import Services, asker, client, services
from amyitis.server.refusals import NotFound, Refused
from amyitis.store import DatabaseAway
from amyitis.table import Table

from .games import GAME_ID

router = APIRouter(prefix=API)

NOT_FOUND, TOO_MANY, TOO_SLOW, MALFORMED, REVOKED = 4404, 4429, 4408, 4400, 4403
GOING_AWAY, FAILED, AGAIN_LATER = 1001, 1011, 1013
CLOSE_SECONDS = 1.0
YES_NO = ("true", "false")

logger = logging.getLogger(__name__)


class Closing(Exception):
    """The server is about to stop."""


class Revoked(Exception):
    """The device of the one who watches has lost its rights."""


@router.websocket("/games/{game_id}/live")
async def live(socket: WebSocket, game_id: str) -> None:
    """Say who the watcher is, then tell what lies behind ply `since`, then of each change.

    What is new comes as an update. The whole game comes instead to one who asks for it (`whole`), who says nothing of
    `since` (as whoever has seen the table bare must), whose table was bare, or who is so far behind that the changes
    are no longer at hand. With `outlook`, those who decide get it too. A watcher that is slow gets several entries in
    one message.
    """
    use, who, address = await services(socket), await asker(socket), await client(socket)
    await socket.accept()
    asked = socket.query_params
    since = asked.get("since", "")
    if not (since == "" or (since.isdecimal() and len(since) < 8)):
        await socket.close(MALFORMED, "since wants a ply")
        return
    if any(asked.get(name, "false") not in YES_NO for name in ("outlook", "whole")):
        await socket.close(MALFORMED, "outlook and whole want true or false")
        return
    if not re.fullmatch(GAME_ID, game_id):
        await socket.close(NOT_FOUND, "there is no such game")
        return
    if not use.limiter.enter(address):
        await socket.close(TOO_MANY, "too many sockets")
        return
    use.metrics.sockets.set(use.limiter.open_sockets)
    whole, ahead = asked.get("whole") == "true", asked.get("outlook") == "true"
    watcher = Watcher(who, int(since) if since else -1, whole=whole, ahead=ahead)
    await socket.send_text(encode({"type": "hello", "watcher": watcher.id}).decode())
    use.bots.payers.looked(game_id, address)
    use.games.presence.enter(game_id, watcher)
    teller = asyncio.create_task(_tell(socket, use, game_id, watcher))
    listener = asyncio.create_task(_listen(socket))
    try:
        done, pending = await asyncio.wait({teller, listener}, return_when=asyncio.FIRST_COMPLETED)
        await cancel_all(pending)
        for problem in [task.exception() for task in done]:
            if problem is not None:
                raise problem
    except WebSocketDisconnect:
        pass
    except Exception as problem:
        code, reason = _ending(problem)
        if code == FAILED:
            logger.exception("telling a watcher failed", extra={"game": game_id})
        await _close(socket, code, reason)
    except asyncio.CancelledError:
        for task in (teller, listener):
            task.cancel()
        raise
    finally:
        use.games.presence.leave(game_id, watcher)
        use.limiter.leave(address)
        use.metrics.sockets.set(use.limiter.open_sockets)


def _ending(problem: Exception) -> tuple[int, str]:
    """The code and the reason with which a websocket is closed after something was raised."""
    match problem:
        case NotFound():
            return NOT_FOUND, problem.detail
        case TimeoutError():
            return TOO_SLOW, "too slow"
        case Closing():
            return GOING_AWAY, "the server stops"
        case Revoked():
            return REVOKED, "this device has no rights any more"
        case DatabaseAway():
            return AGAIN_LATER, "the database does not answer"
        case Refused():
            return MALFORMED, problem.detail
    return FAILED, "something went wrong on the server"


async def _tell(socket: WebSocket, use: Services, game_id: str, watcher: Watcher) -> None:
    """Send what is new, whenever there is something; never waits for longer than the limit on one message."""
    games, seconds = use.games, use.settings.limits.send_seconds
    use.bots.consider(await games.table(game_id))  # bots alone have waited for somebody to come
    while not games.watchers.closing:
        if use.identities.has_lost_rights(watcher.who):
            raise Revoked
        table = await games.table(game_id)
        if not watcher.knows(table):
            message = await _message(use, table, watcher)
            watcher.told(table)
            async with asyncio.timeout(seconds):
                await socket.send_text(message)
        await watcher.wait()
    raise Closing


async def _message(use: Services, table: Table, watcher: Watcher) -> str:
    """What the watcher does not know yet: an update if it can be, else the whole game."""
    entries = watcher.missed(table)
    if entries is not None:
        who, ahead = watcher.who, watcher.ahead
        alike = ("message", watcher.since, TELLER.kind(table, who), ahead, table.seating, table.online)
        return table.made(alike, lambda: encode(TELLER.update(table, who, entries, ahead=ahead)).decode())
    missed = await use.games.tables.history.entries_after(table, watcher.known_ply(table))
    return encode(TELLER.game(table, watcher.who, missed, ahead=watcher.ahead)).decode()


async def _listen(socket: WebSocket) -> None:
    """Nothing is expected from the other side but that it goes away."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1000)


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    if socket.client_state == WebSocketState.CONNECTED:
        with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
            async with asyncio.timeout(CLOSE_SECONDS):  # one who does not read hears no reason either
                await socket.close(code, reason)
