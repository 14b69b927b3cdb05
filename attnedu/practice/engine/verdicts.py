"""From a run and its results to a report: what happened first, what it means, and what to say."""

import itertools

from ..catalogue import entry
from . import outcomes, properties
from .compare import Failed, same
from .context import context, first_wrong, stage_of, tables
from .diagnose import diagnose, failing_probes
from .evidence import evidence
from .report import Report, sentence
from .search import evaluate_function

LIMIT = 60  # words in the four parts of a report


def judge(exercise, run, results, right):
    """The report for a run that brought results."""
    again, results = results[-1], results[:-1]
    mutated = sorted({index for call in run.calls for index in call.mutated})
    results, had_extra_axes = outcomes.reshaped(exercise, results, right)
    failing = failing_probes(exercise, results, right)
    if not failing:
        return _right(exercise, run, results, right, mutated, had_extra_axes)
    if not isinstance(again, Failed) and not isinstance(results[0], Failed):
        first_again = outcomes.reshaped(exercise, [again], right[:1])[0][0]
        if not same(first_again, results[0], 1e-3, 1e-6):
            title = "One question got two answers: does it keep something between calls, or draw at random?"
            return Report("wrong, not recognised", exercise.name, title)
    for function, note in exercise.limited:
        if all(
            same(results[i], evaluate_function(exercise, function, probe.args), exercise.rtol, exercise.atol)
            for i, probe in enumerate(exercise.probes)
            if probe.family != "limit"
        ):
            return Report("correct, and note", exercise.name, "Right, with a limit.", notes=[note])
    found = diagnose(exercise, results, right)
    ids = tuple(dict.fromkeys((*found.ids, "M38")))[:2] if mutated and found.ids else found.ids
    if not ids:
        return _unrecognised(exercise, run, results, right, failing)
    relation = found.relation if ids == found.ids else "both"
    return _misconception(exercise, results, right, ids, relation, found)


def _right(exercise, run, results, right, mutated, had_extra_axes):
    if mutated:
        names = " and ".join(exercise.parameters[i] for i in mutated)
        known = entry("M38")
        sentences = [
            f"It looks as if {known.belief}.",
            f"After the call, {names} had changed.",
            known.truth,
            known.next_step,
        ]
        return Report(
            "misconception",
            exercise.name,
            sentence(known.name),
            ["M38"],
            "one",
            "arguments",
            [known.name],
            sentences,
        )
    notes = [
        probe.note
        for i, probe in enumerate(exercise.probes)
        if probe.family == "limit" and not same(results[i], right[i], exercise.rtol, exercise.atol)
    ]
    notes = list(dict.fromkeys(notes)) + _dtype_notes(exercise, results, had_extra_axes)
    if notes:
        return Report("correct, and note", exercise.name, "Right on every probe.", notes=notes)
    return Report("correct", exercise.name, f"Right on all {len(exercise.probes)} probes.")


def _dtype_notes(exercise, results, had_extra_axes):
    notes = []
    if had_extra_axes:
        notes.append(
            "Yours has an extra axis of length 1 in front: it broadcasts, but the shape asked for has none."
        )
    for mine, kind in zip(results[0], exercise.kind, strict=False):
        if kind == "mask" and mine.dtype != bool:
            notes.append(
                f"Your mask is {mine.dtype}, not boolean: `~mask` and `mask[mask]` mean something else there."
            )
    return notes


def _misconception(exercise, results, right, ids, relation, found):
    known = [entry(i) for i in ids]
    shown = context(exercise, results, right, found.pivot)
    first, form = known[0], (found.forms[0] if found.forms and found.forms[0].id == ids[0] else None)
    belief = form.belief if form is not None and form.belief else first.belief
    shows = [k.shows for k in known]
    if relation == "both":
        title = f"Two things at once: {known[0].name}, and {known[1].name}."
        parts = [
            f"It looks as if {belief}.",
            evidence(shown, shows),
            first.truth,
            known[1].truth,
            first.next_step,
        ]
    else:
        title = _either(known, found) if relation == "either" else sentence(first.name)
        parts = [f"It looks as if {belief}.", evidence(shown, shows), first.truth, first.next_step]
    names = [k.name for k in known]
    stage = stage_of(exercise, found.forms) or first_wrong(exercise, shown)
    report = Report("misconception", exercise.name, title, list(ids), relation, stage, names, _fit(parts))
    report.tables = tables(exercise, shown)
    return report


def _either(known, found):
    """Forms that no input tells apart: the effect first, then the lines that have it."""
    lines = list(dict.fromkeys(form.line for form in found.forms if form.line))[:3]
    written = (
        f" Several lines have this effect, such as {', '.join(f'`{line}`' for line in lines)}."
        if len(lines) > 1
        else ""
    )
    return sentence(known[0].name) + written


def _fit(parts):
    """Drop the fourth of five parts, then shorten nothing: a report has at most LIMIT words."""
    if len(parts) == 5 and sum(len(part.split()) for part in parts) > LIMIT:
        parts = parts[:3] + parts[4:]
    return parts


def _unrecognised(exercise, run, results, right, failing):
    errors = [call.error for call in run.calls if call.error is not None]
    ordinary = [i for i, probe in enumerate(exercise.probes) if probe.family == "ordinary"]
    if all(isinstance(results[i], Failed) for i in ordinary):
        if not errors:
            title = f"What it returned cannot be compared: {results[ordinary[0]].error}."
            return Report("wrong shape", exercise.name, title)
        error = errors[0]
        line = f" The line was: {error.line.strip()[:90]}" if error.line else ""
        return Report("raised", exercise.name, f"{error.type_name}: {error.message}.{line}")
    i = next((i for i in failing if not isinstance(results[i], Failed)), failing[0])
    shown = context(exercise, results, right, i)
    if not isinstance(results[i], Failed) and [a.shape for a in results[i]] != [a.shape for a in right[i]]:
        return Report("wrong shape", exercise.name, evidence(shown, ["shape"]), stage="return")
    ids, sentences = properties.explain(exercise, shown)
    sentences = [*sentences, evidence(shown, ["cell"])]
    report = Report(
        "wrong, not recognised", exercise.name, "", stage=first_wrong(exercise, shown), sentences=sentences
    )
    if ids:
        known = entry(ids[0])
        report.verdict, report.misconceptions, report.relation = "misconception", list(ids), "one"
        report.title, report.names = sentence(known.name), [known.name]
        report.sentences = [f"It looks as if {known.belief}.", sentences[0], known.truth, known.next_step]
    report.tables = tables(exercise, shown)
    return report


def _once(printed):
    """Printed lines, equal ones once with their count: every probe prints what the function prints."""
    groups = [(line, len(list(same_lines))) for line, same_lines in itertools.groupby(printed.splitlines())]
    return "\n".join(line if count == 1 else f"{line}   ({count} times)" for line, count in groups)


def finished(report, run):
    """Add what the learner's function printed and any note about the guard."""
    report.printed = _once(run.printed.strip())[:400]
    report.notes.extend(run.notes)
    return report
