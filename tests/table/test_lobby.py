"""The lobby: what each stage waits for, when a game begins, and what its seed is made of."""

from dataclasses import replace

from amyitis.game import Game, Switches
from amyitis.game.deals.fair_deals import commitment, deal_seed, seal_of
from amyitis.rules import RULES_VERSION
from amyitis.table import GameMetadata, NewGame, SeatMetadata, Table
from amyitis.table.lobby import begin_game, latest_stage, next_stage
from amyitis.table.messages.serializing import Serializer
from amyitis.table.new_games import Start, new_game, rematch
from amyitis.table.replaying import bare_table, initial_game
from tests.table.sitting import ANN, AT, NOBODY, seats, table_of

SHARE, OTHER = "5a" * 32, "6b" * 32
LONG = 10**15


def made(*sitting: SeatMetadata) -> NewGame:
    """A new game of these seats."""
    game = bare_table(len(sitting), Switches(palace=True), RULES_VERSION, "".join(seat.seat for seat in sitting))
    return new_game(Start(game), list(sitting), "ann", AT, public=False, title="")


def sealed(seat: SeatMetadata, share: str) -> SeatMetadata:
    """The seat with a sealed share."""
    return replace(seat, seal=seal_of(share))


def stage(metadata: GameMetadata, sitting: list[SeatMetadata], at: int = 0) -> GameMetadata:
    """The next stage, which there must be."""
    later = next_stage(metadata, sitting, at)
    assert later is not None
    return later


def test_a_game_that_waits_for_nobody_begins_at_once() -> None:
    new = made(*seats("ann", "ann"))
    assert new.metadata.stage is None
    assert new.metadata.shares == "W=none K=none"
    assert [entry.kind for entry in new.log] == ["deal"]
    seed = deal_seed(new.metadata.secret, new.metadata.commitment, new.metadata.shares)
    assert new.metadata.start == Game.new(2, seed, palace=True).start
    assert new.metadata.commitment == commitment(new.metadata.terms, new.metadata.secret)
    assert f"game: {new.metadata.id}" in new.metadata.terms


def test_nothing_is_drawn_before_everyone_has_shown_a_share() -> None:
    ann, ben = seats("ann", "ben")
    new = made(sealed(ann, SHARE), replace(ben, person=None))
    assert (new.metadata.stage, new.metadata.start, new.log) == ("waiting", "", [])
    assert next_stage(new.metadata, new.seats, LONG) is None  # an open seat is waited for, however long
    full = [new.seats[0], sealed(ben, OTHER)]
    reveal = stage(new.metadata, full)
    assert reveal.stage == "reveal"
    one = [replace(full[0], share=SHARE), full[1]]
    assert next_stage(reveal, one, 0) is None
    both = [one[0], replace(full[1], share=OTHER)]
    ready = stage(reveal, both)
    assert (ready.stage, ready.shares) == (None, f"W={SHARE} K={OTHER}")
    metadata, entries = begin_game(ready, both, [], AT)
    assert metadata.start == initial_game(metadata, both).start
    assert (metadata.ply, len(entries), metadata.decider in "WK") == (1, 1, True)
    table, _entries = Table.rebuild(metadata, both, entries)
    assert (table.in_lobby, table.decider) == (False, metadata.decider)


def test_a_browser_that_is_gone_is_left_out_when_its_time_is_over() -> None:
    ann, ben = seats("ann", "ben")
    new = made(sealed(ann, SHARE), sealed(ben, OTHER))
    assert new.metadata.stage == "reveal"
    assert new.metadata.stage_until is not None
    shown = [new.seats[0], replace(new.seats[1], share=OTHER)]
    assert next_stage(new.metadata, shown, new.metadata.stage_until - 1) is None
    assert stage(new.metadata, shown, new.metadata.stage_until).shares == f"W=late K={OTHER}"


def test_every_share_changes_the_deals() -> None:
    ann, ben = seats("ann", "ben")
    new = made(sealed(ann, SHARE), sealed(ben, OTHER))
    starts = set()
    for shares in ((SHARE, OTHER), (OTHER, SHARE), (SHARE, None), (None, None)):
        shown = [replace(seat, share=share) for seat, share in zip(new.seats, shares, strict=True)]
        metadata, _entries = begin_game(stage(new.metadata, shown, LONG), shown, [], AT)
        starts.add(metadata.start)
    assert len(starts) == 4


def test_a_table_in_the_lobby_can_be_looked_at_and_not_be_played() -> None:
    ann, ben = seats("ann", "ben")
    table = table_of(made(sealed(ann, SHARE), replace(ben, person=None)))
    message = Serializer().game(table, ANN, outlook=True)
    assert (message["decider"], message["legal"], message["outlook"], message["over"]) == (None, None, None, False)
    assert message["view"]["garden"]
    fairness = message["fairness"]
    assert (fairness["stage"], fairness["secret"]) == ("waiting", None)
    assert [share["state"] for share in fairness["shares"]] == ["sealed", "none"]
    assert table.metadata.secret not in str(message)
    assert SHARE not in str(Serializer().game(table, NOBODY))


def test_a_game_that_goes_on_waits_too_and_deals_from_there() -> None:
    ann, ben = seats("ann", "ben")
    game = Game.from_position(Game.new(2, 5).start)
    new = new_game(Start(game, seeded_start=False), [sealed(ann, SHARE), ben], "ann", AT, public=False, title="")
    assert (new.metadata.stage, new.metadata.decider, new.log) == ("reveal", "$", [])
    assert "from: ply 0 " in new.metadata.terms
    table = table_of(new)
    assert (table.decider, table.game.question) == ("$", "deal")
    shown = [replace(new.seats[0], share=SHARE), new.seats[1]]
    metadata, entries = begin_game(stage(new.metadata, shown), shown, [], AT)
    again, _entries = Table.rebuild(metadata, shown, entries)
    assert (again.ply, again.round) == (1, game.round + 1)


def test_a_game_that_goes_on_after_moves_of_a_record_deals_behind_them() -> None:
    record = Game.new(2, 5)
    while record.round == 1:
        record.push(record.legal_moves[0])
    moves = record.plies[:-1]
    game = Game.from_record(record.record(), len(moves))
    start = Start(game, seeded_start=False, deals_from=len(moves))
    ann, ben = seats("ann", "ben")
    new = new_game(start, [sealed(ann, SHARE), ben], "ann", AT, public=False, title="")
    assert (new.metadata.ply, len(new.log), new.metadata.decider) == (len(moves), len(moves), "$")
    shown = [replace(new.seats[0], share=SHARE), ben]
    metadata, entries = begin_game(stage(new.metadata, shown), shown, new.log, AT)
    assert [(entry.ply, entry.kind) for entry in entries] == [(len(moves) + 1, "deal")]
    table, _entries = Table.rebuild(metadata, shown, [*new.log, *entries])
    assert (table.ply, table.round, table.decider) == (metadata.ply, 2, metadata.decider)
    while table.round == 2:  # the next deal is the seed's, too
        table.keep(table.move([table.legal[0]], "ann", frozenset("WK"), AT))
    assert table.recent[-1].logged.kind == "deal"


def test_a_seal_that_is_expected_has_a_stage_of_its_own() -> None:
    ann, ben = seats("ann", "ben")
    new = made(sealed(ann, SHARE), replace(ben, person=None))
    full = [new.seats[0], replace(ben, seal="")]
    commit = stage(new.metadata, full, AT)
    assert (commit.stage, commit.stage_until) == ("commit", AT + 10_000)
    assert next_stage(commit, full, AT + 9_999) is None
    assert stage(commit, full, AT + 10_000).stage == "reveal"
    assert stage(commit, [full[0], sealed(ben, OTHER)], AT + 1).stage == "reveal"
    assert latest_stage(new.metadata, full, AT, 5) == replace(commit, stage_until=AT + 5_000)
    assert latest_stage(commit, full, AT) is commit


def test_a_rematch_expects_those_who_had_a_share() -> None:
    ann, ben, bot = seats("ann", "ben", None)
    before = [sealed(ann, SHARE), sealed(ben, OTHER), replace(bot, bot="random")]
    metadata = made(*before).metadata
    new = rematch(metadata, before, "ann", {"W": seal_of(OTHER)}, AT)
    assert {seat.seat: seat.seal for seat in new.seats} == {"K": "", "B": None, "W": seal_of(OTHER)}
    assert (new.metadata.stage, new.metadata.start) == ("commit", "")
    assert new.metadata.stage_until is not None
    assert next_stage(new.metadata, new.seats, new.metadata.stage_until - 1) is None
    standing_up = [replace(new.seats[0], person=None, seal=None), *new.seats[1:]]
    back = stage(new.metadata, standing_up, AT)
    assert (back.stage, back.stage_until) == ("waiting", None)
    later = stage(new.metadata, new.seats, new.metadata.stage_until)  # Ben is away
    assert later.stage == "reveal"
    shown = [replace(seat, share=OTHER) if seat.seat == "W" else seat for seat in new.seats]
    assert stage(later, shown).shares == f"K=late B=bot W={OTHER}"
    programs = rematch(metadata, seats("ann", "ben", "ann"), "ann", {}, AT)
    assert programs.metadata.stage is None
