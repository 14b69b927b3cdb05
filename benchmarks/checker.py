"""The checker: what it accepts, what it names, and how long `check` takes."""

import contextlib
import os
import random
import sys
import tempfile
import time
import warnings
from dataclasses import asdict, dataclass, field

from rows import Row, median, output_of, quantile

PAIRS = 200  # drawn for each exercise, the same ones every time
TIMED = {"right": 3, "single": 6, "pair": 6}  # of each exercise, through the real child process


@dataclass
class Line:
    """What the checker makes of one exercise."""

    exercise: str
    singles: int = 0
    accepted: int = 0
    named: int = 0
    all_pairs: int = 0
    pairs: int = 0
    pairs_accepted: int = 0
    pairs_both: int = 0
    pairs_merged: int = 0
    right: int = 0
    rejected: int = 0
    faults: list = field(default_factory=list)  # which forms the numbers that should be 0 are made of
    times: dict = field(default_factory=dict)

    @property
    def pairs_named(self):
        return self.pairs_both + self.pairs_merged


LEFT_OUT = []  # exercises that could not be loaded, and why


def exercises():
    """Every exercise made of stages with known wrong forms."""
    from attnedu.practice.exercises import find, names

    for name in names():
        try:
            exercise = find(name)
        except Exception as error:
            LEFT_OUT.append(f"{name}: {type(error).__name__}: {error}")
            continue
        if hasattr(exercise, "wrong_forms"):
            yield exercise


def right_forms(exercise):
    limited = [function for function, _ in exercise.limited]
    reference = [exercise.reference, *([exercise.solution] if exercise.solution else [])]
    return [*reference, carried(exercise), *exercise.alternatives, *limited]


def drawn_pairs(exercise):
    forms = exercise.wrong_forms()
    pairs = [(a, b) for a in forms for b in forms if a[0] < b[0]]
    return len(pairs), random.Random(exercise.name).sample(pairs, min(PAIRS, len(pairs)))


def merged(exercise, pair, report, results):
    """True if the report names one of the two that alone gives what the pair gives, on every probe."""
    from attnedu.practice.engine.search import Candidate, agrees

    judged = [i for i, probe in enumerate(exercise.probes) if probe.family != "limit"]
    ids = {
        form.id
        for choice in pair
        for form in [choice[1]]
        if agrees(exercise, Candidate((choice,)), results, judged)
    }
    return bool(ids & set(report.misconceptions))


def diagnose(exercise):
    """Fill the Line of one exercise, in this process: thousands of functions in seconds."""
    from attnedu.practice.engine.search import evaluate_function
    from tests.practice.direct import check_directly

    line = Line(exercise.name)
    for choice in exercise.wrong_forms():
        report = check_directly(exercise.name, exercise.function_of(choice))
        line.singles += 1
        line.accepted += report.correct
        line.named += choice[1].id in report.misconceptions
        if choice[1].id not in report.misconceptions:
            what = "accepted" if report.correct else f"named {report.misconceptions or report.verdict}"
            line.faults.append(f"{choice[1].id} {choice[1].line!r}: {what}")
    line.all_pairs, pairs = drawn_pairs(exercise)
    for pair in pairs:
        function = exercise.function_of(*pair)
        report = check_directly(exercise.name, function)
        line.pairs += 1
        line.pairs_accepted += report.correct
        if {form.id for _, form in pair} <= set(report.misconceptions):
            line.pairs_both += 1
        elif {form.id for _, form in pair} & set(report.misconceptions):
            results = [evaluate_function(exercise, function, probe.args) for probe in exercise.probes]
            line.pairs_merged += merged(exercise, pair, report, results)
    for function in right_forms(exercise):
        report = check_directly(exercise.name, function)
        line.right += 1
        line.rejected += not report.correct
        if not report.correct:
            line.faults.append(
                f"{function.__name__}: right, and rejected: {report.verdict} {report.misconceptions}"
            )
    return line


@contextlib.contextmanager
def fresh_record():
    """A learner's record of its own: `check` writes one line each time."""
    before = os.environ.get("ATTNEDU_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ATTNEDU_HOME"] = folder
        yield
    if before is None:
        del os.environ["ATTNEDU_HOME"]
    else:
        os.environ["ATTNEDU_HOME"] = before


def unknown(exercise):
    """A function that is wrong in a way that nobody listed: the whole search runs and finds nothing."""
    right = exercise.reference

    def function(*args):
        result = right(*args)
        parts = result if isinstance(result, tuple) else (result,)
        bent = tuple(
            part * 1.37 + 0.011 if getattr(part, "dtype", None) != "bool" else part for part in parts
        )
        return bent if isinstance(result, tuple) else bent[0]

    return function


def carried(exercise, *choices):
    """The exercise's function with these wrong forms, as light to send as one that a learner writes.

    `function_of` would take the whole exercise along, with all its forms; here only the chosen ones travel.
    """
    parameters, defaults = exercise.parameters, dict(getattr(exercise, "defaults", {}))
    chosen = {index: form.run for index, form in choices}
    steps = [(stage.writes, chosen.get(i, stage.right)) for i, stage in enumerate(exercise.stages)]

    def function(*args):
        from types import SimpleNamespace

        state = SimpleNamespace(args=args, **{**defaults, **dict(zip(parameters, args, strict=False))})
        for name, run in steps:
            setattr(state, name, run(state))
        return state.result

    return function


@contextlib.contextmanager
def sent_as_code():
    """Send functions of the checker's modules as code: a learner's function does not import the checker."""
    import cloudpickle

    import attnedu.practice

    cloudpickle.register_pickle_by_value(attnedu.practice)
    try:
        yield
    finally:
        cloudpickle.unregister_pickle_by_value(attnedu.practice)


def timed(exercise):
    """Seconds of `check`, the real one, by what it had to do."""
    from attnedu import check

    draw, right, (_, pairs) = random.Random(exercise.name), right_forms(exercise), drawn_pairs(exercise)
    forms = exercise.wrong_forms()
    tried = {
        "right": draw.sample(right, min(TIMED["right"], len(right))),
        "single": [carried(exercise, c) for c in draw.sample(forms, min(TIMED["single"], len(forms)))],
        "pair": [carried(exercise, *pair) for pair in pairs[: TIMED["pair"]]],
        "not recognised": [unknown(exercise)],
    }
    times = {}
    with fresh_record(), sent_as_code():
        for kind, functions in tried.items():
            for function in functions:
                start = time.perf_counter()
                check(exercise.name, function)
                times.setdefault(kind, []).append(time.perf_counter() - start)
    return times


def measure(what):
    """The Lines of all exercises; `what` holds "table" (names), "check" (times), or both."""
    lines = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for exercise in exercises():
            line = diagnose(exercise) if "table" in what else Line(exercise.name)
            if "check" in what:
                line.times = timed(exercise)
            lines.append(line)
    return lines


FIRST = """
import time
import numpy as np
from attnedu import check
def masked_attention(q, k, v, mask):
    scores = np.where(mask, q @ np.swapaxes(k, -1, -2), 0)
    e = np.exp(scores)
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ v, weights
start = time.perf_counter()
report = check("masked_attention", masked_attention)
print(time.perf_counter() - start, *report.misconceptions)
"""


def first_row(processes=5):
    """The first check of a session: it also starts the clean process and fills the table of the mistakes."""
    runs = []
    for _ in range(processes):
        with tempfile.TemporaryDirectory() as home:
            environment = os.environ | {"ATTNEDU_HOME": home}
            runs.append(output_of([sys.executable, "-W", "ignore", "-c", FIRST], env=environment).split())
    seconds = median([float(run[0]) for run in runs])
    said = f"{1000 * seconds:.0f} ms, median of {processes} new processes; three mistakes at once"
    return Row("  … the first of a session", said, numbers={"seconds": seconds, "named": runs[0][1:]})


def time_rows(lines):
    by_kind = {}
    for line in lines:
        for kind, times in line.times.items():
            by_kind.setdefault(kind, []).extend(times)
    everything = [t for times in by_kind.values() for t in times]
    searched = by_kind.get("pair", []) + by_kind.get("not recognised", [])

    def row(what, times, budget):
        p95 = quantile(times, 0.95)
        middle, most = 1000 * median(times), 1000 * max(times)
        said = f"median {middle:.0f} ms, p95 {1000 * p95:.0f} ms, max {most:.0f} ms, n = {len(times)}"
        return Row(
            what, said, "p95 200 ms" if budget else "–", p95 <= 0.2 if budget else None, {"p95_s": p95}
        )

    found = [row("check, in a child process, all", everything, True)]
    found.append(row("  … pairs searched", searched, True))
    return found + [row(f"  … {kind}", times, False) for kind, times in by_kind.items()] + [first_row()]


def name_rows(lines):
    def total(name):
        return sum(getattr(line, name) for line in lines)

    singles, pairs = total("singles") or 1, total("pairs") or 1
    return [
        Row("single mistakes accepted", f"{total('accepted')} of {singles}", "0", total("accepted") == 0),
        Row(
            "single mistakes named rightly",
            f"{100 * total('named') / singles:.1f} % of {singles} in {len(lines)} exercises",
            "95 %",
            total("named") >= 0.95 * singles,
        ),
        Row("pairs accepted", f"{total('pairs_accepted')} of {pairs}", "0", total("pairs_accepted") == 0),
        Row(
            "pairs named rightly",
            f"{100 * total('pairs_named') / pairs:.1f} % of {pairs} drawn from {total('all_pairs')}: "
            f"both {100 * total('pairs_both') / pairs:.1f} %, "
            f"one that alone has the pair's effect {100 * total('pairs_merged') / pairs:.1f} %",
            "80 %",
            total("pairs_named") >= 0.8 * pairs,
        ),
        Row("exercises that could not be loaded", str(len(LEFT_OUT)), "0", not LEFT_OUT),
        Row("right forms rejected", f"{total('rejected')} of {total('right')}", "0", total("rejected") == 0),
    ]


def table(lines, markdown=False):
    """One line for each exercise; as Markdown for the README."""
    head = (
        "exercise",
        "wrong forms",
        "accepted",
        "named",
        "pairs",
        "accepted",
        "named",
        "right forms",
        "rejected",
        "check, median",
    )
    body = []
    for line in lines:
        times = [t for kind in line.times.values() for t in kind]
        share = [
            f"{100 * n / of:.0f} %" if of else "–"
            for n, of in ((line.named, line.singles), (line.pairs_named, line.pairs))
        ]
        middle = f"{1000 * median(times):.0f} ms" if times else "–"
        singles, pairs = (line.singles, line.accepted, share[0]), (line.pairs, line.pairs_accepted, share[1])
        body.append((line.exercise, *singles, *pairs, line.right, line.rejected, middle))
    cells = [tuple(map(str, line)) for line in (head, *body)]
    if markdown:
        rule = "|---|" + "---:|" * (len(head) - 1)
        lines_ = ["| " + " | ".join((f"`{c[0]}`" if i else c[0], *c[1:])) + " |" for i, c in enumerate(cells)]
        return "\n".join([lines_[0], rule, *lines_[1:]])
    wide = [max(len(line[i]) for line in cells) for i in range(len(head))]
    return "\n".join(
        "  ".join(
            c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(line, wide, strict=True))
        )
        for line in cells
    )


def faults(lines):
    """What stands behind the numbers of the table that should be 0 or 100 %, in words."""
    return [*LEFT_OUT, *(f"{line.exercise}: {fault}" for line in lines for fault in line.faults)]


def as_dicts(lines):
    return [asdict(line) for line in lines]
