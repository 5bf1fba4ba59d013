"""The websocket: a game as it happens. It only ever tells; moves come over HTTP."""

import asyncio
import contextlib
import logging
import re

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketState

from amyitis.server.encoding import TELLER, encode
from amyitis.server.http.dependencies import Services, asker, client, services
from amyitis.server.http.refusals import NotFound, Refused
from amyitis.server.http.routes.games import GAME_ID
from amyitis.table import Table

from .watchers import Watcher

router = APIRouter()

NOT_FOUND, TOO_MANY, TOO_SLOW, MALFORMED = 4404, 4429, 4408, 4400
GOING_AWAY, FAILED = 1001, 1011
YES_NO = ("true", "false")

logger = logging.getLogger(__name__)


class Closing(Exception):
    """The server is about to stop."""


@router.websocket("/games/{game_id}/live")
async def live(socket: WebSocket, game_id: str) -> None:
    """Say who the watcher is, then tell what lies behind ply `since`, then of each change.

    What is new comes as an update. The whole game comes instead to one who asks for it (`whole`), who says nothing of
    `since`, or who is so far behind that the changes are no longer at hand. With `outlook`, those who decide get
    it too. A watcher that is slow gets several entries in one message.
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
    use.games.enter(game_id, watcher)
    teller = asyncio.create_task(_tell(socket, use, game_id, watcher))
    listener = asyncio.create_task(_listen(socket))
    try:
        done, pending = await asyncio.wait({teller, listener}, return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
        for problem in [task.exception() for task in done]:
            if problem is not None:
                raise problem
    except WebSocketDisconnect:
        pass
    except NotFound as problem:
        await _close(socket, NOT_FOUND, problem.detail)
    except TimeoutError:
        await _close(socket, TOO_SLOW, "too slow")
    except Closing:
        await _close(socket, GOING_AWAY, "the server stops")
    except Refused as problem:
        await _close(socket, MALFORMED, problem.detail)
    except Exception:
        logger.exception("telling a watcher failed", extra={"game": game_id})
        await _close(socket, FAILED, "something went wrong on the server")
    except asyncio.CancelledError:
        for task in (teller, listener):
            task.cancel()
        raise
    finally:
        use.games.leave(game_id, watcher)
        use.limiter.leave(address)
        use.metrics.sockets.set(use.limiter.open_sockets)


async def _tell(socket: WebSocket, use: Services, game_id: str, watcher: Watcher) -> None:
    """Send what is new, whenever there is something; never waits for longer than the limit on one message."""
    games, seconds = use.games, use.settings.limits.send_seconds
    while not games.watchers.closing:
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
    entries = table.entries_after(watcher.since) if 0 <= watcher.since <= table.ply and not watcher.whole else None
    if entries is not None:
        who, ahead = watcher.who, watcher.ahead
        alike = ("message", watcher.since, TELLER.kind(table, who), ahead, table.seating, table.online)
        return table.made(alike, lambda: encode(TELLER.update(table, who, entries, ahead=ahead)).decode())
    since = table.ply if watcher.since < 0 else min(watcher.since, table.ply)
    missed = await use.games.tables.history.entries_after(table, since)
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
            await socket.close(code, reason)
