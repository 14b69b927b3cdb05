"""How a learner's function is kept: the exercise, what is wrong with it, and how it has to be checked."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Learner:
    """One function that a learner might write.

    ids: of the catalogue. One mistake: the likeliest first, then names that an expert may use too.
    Two mistakes: both. A right function: none.
    child: True where only the real check can judge it (it changes its arguments, or returns lists)
    """

    exercise: str
    kind: str
    ids: tuple
    note: str
    function: object
    child: bool = False

    def __str__(self):
        return f"{self.exercise}, {self.kind} {'/'.join(self.ids)}: {self.note}"


class Learners:
    """The functions for one exercise, in the order in which they are written down.

    >>> here = Learners("renormalise")
    >>> _ = here.one("M40", note="by the maximum")(lambda weights: weights / weights.max(-1, keepdims=True))
    >>> str(here.all[0])
    'renormalise, one M40: by the maximum'
    """

    def __init__(self, exercise):
        self.exercise = exercise
        self.all = []

    def one(self, *ids, note=""):
        """One mistake: any of the ids is a good name for it."""
        return self._keep("one", ids, note, "M38" in ids)

    def two(self, first, second, note=""):
        """Two mistakes: both ids are wanted."""
        return self._keep("two", (first, second), note, "M38" in (first, second))

    def right(self, note="", child=False):
        """No mistake, however it looks."""
        return self._keep("right", (), note, child)

    def _keep(self, kind, ids, note, child):
        def keep(function):
            name = note or getattr(function, "__name__", type(function).__name__)
            self.all.append(Learner(self.exercise, kind, ids, name, function, child))
            return function

        return keep
