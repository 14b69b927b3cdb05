"""What a notebook must have so that everyone can read it, and what a lesson of this course must have."""

import ast
import re
from typing import NamedTuple

import jupytext

BANNED = (
    "simply",
    "just",
    "obviously",
    "of course",
    "clearly",
    "trivial",
    "trivially",
    "basically",
    "needless to say",
)
EMPTY_LINKS = {"here", "click here", "this", "this page", "link", "this link", "more", "read more", "page"}
PLOTS = {"plot_scores", "plot_weights", "plot_pipeline", "plot_bars", "plot_hull", "side_by_side"}
LONGEST_CELL, SHORTEST_ALT = 20, 20


class Cell(NamedTuple):
    """A cell of a notebook source."""

    kind: str
    text: str


def cells_of(source):
    """The cells of a py:percent source, without its header."""
    return [Cell(cell.cell_type, cell.source) for cell in jupytext.reads(source, fmt="py:percent").cells
            if cell.cell_type in ("markdown", "code")]  # fmt: skip


def prose_of(text):
    """Markdown without code, formulas and quoted words."""
    text = re.sub(r"```.*?```|\$\$.*?\$\$", "", text, flags=re.S)
    return re.sub(r"`[^`]*`|\$[^$]+\$|“[^”]*”|\"[^\"\n]*\"", "…", text)


def headings_of(cells):
    """(level, text, index of the cell) of every heading."""
    found = []
    for index, cell in enumerate(cells):
        if cell.kind == "markdown":
            text = re.sub(r"```.*?```", "", cell.text, flags=re.S)
            found += [(len(m[1]), m[2], index) for m in re.finditer(r"(?m)^(#{1,6})\s+(.+)$", text)]
    return found


def heading_problems(cells):
    """One H1, in the first cell; no level skipped on the way down."""
    headings = headings_of(cells)
    tops = [index for level, _, index in headings if level == 1]
    problems = [] if tops == [0] else [f"needs exactly one H1, in the first cell; found in cells {tops}"]
    before = 0
    for level, text, _ in headings:
        if level > before + 1:
            problems.append(f"heading “{text}” skips from level {before} to {level}")
        before = level
    return problems


def markdown_problems(cells):
    """Links say where they go, pictures have alt text, tables have headers."""
    problems = []
    for text in (cell.text for cell in cells if cell.kind == "markdown"):
        for mark, label in re.findall(r"(!?)\[([^\]]*)\]\([^)]*\)", text):
            if mark and len(label.strip()) < SHORTEST_ALT:
                problems.append(f"picture without alternative text: {label!r}")
            if not mark and label.strip(" .…").lower() in EMPTY_LINKS | {""}:
                problems.append(f"link text says nothing: {label!r}")
        problems += ["“click here” says nothing"] * bool(re.search(r"\bclick here\b", text, re.I))
        problems += [
            f"bare address: {url}" for url in re.findall(r"(?<![(<\"'])\bhttps?://\S+", prose_of(text))
        ]
        problems += [
            f"<img> without alt: {tag}" for tag in re.findall(r"<img\b(?![^>]*\balt=\"[^\"]+\")[^>]*>", text)
        ]
        if "<table" in text and "<th" not in text:
            problems.append("HTML table without header cells")
        for table in re.findall(r"(?m)(?:^\|.*\n?)+", text):
            rows = table.strip().split("\n")
            if (
                len(rows) < 2
                or not re.fullmatch(r"\|(\s*:?-+:?\s*\|)+", rows[1].strip())
                or not rows[0].strip("| ")
            ):
                problems.append(f"table without a header: {rows[0]}")
    return problems


ITEM, MARK = re.compile(r"\s*([-*+]|\d+[.)])\s"), re.compile(r"\s*\d+[.)]\s")


def paragraph_problems(cells):
    """No line of a paragraph begins with a number and a full stop: Markdown makes a list of it."""
    problems = []
    for cell in (cell for cell in cells if cell.kind == "markdown"):
        before = ""  # what the line continues: "", a paragraph ("text") or an item of a list ("item")
        for line in re.sub(r"```.*?```|\$\$.*?\$\$", "", cell.text, flags=re.S).splitlines():
            inside = before == "text" or (before == "item" and line.startswith(" "))
            if inside and MARK.match(line):
                problems.append(f"this line would begin a list: {line.strip()[:60]!r}")
            if not line.strip() or line.startswith(("#", "|")):
                before = ""
            elif not inside:
                before = "item" if ITEM.match(line) or line.startswith(" ") else "text"
    return problems


def figure_problems(cells):
    """Every figure goes through show, with alternative text; nothing is displayed beside it."""
    problems = []
    for text in (cell.text for cell in cells if cell.kind == "code"):
        try:
            tree = ast.parse(re.sub(r"(?m)^(\s*)[%!].*$", r"\1pass", text))
        except SyntaxError as problem:
            problems.append(f"cell is no Python: {problem}")
            continue
        if re.search(r"\bplt\.", text) and not any(_name(node) == "show" for node in ast.walk(tree)):
            problems.append("a pyplot figure is not passed to show")
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _name(node) == "show":
                problems += _alt_problems(node)
            if isinstance(node, ast.Expr) and _name(node.value) in PLOTS:
                problems.append(f"{_name(node.value)} is not passed to show")
            if isinstance(node, ast.Call) and _name(node) == "display":
                problems += [f"{_name(a)} is displayed without show" for a in node.args if _name(a) in PLOTS]
    return problems


def _name(node):
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _alt_problems(call):
    alt = next((keyword.value for keyword in call.keywords if keyword.arg == "alt"), None)
    alt = call.args[1] if alt is None and len(call.args) > 1 else alt
    if alt is None:
        return [f"show without alt: {ast.unparse(call)[:60]}"]
    pieces = [n.value for n in ast.walk(alt) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    if isinstance(alt, (ast.Constant, ast.JoinedStr)) and len("".join(pieces).strip()) < SHORTEST_ALT:
        return [f"alt text too short: {ast.unparse(alt)}"]
    return []


def style_problems(cells):
    """Words that belittle the reader, and cells too long to take in."""
    problems = []
    for cell in cells:
        if cell.kind == "code":
            lines = len(cell.text.strip().splitlines())
            problems += [f"code cell of {lines} lines, at most {LONGEST_CELL}"] * (lines > LONGEST_CELL)
        else:
            text = prose_of(cell.text).lower()
            problems += [
                f"“{word}” belittles the reader" for word in BANNED if re.search(rf"\b{word}\b", text)
            ]
    return problems


BEATS = {
    "remember": r"remember",
    "red flags": r"red flags?",
    "60-second version": r"60[- ]seconds?|in 60 seconds",
}


def lesson_problems(cells):
    """Beats that every lesson has: a recorded prediction, and the three parts at its end."""
    code = "\n".join(cell.text for cell in cells if cell.kind == "code")
    problems = [] if re.search(r"\bpredict\(", code) else ["no predict(…)"]
    titles = [text for _, text, _ in headings_of(cells)]
    bold = re.findall(r"\*\*(.+?)\*\*", "\n".join(cell.text for cell in cells if cell.kind == "markdown"))
    for beat, pattern in BEATS.items():
        if not any(re.search(pattern, text, re.I) for text in titles + bold):
            problems.append(f"no part called “{beat}”")
    return problems
