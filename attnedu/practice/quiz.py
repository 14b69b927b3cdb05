"""Read and decide: one question, four options, and a reason for every option that tempts."""

from difflib import get_close_matches

from . import progress
from .cards import Card
from .catalogue import entry
from .questions import by_name

LETTERS = "abcdefgh"


def quiz(name, choice=None):
    """Ask a question of a lesson, or judge an answer to it.

    name:    the question, as the lesson writes it, such as "03_axis"
    choice:  None to read the question; "a", "b", "c" or "d" to answer it
    returns  a Card; nothing is raised: an unknown name or letter is answered with a sentence
    """
    question = by_name().get(str(name))
    if question is None:
        near = get_close_matches(str(name), by_name(), n=3, cutoff=0.4)
        hint = f"Did you mean {' or '.join(near)}?" if near else "The lesson's text has the name."
        return Card(f"There is no question “{name}”.", [hint], data={"known": False})
    letters = LETTERS[: len(question.options)]
    if choice is None or choice is ...:
        sentence = (
            f'To answer, write quiz("{name}", choice="{letters[0]}"), or another letter, and run the cell.'
        )
        data = {"known": True, "answered": False, "options": [option[0] for option in question.options]}
        return _asked(question, data, [sentence])
    letter = str(choice).strip().strip("().").lower()
    if len(letter) != 1 or letter not in letters:
        listed = f"{', '.join(letters[:-1])} or {letters[-1]}"
        sentence = f"The options are {listed}, but the choice is {choice!r}."
        return _asked(question, {"known": True, "answered": False}, [sentence], "Choose one letter.")
    return _judged(question, letter, question.options[letters.index(letter)])


def _judged(question, letter, option):
    text, misconception, refutation = option
    right = misconception is None
    progress.record("quiz", question.name, choice=letter, right=right, misconception=misconception)
    data = {"known": True, "answered": True, "right": right, "misconception": misconception}
    if right:
        return _asked(question, data, [question.why], f"Right: {letter}. {text}")
    kept = "Your answer is kept; the end of the course asks again."
    then = kept if _is_pretest(question) else "Read the question again and choose once more."
    trap = f"A known trap, “{entry(misconception).name}”. {refutation}"
    return _asked(question, data, [trap, then], f"Not so: {letter}. {text}")


def _asked(question, data, sentences, reply=""):
    """The question stays on the page above what is said about an answer to it."""
    rows = [[letter, option[0]] for letter, option in zip(LETTERS, question.options, strict=False)]
    return Card(question.stem, sentences, ["option", "answer"], rows, data, question.shown, reply)


def _is_pretest(question):
    return question.name.startswith("00_")
