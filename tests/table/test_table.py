"""What a table does: turns, entries with their changes, taking back, and being rebuilt from its log."""

from dataclasses import replace

import pytest

from amyitis.errors import AmyitisError
from amyitis.game import Game
from amyitis.table import Table
from amyitis.table.errors import BadMove, DealBetween, NothingToTakeBack, NotYours
from amyitis.table.metadata import BOT
from amyitis.table.new_games import Start, new_game
from amyitis.table.table import ENTRIES_KEPT, MOST_UNDOS
from tests.game.view.replaying import with_changes
from tests.table.sitting import ANN, AT, BEN, decider_of, kept, move, play_on, quiet_move, seats, table_of, to_and_fro


@pytest.mark.parametrize(("palace", "limited_supply"), [(False, False), (True, True)])
def test_the_changes_of_all_entries_lead_from_view_to_view(palace: bool, limited_supply: bool) -> None:
    table = table_of(kept(palace=palace, limited_supply=limited_supply))
    view = table.view
    kinds = set()
    for change in play_on(table, 1000):
        for entry in change.entries:
            assert entry.set is not None
            view = with_changes(view, entry.set)
            kinds.add(entry.logged.kind)
        assert view == change.after[1]
    assert view == table.view == table.game.view()
    assert kinds == {"move", "deal", "undo"}
    assert table.game.is_over


def test_a_table_rebuilt_from_its_log_is_the_same_and_knows_its_latest_changes() -> None:
    new = kept(palace=True)
    table = table_of(new)
    log = new.log + [entry.logged for change in play_on(table, 150) for entry in change.entries]
    again, entries = Table.rebuild(new.metadata, new.seats, log)
    assert (again.ply, again.game.position, again.view) == (table.ply, table.game.position, table.view)
    assert [entry.logged for entry in entries] == log
    assert list(again.recent) == list(table.recent)
    assert [entry.set is None for entry in entries] == [True] * (len(log) - ENTRIES_KEPT) + [False] * ENTRIES_KEPT
    assert again.acts == table.acts
    assert [change.step for change in play_on(again, 1, 5)] != []


def test_a_table_follows_what_was_appended_elsewhere() -> None:
    new = kept()
    here, there = table_of(new), table_of(new)
    entries = [entry for change in play_on(there, 40) for entry in change.entries]
    assert here.follow([entry.logged for entry in entries]) == entries
    assert (here.ply, here.view) == (there.ply, there.view)


def test_a_log_with_a_gap_or_with_other_deals_is_refused() -> None:
    new = kept()
    table = table_of(new)
    log = new.log + [entry.logged for change in play_on(table, 60) for entry in change.entries]
    with pytest.raises(AmyitisError, match="entry 3 of its log is missing"):
        table_of(new, log[:2] + log[3:])
    other = kept(8)
    with pytest.raises(AmyitisError):
        table_of(new, other.log + log[len(other.log) :])


def test_entries_behind_a_ply_as_far_as_they_are_at_hand() -> None:
    table = table_of(kept())
    play_on(table, 80)
    assert table.entries_after(table.ply) == []
    assert [entry.logged.ply for entry in table.entries_after(table.ply - 3) or []] == list(
        range(table.ply - 2, table.ply + 1)
    )
    assert table.entries_after(table.ply - ENTRIES_KEPT) is not None
    assert table.entries_after(table.ply - ENTRIES_KEPT - 1) is None


def test_only_whoever_decides_moves_and_nothing_is_done_by_half() -> None:
    table = table_of(kept())
    ply, position = table.ply, table.game.position
    other = BEN if table.decider == "W" else ANN
    with pytest.raises(NotYours):
        table.move(["pass"], other.actor, other.seats(table.seats), AT)
    player = ANN if table.decider == "W" else BEN
    with pytest.raises(BadMove) as refused:
        table.move(["peasant/1", "keep"], player.actor, player.seats(table.seats), AT)
    assert refused.value.place == 1
    both = frozenset("WK")
    line = ["pass", "pass"]
    game = table.game.copy()
    for token in line:
        game.push(token)
    while game.question != "action":
        line.append(game.legal_moves[0])
        game.push(line[-1])
    with pytest.raises(DealBetween):
        table.move([*line, "pass"], player.actor, both, AT)
    assert (table.ply, table.game.position) == (ply, position)


def test_taking_back_goes_as_far_as_the_own_last_decision_over_moves_of_bots() -> None:
    table, mine, before = table_of(kept(bot="K")), frozenset("W"), ""
    table.seats[1] = replace(table.seats[1], person=None)
    while not (len(table.acts) > 1 and table.acts[-1].seat == "K" and table.acts[-2].seat == "W"):
        if table.decider == "W":
            before = table.game.position
            table.keep(table.move([table.game.legal_moves[-1]], "ann", mine, AT))
        else:
            table.keep(table.move([table.game.legal_moves[-1]], BOT + "random", frozenset("K"), AT))
    assert table.can_take_back("ann", mine)
    change = table.take_back("ann", mine, AT)
    table.keep(change)
    undone = change.entries[0]
    assert (undone.logged.kind, undone.logged.count, undone.logged.seat) == ("undo", 2, "W")
    assert table.game.position == before
    assert undone.set is not None


def test_nobody_takes_back_what_another_has_answered() -> None:
    table = table_of(kept())
    first = table.decider
    while table.decider == first:
        move(table, table.game.legal_moves[0])
    player = ANN if first == "W" else BEN
    move(table, table.game.legal_moves[0])
    assert not table.can_take_back(player.actor, player.seats(table.seats))
    with pytest.raises(NothingToTakeBack):
        table.take_back(player.actor, player.seats(table.seats), AT)


def test_what_a_bot_has_played_for_a_person_is_no_advice_to_them() -> None:
    table = table_of(kept())
    first, player = table.decider, decider_of(table)
    opening = next(token for token in table.legal if _goes_on(table, token))
    move(table, opening)
    table.keep(table.move([table.legal[0]], BOT + "random", frozenset(first), AT))  # the seat was left to it
    assert not table.can_take_back(player.actor, player.seats(table.seats))
    table.seats = [replace(seat, person=player.person) for seat in table.seats]
    assert table.can_take_back(player.actor, player.seats(table.seats)), "nobody else plays here"


def _goes_on(table: Table, token: str) -> bool:
    """Whether the same seat decides again after a move."""
    game = table.game.copy()
    game.push(token)
    return game.seat == table.decider


def test_what_is_made_once_for_a_ply_is_made_anew_for_the_next() -> None:
    table, made = table_of(kept()), list[int]()

    def make() -> int:
        made.append(table.ply)
        return table.ply

    assert table.cached("thing", make) == table.cached("thing", make)
    move(table, table.game.legal_moves[0])
    assert table.cached("thing", make) == table.ply
    assert len(made) == 2


def test_what_was_played_can_be_taken_back_after_a_rebuild_too() -> None:
    new = kept()
    table = table_of(new)
    log = new.log + [entry.logged for change in play_on(table, 60) for entry in change.entries]
    again = table_of(new, log)
    player = next(player for player in (ANN, BEN) if table.can_take_back(player.actor, player.seats(table.seats)))
    changes = [one.take_back(player.actor, player.seats(one.seats), AT) for one in (table, again)]
    assert changes[0].after[0].position == changes[1].after[0].position


def test_a_seat_takes_back_so_often_between_two_deals_and_no_more() -> None:
    new = kept()
    table = table_of(new)
    log = new.log + to_and_fro(table, MOST_UNDOS)
    player = decider_of(table)
    log += move(table, quiet_move(table)).step.entries
    for one in (table, table_of(new, log)):
        assert not one.can_take_back(player.actor, player.seats(one.seats))
        with pytest.raises(NothingToTakeBack, match="at most"):
            one.take_back(player.actor, player.seats(one.seats), AT)
    while table.recent[-1].logged.kind != "deal":
        move(table, table.game.legal_moves[-1])
    to_and_fro(table, 1)


def test_a_game_begun_from_a_record_holds_no_moves_that_nobody_can_take_back() -> None:
    game = Game.new(2, 5)
    while len(game.plies) < 100:
        game.push(game.legal_moves[0])
    start = Start(game, 9, seeded_start=False, deals_from=len(game.plies))
    game.deal_from(9)
    new = new_game(start, seats("ann", "ben"), "ann", AT, public=False, title="")
    table = table_of(new)
    assert table.position == game.position
    assert len(table.game.plies) <= 1
    to_and_fro(table, 1)
