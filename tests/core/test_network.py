"""Networks: what they say of items is what their weights mean, and a file of weights fits or is refused."""

import msgspec
import numpy as np
import pytest

from parlour.core.network import UNITS, Fit, fits, greatest, judge, networks, softmax


def by_hand(net, features, shared):
    inputs = np.concatenate([features, np.tile(shared, (len(features), 1))], axis=1)
    found = inputs @ net[:-2] + net[-2]
    return np.maximum(found[:, :-1], 0) @ net[-1, :-1] + found[:, -1]


@pytest.mark.kernel
@pytest.mark.parametrize("shared", [0, 3])
def test_says_what_its_weights_mean(shared):
    rng = np.random.default_rng(1)
    net = rng.normal(size=(5 + shared + 2, UNITS + 1)).astype(np.float32)
    features, common = (rng.normal(size=shape).astype(np.float32) for shape in ((7, 5), (shared,)))
    features[rng.random(features.shape) < 0.3] = 0
    out = np.full(8, np.nan)
    judge(net, features, 6, common, out)
    assert out[:6] == pytest.approx(by_hand(net, features, common)[:6], abs=1e-4)
    assert np.isnan(out[6:]).all()


@pytest.mark.kernel
def test_shares_come_from_logits_of_any_size():
    out = np.array([1000.0, 1000.0 + np.log(3), -1000.0, 7.0])
    softmax(out, 3)
    assert out.tolist() == pytest.approx([0.25, 0.75, 0.0, 7.0], abs=1e-12)


@pytest.mark.kernel
def test_an_item_sees_the_greatest_of_the_others():
    features = np.array([[1, -5, 0, 0], [3, -2, 0, 0], [2, -9, 0, 0]], np.float32)
    greatest(features, 3, 2)
    assert features[:, 2:].tolist() == [[3, -2], [2, -5], [3, -2]]


def test_a_file_has_a_network_for_each_number_of_seats(tmp_path):
    file = tmp_path / "it.json"
    assert fits(file) == {}
    weights = np.arange(5 * (UNITS + 1), dtype=float).reshape(5, -1)
    file.write_bytes(msgspec.json.encode({"3": Fit("parlour fit it", 0.6, 0.7, weights.tolist())}))
    two, three = networks(file, 3, (2, 3))
    assert not two.any(), "where there is no fit all are judged alike"
    assert three.tolist() == weights.tolist()
    with pytest.raises(ValueError, match=r"shape \(5, 16\), not \(6, 16\): fit anew"):
        networks(file, 4, (3,))
