"""Run a learner's function so that it cannot take the notebook down with it.

**In the kernel** run: pickling the function and its arguments (cloudpickle), waiting, and reading the
answers, which are plain data in a format of our own (`wire`): no code of the learner's runs to read them.

**In a child process** run: the function, everything it calls, and the conversion of what it returned
(torch tensors, lists and scalars become numpy arrays). So an endless loop, an exit, a full memory, a closed
stdout, a changed numpy or a crash end in a report, and the next run starts clean.

- Linux: a *zygote*, a clean process with one thread that has imported numpy and nothing of the learner's,
  forks one child per run (a few milliseconds). It starts with the first run (or with `warm()`), starts again
  when it was killed, and ends with the kernel, however that ends.
- macOS, Windows: one fresh process per run, with a spare prepared in advance.
- A function that cannot be pickled (it holds an open file or a lock) runs in a *forked copy* of the kernel,
  and where there is no fork in a thread of the *kernel*, without a guard; `Run.guard` and `Run.notes` say so.

The child has a session of its own, killed whole at the end of a run with all that it started; its input is
empty, its output is captured up to a bound, its memory is limited to about 3 GB more than it starts with
(Linux), and its time runs from the first call: unpickling and slow imports come before, with 20 seconds.
Each call gets its own copy of its arguments; arrays arrive writable and contiguous.

This protects the kernel from accidents; it is no sandbox against malice.
"""

from .results import Call, Error, Problem, Run, Unknown
from .runner import run, warm

__all__ = ["Call", "Error", "Problem", "Run", "Unknown", "run", "warm"]
