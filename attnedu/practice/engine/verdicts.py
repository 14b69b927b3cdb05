"""From a run and its results to a report: what happened first, what it means, and what to say."""

import itertools

from ..catalogue import entry
from . import outcomes, parts, properties, row_rules
from .compare import Failed, same
from .context import arguments, context, first_wrong, stage_of, tables, telling
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
            same(results[i], evaluate_function(exercise, function, probe.args), *exercise.closeness(i))
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
    notes = _limits(exercise, results, right) + _dtype_notes(exercise, results, had_extra_axes)
    if notes:
        return Report("correct, and note", exercise.name, "Right on every probe.", notes=notes)
    return Report("correct", exercise.name, f"Right on all {len(exercise.probes)} probes.")


def _limits(exercise, results, right):
    """Where a right function stops being exact: the note of the limited form it is, or the probe's."""
    reached = [
        i
        for i, probe in enumerate(exercise.probes)
        if probe.family == "limit" and not same(results[i], right[i], *exercise.closeness(i))
    ]

    def alike(function, i):
        theirs = evaluate_function(exercise, function, exercise.probes[i].args)
        return same(results[i], theirs, *exercise.closeness(i))

    for function, note in exercise.limited if reached else ():
        if all(alike(function, i) for i in reached):
            return [note]
    return list(dict.fromkeys(exercise.probes[i].note for i in reached))


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
    shown = context(exercise, results, right, telling(exercise, results, right, found))
    first, form = known[0], (found.forms[0] if found.forms and found.forms[0].id == ids[0] else None)
    belief = form.belief if form is not None and form.belief else first.belief
    shows = [k.shows for k in known]
    parts = [f"It looks as if {belief}.", evidence(shown, shows), first.truth, first.next_step]
    names = [k.name for k in known]
    if form is not None:
        names[0], parts[3] = form.name or names[0], form.next_step or parts[3]
    title = sentence(names[0])
    if relation == "both":
        title = f"Two mistakes: {names[0]}; {names[1]}."
        parts.insert(3, known[1].truth)
    elif relation == "either":
        title += _lines(found.forms)
    title, parts = _fit(title, parts)
    stage = stage_of(exercise, found.forms) or first_wrong(exercise, shown)
    report = Report("misconception", exercise.name, title, list(ids), relation, stage, names, parts)
    report.tables, report.arguments = tables(exercise, shown), arguments(shown)
    return report


def _lines(forms):
    """Forms that no input tells apart: the effect has been named, here are the lines that have it."""
    lines = list(dict.fromkeys(form.line for form in forms if form.line))[:3]
    return f" Several lines have this effect: {'; '.join(lines)}." if len(lines) > 1 else ""


def _fit(title, parts):
    """A report has at most LIMIT words: the second truth goes first, then the list of lines."""
    if len(parts) == 5 and _words(title, parts) > LIMIT:
        parts = parts[:3] + parts[4:]
    if _words(title, parts) > LIMIT:
        title = title.split(" Several lines have this effect")[0]
    return title, parts


def _words(title, parts):
    return sum(len(text.split()) for text in (title, *parts))


def _unrecognised(exercise, run, results, right, failing):
    errors = [call.error for call in run.calls if call.error is not None]
    ordinary = [i for i, probe in enumerate(exercise.probes) if probe.family == "ordinary"]
    if all(isinstance(results[i], Failed) for i in ordinary):
        if not errors:
            title = f"What it returned cannot be compared: {results[ordinary[0]].error}."
            ids = [] if "complex" in title else ["M45"]
            return Report("wrong shape", exercise.name, title, ids, "one" if ids else "none", "return")
        error = errors[0]
        line = f" The line was: {error.line.strip()[:90]}" if error.line else ""
        return Report("raised", exercise.name, f"{error.type_name}: {error.message}.{line}")
    i = row_rules.telling_probe(exercise, failing, results)
    shown = context(exercise, results, right, i)
    if not isinstance(results[i], Failed) and [a.shape for a in results[i]] != [a.shape for a in right[i]]:
        part = parts.shorter(exercise, shown)
        if part is None:
            return Report("wrong shape", exercise.name, evidence(shown, ["shape"]), ["M45"], "one", "return")
        ids, sentences = part[0], [part[1]]
    else:
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
    report.tables, report.arguments = tables(exercise, shown), arguments(shown)
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
