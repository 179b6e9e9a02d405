"""What all operations of a module are, for statistics: counts, NumPy arrays, Arrow tables.

The columns are `operation` (its name), `result` (the type of its first result), `function` (the symbol it is in) and `operands`
(how many). An operation without a result has -1, or null, there.
"""

from __future__ import annotations

import collections
from array import array
from typing import TYPE_CHECKING, Any, Counter, Dict, List, Tuple

if TYPE_CHECKING:
    from . import Module

_NAMED = ("operation", "result", "function")


def _columns(module: Module) -> Dict[str, Tuple[bytes, List[str]]]:
    return module._facts()


def counts(module: Module, column: str = "operation") -> Counter[str]:
    """How often each operation is there, or each `result` type, or how many operations a `function` has."""
    if column not in _NAMED:
        raise ValueError(f"{column!r} is none of {', '.join(_NAMED)}")
    codes, names = _columns(module)[column]
    found = collections.Counter(array("i", codes))
    return collections.Counter({names[code]: count for code, count in found.items() if code >= 0})


def numpy(module: Module) -> Tuple[Dict[str, Any], Dict[str, List[str]]]:
    """The columns as arrays of 32-bit integers, and for each column the names that its numbers stand for."""
    import numpy as np

    columns = _columns(module)
    arrays = {name: np.frombuffer(codes, dtype=np.int32) for name, (codes, _) in columns.items()}
    return arrays, {name: columns[name][1] for name in _NAMED}


def arrow(module: Module) -> Any:
    """The columns as a table of Arrow, with the names as dictionaries."""
    import pyarrow as pa
    import pyarrow.compute

    table = {}
    for name, (codes, names) in _columns(module).items():
        numbers = pa.Array.from_buffers(pa.int32(), len(codes) // 4, [None, pa.py_buffer(codes)])
        if name in _NAMED:
            absent = pa.compute.less(numbers, 0) if name != "operation" else None
            numbers = numbers if absent is None else pa.compute.if_else(absent, pa.scalar(None, pa.int32()), numbers)
            numbers = pa.DictionaryArray.from_arrays(numbers, names)
        table[name] = numbers
    return pa.table(table)
