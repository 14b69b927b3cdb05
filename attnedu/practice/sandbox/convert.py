"""Turn whatever a learner's function returned into plain data. Runs in the child, inside its time limit.

Never raises: what cannot be read becomes `Unknown`. Only here may code of the returned object run
(`__array__`, `__repr__`), and only here may it hang, because here the process can be killed.
"""

from __future__ import annotations

import sys
from contextlib import suppress

import numpy as np

from .results import Unknown
from .wire import ANSWER_BYTES

_DEPTH, _TEXT, _REPR, _BITS = 8, 10_000, 200, 4096
_ITEMS = 20_000  # elements of nested lists and dicts that are read one by one


class Budget:
    """How many bytes and items this run may still send."""

    def __init__(self, size: int = ANSWER_BYTES) -> None:
        self.size, self.items, self.exceeded = size, _ITEMS, False

    def spend(self, size: int) -> bool:
        """True, and the bytes are taken, if they fit."""
        if size > self.size:
            self.exceeded = True
            return False
        self.size -= size
        return True


def returned(value, budget: Budget):
    """(plain value, kinds, container) of a returned value.

    >>> returned((np.float32(1), [1, 2]), Budget())[1:]
    (['float32', 'list'], 'tuple')
    """
    try:
        if hasattr(type(value), "__iter__") and type(value).__module__.startswith("attnedu."):
            value = tuple(value)  # a Trace is its (output, weights)
        plain = _plain(value, budget, 0)
        if isinstance(value, tuple):
            return plain, [_kind(item) for item in tuple.__iter__(value)], "tuple"
        if isinstance(value, list) and isinstance(plain, tuple):
            return plain, [_kind(item) for item in list.__iter__(value)], "list"
        return plain, [_kind(value)], ""
    except BaseException as reason:  # a hostile __class__, a MemoryError: the value is unreadable, no more
        return Unknown(_kind(value), f"reading it raised {type(reason).__name__}"), [_kind(value)], ""


def _kind(value) -> str:
    return str(type(value).__name__)[:_REPR]


def _unknown(value, text: str | None = None) -> Unknown:
    if text is None:
        try:
            text = str.__str__(repr(value))[:_REPR]
        except BaseException as reason:
            text = f"its repr raised {type(reason).__name__}"
    return Unknown(_kind(value), text)


def _plain(value, budget: Budget, depth: int):
    budget.items -= 1
    if depth > _DEPTH or budget.items < 0:
        return Unknown(_kind(value), "nested too deeply, or too many items")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, np.generic | np.ndarray):
        return _array(value, budget)
    if isinstance(value, int):
        number = int.__int__(value)
        return number if number.bit_length() <= _BITS else Unknown(_kind(value), "a number of many digits")
    if isinstance(value, float):
        return float.__float__(value)
    if isinstance(value, complex):
        return complex.__complex__(value)
    if isinstance(value, str):
        text = str.__str__(value)[:_TEXT]
        return text if budget.spend(4 * len(text)) else Unknown(_kind(value), "more text than fits")
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, torch.Tensor):
        return _tensor(value, torch, budget)
    if isinstance(value, list | tuple):
        return _sequence(value, budget, depth)
    if isinstance(value, dict):
        return {str(key)[:_REPR]: _plain(item, budget, depth + 1) for key, item in dict.items(value)}
    if hasattr(type(value), "close") and _kind(value) in ("coroutine", "generator"):
        value.close()  # an unclosed coroutine warns that it was never awaited
    elif hasattr(type(value), "__array__"):
        return _foreign(value, budget)
    return _unknown(value)


def _array(value, budget: Budget):
    """A plain array; hidden entries of a masked array become nan, because they hold no number."""
    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value) and value.dtype.kind in "biuf":
        dtype = value.dtype if value.dtype.kind == "f" else np.float64
        value = np.where(np.ma.getmaskarray(value), np.nan, np.asarray(value.data)).astype(dtype)
    array = np.asarray(value)
    if array.dtype.kind not in "biufc":
        return _unknown(value, f"dtype {array.dtype}, shape {array.shape}"[:_REPR])
    if not budget.spend(array.size * array.dtype.itemsize + 100):
        return Unknown(_kind(value), f"shape {array.shape}, {array.dtype}: larger than an answer may be")
    return array.astype(array.dtype.newbyteorder("="), copy=False).view(np.ndarray)


def _tensor(value, torch, budget: Budget):
    try:
        tensor = value.detach()
        if tensor.layout != torch.strided:
            tensor = tensor.to_dense()
        if not budget.spend(tensor.numel() * tensor.element_size()):
            return Unknown(_kind(value), f"shape {tuple(tensor.shape)}: larger than an answer may be")
        tensor = tensor.cpu().resolve_conj().resolve_neg()
        if tensor.is_floating_point() and tensor.dtype not in (torch.float64, torch.float32, torch.float16):
            tensor = tensor.float()  # numpy has no bfloat16
        return _array(tensor.numpy(), budget)
    except Exception as reason:
        return Unknown(_kind(value), f"reading it raised {type(reason).__name__}")


def _foreign(value, budget: Budget):
    try:
        array = np.asarray(value)
    except BaseException as reason:
        return Unknown(_kind(value), f"its __array__ raised {type(reason).__name__}")
    return _array(array, budget) if array.dtype.kind in "biufc" else _unknown(value)


def _sequence(value, budget: Budget, depth: int):
    """A tuple stays one; a list becomes an array where it is rectangular and numeric."""
    base = tuple if isinstance(value, tuple) else list
    if base is list and len(value) and not _has_tensor(value, 0):
        with suppress(Exception):  # ragged, or an element that numpy cannot read: item by item, then
            array = np.asarray(list(list.__iter__(value)))
            if array.dtype.kind in "biufc":
                return _array(array, budget)
    if len(value) > budget.items:
        return Unknown(_kind(value), f"{len(value)} items that are no numbers, or not rectangular")
    items = tuple(_plain(item, budget, depth + 1) for item in base.__iter__(value))
    numeric = all(type(item) in (bool, int, float, complex, np.ndarray) for item in items)
    if base is list and numeric and len({np.shape(item) for item in items}) <= 1:
        array = np.asarray(items)
        if array.dtype.kind in "biufc":
            return _array(array, budget)
    return items


def _has_tensor(value, depth: int) -> bool:
    """Whether a nested list holds torch tensors: numpy reads those element by element, or not at all."""
    torch = sys.modules.get("torch")
    if torch is None or depth > _DEPTH or not isinstance(value, list | tuple) or not len(value):
        return False
    return isinstance(value[0], torch.Tensor) or _has_tensor(value[0], depth + 1)
