"""Measure this project: python benchmarks [--only import,memory,…] [--json FILE] [--markdown] [--strict]

One table, each line beside its budget. Where a peer exists it is measured in the same run, because a ratio
survives a slow or busy machine and a number of milliseconds does not.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
PARTS = ("import", "memory", "lessons", "check", "table", "build", "size", "widgets")


def arguments():
    parser = argparse.ArgumentParser(
        prog="python benchmarks", description="Measure speed, memory and the checker."
    )
    parser.add_argument(
        "--only", default=",".join(PARTS), help=f"parts, with commas between: {','.join(PARTS)}"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every number to this file too")
    parser.add_argument("--markdown", action="store_true", help="print the checker's table as Markdown")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a budget is not met")
    chosen = parser.parse_args()
    chosen.parts = [part.strip() for part in chosen.only.split(",") if part.strip()]
    unknown = [part for part in chosen.parts if part not in PARTS]
    if unknown:
        parser.error(f"no part is called {', '.join(unknown)}; there are {', '.join(PARTS)}")
    return chosen


def measure(parts):
    """(rows, lines of the checker's table), part by part, saying which part runs."""
    import checker
    import importing
    import kernels
    import repaint
    import sizes
    from rows import Row

    simple = {
        "import": importing.rows,
        "memory": kernels.memory_rows,
        "lessons": kernels.lesson_rows,
        "build": sizes.build_rows,
        "size": sizes.size_rows,
        "widgets": repaint.rows,
    }
    rows, lines = [], []
    for part in PARTS:
        if part not in parts or part == "table" and lines:
            continue
        start = time.perf_counter()
        try:
            if part in simple:
                rows += simple[part]()
            else:
                lines = checker.measure({"check", "table"} & set(parts))
                rows += checker.time_rows(lines) if "check" in parts else []
                rows += checker.name_rows(lines) if "table" in parts else []
        except Exception as error:  # what the other parts measured is still worth reading
            rows.append(Row(part, f"not measured: {type(error).__name__}: {error}"[:300], met=False))
        print(f"({part}: {time.perf_counter() - start:.0f} s)", file=sys.stderr, flush=True)
    return rows, lines


def main():
    chosen = arguments()
    with tempfile.TemporaryDirectory() as home:
        os.environ["ATTNEDU_HOME"] = home  # nothing goes into the learner's own record
        rows, lines = measure(chosen.parts)
    from checker import as_dicts, faults, table
    from rows import text_of

    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"\nPython {platform.python_version()}, {platform.system()}, {os.cpu_count()} processors{load}\n")
    print(text_of(rows))
    if "table" in chosen.parts:
        print("\nThe checker, by exercise\n\n" + table(lines, chosen.markdown))
        print("".join(f"\n{fault}" for fault in faults(lines)))
    missed = [row.what for row in rows if row.met is False]
    judged = sum(row.met is not None for row in rows)
    print(
        f"\n{judged - len(missed)} of {judged} budgets met"
        + (f"; not met: {', '.join(missed)}" if missed else "")
    )
    if chosen.json:
        written = {"rows": [row.as_dict() for row in rows], "checker": as_dicts(lines)}
        chosen.json.write_text(json.dumps(written, indent=1), encoding="utf-8")
    return 1 if chosen.strict and missed else 0


if __name__ == "__main__":
    sys.exit(main())
