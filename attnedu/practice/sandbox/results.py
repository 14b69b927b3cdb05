"""What a run hands back: plain records, made only in the parent (and `Unknown`, which travels)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Unknown:
    """A returned value that is no number, array, text or tuple of those.

    >>> Unknown("generator", "<generator object f>").type_name
    'generator'
    """

    type_name: str
    repr: str


@dataclass(frozen=True)
class Error:
    """What a call raised, and the learner's line that led to it (None where the source is not known)."""

    type_name: str
    message: str
    line: str | None = None
    lineno: int | None = None


class Problem(str):
    """The name of what stopped a run ("timeout", "exited", "memory", "garbled", "unpicklable").

    It compares as text; `message` is a sentence for the learner.

    >>> Problem("timeout", "It ran too long.") == "timeout"
    True
    """

    message: str

    def __new__(cls, name: str, message: str = "") -> Problem:
        problem = super().__new__(cls, name)
        problem.message = message
        return problem


@dataclass(eq=False)
class Call:
    """One call: `value` as numpy arrays, scalars, text, tuples or dicts of those, or `Unknown`.

    `mutated` holds the positions of arguments that changed. `kinds` names the original type of each
    returned element (of the value itself unless a tuple or list came back, which `container` names).
    `warnings` holds the text of the first few warnings.
    """

    value: Any = None
    error: Error | None = None
    mutated: list[int] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    container: str = ""
    warnings: list[str] = field(default_factory=list)


@dataclass(eq=False)
class Run:
    """All calls of one run. After a problem, `calls` holds those that finished before it.

    `imported` names the slow modules that the child ended with, so that the next can begin with them.
    """

    calls: list[Call] = field(default_factory=list)
    problem: Problem | None = None
    printed: str = ""
    guard: str = "child process"
    notes: list[str] = field(default_factory=list)
    imported: list[str] = field(default_factory=list)

    @property
    def message(self) -> str:
        """The sentence of the problem, or an empty text."""
        return self.problem.message if self.problem is not None else ""
