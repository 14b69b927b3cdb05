"""Lines of a function out of order: a Parsons problem, some of whose lines come with a wrong twin."""

from collections.abc import Callable
from dataclasses import dataclass

LABELS = "ABCDEFGH"


@dataclass(frozen=True)
class Line:
    """One line, and what is said if it is put too early or its wrong twin is chosen.

    text:          the right line
    needs:         the letters of the lines that must stand above it, such as "BD"
    reason:        what it misses where one of those is not above it, a sentence
    twin:          the same line with a mistake in it; "" if the line stands alone
    misconception: the id of the catalogue that leads to the twin; "" if it has none
    refutation:    what is true instead
    first:         whether the right one of the pair is shown first
    """

    text: str
    needs: str = ""
    reason: str = ""
    twin: str = ""
    misconception: str = ""
    refutation: str = ""
    first: bool = True

    @property
    def texts(self):
        """The line alone, or both of the pair in the order in which they are shown."""
        pair = (self.text, self.twin) if self.first else (self.twin, self.text)
        return pair if self.twin else (self.text,)


@dataclass(frozen=True)
class Ordering:
    """Lines to bring into order. Every order is right in which each line stands below those that it needs.

    name:   NN_topic, unique          lesson: NN as a number
    stem:   what the lines are to do
    head:   the line above them, such as "def softmax(scores):"
    lines:  as they are shown, out of order; their letters are A, B, C …
    why:    what the right order shows
    verify: takes the function that the lines make and asserts that it does what the stem says
    """

    name: str
    lesson: int
    stem: str
    head: str
    lines: tuple
    why: str
    verify: Callable | None = None

    def labelled(self):
        """A dict from the letter of a line to the line."""
        return dict(zip(LABELS, self.lines, strict=False))
