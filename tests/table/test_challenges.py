"""Challenges: which games can be one, and what somebody else gets of the same deal."""

from collections.abc import Sequence
from dataclasses import replace

from amyitis.box.tables import BOX_DIGEST
from amyitis.game import Switches
from amyitis.rules import RULES_VERSION
from amyitis.table import GameMetadata, NewGame, SeatMetadata
from amyitis.table.challenges import (
    CHOSEN,
    NOT_DRAWN,
    NOT_OVER,
    OTHER_RULES,
    OTHERS,
    Obstacle,
    obstacle,
    player_of,
    same_deal,
)
from amyitis.table.messages.serializing import fairness_message
from amyitis.table.new_games import Start, new_game
from amyitis.table.replaying import bare_table
from tests.table.sitting import AT, kept, seats, table_of

ANN_AND_BOT = [seats("ann")[0], replace(seats("ann", None)[1], bot="random")]


def drawn() -> NewGame:
    """A game of Ann and a bot with a set-up that was drawn."""
    start = Start(bare_table(2, Switches(palace=True), RULES_VERSION, "WK"))
    return new_game(start, ANN_AND_BOT, "ann", AT, public=True, title="Mine", coach=True)


def why_not(metadata: GameMetadata, sitting: Sequence[SeatMetadata] = ANN_AND_BOT) -> Obstacle | None:
    """What keeps a game from being a challenge."""
    return obstacle(metadata, sitting, RULES_VERSION, BOX_DIGEST)


def test_which_games_can_be_challenges() -> None:
    over = replace(drawn().metadata, over=True)
    assert why_not(over) is None
    assert why_not(replace(over, over=False)) is NOT_OVER
    assert why_not(over, seats("ann", "ben")) is OTHERS
    assert why_not(over, seats("ann", None)) is OTHERS
    assert why_not(over, seats("ann", "ben", bot="K")) is OTHERS, "a bot plays for somebody"
    assert why_not(replace(kept().metadata, over=True)) is CHOSEN
    assert why_not(replace(over, seeded_start=False)) is NOT_DRAWN
    assert why_not(replace(over, rules_version=RULES_VERSION + 1)) is OTHER_RULES
    assert why_not(replace(over, box="another 0123456789ab")) is OTHER_RULES


def test_somebody_else_gets_the_same_set_up_and_deals() -> None:
    first = drawn()
    over = replace(first.metadata, over=True, ply=500, seating=3, challenge="c", rematch="r")
    second = same_deal(over, first.seats, "ben", "Ben", AT + 1)
    metadata = second.metadata
    assert (metadata.start, metadata.switches, metadata.challenge) == (over.start, over.switches, "c")
    assert [logged.token for logged in second.log] == [logged.token for logged in first.log]
    assert (metadata.over, metadata.ply, metadata.seating, metadata.rematch) == (False, 1, 0, None)
    assert (metadata.title, metadata.coach, metadata.public) == ("", "off", False)
    assert (metadata.owner, player_of(second.seats).name, metadata.created) == ("ben", "Ben", AT + 1)
    assert (metadata.deals_of, metadata.id != over.id) == (over.id, True)
    assert same_deal(replace(metadata, over=True), second.seats, "cy", "Cy", AT).metadata.deals_of == over.id
    tables = [table_of(first), table_of(second)]
    for table in tables:  # the deal of the next round
        while table.round == 1:
            table.keep(table.move([table.legal[0]], "ann", frozenset("WK"), AT))
    assert tables[0].position == tables[1].position


def test_the_terms_of_a_challenge_stay_hidden_until_its_end() -> None:
    first = drawn()
    second = same_deal(replace(first.metadata, over=True), first.seats, "ben", "Ben", AT)
    running, ended = (fairness_message(second.metadata, second.seats, over) for over in (False, True))
    assert (running["same_deal"], running["terms"], running["secret"]) == (True, "", None)
    assert first.metadata.id in ended["terms"]
    assert ended["secret"] == first.metadata.secret
