"""How open games are: leads by score and by a network's chances, and the picture of it."""

from pathlib import Path

import numpy as np
import pytest

from amyitis.analysis.level_shares import LevelScale
from amyitis.lab.balance.openness import Course, openness, plot_openness
from amyitis.lab.balance.players import find_judge, played_moves
from amyitis.lab.balance.seat_rows import SCORE, seat_rows
from amyitis.lab.balance.table import measure
from amyitis.lab.variants import Variant
from amyitis.lab.workers import OneProcess
from amyitis.nets import network
from amyitis.rules.switches import Switches
from tests.nets.tiny_network import tiny

# Two games of two: the second seat catches up in the last of four rounds and wins by 4; the first one leads all along.
SCORES = [np.array([[2, 0], [6, 4], [9, 9], [20, 24]]), np.array([[1, 0], [5, 0], [9, 0], [30, 10]])]
CHANCES = [
    np.array([[0.6, 0.4], [0.95, 0.05], [0.5, 0.5], [0.0, 1.0]]),
    np.array([[0.95, 0.05], [0.97, 0.03], [0.99, 0.01], [1.0, 0.0]]),
]


def test_leads_by_score() -> None:
    found = openness(SCORES, {})
    assert found.margin == pytest.approx(12 / 21)
    assert (found.close.rate, found.close.seats_held, found.within) == (0.5, 2, 5)
    (score,) = found.leads
    assert [lead.wins.rate for lead in score.leads] == [0.5, 0.5, 1.0]
    assert [lead.wins.seats_held for lead in score.leads] == [2, 2, 1]  # at 9 : 9 nobody is in front
    assert [lead.settled for lead in score.leads] == [None, None, None]
    assert score.changes == 0.5
    assert score.last_open == pytest.approx((3 / 4 + 0) / 2)  # the later winner of the first game was not in front
    assert score.never_open == 0.5


def test_leads_by_a_network() -> None:
    found = openness(SCORES, {"small": CHANCES})
    judged = found.leads[1]
    assert (judged.by, found.limit) == ("small", 0.9)
    assert [lead.settled and lead.settled.rate for lead in judged.leads] == [0.5, 1.0, 0.5]
    assert judged.last_open == pytest.approx((3 / 4 + 0) / 2)
    assert judged.never_open == 0.5
    assert judged.changes == 0.5
    assert judged.curve[-1] == 1.0
    assert judged.curve[2] == judged.curve[4] == pytest.approx((0.95 + 0.97) / 2)  # after two of four rounds


def test_leads_on_the_scale_of_a_level() -> None:
    course = Course(to_go=[1.0, 0.5, 0.25, 0.0])
    scale = LevelScale(early=0.5, late=0.9)
    own = [course.at_level(chances, scale) for chances in CHANCES]
    assert own[0][1] == pytest.approx([0.887, 0.113], abs=5e-4)  # 0.95 ** 0.7 beside 0.05 ** 0.7
    assert own[1][-1].tolist() == [1.0, 0.0]
    found = openness(SCORES, {"small": CHANCES, "Scribe": own})
    network, level = found.leads[1:]
    assert (network.by, level.by) == ("small", "Scribe")
    assert [lead.settled and lead.settled.rate for lead in level.leads] == [0.0, 0.5, 0.5]  # nobody after one round
    assert [lead.wins for lead in level.leads] == [lead.wins for lead in network.leads]  # the leaders are the same
    assert level.curve[0] < network.curve[0]


def test_games_of_a_level_are_judged_on_its_own_scale_where_it_is_known() -> None:
    by = [leads.by for leads in measure(Variant(2), 2, "Scribe", OneProcess()).openness.leads]
    assert by == ["score", "small", "Scribe"]
    unknown = Variant(2, Switches(palace=True, full_lap=True))
    assert [leads.by for leads in measure(unknown, 1, "Scribe", OneProcess()).openness.leads] == ["score", "small"]


def test_a_shared_win_is_open_to_the_end() -> None:
    even = [np.array([[3, 0], [5, 5]])]
    (score,) = openness(even, {}).leads
    assert (score.last_open, score.never_open) == (1.0, 0.0)


@pytest.mark.parametrize("variant", [Variant(2), Variant(4, Switches(palace=True))])
def test_the_course_of_a_game_has_a_standing_for_every_round(variant: Variant) -> None:
    rows, course = seat_rows(variant, 3, played_moves("random", variant, 3), encode=True)
    assert len(course.scores) == rows[0, 2 + 3]  # rounds
    assert course.scores[-1] == rows[:, SCORE].tolist()
    assert all(
        a <= b
        for before, after in zip(course.scores, course.scores[1:], strict=False)
        for a, b in zip(before, after, strict=True)
    )
    chances = course.chances(tiny())
    assert chances.shape == (len(course.scores), variant.players)
    assert chances.sum(1) == pytest.approx(1, abs=1e-5)
    best = max(course.scores[-1])
    assert [int(chance > 0) for chance in chances[-1]] == [int(score == best) for score in course.scores[-1]]


def test_who_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_judge("net", Variant(2)) == "large"
    assert find_judge("netsearch:N=4", Variant(2)) == "small"
    assert find_judge("net:my.json", Variant(2)) == "my.json"
    assert find_judge("random", Variant(2, Switches(limited_supply=True))) is None
    monkeypatch.setattr(network, "BOX_DIGEST", "0123456789ab")
    network._packaged.cache_clear()
    monkeypatch.setattr("amyitis.nets.cards.BOX_DIGEST", "0123456789ab")
    assert find_judge("random", Variant(2)) is None
    network._packaged.cache_clear()


def test_the_leader_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "leader.svg"
    assert plot_openness({"2 players": openness(SCORES, {"small": CHANCES})}, path) == [path]
    assert "the leader's chance by the network" in path.read_text()
