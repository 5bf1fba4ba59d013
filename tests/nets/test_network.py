"""Networks: the forward pass against a plain formula, files and cards, and what is refused."""

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from amyitis.box.process import BoxProcess
from amyitis.box.tables import BOX_DIGEST, MAX_SEATS
from amyitis.nets import cards, layout
from amyitis.nets.cards import FOLDER, NetworkRefused
from amyitis.nets.forward import COUNTS, FIRST_BIAS, INPUTS, OUTPUTS, ROW_WIDTH, evaluate
from amyitis.nets.network import Network, load_network, new_card, packaged_network, weight_count
from amyitis.nets.onnx_export import export_onnx
from tests.nets.positions import PRESTIGE_ERROR, WIN_ERROR, Rows, rows_of_games
from tests.nets.tiny_network import BLOCKS, HIDDEN, tiny
from tests.owners import owners_box, owners_text

Reals = NDArray[np.float64]


def by_formula(net: Network, rows: Rows) -> tuple[Reals, Reals]:
    """Win shares and prestige to come, with NumPy in double precision."""
    weights, width = net.weights.astype(np.float64), net.hidden
    at = 0

    def take(*shape: int) -> Reals:
        nonlocal at
        at += int(np.prod(shape))
        return weights[at - int(np.prod(shape)) : at].reshape(shape)

    def norm(x: Reals) -> Reals:
        gain, shift = take(width), take(width)
        centred = x - x.mean(1, keepdims=True)
        scaled: Reals = centred / np.sqrt((centred**2).mean(1, keepdims=True) + 1e-5) * gain + shift
        return scaled

    x = rows @ take(INPUTS, width) + take(width)
    for _ in range(net.blocks):
        inner = np.maximum(norm(x) @ take(width, width) + take(width), 0)
        x = x + inner @ take(width, width) + take(width)
    heads = norm(x) @ take(width, OUTPUTS) + take(OUTPUTS)
    seats = 2 + rows[:, layout.PLAYERS + 1] + 2 * rows[:, layout.PLAYERS + 2]
    there = np.arange(MAX_SEATS) < seats[:, None]
    kinds = seats - 2 + 3 * rows[:, layout.EXPANSION]
    powers = np.exp(heads[:, :MAX_SEATS] * net.sharpness[kinds][:, None]) * there
    return powers / powers.sum(1, keepdims=True), heads[:, MAX_SEATS:] * 20 * there


def prestige_in(rows: Rows) -> Reals:
    return rows[:, layout.SEATS + layout.PRESTIGE :: layout.SEAT_WIDTH][:, :MAX_SEATS].astype(np.float64)


@pytest.mark.parametrize("name", ["tiny", "small", "large"])
def test_the_forward_pass_is_the_formula(name: str) -> None:
    net, rows = tiny() if name == "tiny" else packaged_network(name), rows_of_games()
    wins, to_come = by_formula(net, rows)
    found = net.answers(rows)
    assert np.abs(found[:, :MAX_SEATS] - wins).max() < WIN_ERROR
    assert np.abs(found[:, MAX_SEATS:] - to_come - prestige_in(rows)).max() < PRESTIGE_ERROR
    assert np.allclose(found[:, :MAX_SEATS].sum(1), 1)


@pytest.mark.parametrize("name", ["tiny", "small"])
def test_the_uncompiled_forward_pass_finds_the_same_bits(name: str) -> None:
    net, rows = tiny() if name == "tiny" else packaged_network(name), rows_of_games()[:3]
    found = net.answers(rows)
    plain = net.twin()
    plain.rows[:3, :INPUTS] = rows
    evaluate(0, 3, *plain.arguments)
    assert plain.out[:3].tobytes() == found.tobytes()


def test_what_was_kept_of_other_rows_changes_no_answer() -> None:
    net, rows = packaged_network("small"), rows_of_games()
    together, alone = net.answers(rows), packaged_network("small")
    assert alone.answers(rows[::-1])[::-1].tobytes() == together.tobytes()
    for row, answer in zip(rows, together, strict=True):
        assert alone.answers(row[None]).tobytes() == answer.tobytes()


def test_no_sum_is_too_large_for_its_bits() -> None:
    """Rows that no game has, as large as they can be: the sums are those of numbers without an end."""
    net = packaged_network("small")
    rng = np.random.default_rng(2)
    rows = np.where(rng.random((20, INPUTS)) < 0.5, 0, 255).astype(np.uint8)
    rows[:, layout.OVER] = 0
    sums, numbers = net.quantized.weights[: ROW_WIDTH * net.hidden].astype(np.int64), net.quantized.biases
    first = sums.reshape(-1, net.hidden, 2).transpose(0, 2, 1).reshape(ROW_WIDTH, net.hidden)[:INPUTS]
    expected = rows.astype(np.int64) @ first + numbers[FIRST_BIAS]
    assert np.abs(expected).max() < 1 << 31
    blockless = dataclasses.replace(net.quantized, biases=numbers * (np.arange(len(numbers)) != COUNTS)[:, None])
    bare = Network(net.weights, net.card, blockless)
    bare.answers(rows)
    assert (bare.arguments[4][: len(rows)] == expected).all()


def test_a_network_that_does_not_fit_whole_numbers_is_refused() -> None:
    weights = tiny().weights.copy()
    with pytest.raises(NetworkRefused, match="too large for whole numbers"):
        Network(weights * 1e6, new_card("huge", HIDDEN, BLOCKS))
    with pytest.raises(NetworkRefused, match="in steps of 16, not 12"):
        Network(np.zeros(weight_count(12, 1), np.float32), new_card("narrow", 12, 1))


def test_win_shares_can_be_made_sharper_for_one_kind_of_game(tmp_path: Path) -> None:
    net, rows = tiny(), rows_of_games()
    three = rows[:, layout.PLAYERS + 1] == 1
    assert (rows[three, layout.EXPANSION] == 1).all()
    assert 0 < three.sum() < len(rows)
    net.sharpened(4, 2.0).save(tmp_path)
    sharper = load_network(tmp_path / "tiny.json")
    before, after = (one.answers(rows)[:, :MAX_SEATS].astype(np.float64) for one in (net, sharper))
    assert (after[~three] == before[~three]).all()
    squares = before[three] ** 2
    assert np.allclose(after[three], squares / squares.sum(1, keepdims=True), atol=1e-5)
    assert (sharper.weights == net.weights).all()


def test_a_card_with_a_sharpness_that_cannot_be_is_refused() -> None:
    for wrong in ([1.0] * 5, [1.0] * 5 + [0.0]):
        with pytest.raises(NetworkRefused, match="6 numbers above 0"):
            Network(tiny().weights, new_card("wrong", HIDDEN, BLOCKS, sharpness=wrong))


def test_of_a_game_that_is_over_the_truth_is_told() -> None:
    row = rows_of_games()[5:6].copy()
    row[0, layout.OVER] = 1
    scores = [31, 40, 40]
    assert row[0, layout.PLAYERS + 1] == 1
    for seat, score in enumerate(scores):
        row[0, layout.SEATS + layout.SEAT_WIDTH * seat + layout.PRESTIGE] = score
    assert tiny().answers(row)[0].tolist() == [0, 0.5, 0.5, 0, 31, 40, 40, 0]


def test_a_network_comes_back_from_its_files(tmp_path: Path) -> None:
    net = tiny()
    net.save(tmp_path)
    again = load_network(tmp_path / "tiny.json")
    assert (again.weights == net.weights).all()
    assert again.card["hidden"] == HIDDEN


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("box_digest", "0123456789ab", "trained for the box 0123456789ab"),
        ("rules_versions", [999], "trained for rules version 999"),
        ("encoding_version", 999, "reads encoding 999"),
        ("sha256", "0" * 64, "is damaged"),
    ],
)
def test_a_network_of_another_world_is_refused(tmp_path: Path, key: str, value: object, words: str) -> None:
    tiny().save(tmp_path)
    card = json.loads((tmp_path / "tiny.json").read_text())
    (tmp_path / "tiny.json").write_text(json.dumps(card | {key: value}))
    with pytest.raises(NetworkRefused, match=words):
        load_network(tmp_path / "tiny.json")


def test_damaged_weights_and_missing_files_are_refused(tmp_path: Path) -> None:
    tiny().save(tmp_path)
    path = tmp_path / "tiny.f16"
    path.write_bytes(path.read_bytes()[:-2] + b"xx")
    with pytest.raises(NetworkRefused, match="damaged"):
        load_network(tmp_path / "tiny.json")
    path.unlink()
    with pytest.raises(NetworkRefused, match="cannot be read"):
        load_network(tmp_path / "tiny.json")


def test_weights_that_do_not_fit_the_card_are_refused() -> None:
    with pytest.raises(NetworkRefused, match="do not make the layers"):
        Network(np.zeros(10, np.float32), new_card("short", HIDDEN, BLOCKS))


def test_the_networks_of_the_package_are_whole_and_small() -> None:
    names = cards.network_names()
    assert names == ["large", "small"]
    for name in names:
        card = packaged_network(name).card
        assert card["players"] == [2, 3, 4]
        assert {"games", "decisions", "seed", "figures", "limits", "training_minutes"} <= card.keys()
    assert sum(path.stat().st_size for path in FOLDER.rglob("*")) < 12_000_000


def network_there(folder: Path, name: str) -> str:
    """The box for which the network that the box in use has was trained; the networks lie in a folder."""
    cards.FOLDER = folder
    return str(packaged_network(name).card["box_digest"])


@pytest.mark.slow
def test_games_of_an_earlier_standard_box_have_its_network(tmp_path: Path) -> None:
    digest, box = owners_box().digest, tmp_path / "owners.toml"
    box.write_text(owners_text(), encoding="utf-8")
    weights = tiny()
    Network(weights.weights, weights.card | {"name": "large"}).save(tmp_path)
    Network(weights.weights, weights.card | {"name": "small", "box_digest": digest}).save(tmp_path / digest)
    process = BoxProcess(digest, box)
    try:
        assert process.call(network_there, tmp_path, "small") == digest
        with pytest.raises(NetworkRefused, match=f"was trained for the box {BOX_DIGEST}, not for {digest}"):
            process.call(network_there, tmp_path, "large")
    finally:
        process.end()


def test_onnx_gives_the_same_answers(tmp_path: Path) -> None:
    onnxruntime = pytest.importorskip("onnxruntime", reason="onnxruntime is not installed")
    net, rows = packaged_network("small").sharpened(4, 1.3), rows_of_games()
    export_onnx(net, tmp_path / "small.onnx")
    session = onnxruntime.InferenceSession(tmp_path / "small.onnx", providers=["CPUExecutionProvider"])
    wins, to_come = session.run(["wins", "prestige_to_come"], {"rows": rows})
    found = net.answers(rows)
    assert np.abs(wins - found[:, :MAX_SEATS]).max() < WIN_ERROR
    assert np.abs(to_come + prestige_in(rows) - found[:, MAX_SEATS:]).max() < PRESTIGE_ERROR
