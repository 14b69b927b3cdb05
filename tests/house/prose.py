"""The project's own text, sentence by sentence: notebooks, docstrings, messages, labels, README."""

import ast
import io
import re
import tokenize
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ALLOW = re.compile(
    r"(?:#|<!--|//)\s*terms:\s*\S+"
)  # says on the spot why a sentence or a line is let through
FOLDERS = ("attnedu", "notebooks/source", "solutions", "benchmarks")


class Sentence(NamedTuple):
    """A sentence and where it stands, as "file:line"."""

    text: str
    where: str


def python_files():
    """Every Python file of ours that a reader or learner sees."""
    return sorted(
        p for folder in FOLDERS for p in (ROOT / folder).rglob("*.py") if "__pycache__" not in p.parts
    )


def project_sentences():
    """All sentences of the project."""
    for path in python_files():
        yield from python_sentences(path.read_text(encoding="utf-8"), _name(path))
    for path in sorted((ROOT / "attnedu").rglob("*.mjs")):
        yield from script_sentences(path.read_text(encoding="utf-8"), _name(path))
    for path in sorted(ROOT.glob("*.md")):
        yield from split(path.read_text(encoding="utf-8"), _name(path), 1)


def _name(path):
    return str(path.relative_to(ROOT))


def python_sentences(source, name="source"):
    """Sentences of comments, markdown cells, docstrings and every other string that holds a few words."""
    lines = source.splitlines()
    for start, text in _comment_blocks(source):
        yield from split(text, name, start)
    tree = ast.parse(source)
    parts = {id(p) for n in ast.walk(tree) if isinstance(n, ast.JoinedStr) for p in n.values}
    for node in ast.walk(tree):
        text = _text_of(node) if id(node) not in parts else None
        if text is None or _is_code(text) or _is_allowed(lines, node):
            continue
        yield from split(text, name, node.lineno)


def _text_of(node):
    if isinstance(node, ast.JoinedStr):
        return "".join(p.value if isinstance(p, ast.Constant) else "…" for p in node.values)
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
        return node.value
    return None


def _is_code(text):
    """A string such as "softmax(where(mask, x, -inf))" is code, and the lint of names is for code."""
    try:
        ast.parse(text.strip())
    except (SyntaxError, ValueError):
        return False
    return True


def _is_allowed(lines, node):
    around = lines[max(node.lineno - 2, 0) : node.end_lineno]
    return any(ALLOW.search(line) for line in around)


def _comment_blocks(source):
    """Neighbouring whole-line comments, as one text each: a markdown cell is one block."""
    block, start, before = [], 0, -1
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        row, text = token.start[0], token.string
        whole = token.line.strip() == text and not text.startswith("# %%")  # a cell marker parts two cells
        if row != before + 1 or not whole:
            if block:
                yield start, "\n".join(block)
            block, start = [], row
        if not text.startswith("# %%"):
            block.append(text[2:] if text.startswith("# ") else text.lstrip("#"))
        before = row
    if block:
        yield start, "\n".join(block)


def script_sentences(source, name="source"):
    """Sentences of the comments and string literals of a JavaScript module."""
    comment = r"//(?P<line>[^\n]*)|/\*(?P<block>.*?)\*/"
    pattern = comment + r"|(?P<quote>[\"'`])(?P<string>(?:\\.|(?!(?P=quote)).)*?)(?P=quote)"
    lines = source.splitlines()
    for match in re.finditer(pattern, source, re.S):
        row = source.count("\n", 0, match.start()) + 1
        text = match["line"] or match["block"] or match["string"] or ""
        if " " in text.strip() and not ALLOW.search("\n".join(lines[max(row - 2, 0) : row])):
            yield from split(text, name, row)


def split(text, name, first_line):
    """Cut a text into sentences; code, quoted words and allowed paragraphs and tables are left out."""
    text = re.sub(r"```.*?```", lambda m: "\n" * m[0].count("\n"), text, flags=re.S)
    elsewhere, line = False, first_line
    for paragraph in re.split(r"(\n\s*\n)", text):
        rows = paragraph.split("\n")
        if paragraph.lstrip().startswith("|"):
            elsewhere = "elsewhere" in rows[0].lower()
        if not (elsewhere and paragraph.lstrip().startswith("|")) and not ALLOW.search(paragraph):
            for sentence in _sentences(paragraph):
                yield Sentence(sentence, f"{name}:{line}")
        line += paragraph.count("\n")


def _sentences(paragraph):
    # Code, quotations and doctests are someone else's words.
    paragraph = re.sub(r"(?m)^\s*(>>>|\.\.\.) .*$", ".", paragraph)
    paragraph = re.sub(r"\bi\.e\.", "that is", re.sub(r"\be\.g\.", "for example", paragraph))
    paragraph = re.sub(r"`[^`]*`|“[^”]*”|\"[^\"\n]*\"|«[^»]*»", "…", paragraph)
    paragraph = re.sub(r"\n(?=\s*([-*|]|\d+\.|\w[\w, *]{0,24}:\s))", ".\n", paragraph)
    for sentence in re.split(r"(?<=[.!?…])\s+(?=[^a-z])|(?<=[.!?]\*\*)\s+", paragraph):
        sentence = " ".join(re.sub(r"[*_#]{1,2}(?=\w)|(?<=\w)[*]{1,2}", "", sentence).split())
        if " " in sentence:
            yield sentence
