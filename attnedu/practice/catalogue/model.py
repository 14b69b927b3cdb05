"""One entry of the misconception catalogue."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Misconception:
    """A belief that code can show, and what is true instead.

    id: stable, 'M01' … 'M58'
    name: two to five words, 'mask after softmax'
    belief: what seems to be believed, as a clause after "It looks as if" (at most 12 words)
    truth: what is true, one sentence (at most 14 words)
    next_step: one thing to try, never the answer (at most 14 words)
    lesson: file stem of the lesson that deals with it
    shows: which evidence tells it best: a key of `engine.evidence.EVIDENCE`
    report: address of a public report of this mistake, if there is one
    """

    id: str
    name: str
    belief: str
    truth: str
    next_step: str
    lesson: str
    shows: str = "cell"
    report: str = ""
