"""Fix the bug: twelve small functions that run, look plausible and are wrong, each from a public report.

A file for each. The learner names the bug (a question), mends it (an exercise), and writes the test that would
have caught it (which is itself tested). The code is written for this course; the reports are other people's, and
each bug keeps the address of its own.
"""

from functools import cache
from importlib import import_module

NUMBERS = range(1, 13)


@cache
def all_bugs():
    """The twelve bugs, in order.

    >>> len(all_bugs())
    12
    """
    return tuple(import_module(f"{__name__}.bug_{number:02d}").BUG for number in NUMBERS)
