"""Who may change a seat, and how."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from amyitis.game.deals.fair_deals import new_secret, seal_of
from amyitis.service.analysis.fair_play import FairPlay
from amyitis.service.games.lifecycle import Lifecycle
from amyitis.service.games.seats import add_share, come_back, hand_over, replace_absent
from amyitis.service.games.stand_ins import StandIns
from amyitis.service.ports import Ports
from amyitis.service.problems import BadRequest, Conflict, Forbidden
from amyitis.service.shapes.requests import ReplaceRequest, ShareRequest
from amyitis.table import SeatMetadata
from tests.table.sitting import ANN, BEN, NOBODY, kept, table_of


def test_a_seat_is_left_to_a_bot_by_its_holder_alone_and_taken_back() -> None:
    table = table_of(kept())
    seat = table.seats[1]
    for who in (ANN, NOBODY):
        with pytest.raises(Forbidden):
            hand_over(table, seat, who, "random")
    assert hand_over(table, seat, BEN, "random") == {"bot": "random", "plan": "", "votes": ""}
    with pytest.raises(Conflict, match="no bot plays"):
        come_back(table, seat, BEN)
    played = replace(seat, bot="random")
    with pytest.raises(Conflict, match="plays this seat already"):
        hand_over(table, played, BEN, "random")
    assert come_back(table, played, BEN) == {"bot": None}
    with pytest.raises(Forbidden):
        come_back(table, played, ANN)


def test_an_open_seat_goes_to_a_bot_by_whoever_made_the_game_and_its_invitation_ends() -> None:
    table = table_of(kept())
    free = replace(table.seats[1], person=None, invitation=3)
    assert hand_over(table, free, ANN, "random") == {"bot": "random", "name": "random", "invitation": 4}
    with pytest.raises(Forbidden):
        hand_over(table, free, BEN, "random")


@pytest.mark.parametrize("weak", ["random", "Scribe", "search:50"])
def test_nobody_is_replaced_by_a_bot_that_loses_the_game_for_them(weak: str) -> None:
    table, away = table_of(kept()), replace(kept().seats[1], seen=0)
    put_out = replace(away, person=None, former="ben")

    def give(bot: str) -> list[object]:
        asked = ReplaceRequest(by="bot", bot=bot)
        given = replace_absent(table, away, ANN, asked, seen=0, at=10**12, absent_seconds=60)
        return [given["bot"], hand_over(table, put_out, ANN, bot)["bot"]]

    assert give("Steward") == ["Steward"] * 2
    for attempt in (lambda: give(weak), lambda: hand_over(table, put_out, ANN, weak)):
        with pytest.raises(BadRequest, match="is replaced by Steward"):
            attempt()


def test_a_stand_in_is_the_strongest_level_that_its_person_has_beaten() -> None:
    beaten = {"Water carrier", "Architect", "Scribe", "random", "search:9"}

    class Games:
        """Finished games of Ann, each won against one bot."""

        async def games_of(self, _person: str) -> list[object]:
            return [SimpleNamespace(id=bot, over=True, result="9-5: W") for bot in beaten]

        async def seats_of(self, ids: list[str]) -> dict[str, list[SeatMetadata]]:
            ann, ben = kept().seats
            return {bot: [ann, replace(ben, person=None, bot=bot)] for bot in ids}

    async def check_table(*_asked: object) -> None:
        pass

    ports = cast(Ports, SimpleNamespace(store=Games()))
    stand_ins = StandIns(ports, cast(FairPlay, SimpleNamespace(check_table=check_table)), cast(Lifecycle, None))
    assert asyncio.run(stand_ins._choose(table_of(kept()), "ann")) == "Architect"
    beaten.clear()
    assert asyncio.run(stand_ins._choose(table_of(kept()), "ann")) == "Steward"


def test_a_share_is_sealed_before_it_is_shown_and_cannot_be_another_one() -> None:
    share = new_secret()
    seal = seal_of(share)
    committing, revealing = table_of(kept()), table_of(kept())
    committing.metadata = replace(committing.metadata, stage="commit")
    revealing.metadata = replace(revealing.metadata, stage="reveal")
    seat = committing.seats[0]
    sealed = replace(seat, seal=seal)
    sealing, showing = ShareRequest(seal=seal), ShareRequest(share=share)
    assert add_share(committing, seat, ANN, sealing) == {"seal": seal}
    with pytest.raises(Conflict, match="too late"):
        add_share(revealing, seat, ANN, sealing)
    assert add_share(revealing, sealed, ANN, showing) == {"share": share}
    another = ShareRequest(share=new_secret())
    for table, holder, shown in (
        (committing, sealed, showing),
        (revealing, sealed, another),
        (revealing, seat, showing),
    ):
        with pytest.raises(Conflict):
            add_share(table, holder, ANN, shown)
    for wrong in (ShareRequest(), ShareRequest(seal=seal, share=share)):
        with pytest.raises(BadRequest):
            add_share(revealing, sealed, ANN, wrong)


def test_a_share_that_is_shown_again_changes_nothing() -> None:
    table, share = table_of(kept()), new_secret()
    seat = replace(table.seats[0], seal=seal_of(share), share=share)
    assert add_share(table, seat, ANN, ShareRequest(share=share)) == {}
    with pytest.raises(Forbidden):
        add_share(table, seat, BEN, ShareRequest(share=share))
