"""Who may change a seat, and how."""

from dataclasses import replace

import pytest

from amyitis.api.refusals import BadRequest, Conflict, Forbidden
from amyitis.api.seating import handed_over, returned, share_change, with_share
from amyitis.game.fair_deals import new_secret, seal_of
from tests.table.sitting import ANN, BEN, NOBODY, kept, table_of


def test_a_seat_is_left_to_a_bot_by_its_holder_alone_and_taken_back() -> None:
    table = table_of(kept())
    seat = table.seats[1]
    for who in (ANN, NOBODY):
        with pytest.raises(Forbidden):
            handed_over(table, seat, who, "random")
    assert handed_over(table, seat, BEN, "random") == {"bot": "random"}
    with pytest.raises(Conflict, match="no bot plays"):
        returned(table, seat, BEN)
    played = replace(seat, bot="random")
    with pytest.raises(Conflict, match="plays this seat already"):
        handed_over(table, played, BEN, "random")
    assert returned(table, played, BEN) == {"bot": None}
    with pytest.raises(Forbidden):
        returned(table, played, ANN)


def test_an_open_seat_goes_to_a_bot_by_whoever_made_the_game_and_its_invitation_ends() -> None:
    table = table_of(kept())
    free = replace(table.seats[1], person=None, invitation=3)
    assert handed_over(table, free, ANN, "random") == {"bot": "random", "name": "random", "invitation": 4}
    with pytest.raises(Forbidden):
        handed_over(table, free, BEN, "random")


def test_a_share_is_sealed_before_it_is_shown_and_cannot_be_another_one() -> None:
    new = kept()
    share = new_secret()
    seal = seal_of(share)
    gathers, reveals = replace(new.game, stage="open"), replace(new.game, stage="reveal")
    seat = replace(new.seats[0], seal=seal)
    assert share_change(gathers, new.seats[0], seal, None) == {"seal": seal}
    with pytest.raises(Conflict, match="too late"):
        share_change(reveals, new.seats[0], seal, None)
    assert share_change(reveals, seat, None, share) == {"share": share}
    for facts, holder, shown in ((gathers, seat, share), (reveals, seat, new_secret()), (reveals, new.seats[0], share)):
        with pytest.raises(Conflict):
            share_change(facts, holder, None, shown)
    for wrong in ((None, None), (seal, share)):
        with pytest.raises(BadRequest):
            share_change(reveals, seat, *wrong)


def test_a_share_that_is_shown_again_changes_nothing() -> None:
    table, share = table_of(kept()), new_secret()
    seat = replace(table.seats[0], seal=seal_of(share), share=share)
    assert with_share(table, seat, ANN, None, share) == {}
    with pytest.raises(Forbidden):
        with_share(table, seat, BEN, None, share)
