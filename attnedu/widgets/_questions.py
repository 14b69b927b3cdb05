"""What a Quiz asks, in three kinds, as plain data for the page; and what Python says about an answer."""

from dataclasses import dataclass, field

from ..practice import choosing, ordering
from ..practice.agree import agrees
from ..practice.answers import as_text, read_guess
from ..practice.cards import Card
from ..practice.catalogue import entry
from ..practice.predict import outcome, predict
from ..practice.progress import plain
from ..practice.questions import Ordering
from ..practice.quiz import answer_card, on_record

HEADS = {
    "choice": ["option", "answer"],
    "prediction": ["quantity", "your guess"],
    "ordering": ["line", "text"],
}


@dataclass(frozen=True)
class Prediction:
    """Quantities to guess. outcomes: what happened, under the same names; empty if the lesson shows it later.

    filled: guesses that are there already, whatever a cell of a notebook held
    """

    name: str
    stem: str
    quantities: tuple
    outcomes: dict = field(default_factory=dict)
    why: str = ""
    shown: str = ""
    filled: dict = field(default_factory=dict)
    confidence: object = None


def kind_of(question):
    """ "choice", "prediction" or "ordering"."""
    if isinstance(question, Prediction):
        return "prediction"
    return "ordering" if isinstance(question, Ordering) else "choice"


def spec_of(question):
    """The question as plain data: what the page needs to ask and to judge without a kernel."""
    kind = kind_of(question)
    spec = {"kind": kind, "name": question.name, "stem": question.stem, "why": question.why}
    if kind == "choice":
        options = [
            {"text": text, "trap": _name(id), "refutation": None if id is None else refutation}
            for text, id, refutation in question.options
        ]
        return {**spec, "shown": question.shown, "options": options, "after": choosing.after(question)}
    if kind == "ordering":
        lines = [
            {
                "label": label,
                "texts": list(line.texts),
                "right": line.texts.index(line.text),
                "needs": line.needs,
                "reason": line.reason,
                "trap": _name(line.misconception),
                "refutation": line.refutation,
            }
            for label, line in question.labelled().items()
        ]
        return {**spec, "shown": question.head, "lines": lines, "after": ordering.AGAIN}
    quantities = [
        {
            "name": name,
            "label": name.replace("_", " ").strip() or name,
            "actual": plain(question.outcomes.get(name)),
            "filled": as_text(question.filled.get(name)),
        }
        for name in question.quantities
    ]
    spec |= {"shown": question.shown, "quantities": quantities, "judged": bool(question.outcomes)}
    return {**spec, "confidence": plain(question.confidence)}


def _name(id):
    return entry(id).name if id else ""


def untouched(question):
    """The answer that nobody has touched: no letter, the lines as shown, boxes with what a cell held."""
    kind = kind_of(question)
    if kind == "ordering":
        return list(question.labelled())
    return (
        "" if kind == "choice" else {name: as_text(question.filled.get(name)) for name in question.quantities}
    )


def note_on(question):
    """What is said about earlier answers to a question that is asked empty; "" where none is on record."""
    return on_record(question.name) if question.name and kind_of(question) != "prediction" else ""


def card_of(question, note=""):
    """The question as a card, with a note such as `note_on` gives: what stands where no widget can run."""
    if kind_of(question) != "prediction":
        return answer_card(question, note=note)
    if question.name:
        guesses = {name: question.filled.get(name) for name in question.quantities}
        return predict(question.name, confidence=question.confidence, **guesses)
    return Card(
        question.stem, [f"Quantities: {', '.join(question.quantities)}."], preformatted=question.shown
    )


def verdict_on(question, answer):
    """(right, sentences) about a complete answer: right is None where there is nothing to compare with."""
    kind = kind_of(question)
    if kind == "prediction":
        if not question.outcomes:
            return None, ["Your prediction stands."]
        good = [agrees(read_guess(answer[name]), plain(actual)) for name, actual in question.outcomes.items()]
        return all(good), [f"{sum(good)} of {len(good)} agree."]
    said = (
        choosing.judge(question, answer) if kind == "choice" else ordering.judge(question, " ".join(answer))
    )
    return said.right, [said.reply, *filter(None, said.sentences)]


def reply_to(question, answer, confidence):
    """Record a complete answer as a cell would, and return the sentences of the card; [] without a name."""
    if not question.name:
        return []
    kind = kind_of(question)
    if kind != "prediction":
        card = answer_card(question, answer if kind == "choice" else " ".join(answer), confidence)
        return [card.reply, *filter(None, card.sentences)]
    guesses = {name: read_guess(text) for name, text in answer.items()}
    card = predict(question.name, confidence=confidence, **guesses)
    if question.outcomes:
        return [card.title, *outcome(question.name, **question.outcomes).sentences]
    return [card.title, *card.sentences]


def table_of(question, answer):
    """(column heads, rows) of the question with the answer as it stands."""
    kind = kind_of(question)
    if kind == "choice":
        rows = [
            [letter, option[0]] for letter, option in zip(choosing.LETTERS, question.options, strict=False)
        ]
    elif kind == "prediction":
        rows = [[name, answer[name] or "no guess yet"] for name in question.quantities]
    else:
        lines = question.labelled()
        rows = [[word, "  or  ".join(_shown(lines[word[0]], word[1:]))] for word in answer]
    return HEADS[kind], rows


def _shown(line, number):
    return [line.texts[int(number) - 1]] if number else line.texts


def numbers_of(question, answer, confidence, given):
    """The answer and confidence as they stand, and whether the one handed in is right (None: not judged)."""
    right = verdict_on(question, given["answer"])[0] if given else None
    return {"answer": answer, "confidence": confidence, "right": right}


def describe(question, answer, confidence, given, note=""):
    """The question, the answer as it stands, and what is said about the one handed in, as text."""
    lines = str(card_of(question, "" if given else note)).split("\n")
    words = answer if isinstance(answer, str) else " ".join(answer)
    if isinstance(answer, dict):
        words = ", ".join(f"{name} = {text}" for name, text in answer.items() if text)
    sure = "no confidence yet" if confidence is None else f"{confidence:g} of 100 sure"
    lines.append(f"Your answer: {words or 'none yet'}; {sure}.")
    return "\n".join([*lines, *(verdict_on(question, given["answer"])[1] if given else ["Not judged yet."])])
