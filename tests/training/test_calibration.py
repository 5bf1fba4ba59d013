"""How right a network is about itself: the bins, and what is collected."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from amyitis.rules.switches import Switches

torch = pytest.importorskip("torch", reason="torch is not installed")

from amyitis.box.tables import MAX_SEATS  # noqa: E402
from amyitis.lab.variants import Variant  # noqa: E402
from amyitis.nets.network import Network, packaged_network  # noqa: E402
from amyitis.training import calibration  # noqa: E402
from amyitis.training.calibration import bins, collect, near, plot_calibration, sharper  # noqa: E402
from amyitis.training.model import Model, finished  # noqa: E402
from tests.compiling import needs_compiler  # noqa: E402
from tests.nets.positions import PRESTIGE_ERROR, WIN_ERROR, rows_of_games  # noqa: E402
from tests.nets.tiny_network import tiny  # noqa: E402


def test_the_bins_count_what_was_said_and_won(tmp_path: Path) -> None:
    pairs = np.array([[0.71, 1.0], [0.79, 0.0], [1.0, 1.0], [0.05, 0.0]])
    low, middle, high = bins(pairs)
    assert (low.count, low.won) == (1, 0.0)
    assert (middle.low, middle.count, middle.won) == (0.7, 2, 0.5)
    assert middle.said == pytest.approx(0.75)
    assert high.count == 1
    (path,) = plot_calibration({"2 players": [low, middle, high]}, tmp_path / "bins.svg")
    assert path.stat().st_size


def test_shares_that_are_too_careful_are_found_out() -> None:
    chance = np.random.default_rng(5)
    heads = chance.normal(0, 1, (20_000, 3))
    true = np.exp(2 * heads) / np.exp(2 * heads).sum(1, keepdims=True)
    said = np.exp(heads) / np.exp(heads).sum(1, keepdims=True)
    winner = (chance.random((20_000, 1)) > true.cumsum(1)).sum(1)
    pairs = np.stack((said, np.eye(3)[winner]), 2).reshape(-1, 2)
    assert sharper(pairs, 3) == pytest.approx(2.0, abs=0.05)
    middle = near(pairs, 0.7)
    assert middle is not None
    assert middle.said == pytest.approx(0.7, abs=0.02)
    assert middle.won > 0.8
    assert near(pairs, 5.0) is None


def test_a_network_is_fitted_by_games_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    said = np.array([0.6, 0.4] * 100)
    won = np.array([1.0, 0.0] * 80 + [0.0, 1.0] * 20)  # 80 % of those who were said to win 60 % do
    seeds = []

    def collected(net: Network, variant: Variant, positions: int, seed: int) -> Any:
        seeds.append(seed)
        return np.stack((said, won), 1)

    monkeypatch.setattr(calibration, "collect", collected)
    net = calibration.fitted(tiny(), Variant(2, Switches(palace=True)), 100)
    assert seeds == [calibration.FIT_SEED] != [calibration.SEED]
    assert net.sharpness.tolist() == pytest.approx([1, 1, 1, np.log(4) / np.log(1.5), 1, 1], abs=0.01)


def test_torch_makes_shares_as_sharp_as_we_do() -> None:
    net, rows = packaged_network("small").sharpened(4, 1.7), rows_of_games()
    model, given = Model.of(net), torch.from_numpy(rows)
    with torch.no_grad():
        found = finished(model(given), given, model.sharpness).numpy()
    errors = np.abs(found - net.answers(rows))
    assert errors[:, :MAX_SEATS].max() < WIN_ERROR
    assert errors[:, MAX_SEATS:].max() < PRESTIGE_ERROR


def test_weights_go_to_torch_and_back() -> None:
    net = packaged_network("small")
    assert np.allclose(Model.of(net).flat(), net.weights, atol=1e-6)


@pytest.mark.slow
@needs_compiler
def test_what_is_collected_adds_up_to_one_win_for_each_position() -> None:
    torch.set_num_threads(1)
    pairs = collect(tiny(), Variant(3), 50, slots=32).reshape(-1, 3, 2)
    assert len(pairs) >= 50
    assert np.allclose(pairs.sum(1), 1, atol=1e-5)
