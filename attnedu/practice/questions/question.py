"""What a question is made of."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Question:
    """A question with one right option and, for every other option, the belief that leads to it.

    name:    NN_topic, unique
    lesson:  NN as a number
    stem:    what is asked
    options: tuples (text, misconception, refutation); for the right option misconception is None, for the
             others it is an id of the catalogue (M01 to M58). A refutation states what is true first.
    why:     why the right option is right
    shown:   an array or a few lines of code, printed as they are
    verify:  a function that asserts every number in the question, with attnedu.core or NumPy
    """

    name: str
    lesson: int
    stem: str
    options: tuple
    why: str
    shown: str = ""
    verify: Callable | None = None
