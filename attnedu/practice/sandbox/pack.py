"""The parent's side of pickling: a learner's function as bytes that a clean process can read."""

from __future__ import annotations

import builtins
import contextlib
import functools
import io
import operator
import os
import sys
import sysconfig
import types

import cloudpickle

_HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_LIBRARIES = tuple(
    os.path.normcase(path) + os.sep
    for path in [_HOME, *map(sysconfig.get_path, ("stdlib", "platstdlib", "purelib", "platlib"))]
)


class _Pickler(cloudpickle.Pickler):
    """cloudpickle, which also knows IPython's own `exit` and `quit` (they hold the whole shell).

    It leaves code its file name, which cloudpickle drops: the line of an error is found by it.
    """

    def reducer_override(self, obj):
        if type(obj) is types.CodeType:
            build, args = self.dispatch_table[types.CodeType](obj)
            return build, tuple(obj.co_filename if arg == "<dynamic-code>" else arg for arg in args)
        if type(obj).__name__.endswith("ExitAutocall") and type(obj).__module__.split(".")[0] in (
            "IPython",
            "ipykernel",
        ):
            return operator.attrgetter("exit"), (builtins,)
        return super().reducer_override(obj)


def _dumps(thing) -> bytes:
    file = io.BytesIO()
    _Pickler(file, protocol=5).dump(thing)
    return file.getvalue()


def pack_function(function) -> bytes:
    """The function as bytes: by value where a clean process could not import it, or would be slow to.

    Raises whatever cloudpickle raises for what cannot travel (an open file, a lock, a socket).
    """
    module = _own_module(function)
    if module is None:
        return _dumps(function)
    try:
        with _by_value(module):
            return _dumps(function)
    except Exception:  # something else in that module cannot travel: the child may still import it
        if not _importable(module):
            raise
        return _dumps(function)


def pack_calls(calls) -> list:
    """Each tuple of arguments as bytes of its own, so that no call sees what another did to a shared array.

    What cannot be pickled stays as it is; only a forked copy can be given that.
    """
    packed = []
    for args in calls:
        if not isinstance(args, tuple):
            raise TypeError(f"each call is a tuple of arguments, not {type(args).__name__}: write (q, k, v)")
        try:
            packed.append(_dumps(args))
        except Exception:
            packed.append(args)
    return packed


def _own_module(function) -> types.ModuleType | None:
    """The module of the function's code, if a learner wrote it (no library, not __main__)."""
    for _ in range(10):
        if isinstance(function, functools.partial):
            function = function.func
        elif isinstance(function, types.MethodType):
            function = function.__func__
        else:
            break
    owner = function if hasattr(function, "__qualname__") else type(function)
    module = sys.modules.get(getattr(owner, "__module__", None) or "")
    if not isinstance(module, types.ModuleType) or module.__name__ in ("__main__", "builtins"):
        return None
    file = getattr(module, "__file__", None)
    if file is None:
        return None if module.__name__ in sys.builtin_module_names else module
    return None if os.path.normcase(os.path.abspath(file)).startswith(_LIBRARIES) else module


def _importable(module: types.ModuleType) -> bool:
    spec = getattr(module, "__spec__", None)
    return spec is not None and spec.origin is not None and os.path.exists(spec.origin)


@contextlib.contextmanager
def _by_value(module: types.ModuleType):
    known = module.__name__ in cloudpickle.list_registry_pickle_by_value()
    cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        if not known:
            cloudpickle.unregister_pickle_by_value(module)
