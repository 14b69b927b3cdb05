"""A line of the table, and how it is printed: what was measured, its budget, whether the budget is met."""

import statistics
import subprocess
from dataclasses import asdict, dataclass, field


@dataclass(frozen=True)
class Row:
    """One measured thing. `met` is None where there is no budget."""

    what: str
    measured: str
    budget: str = "–"
    met: bool | None = None
    numbers: dict = field(default_factory=dict)

    def verdict(self):
        return {True: "met", False: "NOT MET", None: ""}[self.met]

    def as_dict(self):
        return asdict(self)


def quantile(values, share):
    """The smallest value that at least this share of the values do not exceed."""
    values = sorted(values)
    return values[min(len(values) - 1, max(0, -int(-share * len(values) // 1) - 1))]


def median(values):
    return statistics.median(values)


def text_of(rows):
    """The rows as one table of plain text."""
    table = [("what", "measured", "budget", "")] + [(r.what, r.measured, r.budget, r.verdict()) for r in rows]
    wide = [max(len(line[i]) for line in table) for i in range(4)]
    lines = ["  ".join(cell.ljust(w) for cell, w in zip(line, wide, strict=True)).rstrip() for line in table]
    return "\n".join([lines[0], "  ".join("-" * w for w in wide[:3]), *lines[1:]])


def output_of(command, **options):
    """What a command prints; subprocess.CalledProcessError, with its complaint, if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, **options)
    if done.returncode:
        raise RuntimeError(f"{command[:3]} ended with {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout
