"""How right a network is about itself: the bins, and what is collected."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from amyitis.engine.compiled import compiling_allowed  # noqa: E402
from amyitis.lab.variants import Variant  # noqa: E402
from amyitis.nets.network import packaged_network  # noqa: E402
from amyitis.training.calibration import bins, collect, plot_calibration  # noqa: E402
from amyitis.training.model import Model  # noqa: E402
from tests.nets.test_network import tiny  # noqa: E402


def test_the_bins_count_what_was_said_and_won(tmp_path: Path) -> None:
    pairs = np.array([[0.71, 1.0], [0.79, 0.0], [1.0, 1.0], [0.05, 0.0]])
    low, middle, high = bins(pairs)
    assert (low.count, low.won) == (1, 0.0)
    assert (middle.low, middle.count, middle.won) == (0.7, 2, 0.5)
    assert middle.said == pytest.approx(0.75)
    assert high.count == 1
    (path,) = plot_calibration({"2 players": [low, middle, high]}, tmp_path / "bins.svg")
    assert path.stat().st_size


def test_weights_go_to_torch_and_back() -> None:
    net = packaged_network("small")
    assert np.allclose(Model.of(net).flat(), net.weights, atol=1e-6)


@pytest.mark.skipif(not compiling_allowed(), reason="self-play is compiled")
def test_what_is_collected_adds_up_to_one_win_for_each_position() -> None:
    torch.set_num_threads(1)
    pairs = collect(tiny(), Variant(3), 50, slots=32).reshape(-1, 3, 2)
    assert len(pairs) >= 50
    assert np.allclose(pairs.sum(1), 1, atol=1e-5)
