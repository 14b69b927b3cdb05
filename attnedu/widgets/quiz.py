"""Quiz: a question that is asked, judged and explained on the page, with no kernel (every lesson)."""

from textwrap import wrap

import traitlets

from ._asked import clean_answer, clean_confidence, clean_given
from ._base import LessonWidget
from ._join import join_modules, join_styles
from ._own_questions import choice_of, ordering_of, prediction_of, question_of, whole_texts
from ._picture import _frame, _text
from ._questions import (
    card_of,
    describe,
    kind_of,
    note_on,
    numbers_of,
    reply_to,
    spec_of,
    table_of,
    untouched,
    verdict_on,
)
from ._traits import Checked


def _fixed(value, name, owner):
    if value != owner._spec:
        raise ValueError(f"{name} cannot change in a widget that stands on the page: make a new widget")
    return value


class Quiz(LessonWidget):
    """A question of the course, or one of your own: options, quantities to predict, or lines out of order.

    question: the name of a question, such as "03_axis"; for your own see `choice`, `prediction`, `ordering`
    Traits: answer (a letter, a dict of typed guesses, or letters of lines), confidence (0 to 100 or None),
    given (the answer and confidence that were handed in, or {}), reply (what Python said about it), on_record
    (a sentence about earlier answers, or ""), reached ("answered", "right"). A question with a name records
    what is handed in, as `attnedu.practice` does.
    raises ValueError naming the question, the option or the line, and the remedy

    >>> Quiz("03_axis")
    Quiz('03_axis', choice)
    """

    _esm = join_modules("quiz")
    _css = join_styles("quiz")

    question = Checked(_fixed)
    answer = Checked(lambda value, name, owner: clean_answer(owner._asks, value))
    confidence = Checked(lambda value, name, owner: clean_confidence(value))
    given = Checked(lambda value, name, owner: clean_given(owner._asks, value))
    reply = traitlets.List(traitlets.Unicode()).tag(sync=True)
    on_record = traitlets.Unicode().tag(sync=True)

    def __init__(self, question="00_pretest_1", *, given=None, reply=()):
        self._asks = question_of(question)
        self._spec = whole_texts(spec_of(self._asks), "question")
        given = clean_given(self._asks, given)
        start = {"answer": untouched(self._asks), "confidence": getattr(self._asks, "confidence", None)}
        said = {"reply": list(reply), "on_record": note_on(self._asks)}
        super().__init__(question=self._spec, **(given or start), given=given, **said)
        self.observe(self._hear, "given")

    @classmethod
    def choice(cls, stem, options, *, why="", shown="", name=""):
        """One of several options.

        options: 2 to 8, each ("text", None) if it is right, or ("text", "what is true instead"), or with the
                 id of a misconception between them: ("text", "M04", "what is true instead")
        why:     why the right one is right         shown: lines of code or numbers, as they are
        name:    record answers under this name; "" records nothing

        >>> options = [("A row of weights", None), ("A row of scores", "Scores may have any sum.")]
        >>> Quiz.choice("What sums to 1?", options)
        Quiz('What sums to 1?', choice)
        """
        return cls(choice_of(stem, options, why, shown, name))

    @classmethod
    def prediction(cls, stem, quantities, *, why="", shown="", name=""):
        """One or more quantities, each a number, a word, yes or no, or a list.

        quantities: their names, or a dict from a name to what happens; with a dict the guess is judged
        why, shown, name: as for `choice`

        >>> Quiz.prediction("Weights of equal scores?", {"each_of_four": 0.25})
        Quiz('Weights of equal scores?', prediction)
        """
        return cls(prediction_of(stem, quantities, why, shown, name))

    @classmethod
    def ordering(cls, stem, lines, *, why="", head="", name=""):
        """Lines to bring into order. They are shown shuffled, in the same way in every run.

        lines: 2 to 8 in the right order, each a text or ("right", "wrong", "what is true instead")
        head:  a line that stands above them             why, name: as for `choice`

        >>> Quiz.ordering("From left to right", ["scores", "softmax", "weights"])
        Quiz('From left to right', ordering)
        """
        return cls(ordering_of(stem, lines, why, head, name))

    def _hear(self, change):
        """The page, or Python, has handed in an answer: record it, and say what is said about it."""
        if not change.new:
            return
        self.reply = reply_to(self._asks, **change.new)
        self.on_record = note_on(self._asks)
        right = verdict_on(self._asks, change.new["answer"])[0]
        self.reached = list(dict.fromkeys([*self.reached, "answered", *(["right"] if right else [])]))

    def _title(self):
        name = self._asks.name or (
            self._asks.stem if len(self._asks.stem) <= 40 else f"{self._asks.stem[:39]}…"
        )
        return f"Quiz({name!r}, {kind_of(self._asks)})"

    def _card(self):
        return card_of(self._asks, "" if self.given else self.on_record)

    def __str__(self):
        return str(self._card())

    def _state(self):
        return {"answer": self.answer, "confidence": self.confidence, "given": self.given}

    def numbers(self):
        """answer, confidence, and right: whether the answer handed in is right (None: not judged)."""
        return numbers_of(self._asks, **self._state())

    def describe(self):
        """The question, the answer as it stands, and what is said about the one handed in, as text."""
        return describe(self._asks, **self._state(), note=self.on_record)

    def static_html(self):
        """The question as a card, with how to answer it in a cell."""
        return self._card()._repr_html_()

    def save(self, path):
        """Like `save` of every widget. The page is for anybody: it does not say what is on record here."""
        with self.hold_sync():
            note, self.on_record = self.on_record, ""
            try:
                return super().save(path)
            finally:
                self.on_record = note

    def static_picture(self):
        """(alt text, SVG): the question in words, for what takes pictures alone."""
        heads, rows = table_of(self._asks, self.answer)
        alt = f"A question, {kind_of(self._asks)}: {self._asks.stem} " + " ".join(
            f"{a}: {b}." for a, b in rows
        )
        words = [self._asks.stem, *(f"{head}   {text}" for head, text in rows)]
        lines = [part for text in words for part in wrap(text, 84) or [""]]
        body = [_text(12, 24 + 20 * i, line) for i, line in enumerate(lines)]
        return alt, _frame(alt, 640, 24 + 20 * len(lines), body)

    def static_table(self):
        """(caption, column heads, rows): the options, quantities or lines."""
        return (self._asks.stem, *table_of(self._asks, self.answer))

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is not None:
            bundle[0]["text/plain"] = str(self)
        return bundle


def explore_quiz(question="00_pretest_1", answer=None, confidence=None):
    """Print what Quiz would say about an answer, and return it: a plain function; nothing is recorded.

    question: the name of a question         answer: as the trait of Quiz, or None to read the question
    returns a dict with answer, confidence and right (None: not judged)

    >>> explore_quiz("06_empty_row", "b", 80)["right"]  # doctest: +ELLIPSIS
    Every key of a row is hidden. What comes out?
    ...
    Your answer: b; 80 of 100 sure.
    Right: b. NaN, equal weights or zeros, depending on the code
    It is a convention. In this course an empty row has zero weights and zero output.
    True
    """
    asks = question_of(question)
    answer = untouched(asks) if answer is None else clean_answer(asks, answer)
    confidence = clean_confidence(confidence)
    done = confidence is not None and answer != untouched(asks)
    given = clean_given(asks, {"answer": answer, "confidence": confidence}) if done else {}
    print(describe(asks, answer, confidence, given, note_on(asks)))
    return numbers_of(asks, answer, confidence, given)
