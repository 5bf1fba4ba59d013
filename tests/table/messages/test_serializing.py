"""What is message to whom: the whole game, what is new, and a line in a list."""

import json
from math import ceil
from typing import Any

from amyitis.game import Switches
from amyitis.rules import RULES_VERSION
from amyitis.table import Identity
from amyitis.table.messages.serializing import Serializer, summary
from amyitis.table.new_games import Start, new_game
from amyitis.table.people.absence import patience
from amyitis.table.replaying import bare_table
from tests.game.view.replaying import with_changes
from tests.table.sitting import ANN, AT, BEN, NOBODY, decider_of, kept, move, play_on, quiet_move, seats, table_of

SERIALIZER = Serializer()


def test_only_whoever_decides_is_told_the_legal_moves_and_the_outlook_if_they_ask() -> None:
    table = table_of(kept())
    decides, waits = decider_of(table), BEN if decider_of(table) is ANN else ANN
    message = SERIALIZER.game(table, decides, outlook=True)
    assert message["legal"] == list(table.game.legal_moves)
    assert message["outlook"] is not None
    assert [option["token"] for option in message["outlook"]["options"]] == message["legal"]
    assert SERIALIZER.game(table, decides)["outlook"] is None
    for other in (waits, NOBODY):
        message = SERIALIZER.game(table, other, outlook=True)
        assert (message["legal"], message["outlook"]) == (None, None)


def test_everybody_is_told_when_somebody_counts_as_absent_by_the_pace_of_the_game() -> None:
    table = table_of(kept())
    assert SERIALIZER.game(table, ANN)["absent_after"] == 60
    assert Serializer(absent_seconds=90.5).game(table, ANN)["absent_after"] == 91
    for hours in (2, 4, 6):
        player = decider_of(table)
        table.keep(table.move([quiet_move(table)], player.actor, player.seats(table.seats), AT + hours * 3600_000))
    update = Serializer().update(table, BEN, table.entries_after(0) or [])
    assert update["absent_after"] == ceil(patience([entry.logged.at for entry in table.recent])) > 3600


def test_an_update_has_what_the_game_has_but_the_table_and_leads_to_it() -> None:
    table = table_of(kept(palace=True))
    play_on(table, 30)
    since, view = table.ply, table.view
    play_on(table, 20, seed=2)
    entries = table.entries_after(since)
    assert entries is not None
    update, game = SERIALIZER.update(table, ANN, entries), SERIALIZER.game(table, ANN)
    only_whole = {"created", "public", "closed", "name", "box", "yours", "several_seats", "position", "view"}
    assert set(game) - set(update) == only_whole
    assert {name for name, value in update.items() if value != game.get(name)} == {"type", "entries"}
    for entry in update["entries"]:
        view = with_changes(view, entry["set"])
    assert view == game["view"]


def test_the_secret_is_told_when_the_game_is_over() -> None:
    new = new_game(
        Start(bare_table(2, Switches(), RULES_VERSION, "WK")), seats("ann", "ben"), "ann", AT, public=False, title=""
    )
    table = table_of(new)
    before = SERIALIZER.game(table, NOBODY)["fairness"]
    assert (before["edition"], before["secret"], before["seed"]) == (2, None, None)
    assert new.metadata.secret not in str(SERIALIZER.game(table, ANN))
    play_on(table, 10_000)
    message = SERIALIZER.game(table, NOBODY)
    assert (message["over"], message["decider"], message["waiting_for"]) == (True, None, None)
    assert message["fairness"]["secret"] == new.metadata.secret
    assert message["can_undo"] is False


def test_a_chosen_seed_is_told_from_the_first_moment() -> None:
    """Whoever made the game knows it: then everybody does."""
    message = SERIALIZER.game(table_of(kept(9)), NOBODY)["fairness"]
    assert (message["seed_chosen"], message["seed"], message["edition"]) == (True, "9", 1)


def test_a_key_claims_its_seat_and_no_other() -> None:
    new = kept()
    table = table_of(new)
    table.seats = [one if one.seat == "W" else type(one)(**{**vars(one), "key_hash": "abc"}) for one in table.seats]
    message = SERIALIZER.game(table, Identity(key_hash="abc"))
    assert [seat["yours"] for seat in message["seats"]] == [False, True]
    assert message["yours"] is False


def test_parts_that_are_alike_for_everyone_are_made_ready_once() -> None:
    made: list[str] = []

    def fragment(part: object) -> str:
        made.append(json.dumps(part))
        return made[-1]

    serializer, table = Serializer(fragment), table_of(kept())
    first, second = serializer.game(table, ANN), serializer.game(table, BEN)
    assert first["view"] is second["view"]
    count = len(made)
    serializer.game(table, NOBODY)
    assert len(made) == count
    move(table, table.game.legal_moves[0])
    view: Any = serializer.game(table, ANN)["view"]
    assert json.loads(view) == table.view


def test_a_line_in_a_list_says_whose_turn_it_is() -> None:
    new = kept()
    found = summary(new.metadata, new.seats, decider_of(table_of(new)))
    assert found["your_turn"]
    assert not summary(new.metadata, new.seats, NOBODY)["your_turn"]
    assert (found["round"], found["scores"]) == (1, {"W": 0, "K": 0})


def test_askers_of_a_kind_are_told_the_same_and_others_are_not_of_their_kind() -> None:
    table = table_of(kept())
    first, second = Identity(person="cy"), Identity(person="di")
    assert SERIALIZER.audience(table, first) == SERIALIZER.audience(table, second) == SERIALIZER.audience(table, NOBODY)
    assert SERIALIZER.game(table, first, outlook=True) == SERIALIZER.game(table, second, outlook=True)
    assert len({SERIALIZER.audience(table, asker) for asker in (ANN, BEN, NOBODY)}) == 3
    before = SERIALIZER.audience(table, decider_of(table))
    mover = decider_of(table)
    move(table, table.game.legal_moves[0])
    assert SERIALIZER.audience(table, mover) != before, "there is something to take back now"
