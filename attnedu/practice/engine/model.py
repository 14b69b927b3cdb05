"""What an exercise is made of: probes, stages, and for each stage its right form and its known wrong forms.

A form is a small function of the state. The state starts with the arguments, under the names of the
parameters; each stage writes one more name into it. So the right forms in order compute the right result,
and any mistake, alone or with another, is computed by swapping in its form: a misconception here is code
that runs.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import ClassVar

# What a probe is there to find out. Who is right on the ordinary probes and wrong in one family only has
# the mistake that the family stands for, however the code was written.
FAMILY_MEANING = {
    "leading": "M41",  # batch and head axes in front
    "large": "M17",  # scores of ±10⁴
    "empty": "M16",  # a row in which nothing may be looked at
    "edge": "M55",  # a last block that is not full, a single key, a length of 0
}


@dataclass(frozen=True)
class Form:
    """One way to write a stage. `id` names the misconception in the catalogue.

    A form without an id is another right way, which matters only beside a mistake: it is tried with single
    mistakes and never named.

    line: the line that a learner who holds it would likely write, for the report
    belief: replaces the catalogue's sentence where this form has a more exact one
    also: ids that no admissible input tells apart from this one, less likely
    rare: named after other forms that have the same effect
    second: a second misconception that this one line holds
    name, next_step: replace the catalogue's, where this form has more exact ones
    """

    id: str | None
    run: Callable
    line: str = ""
    belief: str = ""
    also: tuple = ()
    rare: bool = False
    second: str = ""
    name: str = ""
    next_step: str = ""

    def ids(self):
        """The misconceptions that this form is, alone."""
        return (self.id, self.second) if self.second else (self.id,)


@dataclass(frozen=True)
class Stage:
    """A step of the pipeline: its name, the state name it writes, its right form, its wrong forms."""

    name: str
    writes: str
    right: Callable
    wrong: tuple = ()


@dataclass(frozen=True)
class Probe:
    """Arguments to try a function on. family: 'ordinary' or a key of FAMILY_MEANING.

    A 'limit' probe is not judged: a right function that fails there earns `note`, which states its limit.
    """

    args: tuple
    family: str = "ordinary"
    note: str = ""


@dataclass(frozen=True)
class Exercise:
    """An exercise and all that is known about getting it wrong.

    name: of the function, as in check(name, yours)       lesson: '06_masking'
    parameters: names of the arguments, in order           returns: names of what comes back, in order
    stages: in order; the last writes 'result'             probes: at least two ordinary ones, sizes distinct
    reference: the right function                          alternatives: other right functions, at least two
    limited: (function, note) pairs: right, with a limit that the note states
    kind: of each result: 'scores', 'weights', 'mask', 'output', 'numbers', 'bool'
    solution: what `reveal` shows, the reference if None
    judged: chooses what is judged: function (args, result) -> result; identity if None
    rtol, atol: how close is equal, for float64 results
    families: what a failure in a family means here, where it is not FAMILY_MEANING
    defaults: values of the last parameters, for probes that leave them out
    rules: properties that name a mistake in this exercise, tried before those of `properties`
    """

    name: str
    lesson: str
    parameters: tuple
    returns: tuple
    kind: tuple
    stages: tuple
    probes: tuple
    reference: Callable
    alternatives: tuple = ()
    limited: tuple = ()
    hints: tuple = ()
    judged: Callable | None = None
    solution: Callable | None = None
    rtol: float = 1e-5
    atol: float = 2e-6
    families: dict = field(default_factory=dict)
    defaults: dict = field(default_factory=dict)
    rules: tuple = ()
    is_test: ClassVar[bool] = False  # True for a `testing.WrittenTest`, where the learner writes a test

    def start(self, args):
        """The state before the first stage."""
        named = {**self.defaults, **dict(zip(self.parameters, args, strict=False))}
        return SimpleNamespace(args=args, **named)

    def closeness(self, i):
        """(rtol, atol) for probe i. At scores of 10⁴ float32 has three digits left, and is right too."""
        if self.probes[i].family == "large":
            return max(self.rtol, 1e-2), max(self.atol, 2e-3)
        return self.rtol, self.atol

    def meaning(self, family):
        """The misconception that a failure in this family alone stands for."""
        return self.families.get(family) or FAMILY_MEANING.get(family)

    def wrong_forms(self):
        """Every single mistake as (stage index, form)."""
        return [(i, form) for i, stage in enumerate(self.stages) for form in stage.wrong if form.id]

    def function_of(self, *choices):
        """The exercise's function with some stages replaced: choices are (stage index, form) pairs."""
        chosen = {index: form.run for index, form in choices}
        runs = [chosen.get(i, stage.right) for i, stage in enumerate(self.stages)]

        def function(*args):
            state = self.start(args)
            for stage, run in zip(self.stages, runs, strict=True):
                setattr(state, stage.writes, run(state))
            return state.result

        return function
