"""What asks the learner something, and answers.

check, hint, reveal     exercises: run a function, name the mistake, help in three levels
predict, outcome        a prediction before a result, and the result beside it
quiz                    read-and-decide questions
progress                what was done; a file on this machine, and nowhere else
notebook                a cell run too early is told which cell to run first
"""

from .check import check
from .hints import hint, reveal
from .notebook import prepare
from .predict import outcome, predict
from .quiz import quiz

prepare()

__all__ = ["check", "hint", "outcome", "predict", "quiz", "reveal"]
