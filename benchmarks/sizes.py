"""How long the notebooks take to build, and what an installation weighs."""

import io
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from rows import Row, median

ROOT = Path(__file__).resolve().parents[1]
MEGA = 1e6


def build_rows():
    """A build from nothing, in a copy; then the command that says whether all is up to date."""
    from attnedu.build import build

    times = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("notebooks/source", "solutions"):
                shutil.copytree(
                    ROOT / name, Path(folder, name), ignore=shutil.ignore_patterns("*.ipynb", ".*")
                )
            start = time.perf_counter()
            written = build(folder)
            times.append(time.perf_counter() - start)
    start = time.perf_counter()
    command = [sys.executable, "-c", "from attnedu.cli import app; app()", "build", "--check"]
    subprocess.run(command, cwd=ROOT, capture_output=True, timeout=120)  # fails where a source is newer
    whole = time.perf_counter() - start
    return [
        Row(
            f"build of all {len(written)} notebooks",
            f"{median(times):.2f} s ({1000 * median(times) / len(written):.0f} ms each)",
            numbers={"seconds": median(times), "notebooks": len(written)},
        ),
        Row(
            "attnedu build --check",
            f"{whole:.2f} s, the whole command",
            numbers={"seconds": whole},
        ),
    ]


def own_size():
    """(bytes when installed, bytes of the wheel): the files of the package, packed as a wheel packs them."""
    files = [p for p in (ROOT / "attnedu").rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path in files:
            wheel.write(path, path.relative_to(ROOT))
    return sum(path.stat().st_size for path in files), packed.getbuffer().nbytes


def core_distributions():
    """The distributions that `pip install attnedu`, without extras, brings; attnedu itself is left out."""
    found, open_ = {}, [(Requirement("attnedu"), frozenset())]
    done = set()
    while open_:
        requirement, extras = open_.pop()
        name = canonicalize_name(requirement.name)
        if (name, extras) in done:
            continue
        done.add((name, extras))
        try:
            found[name] = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue  # for another system
        for text in found[name].requires or []:
            need = Requirement(text)
            if need.marker is None or any(need.marker.evaluate({"extra": e}) for e in {"", *extras}):
                open_.append((need, frozenset(need.extras)))
    found.pop("attnedu", None)
    return found


def size_of(distribution):
    paths = (distribution.locate_file(file) for file in distribution.files or [])
    return sum(path.stat().st_size for path in map(Path, paths) if path.is_file())


# BertViz's head_view writes these for 12 × 12 heads, and asks other hosts for three scripts besides.
BERTVIZ = {12: 0.88, 32: 6.25}  # tokens -> MB


def page_rows():
    """HeadGrid as one page that works by itself, with scores that nothing compresses well: random ones."""
    import numpy as np

    from attnedu.widgets import HeadGrid

    rows = []
    for tokens, theirs in BERTVIZ.items():
        scores = np.random.default_rng(0).normal(size=(12, 12, tokens, tokens)) * 2
        with tempfile.TemporaryDirectory() as folder:
            page = HeadGrid(scores, [f"t{i}" for i in range(tokens)]).save(Path(folder, "heads.html"))
            text = page.read_text(encoding="utf-8")
        size = len(text.encode()) / MEGA
        fetched = len(re.findall(r"<(?:script|link|img)[^>]*\b(?:src|href)=[\"']?https?:", text))
        said = f"{size:.2f} MB, BertViz {theirs} MB; {fetched} scripts from elsewhere, BertViz 3"
        met = size < theirs and not fetched
        numbers = {"mb": size, "bertviz_mb": theirs, "fetched": fetched}
        rows.append(
            Row(f"saved HeadGrid, 12 × 12 heads, {tokens} tokens", said, "smaller, none", met, numbers)
        )
    return rows


def size_rows():
    installed, wheel = own_size()
    found = core_distributions()
    others = sum(map(size_of, found.values()))
    everything = (installed + others) / MEGA
    return [
        *page_rows(),
        Row(
            "attnedu itself, installed",
            f"{installed / MEGA:.2f} MB (wheel {wheel / MEGA:.2f} MB)",
            "under 2 MB",
            installed < 2e6,
            {"installed": installed, "wheel": wheel},
        ),
        Row(
            "core install with JupyterLab, without torch",
            f"{everything:.0f} MB in {len(found) + 1} packages, compiled files included",
            "under 500 MB",
            everything < 500 and "torch" not in found,
            {"mb": everything, "packages": len(found) + 1},
        ),
    ]
