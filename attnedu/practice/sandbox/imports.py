"""Slow imports: found in a function's code before its clock starts, and remembered for the next run."""

from __future__ import annotations

import functools
import types

import numpy as np

HEAVY = ("torch", "jax", "scipy", "pandas", "tensorflow")
# Modules that a zygote may import ahead of the next run: they start no threads of their own.
AHEAD = ("torch", "scipy", "scipy.special", "pandas", "IPython.display", "attnedu", "attnedu.core")


def heavy_imports(function) -> list[str]:
    """Names of slow modules that the code of a function, or of what it calls, may import.

    >>> heavy_imports(lambda: __import__("os"))
    []
    """
    names, seen, queue = [], set(), [function]
    while queue and len(seen) < 500:
        item = queue.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, types.CodeType):
            names += [name for name in item.co_names if name.split(".")[0] in HEAVY]
            queue += [const for const in item.co_consts if isinstance(const, types.CodeType)]
        elif isinstance(item, types.FunctionType):
            queue.append(item.__code__)
            queue += [item.__globals__.get(name) for name in item.__code__.co_names]
            queue += [_content(cell) for cell in item.__closure__ or ()]
        elif isinstance(item, functools.partial):
            queue.append(item.func)
        elif isinstance(item, types.MethodType | classmethod | staticmethod):
            queue.append(item.__func__)
        elif not isinstance(item, np.ndarray | types.ModuleType):
            scope = item if isinstance(item, type) else type(item)
            if scope.__module__ not in ("builtins", "numpy"):
                queue += list(vars(scope).values())
    return list(dict.fromkeys(names))


def _content(cell):
    try:
        return cell.cell_contents
    except ValueError:  # not filled yet
        return None
