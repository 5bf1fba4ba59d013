"""Resigning, pausing and ending a game by consent: the entries of the log (`table/conduct.py`). All raise a Refused."""

from collections.abc import Mapping
from dataclasses import replace

from amyitis.service.problems import Conflict
from amyitis.service.shapes.requests import ProposeRequest
from amyitis.table import Identity, LogEntry, SeatMetadata, Table
from amyitis.table.conduct import ASK, DECLINE, END, PAUSE, RESIGN, RESUME
from amyitis.table.messages.serializing import patience_of
from amyitis.table.metadata import CHANCE

from .seats import check_events, check_holder, check_not_out

LATE_SECONDS = 3600.0  # for which a game is not ended without somebody who was here; longer in slow games
CHALLENGE = "a challenge is played to its end, or left to a bot"


def resign(table: Table, seat: SeatMetadata, identity: Identity, at: int) -> list[LogEntry]:
    """Leave a game for good; it ends if nobody is left to play against. Nothing for a retry."""
    check_holder(seat, identity)
    if seat.seat in table.conduct.ending.out:
        return []
    _check(table, seat, identity)
    if table.metadata.challenge is not None:
        raise Conflict(CHALLENGE, key="challenge_left")
    entries = [LogEntry(table.ply + 1, "table", seat.seat, RESIGN, 0, identity.actor, at)]
    if table.conduct.ends_without(table.seats, seat.seat):
        entries.append(LogEntry(table.ply + 2, "table", CHANCE, END, 0, identity.actor, at))
    return entries


def propose(
    table: Table,
    seat: SeatMetadata,
    identity: Identity,
    request: ProposeRequest,
    *,
    at: int,
    spent: int,
    seen: Mapping[str, int],
) -> list[LogEntry]:
    """Propose something, agree or refuse; what everybody wants is done at once.

    `spent` is what a pause charges the running clock, `seen` when the holders of the seats were here, by any server.
    Returns nothing for what is so already.
    """
    _check(table, seat, identity)
    conduct, what = table.conduct, request.what
    if what != "resume":
        check_events(table, seat)

    def entry(token: str, of: str = seat.seat, number: int = 1, charged: int = 0) -> LogEntry:
        return LogEntry(table.ply + number, "table", of, token, 0, identity.actor, at, charged)

    if what == "resume":
        return [entry(RESUME)] if conduct.paused else []
    if seat.bot is not None:
        raise Conflict("a bot plays this seat: take it back first", key="seat_bots")
    if what == "decline":
        return [entry(DECLINE)] if conduct.proposal is not None else []
    if what == "end" and table.metadata.challenge is not None:
        raise Conflict(CHALLENGE, key="challenge_left")
    if what == "pause" and (table.clocks is None or conduct.paused):
        raise Conflict("there is no clock that runs", key="no_clock")
    if conduct.proposal not in (None, what):
        raise Conflict("something else is proposed: answer that first", key="other_proposal")
    mine = {each.seat for each in table.seats if identity.may_claim(each)}
    if conduct.proposal == what and mine & conduct.agreed:
        return []  # a retry: the answer was lost
    entries = [entry(ASK + what)]
    back_since = None if what == "pause" else at - round(1000 * patience_of(table, LATE_SECONDS))
    seats = [replace(each, seen=max(each.seen, seen.get(each.seat, 0))) for each in table.seats]
    if conduct.is_agreed(seats, seat.seat, back_since):
        entries.append(entry(END, CHANCE, 2) if what == "end" else entry(PAUSE, table.decider, 2, spent))
    return entries


def _check(table: Table, seat: SeatMetadata, identity: Identity) -> None:
    check_holder(seat, identity)
    if table.in_lobby:
        raise Conflict("the game has not begun")
    if table.over:
        raise Conflict("the game is over", key="game_over")
    check_not_out(table, seat)
