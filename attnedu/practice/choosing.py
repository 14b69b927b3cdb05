"""A question with options: as a card, as an answer that was typed, and judged."""

from typing import NamedTuple

from .cards import Card
from .catalogue import entry

LETTERS = "abcdefgh"
AGAIN = "Read the question again and choose once more."
KEPT = "Your answer is kept; the end of the course asks again."


class Verdict(NamedTuple):
    """What is said about an answer; the misconception that it shows is an id, or "" or None for none."""

    right: bool
    misconception: str | None
    reply: str
    sentences: list


def how_to(question):
    """How to answer in a cell, as a sentence."""
    return f'To answer, write quiz("{question.name}", choice="a"), or another letter, and run the cell.'


def read(question, choice):
    """(the letter, "") of an answer as people write it, or (None, a sentence about it)."""
    letters = LETTERS[: len(question.options)]
    letter = str(choice).strip().strip("().").lower()
    if len(letter) == 1 and letter in letters:
        return letter, ""
    return None, f"The options are {', '.join(letters[:-1])} or {letters[-1]}, but the choice is {choice!r}."


def judge(question, letter):
    """The verdict on one letter."""
    text, misconception, refutation = question.options[LETTERS.index(letter)]
    if misconception is None:
        return Verdict(True, None, f"Right: {letter}. {text}", [question.why])
    trap = trap_of(misconception, refutation)
    return Verdict(False, misconception, f"Not so: {letter}. {text}", [trap, after(question)])


def trap_of(misconception, refutation):
    """The refutation, with the name of the misconception in front where it has one."""
    return f"A known trap, “{entry(misconception).name}”. {refutation}" if misconception else refutation


def after(question):
    """What to do after a wrong answer: the pre-test asks again in the last lesson, the others at once."""
    return KEPT if question.name.startswith("00_") else AGAIN


def card(question, data, sentences, reply=""):
    """The question stays on the page above what is said about an answer to it."""
    rows = [[letter, option[0]] for letter, option in zip(LETTERS, question.options, strict=False)]
    data = {"options": [option[0] for option in question.options], **data}
    return Card(question.stem, sentences, ["option", "answer"], rows, data, question.shown, reply)
