"""Formulas as MathML, which browsers draw without a program: LaTeX goes in, and stays in as an annotation.

latex2mathml converts. What browsers leave out of MathML (MathML Core) is put right here: the spacing of
operators and of names of functions, brackets, and names that come letter by letter.
"""

import re
from html import escape
from xml.etree import ElementTree

from latex2mathml.converter import convert

MATHML = "{http://www.w3.org/1998/Math/MathML}"
# Environments that mean the same as one that latex2mathml knows.
ALIGNED = re.compile(r"\\(begin|end)\{(?:align|aligned|split|eqnarray\*?)\}")
DROPPED = re.compile(r"\\(?:label|tag)\{[^}]*\}|\\(?:nonumber|notag)\b")
SIGNS, BEFORE_A_SIGN = set("−+"), set("=<>≤≥≈(,")
LIMITS = {
    "msub": "munder",
    "msubsup": "munderover",
}  # what a sum has below and above it in a displayed formula
OPERATORS, OPENING, CLOSING, BARS = set("·×÷±∓∘∗⊗⊕"), set("⟨⌊⌈"), set("⟩⌋⌉"), set("‖|")
PARTS = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}


class NoFormula(ValueError):
    """A text that latex2mathml does not understand."""


def mathml(latex, block=False):
    """Return a formula as a <math> element.

    latex: without the dollars        block: on a line of its own
    raises NoFormula, with what was not understood

    >>> mathml("w_j")[:36]
    '<math><semantics><mrow><msub><mi>w</'
    """
    source = DROPPED.sub("", ALIGNED.sub(r"\\\1{align*}", latex)).strip()
    try:
        tree = ElementTree.fromstring(convert(source))
    except Exception as error:  # latex2mathml has a class for every mistake, and lets IndexError through
        raise NoFormula(f"{latex.strip()}: {type(error).__name__} {error}".strip()) from error
    for element in tree.iter():
        element.tag = element.tag.removeprefix(MATHML)
        if "\\" in (element.text or ""):
            raise NoFormula(f"{latex.strip()}: {element.text} is not known")
        if len(element) != PARTS.get(element.tag, len(element)):
            raise NoFormula(f"{latex.strip()}: something is missing in it")
    _join_letters(tree)
    _mend_signs(tree)
    inner = "".join(ElementTree.tostring(part, encoding="unicode") for part in tree)
    note = f'<annotation encoding="application/x-tex">{escape(latex.strip(), quote=False)}</annotation>'
    how = ' display="block"' if block else ""
    return f"<math{how}><semantics>{inner}{note}</semantics></math>"


def _join_letters(tree):
    r"""\mathrm{diag} comes as four elements: make one name of them."""
    for row in tree.iter():
        before = None
        for part in list(row):
            upright = part.tag == "mi" and part.get("mathvariant") == "normal"
            if upright and before is not None:
                before.text += part.text
                row.remove(part)
            else:
                before = part if upright else None


def _mend_signs(tree):
    """Give operators and brackets their spacing, and the name of a function a little room behind it."""
    open_bar = False
    for row in list(tree.iter()):
        if row.tag in LIMITS and row[0].text in ("∑", "∏"):
            row.tag = LIMITS[row.tag]
        for at, part in reversed(list(enumerate(row))):
            text = part.text or ""
            if part.tag == "mi" and text in OPERATORS:
                part.tag = "mo"
            elif part.tag == "mo" and text == "∞":
                part.tag = "mi"
            elif part.tag == "mo" and text in SIGNS:
                before = [other.text for other in row[:at] if other.tag != "mspace"]
                part.attrib.update({"form": "prefix"} if before and before[-1] in BEFORE_A_SIGN else {})
            elif part.tag in ("mi", "mo") and text in OPENING | CLOSING:
                part.tag = "mo"
                part.attrib.update(form="prefix" if text in OPENING else "postfix", stretchy="false")
            elif part.tag == "mo" and text in BARS and "form" not in part.attrib:
                open_bar = not open_bar  # from the end: the first bar that is met closes
                part.attrib.update(form="postfix" if open_bar else "prefix", stretchy="false")
            elif part.tag == "mo" and len(text) > 1 and text.isalpha():
                part.tag = "mi"
            after = row[at + 1].text or "" if at + 1 < len(row) else "("
            if row.tag in ("mrow", "mtd", "math") and _is_function(part) and after not in tuple("([{,"):
                row.insert(at + 1, ElementTree.Element("mspace", width="0.167em"))


def _is_function(part):
    """True for ln, softmax, and for max with something below it."""
    name = part[0] if part.tag in ("msub", "munder", "msup") and len(part) else part
    return name.tag == "mi" and len(name.text or "") > 1
