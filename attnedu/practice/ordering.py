"""Lines to bring into order, some of them in pairs of which one is wrong: as a card, as typed, and judged."""

import re

from .cards import Card
from .choosing import Verdict, trap_of

PLACE = re.compile(r"([a-h])\s*([12]?)", re.I)
AGAIN = "Change that, and answer again."


def how_to(question):
    """How to answer in a cell, as a sentence. The example is the order in which the lines are shown."""
    shown = " ".join(f"{label}1" if line.twin else label for label, line in question.labelled().items())
    return (
        f'To answer, write quiz("{question.name}", choice="{shown}") with the lines in your order, of each '
        "pair the one that you choose, and run the cell."
    )


def read(question, choice):
    """("B2 A C1", "") of an answer as people write it, or (None, a sentence about it)."""
    text = " ".join(map(str, choice)) if isinstance(choice, (list, tuple)) else str(choice)
    labels = question.labelled()
    given = [(letter.upper(), number) for letter, number in PLACE.findall(text)]
    complete = sorted(letter for letter, _ in given) == sorted(labels)
    if not complete or re.sub(PLACE, "", text).strip(" ,;.()→->"):
        return None, f"Write each of {', '.join(labels)} once, in your order, but the choice is {choice!r}."
    unclear = [letter for letter, number in given if bool(labels[letter].twin) != bool(number)]
    if unclear:
        letter = unclear[0]
        wanted = f"{letter}1 or {letter}2" if labels[letter].twin else f"{letter} alone"
        return None, f"Line {letter}: write {wanted}, but the choice is {choice!r}."
    return " ".join(letter + number for letter, number in given), ""


def judge(question, answer):
    """The verdict on an order such as "B2 A C1": the first line that is wrong, and why."""
    labels = question.labelled()
    above = set()
    for place, word in enumerate(answer.split(), start=1):
        line, number = labels[word[0]], word[1:]
        text = line.texts[int(number or 1) - 1]
        if text != line.text:
            trap = trap_of(line.misconception, line.refutation)
            return _wrong(line.misconception, place, text, trap)
        if not above.issuperset(line.needs):
            return _wrong("", place, text, f"It stands too early. {line.reason}")
        above.add(word[0])
    return Verdict(True, None, f"Right: {answer}.", [question.why])


def _wrong(misconception, place, text, because):
    reply = f"Not yet. The first line that is wrong is line {place}: `{text}`"
    return Verdict(False, misconception, reply, [because, AGAIN])


def card(question, data, sentences, reply=""):
    """The lines as they are shown, pairs together, above what is said about an answer."""
    groups = [question.head] if question.head else []
    for label, line in question.labelled().items():
        numbers = ("1", "2") if line.twin else (" ",)
        pair = zip(numbers, line.texts, strict=True)
        groups.append("\n".join(f"{label}{number}  {text}" for number, text in pair))
    shown = "\n\n".join(groups)
    return Card(question.stem, sentences, data=data, preformatted=shown, reply=reply)
