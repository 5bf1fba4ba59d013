"""The encoding of a position: its table, what a viewer sees, and that plain and compiled code agree."""

import json
from hashlib import blake2b
from pathlib import Path

import numpy as np
import pytest

from amyitis.box.tables import MAX_SEATS
from amyitis.engine.compiled import engine
from amyitis.engine.record import from_record
from amyitis.envs import stepping
from amyitis.envs.vector import VectorGames
from amyitis.lab.variants import Variant
from amyitis.nets import layout
from amyitis.nets.encoding import legal_mask
from amyitis.rules.bits import members
from amyitis.rules.questions import FIRST_ACTION, N_ACTIONS
from amyitis.rules.switches import Switches
from tests.compiling import needs_compiler
from tests.nets.positions import row_of, some_positions

OBSERVATIONS = Path(__file__).parents[1] / "golden" / "observations.json"
GAMES = [(players, palace) for players in (2, 3, 4) for palace in (False, True)]


def test_every_number_has_a_name_of_its_own_and_a_scale() -> None:
    named = [name for name in layout.NAMES if "(unused)" not in name]
    assert len(set(named)) == len(named)
    assert len(layout.NAMES) == len(layout.SCALES) == layout.WIDTH
    assert all(0 < scale <= 1 for scale in layout.SCALES)


@pytest.mark.parametrize(("players", "palace"), GAMES)
def test_every_seat_sees_the_same_from_its_own_place(players: int, palace: bool) -> None:
    for s in some_positions(players, palace):
        rows = [row_of(s, viewer) for viewer in range(players)]
        for viewer, row in enumerate(rows):
            assert (row[: layout.SEATS] == rows[0][: layout.SEATS]).all()
            blocks = row[layout.SEATS :].reshape(MAX_SEATS, layout.SEAT_WIDTH)
            for place in range(players):
                seat = (viewer + place) % players
                assert blocks[place][layout.PRESTIGE] == s.seats[seat].prestige
                assert (blocks[place] == rows[seat][layout.SEATS :][: layout.SEAT_WIDTH]).all()
            assert not blocks[players:].any()


def test_what_is_on_the_table_stands_where_the_table_says() -> None:
    s = some_positions(3, True)[-1]
    row = dict(zip(layout.NAMES, row_of(s, s.seat).tolist(), strict=True))
    me = s.seats[s.seat]
    assert row["players: 3"] == 1
    assert row["players: 2"] == row["players: 4"] == 0
    assert row["round"] == s.round_no
    assert row["viewer: talents"] == me.talents
    assert row["viewer: decides now"] == 1
    assert row["viewer: talents: at least 1"] == (me.talents >= 1)
    assert row["viewer: Palace track"] == me.track
    assert sum(value for name, value in row.items() if name.startswith("caravan: ")) == 1


@pytest.mark.parametrize(("players", "palace"), GAMES)
def test_the_mask_has_the_legal_moves(players: int, palace: bool) -> None:
    for s in some_positions(players, palace, most=3):
        mask = np.zeros(N_ACTIONS, np.uint8)
        legal_mask(s, mask)
        assert np.flatnonzero(mask).tolist() == [FIRST_ACTION[s.asked] + answer for answer in members(s.legal)]


@needs_compiler
@pytest.mark.parametrize(("players", "palace"), GAMES)
def test_networks_see_what_they_were_trained_on(players: int, palace: bool) -> None:
    """What every seat saw in 9,600 positions when the networks were trained, and plain code sees the same.

    A digest may change with the facts of the box or with `ENCODING_VERSION`, and never else.
    """
    games = VectorGames(Variant(players, Switches(palace=palace)), 64, threads=1)
    look, seen, digest = engine(stepping.look), games.reset(1), blake2b(digest_size=16)
    rows = np.zeros((games.size, layout.WIDTH), np.uint8)
    for step in range(150):
        for viewer in range(players):
            look(games.states, np.full(games.size, viewer), rows)
            digest.update(rows.tobytes())
            if step % 50 == 49:
                assert (rows[step % 7] == row_of(from_record(games.states[step % 7]), viewer)).all()
        chosen = (31 * step + 17 * np.arange(games.size)) % seen.masks.sum(axis=1)
        seen = games.step((seen.masks.cumsum(axis=1) > chosen[:, None]).argmax(axis=1))
    assert digest.hexdigest() == json.loads(OBSERVATIONS.read_text())[f"{players}{' palace' if palace else ''}"]


@needs_compiler
def test_compiled_code_writes_the_same_rows() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    from amyitis.training.fleets import CoreFleet, Kept

    fleet = CoreFleet([2, 3, 4, 10, 11, 12], 3, 1)
    kept = Kept(1, fleet.size, "cpu")
    for step in range(120):
        rows = fleet.rows()
        if step % 40 == 39:
            counts, deciders = fleet.deciders()
            after = fleet._arrays[1]
            viewers = torch.repeat_interleave(deciders, counts).tolist()
            for row, viewer, record in zip(rows.numpy(), viewers, after, strict=False):
                assert (row == row_of(from_record(record), viewer)).all()
        fleet.advance(torch.zeros((len(rows), 8)), 1.0, kept, 0)
    fleet.close()
