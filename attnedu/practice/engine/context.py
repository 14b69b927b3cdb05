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
    closeness: tuple


def context(exercise, results, right, i):
    """The context of probe i; of the first probe if i is None."""
    i = 0 if i is None else i
    yours = () if isinstance(results[i], Failed) else results[i]
    return Context(exercise, exercise.probes[i].args, yours, right[i], results[i], exercise.closeness(i))


def telling(exercise, results, right, found):
    """The probe that shows a diagnosis best: one of its family, if it stands for one, else the search's."""
    failing = [
        i
        for i, probe in enumerate(exercise.probes)
        if probe.family != "limit" and not same(results[i], right[i], *exercise.closeness(i))
    ]
    meant = [i for i in failing if found.ids and exercise.meaning(exercise.probes[i].family) == found.ids[0]]
    if found.pivot in failing and not meant:
        return found.pivot
    return (meant or failing or [found.pivot])[0]


def arguments(context):
    """The arguments of this call by name."""
    return dict(zip(context.exercise.parameters, context.args, strict=False))


def stage_of(exercise, forms):
    """The name of the stage that the first of these forms belongs to."""
    return next(
        (stage.name for stage in exercise.stages for form in stage.wrong if forms and form is forms[0]), ""
    )


def first_wrong(exercise, context):
    """The earliest result, in pipeline order, that differs: weights come before the output."""
    order = sorted(
        range(len(context.yours)), key=lambda i: exercise.kind[i] == "output" if i < len(exercise.kind) else 0
    )
    for i in order:
        if i < len(context.right) and not same((context.yours[i],), (context.right[i],), *context.closeness):
            return exercise.returns[i]
    return ""


def tables(exercise, context):
    """The learner's first wrong result beside the right one, if it is small."""
    for yours, right, name, kind in zip(
        context.yours, context.right, exercise.returns, exercise.kind, strict=False
    ):
        if yours.shape == right.shape and kind != "output" and yours.ndim >= 1:
            differs = ~close_cells(yours, right, *tolerance(yours, *context.closeness))
            if differs.any():
                return side_by_side(yours, right, name, differs)
    return []
