"""Tables as streams of Arrow."""

from __future__ import annotations

import ctypes
import gc

import pytest

import consomme

SOUPS = (
    "<table><thead><tr><th colspan=3>Menu<tr><th>Soup<th>Price<th>Price</thead>"
    "<tr><td rowspan=2>Leek<td>4<td>4,50 €<tr><td>5</table>"
)
RECORDS = [
    {"Soup": "Leek", "Price": "4", "Price 2": "4,50 €"},
    {"Soup": "Leek", "Price": "5", "Price 2": ""},
]


def table(html: str) -> consomme.Table:
    """Returns the first table of some HTML."""
    return consomme.parse(html).tables()[0]


def test_tables_are_streams_in_capsules() -> None:
    class Stream(ctypes.Structure):
        """https://arrow.apache.org/docs/format/CStreamInterface.html"""

        _fields_ = [
            ("get_schema", ctypes.c_void_p),
            ("get_next", ctypes.c_void_p),
            ("get_last_error", ctypes.c_void_p),
            ("release", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
            ("private_data", ctypes.c_void_p),
        ]

    address = ctypes.pythonapi.PyCapsule_GetPointer
    address.restype, address.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    capsule = table(SOUPS).__arrow_c_stream__(None)
    pointer = address(capsule, b"arrow_array_stream")
    stream = Stream.from_address(pointer)
    assert stream.get_schema and stream.get_next and stream.release
    stream.release(pointer)
    assert not stream.release  # It is consumed, and the capsule frees it no more.
    del capsule
    gc.collect()


def test_libraries_read_the_records() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    found = pyarrow.table(table(SOUPS))
    assert found.column_names == ["Soup", "Price", "Price 2"]
    assert found.to_pylist() == RECORDS == table(SOUPS).records()
    assert set(found.schema.types) == {pyarrow.large_string()}
    capsule = table(SOUPS).__arrow_c_stream__()
    assert pyarrow.RecordBatchReader._import_from_c_capsule(capsule).read_all() == found
    with pytest.raises(pyarrow.ArrowInvalid):
        pyarrow.RecordBatchReader._import_from_c_capsule(capsule)


def test_tables_may_be_empty_or_without_a_header() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    assert table("<table><td>1<td>2").records() == [{"0": "1", "1": "2"}]
    for html in ("<table><td>1<td>2", "<table><th>a<th>b", "<table></table>", "<table><tr></table>"):
        found = pyarrow.table(table(html))
        assert found.to_pylist() == table(html).records()
        assert found.num_rows == len(table(html).body)


def test_polars_reads_the_records() -> None:
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(table(SOUPS)).to_dicts() == RECORDS


def test_pandas_reads_the_records() -> None:
    pandas = pytest.importorskip("pandas", minversion="3")
    pytest.importorskip("pyarrow")
    assert pandas.DataFrame.from_arrow(table(SOUPS)).to_dict("records") == RECORDS
