"""Where a report looks: one probe, the stage that goes wrong first, and the numbers to show."""

from dataclasses import dataclass

from .compare import Failed, close_cells, same, tolerance
from .report import side_by_side


@dataclass(frozen=True)
class Context:
    """What a sentence of evidence may look at: one probe, the learner's results on it and the right ones."""

    exercise: object
    args: tuple
    yours: tuple
    right: tuple
    outcome: object


def context(exercise, results, right, i):
    i = 0 if i is None else i
    yours = () if isinstance(results[i], Failed) else results[i]
    return Context(exercise, exercise.probes[i].args, yours, right[i], results[i])


def stage_of(exercise, forms):
    return next(
        (stage.name for stage in exercise.stages for form in stage.wrong if forms and form is forms[0]), ""
    )


def first_wrong(exercise, context):
    """The earliest result, in pipeline order, that differs: weights come before the output."""
    order = sorted(
        range(len(context.yours)), key=lambda i: exercise.kind[i] == "output" if i < len(exercise.kind) else 0
    )
    for i in order:
        if i < len(context.right) and not same(
            (context.yours[i],), (context.right[i],), exercise.rtol, exercise.atol
        ):
            return exercise.returns[i]
    return ""


def tables(exercise, context):
    for yours, right, name, kind in zip(
        context.yours, context.right, exercise.returns, exercise.kind, strict=False
    ):
        if yours.shape == right.shape and kind != "output" and yours.ndim >= 1:
            differs = ~close_cells(yours, right, *tolerance(yours, exercise.rtol, exercise.atol))
            if differs.any():
                return side_by_side(yours, right, name, differs)
    return []
