"""The banks of questions, one module per lesson; lesson_00 holds the pre-test, order_NN lines to bring into order.

A name is NN_topic; "NN_recall_1" to "_3" are the closed-book questions that open lesson NN.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from .ordering import Line, Ordering
from .question import Question

__all__ = ["Line", "Ordering", "Question", "all_orderings", "all_questions", "by_name", "of_lesson"]


@cache
def all_questions():
    """Every question with options, in the order of the lessons."""
    return _banks("lesson_")


@cache
def all_orderings():
    """Every question with lines to bring into order."""
    return _banks("order_")


@cache
def by_name():
    """A dict from the name of a question, of either kind, to the question."""
    return {question.name: question for question in (*all_questions(), *all_orderings())}


def of_lesson(lesson):
    """The names of a lesson's questions with options, such as of_lesson(3) or of_lesson("03_softmax").

    >>> of_lesson(0)[0]
    '00_pretest_1'
    """
    number = int(str(lesson)[:2])
    return [question.name for question in all_questions() if question.lesson == number]


def _banks(prefix):
    modules = sorted(module.name for module in iter_modules(__path__) if module.name.startswith(prefix))
    banks = [import_module(f"{__name__}.{module}").QUESTIONS for module in modules]
    return tuple(question for bank in banks for question in bank)
