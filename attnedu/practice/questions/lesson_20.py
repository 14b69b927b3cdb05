"""Fix the bug, step one: which entry of the catalogue is it? The questions are made from the bugs themselves."""

import inspect

from ..bugs import all_bugs

QUESTIONS = tuple(bug.question(inspect.getsource(bug.buggy)) for bug in all_bugs())
