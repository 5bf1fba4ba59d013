"""The websockets: a game, or an analysis job, as it changes. They only ever send; moves come over HTTP."""

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator
from contextlib import aclosing

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketState

from amyitis.service.background_tasks import cancel_all
from amyitis.service.games.watching.live import Closing
from amyitis.service.games.watching.live import watch_game as watch
from amyitis.service.games.watching.watchers import Watcher
from amyitis.service.problems import NotFound, Refused, TooMuch
from amyitis.store import DatabaseAway

from .context import Context, context_of
from .table_routes import API

router = APIRouter(prefix=API)

NOT_FOUND, TOO_MANY, TOO_SLOW, MALFORMED, REVOKED = 4404, 4429, 4408, 4400, 4403
DONE, GOING_AWAY, FAILED, AGAIN_LATER = 1000, 1001, 1011, 1013
CLOSE_SECONDS = 1.0
YES_NO = ("true", "false")
GAME_ID = re.compile("[A-Za-z0-9_-]{1,32}")

logger = logging.getLogger(__name__)


class Revoked(Exception):
    """The device of the watcher was revoked."""


@router.websocket("/games/{game_id}/live")
async def watch_game(socket: WebSocket, game_id: str) -> None:
    """Greet the watcher, send what lies behind ply `since`, then each change.

    Changes come as updates. The whole game comes instead with `whole`, without `since`, to a watcher that last saw the
    lobby, or to one so far behind that the changes are no longer at hand. With `outlook`, those who decide get it too.
    With `talk` the watcher hears what is said on their side of the table. With `away` nobody looks at what is sent: it
    does not count as being there.
    A slow watcher gets several entries in one message.
    """
    context = context_of(socket)
    await socket.accept()
    options = socket.query_params
    since = options.get("since", "")
    if not (since == "" or (since.isdecimal() and len(since) < 8)):
        await socket.close(MALFORMED, "since wants a ply")
        return
    if any(options.get(name, "false") not in YES_NO for name in ("outlook", "whole", "talk", "away")):
        await socket.close(MALFORMED, "outlook, whole, talk and away want true or false")
        return
    if not GAME_ID.fullmatch(game_id):
        await socket.close(NOT_FOUND, "there is no such game")
        return
    call = context.call(socket)
    watcher = Watcher(
        call.identity,
        int(since) if since else -1,
        whole=options.get("whole") == "true",
        outlook=options.get("outlook") == "true",
        talk=options.get("talk") == "true",
        away=options.get("away") == "true",
    )
    messages = watch(context.service, game_id, watcher, call.owner)
    await _send(socket, context, messages, game_id, watcher)


@router.websocket("/jobs/{key}/live")
async def watch_job(socket: WebSocket, key: str) -> None:
    """Send an analysis job, now and whenever it has changed, until it is finished."""
    context = context_of(socket)
    await socket.accept()
    await _send(socket, context, context.service.jobs.watch(key), key)


async def _send(
    socket: WebSocket, context: Context, messages: AsyncIterator[bytes], subject: str, watcher: Watcher | None = None
) -> None:
    """Send messages until they end, the client goes away, or something is raised."""
    client = context.call(socket).client
    if not context.limiter.enter(client):
        await socket.close(TOO_MANY, "too many sockets")
        return
    context.metrics.sockets.set(context.limiter.open_sockets)
    sender = asyncio.create_task(_send_all(socket, context, messages, watcher))
    listener = asyncio.create_task(_listen(socket))
    try:
        done, pending = await asyncio.wait({sender, listener}, return_when=asyncio.FIRST_COMPLETED)
        await cancel_all(pending)
        for problem in [task.exception() for task in done]:
            if problem is not None:
                raise problem
        await _close(socket, DONE, "")
    except WebSocketDisconnect:
        pass
    except Exception as problem:
        code, reason = _ending(problem)
        if code == FAILED:
            logger.exception("sending to a watcher failed", extra={"subject": subject})
        await _close(socket, code, reason)
    except asyncio.CancelledError:
        await cancel_all([sender, listener])
        raise
    finally:
        context.limiter.leave(client)
        context.metrics.sockets.set(context.limiter.open_sockets)


def _ending(problem: Exception) -> tuple[int, str]:
    """Return the code and the reason with which a websocket is closed after an error."""
    match problem:
        case NotFound():
            return NOT_FOUND, problem.detail
        case TimeoutError():
            return TOO_SLOW, "too slow"
        case Closing():
            return GOING_AWAY, "the server stops"
        case Revoked():
            return REVOKED, "this device was revoked"
        case DatabaseAway():
            return AGAIN_LATER, "the database does not answer"
        case TooMuch():
            return AGAIN_LATER, problem.detail
        case Refused():
            return MALFORMED, problem.detail
    return FAILED, "something went wrong on the server"


async def _send_all(
    socket: WebSocket, context: Context, messages: AsyncIterator[bytes], watcher: Watcher | None
) -> None:
    """Send each message within the time limit; raises Revoked once the watcher's device has lost its rights."""
    service, seconds = context.service, context.limiter.limits.send_seconds
    async with aclosing(messages) as sending:  # type: ignore[type-var] # it is a generator
        async for message in sending:
            if watcher is not None and service.has_lost_rights(watcher.identity):
                raise Revoked
            if message:
                async with asyncio.timeout(seconds):
                    await socket.send_text(message.decode())


async def _listen(socket: WebSocket) -> None:
    """Wait until the client goes away; nothing else is expected from it."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1000)


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    if socket.client_state == WebSocketState.CONNECTED:
        with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
            async with asyncio.timeout(CLOSE_SECONDS):  # a client that does not read hears no reason either
                await socket.close(code, reason)
