"""Predict first, look afterwards: the learner's guess stands beside the outcome."""

import os

from . import progress
from .agree import RULE, agrees, remark, show
from .answers import confidence_problem, from_percent, is_empty
from .cards import Card

DEEPEST = 50  # lists in lists, in a line that no cell has written
FOR_A_PAGE = "ATTNEDU_STATIC_PAGE"  # 1 while `attnedu export` runs a notebook: on its page no cell can be run


def predict(name, /, *, confidence=None, **guesses):
    """Record what you expect, and how sure you are, before the result is shown.

    name:       which prediction, as the lesson writes it
    confidence: 0 (a pure guess) to 100 (certain)
    guesses:    one per quantity: numbers, words such as "66 %", True or False, or lists of them
    returns     a Card; nothing is raised: what is missing or out of range is said in a sentence
    """
    empty = [key for key, guess in guesses.items() if is_empty(guess)]
    if not guesses or empty or is_empty(confidence):
        missing = empty + (["confidence"] if is_empty(confidence) else [])
        which = f" Still empty: {', '.join(missing)}." if missing else ""
        sentence = f"Run its cell with your guess in it, then go on.{which}"
        return Card("Fill in your prediction first.", [sentence], data={"recorded": False})
    confidence = from_percent(confidence)
    problem = confidence_problem(confidence)
    if problem:
        return Card("Not recorded yet.", [problem], data={"recorded": False})
    name, confidence = progress.plain(str(name)), progress.plain(confidence)
    told = {key: progress.plain(guess) for key, guess in guesses.items()}
    earlier = recorded(name)
    late = bool(progress.events("outcome", name))
    same = earlier and (earlier[-1]["guesses"], earlier[-1]["confidence"]) == (told, confidence)
    if not same:  # running a cell twice is no second prediction
        progress.record("prediction", name, guesses=told, confidence=confidence, after_outcome=late)
    late = earlier[-1].get("after_outcome", False) if same else late
    sentences = ["Then go on."]
    if late:
        sentences = ["You had seen the outcome, so this one is kept and marked “after the outcome”."]
    rows = [[key, show(guess)] for key, guess in told.items()] + [["confidence", f"{confidence:g} of 100"]]
    data = {"recorded": True, "after_outcome": late, "guesses": told, "confidence": confidence}
    title = f"Your prediction for “{name}” is recorded."
    return Card(title, sentences, ["quantity", "you expect"], rows, data)


def outcome(name, /, **actual):
    """Put the recorded prediction beside what happened: agree or differ, in words.

    name:    as given to predict
    actual:  what happened, under the same names as the guesses
    returns  a Card; without a prediction, a sentence that says which cell to run, and on a page, closed, what
             happened; with ATTNEDU_STATIC_PAGE=1 the sentence asks to compare, for there no cell can be run
    """
    name = progress.plain(str(name))
    predictions = recorded(name)
    actual = {key: progress.plain(value) for key, value in actual.items()}
    if not predictions:
        rows = [[key, show(value)] for key, value in actual.items()]
        title = f"No prediction for “{name}” yet."
        sentence = f'Fill in the form of predict("{name}", …), then run this cell again.'
        if rows and os.environ.get(FOR_A_PAGE) == "1":
            title, sentence = f"What happened: {name}", "Compare it with what you predicted above."
        closed = ("Show what happened", ["quantity", "outcome"], rows) if rows else None
        return Card(title, [sentence], data={"predicted": False}, closed=closed)
    honest = [p for p in predictions if not p.get("after_outcome")]
    first = (honest or predictions)[-1]
    rows, agreed = _compare(first["guesses"], actual)
    later = [p for p in predictions if p.get("after_outcome") and p is not first]
    if later:
        more, _ = _compare(later[-1]["guesses"], actual)
        rows += [[f"{key} (changed after the outcome)", *rest] for key, *rest in more]
    seen = progress.events("outcome", name)
    if not seen or seen[-1].get("actual") != actual:
        progress.record("outcome", name, actual=actual, agreed=agreed, confidence=first["confidence"])
    data = {"predicted": True, "agreed": agreed, "confidence": first["confidence"], "actual": actual}
    remarks = [remark(key, first["guesses"][key], actual[key]) for key in agreed if not agreed[key]]
    sentences = [_reaction(agreed, first["confidence"]), *filter(None, remarks), RULE]
    columns = ["quantity", "you expected", "outcome", "comparison"]
    return Card(f"Your prediction and the outcome: {name}", sentences, columns, rows, data)


def _compare(guesses, actual):
    rows, agreed = [], {}
    for key in [*guesses, *(key for key in actual if key not in guesses)]:
        if key not in actual:
            rows.append([key, show(guesses[key]), "not shown here", "not compared"])
        elif key not in guesses:
            rows.append([key, "no guess", show(actual[key]), "not compared"])
        else:
            agreed[key] = agrees(guesses[key], actual[key])
            rows.append([key, show(guesses[key]), show(actual[key]), "agree" if agreed[key] else "differ"])
    return rows, agreed


def _reaction(agreed, confidence):
    if not agreed:
        return "No quantity has both a guess and an outcome: are the names in the two cells the same?"
    right, all_of = sum(agreed.values()), len(agreed)
    sure = f"You were {confidence:g} of 100 sure."
    if right == all_of:
        return f"{sure} Prediction and outcome agree."
    surprise = "That surprise is worth a minute: which step did you picture differently?"
    return f"{sure} {right} of {all_of} agree. {surprise if confidence >= 70 else ''}".rstrip()


def recorded(name):
    """Predictions on file that are whole; a line that someone edited by hand is passed over."""
    return [
        event
        for event in progress.events("prediction", name)
        if isinstance(event.get("guesses"), dict)
        and not confidence_problem(event.get("confidence"))
        and not _deeper(event["guesses"], DEEPEST)
    ]


def _deeper(value, most):
    """Whether lists or dicts stand inside each other more than `most` times."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return most < 0 or any(_deeper(part, most - 1) for part in parts)
