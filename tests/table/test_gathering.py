"""A table that gathers: what it waits for, what begins when, and what the seed is made of."""

from dataclasses import replace

from amyitis.game import Game, Switches
from amyitis.game.fair_deals import commitment, deal_seed, seal_of
from amyitis.table import GameFacts, NewGame, SeatFacts, Table
from amyitis.table.bare_table import bare_table
from amyitis.table.beginning import Beginning, new_game, rematch
from amyitis.table.gathering import begun, next_stage
from amyitis.table.replaying import begin
from amyitis.table.telling import Teller
from tests.table.sitting import ANN, NOBODY, seats, table_of

SHARE, OTHER = "5a" * 32, "6b" * 32
LONG = 10**15


def made(*sitting: SeatFacts) -> NewGame:
    """A new game of these seats."""
    game = bare_table(len(sitting), Switches(palace=True), 2, "".join(seat.seat for seat in sitting))
    return new_game(Beginning(game), list(sitting), "ann", public=False, title="")


def sealed(seat: SeatFacts, share: str) -> SeatFacts:
    """The seat with a sealed share."""
    return replace(seat, seal=seal_of(share))


def stage(facts: GameFacts, sitting: list[SeatFacts], at: int = 0) -> GameFacts:
    """The next stage, which there must be."""
    later = next_stage(facts, sitting, at)
    assert later is not None
    return later


def test_a_game_that_waits_for_nobody_begins_at_once() -> None:
    new = made(*seats("ann", "ann"))
    assert new.game.stage is None
    assert new.game.shares == "W=none K=none"
    assert [entry.kind for entry in new.log] == ["deal"]
    seed = deal_seed(new.game.secret, new.game.commitment, new.game.shares)
    assert new.game.start == Game.new(2, seed, palace=True).start
    assert new.game.commitment == commitment(new.game.terms, new.game.secret)
    assert f"game: {new.game.id}" in new.game.terms


def test_nothing_is_drawn_before_everyone_has_shown_a_share() -> None:
    ann, ben = seats("ann", "ben")
    new = made(sealed(ann, SHARE), replace(ben, person=None))
    assert (new.game.stage, new.game.start, new.log) == ("open", "", [])
    assert next_stage(new.game, new.seats, LONG) is None  # an open seat is waited for, however long
    full = [new.seats[0], sealed(ben, OTHER)]
    reveal = stage(new.game, full)
    assert reveal.stage == "reveal"
    one = [replace(full[0], share=SHARE), full[1]]
    assert next_stage(reveal, one, 0) is None
    both = [one[0], replace(full[1], share=OTHER)]
    ready = stage(reveal, both)
    assert (ready.stage, ready.shares) == (None, f"W={SHARE} K={OTHER}")
    facts, entries = begun(ready, both, [])
    assert facts.start == begin(facts, both).start
    assert (facts.ply, len(entries), facts.decider in "WK") == (1, 1, True)
    table, _entries = Table.rebuild(facts, both, entries)
    assert (table.gathering, table.decider) == (False, facts.decider)


def test_a_browser_that_is_gone_is_left_out_when_its_time_is_over() -> None:
    ann, ben = seats("ann", "ben")
    new = made(sealed(ann, SHARE), sealed(ben, OTHER))
    assert new.game.stage == "reveal"
    assert new.game.stage_until is not None
    shown = [new.seats[0], replace(new.seats[1], share=OTHER)]
    assert next_stage(new.game, shown, new.game.stage_until - 1) is None
    assert stage(new.game, shown, new.game.stage_until).shares == f"W=late K={OTHER}"


def test_every_share_changes_the_deals() -> None:
    ann, ben = seats("ann", "ben")
    new = made(sealed(ann, SHARE), sealed(ben, OTHER))
    starts = set()
    for shares in ((SHARE, OTHER), (OTHER, SHARE), (SHARE, None), (None, None)):
        shown = [replace(seat, share=share) for seat, share in zip(new.seats, shares, strict=True)]
        facts, _entries = begun(stage(new.game, shown, LONG), shown, [])
        starts.add(facts.start)
    assert len(starts) == 4


def test_a_table_that_gathers_can_be_looked_at_and_not_be_played() -> None:
    ann, ben = seats("ann", "ben")
    table = table_of(made(sealed(ann, SHARE), replace(ben, person=None)))
    told = Teller().game(table, ANN, ahead=True)
    assert (told["decider"], told["legal"], told["outlook"], told["over"]) == (None, None, None, False)
    assert told["view"]["garden"]
    fairness = told["fairness"]
    assert (fairness["stage"], fairness["secret"]) == ("open", None)
    assert [one["state"] for one in fairness["shares"]] == ["sealed", "none"]
    assert table.facts.secret not in str(told)
    assert SHARE not in str(Teller().game(table, NOBODY))


def test_a_game_that_goes_on_waits_too_and_deals_from_there() -> None:
    ann, ben = seats("ann", "ben")
    game = Game.from_position(Game.new(2, 5).start)
    new = new_game(Beginning(game, seeded_start=False), [sealed(ann, SHARE), ben], "ann", public=False, title="")
    assert (new.game.stage, new.game.decider, new.log) == ("reveal", "$", [])
    assert "from: ply 0 " in new.game.terms
    table = table_of(new)
    assert (table.decider, table.game.question) == ("$", "deal")
    shown = [replace(new.seats[0], share=SHARE), new.seats[1]]
    facts, entries = begun(stage(new.game, shown), shown, [])
    again, _entries = Table.rebuild(facts, shown, entries)
    assert (again.ply, again.round) == (1, game.round + 1)


def test_a_rematch_expects_those_who_had_a_share() -> None:
    ann, ben, bot = seats("ann", "ben", None)
    before = [sealed(ann, SHARE), sealed(ben, OTHER), replace(bot, bot="random")]
    facts = made(*before).game
    new = rematch(facts, before, "ann", {"W": seal_of(OTHER)})
    assert {seat.seat: seat.seal for seat in new.seats} == {"K": "", "B": None, "W": seal_of(OTHER)}
    assert (new.game.stage, new.game.start) == ("open", "")
    assert new.game.stage_until is not None
    later = stage(new.game, new.seats, new.game.stage_until)  # Ben is away
    assert later.stage == "reveal"
    shown = [replace(seat, share=OTHER) if seat.seat == "W" else seat for seat in new.seats]
    assert stage(later, shown).shares == f"K=late B=bot W={OTHER}"
    programs = rematch(facts, seats("ann", "ben", "ann"), "ann", {})
    assert programs.game.stage is None
