"""Run a notebook from its first cell: with a kernel of its own, and away from the learner's record."""

import asyncio
import os
import subprocess
import tempfile

from ipykernel.kernelspec import RESOURCES, get_kernel_dict
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

SECONDS = 120  # for each cell
# Set to 1 in the kernel that runs a notebook for a page: nobody will run a cell there, and `outcome` in
# attnedu.practice.predict, which reads it, does not ask for that.
FOR_A_PAGE = "ATTNEDU_STATIC_PAGE"
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}  # of the kernel's process, not of cells


class CellFailed(Exception):
    """A cell raised, took too long or ended its kernel; the message says which one and how."""


class _ThisPython(KernelSpecManager):
    """The Python that runs this command, whatever kernels are installed under its name elsewhere."""

    def get_kernel_spec(self, kernel_name):
        return KernelSpec(resource_dir=RESOURCES, **get_kernel_dict())


def run(notebook, folder, seconds=SECONDS):
    """Run all cells of a notebook; outputs and the state of its widgets are written into it.

    notebook: as nbformat reads it     folder: where its cells find their files
    seconds: for each cell
    raises CellFailed
    """
    notebook.metadata.pop("widgets", None)
    with tempfile.TemporaryDirectory(prefix="attnedu-export-") as home:
        around = {key: value for key, value in os.environ.items() if key != "MPLBACKEND"}
        around |= {"ATTNEDU_HOME": home, "IPYTHONDIR": os.path.join(home, "ipython"), FOR_A_PAGE: "1"}
        client = NotebookClient(
            notebook,
            km=AsyncKernelManager(kernel_spec_manager=_ThisPython()),
            timeout=seconds,
            resources={"metadata": {"path": str(folder)}},
        )
        started = []
        client.on_cell_execute = lambda cell, cell_index: started.append(cell_index)
        try:
            asyncio.run(client.async_execute(cleanup_kc=True, env=around, **QUIET))
        except CellExecutionError as error:
            raise CellFailed(
                f"{_where(notebook, started)} stopped with {error.ename}: {error.evalue}"
            ) from error
        except CellTimeoutError as error:
            raise CellFailed(f"{_where(notebook, started)} did not end within {seconds} s") from error
        except DeadKernelError as error:
            raise CellFailed(f"{_where(notebook, started)} ended its kernel") from error
    return notebook


def _where(notebook, started):
    """Which cell, counted as a reader counts, and how it begins."""
    if not started:
        return "the first cell"
    first = next((line for line in notebook.cells[started[-1]].source.splitlines() if line.strip()), "")
    return f"cell {started[-1] + 1} of {len(notebook.cells)} (`{first.strip()[:60]}`)"
