"""What is told to whom: the whole game, what is new, and a line in a list."""

import json

from amyitis.game import Switches
from amyitis.game.film import with_changes
from amyitis.table import Asker
from amyitis.table.bare_table import bare_table
from amyitis.table.beginning import Beginning, new_game
from amyitis.table.telling import Teller, summary
from tests.table.sitting import ANN, BEN, NOBODY, asker_of, kept, move, play_on, seats, table_of

TELL = Teller()


def test_only_whoever_decides_is_told_the_legal_moves_and_the_outlook_if_they_ask() -> None:
    table = table_of(kept())
    decides, waits = asker_of(table), BEN if asker_of(table) is ANN else ANN
    told = TELL.game(table, decides, ahead=True)
    assert told["legal"] == list(table.game.legal_moves)
    assert [option["token"] for option in told["outlook"]["options"]] == told["legal"]
    assert TELL.game(table, decides)["outlook"] is None
    for other in (waits, NOBODY):
        assert (TELL.game(table, other, ahead=True)["legal"], TELL.game(table, other, ahead=True)["outlook"]) == (
            None,
            None,
        )


def test_an_update_has_what_the_game_has_but_the_table_and_leads_to_it() -> None:
    table = table_of(kept(palace=True))
    play_on(table, 30)
    since, view = table.ply, table.view
    play_on(table, 20, seed=2)
    entries = table.entries_after(since)
    assert entries is not None
    update, game = TELL.update(table, ANN, entries), TELL.game(table, ANN)
    assert set(game) - set(update) == {"created", "public", "name", "box", "yours", "several_seats", "position", "view"}
    assert {name for name in update if update[name] != game[name]} == {"type", "entries"}
    for entry in update["entries"]:
        view = with_changes(view, entry["set"])
    assert view == game["view"]


def test_the_secret_is_told_when_the_game_is_over() -> None:
    new = new_game(Beginning(bare_table(2, Switches(), 2, "WK")), seats("ann", "ben"), "ann", public=False, title="")
    table = table_of(new)
    before = TELL.game(table, NOBODY)["fairness"]
    assert (before["edition"], before["secret"], before["seed"]) == (2, None, None)
    assert new.game.secret not in str(TELL.game(table, ANN))
    play_on(table, 10_000)
    told = TELL.game(table, NOBODY)
    assert (told["over"], told["decider"], told["waiting_for"]) == (True, None, None)
    assert told["fairness"]["secret"] == new.game.secret
    assert told["can_undo"] is False


def test_a_chosen_seed_is_told_from_the_first_moment() -> None:
    """Whoever made the game knows it: then everybody does."""
    told = TELL.game(table_of(kept(9)), NOBODY)["fairness"]
    assert (told["seed_chosen"], told["seed"], told["edition"]) == (True, "9", 1)


def test_a_key_claims_its_seat_and_no_other() -> None:
    new = kept()
    table = table_of(new)
    table.seats = [one if one.seat == "W" else type(one)(**{**vars(one), "key_hash": "abc"}) for one in table.seats]
    told = TELL.game(table, Asker(key_hash="abc"))
    assert [seat["yours"] for seat in told["seats"]] == [False, True]
    assert told["yours"] is False


def test_parts_that_are_alike_for_everyone_are_made_ready_once() -> None:
    made: list[str] = []

    def ready(part: object) -> str:
        made.append(json.dumps(part))
        return made[-1]

    teller, table = Teller(ready), table_of(kept())
    first, second = teller.game(table, ANN), teller.game(table, BEN)
    assert first["view"] is second["view"]
    count = len(made)
    teller.game(table, NOBODY)
    assert len(made) == count
    move(table, table.game.legal_moves[0])
    assert json.loads(teller.game(table, ANN)["view"]) == table.view


def test_a_line_in_a_list_says_whose_turn_it_is() -> None:
    new = kept()
    found = summary(new.game, new.seats, asker_of(table_of(new)))
    assert found["your_turn"]
    assert not summary(new.game, new.seats, NOBODY)["your_turn"]
    assert (found["round"], found["scores"]) == (1, {"W": 0, "K": 0})


def test_askers_of_a_kind_are_told_the_same_and_others_are_not_of_their_kind() -> None:
    table = table_of(kept())
    first, second = Asker(person="cy"), Asker(person="di")
    assert TELL.kind(table, first) == TELL.kind(table, second) == TELL.kind(table, NOBODY)
    assert TELL.game(table, first, ahead=True) == TELL.game(table, second, ahead=True)
    assert len({TELL.kind(table, asker) for asker in (ANN, BEN, NOBODY)}) == 3
    before = TELL.kind(table, asker_of(table))
    mover = asker_of(table)
    move(table, table.game.legal_moves[0])
    assert TELL.kind(table, mover) != before, "there is something to take back now"
