"""hint(name): three levels, one more each time. reveal(name): the solution, last."""

import difflib
import inspect

from . import progress
from .cards import Card
from .exercises import find, names

LEVELS = ("nudge", "principle", "next step")


def _unknown(name):
    near = difflib.get_close_matches(str(name), names(), 1)
    sentence = f'Did you mean "{near[0]}"?' if near else f"The exercises are: {', '.join(names())}."
    return Card(f"There is no exercise called {name!r}.", [sentence])


def _given(kind, name):
    return len(progress.events(kind, name))


def hint(name, level=None):
    """The next hint for an exercise: a nudge, then the principle, then the next step.

    level: 1, 2 or 3 to read one again; None for the next
    returns a Card; it is shown when it is the last line of a cell
    """
    if name not in names():
        return _unknown(name)
    hints = find(name).hints
    if not hints:
        return Card(f"{name}: no hints yet.", ["Read the lesson named in the exercise's first cell again."])
    if level is None:
        level = min(_given("hint", name) + 1, len(hints))
        progress.record("hint", name, level=level)
    if level not in range(1, len(hints) + 1):
        return Card(f"{name} has hints 1 to {len(hints)}.", [f"You asked for {level!r}."])
    more = f'hint("{name}") gives the next.' if level < len(hints) else f'The last step is reveal("{name}").'
    return Card(f"Hint {level} of {len(hints)}, {LEVELS[level - 1]}: {name}", [hints[level - 1], more])


def reveal(name):
    """The solution of an exercise, and one like it to do alone.

    returns a Card with the source; it asks for a hint first if none was read
    """
    if name not in names():
        return _unknown(name)
    exercise = find(name)
    if not _given("hint", name) and not progress.attempts(name):
        return Card(
            f"Try {name} first.",
            [f'Write something and check it, or read hint("{name}"). Then reveal shows the solution.'],
        )
    progress.record("reveal", name)
    return Card(
        f"One solution of {name}",
        ["Close this, write it again from memory, and check that. Which line would you get wrong next week?"],
        preformatted=inspect.getsource(exercise.solution or exercise.reference),
    )
