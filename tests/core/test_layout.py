"""A record's layout is checked when it is made."""

import numpy as np
import pytest

from parlour.core.layout import RESERVED, record_dtype


@pytest.mark.parametrize(
    "name",
    [
        "size",
        "shape",
        "flat",
        "copy",
        "item",
        "data",
        "fill",
        "base",
        "sort",
        "min",
        "max",
        "any",
        "all",
        "real",
        "round",
    ],
)
def test_names_that_numpy_shadows_are_refused(name):
    with pytest.raises(TypeError, match=name):
        record_dtype((name, np.int16), ("pad", np.int16, (3,)))


def test_every_attribute_of_records_is_reserved():
    record = np.zeros(1, [("x", np.int16)]).view(np.recarray)
    assert {name for name in dir(record) if name != "x"} <= RESERVED
    assert {name for name in dir(record[0]) if name != "x"} <= RESERVED


def test_hidden_padding_is_refused_with_the_size_of_the_pad():
    with pytest.raises(TypeError, match="explicit pad field of 6 bytes"):
        record_dtype(("one", np.int16), ("two", np.int16))


def test_narrow_integers_are_refused():
    with pytest.raises(TypeError, match=r"small.*int16"):
        record_dtype(("small", np.int8), ("pad", np.int16, (1,)))


def test_wide_fields_come_first_and_nothing_is_hidden():
    dtype = record_dtype(("a", np.int16), ("b", np.int64), ("c", np.int32, (1,)), ("pad", np.int16, (2,)))
    sizes = [dtype.fields[name][0].base.itemsize for name in dtype.names]
    assert sizes == sorted(sizes, reverse=True)
    assert sum(field[0].itemsize for field in dtype.fields.values()) == dtype.itemsize
