"""The rule of words: a score is a number before softmax, a weight a share after it: never swap them.

Let through, because the words are not ours or the swap is the subject:
- what stands in quotation marks or in code font, and doctests;
- a table whose header says "called elsewhere" (or anything with "elsewhere");
- a sentence that denies ("scores do not sum to 1") or says that someone is wrong;
- a paragraph, string or line with a comment `terms: reason` in it, on it or above it;
- what is wrong on purpose: options of quiz questions (a string followed by an id such as "M01") and beliefs
  of known mistakes (a string in a call whose first argument is such an id, or `belief=…`, `name=…`).
"""

import ast
import re

from tests.house.prose import ALLOW

DENIES = re.compile(
    r"\b(not|no|never|neither|nor|cannot|don't|doesn't|isn't|aren't|wrongly|wrong|mistake|instead of"
    r"|rather than|unlike|nobody|without|only weights?|belief|believes?|myth|red flag)\b"
)
GAP, NEAR = r"[^.;:|]{0,45}", r"[^.,;:|]{0,30}"
# (pattern, the word that must not stand inside the match, what is wrong)
TO_ONE = r"(?<!what )(?<!rows that )\b(sums?|summing|adds? up) to (1|one|100)\b"
SOFTMAX = r"(the )?softmax\b"
AKA = r",? (that is,?|also (called|known as)|aka|=) (the )?"
ARE_RAW = r" (are|is|means?) (the |a )?(scaled |raw )?(dot products?|logits?|q·k)"
SWAPS = [
    (rf"\bweights?\b{NEAR}\bbefore {SOFTMAX}(?! or after)", "score", "weights exist only after softmax"),
    (rf"\bscores?(,|{NEAR}) ?\bafter {SOFTMAX}", "weight", "after softmax they are weights"),
    (rf"\bscores?\b{GAP}{TO_ONE}", "weight", "a row of weights sums to 1"),
    (r"\bscores? (are|is|as|=) (the |a )?(probabilit|percentage|share)", "weight", "shares are weights"),
    (rf"\bweights?\b{GAP}(any real number|unbounded|-inf\b|−inf\b|[−-]∞)", "score", "weights lie in 0 to 1"),
    (r"\bweights? (may|can|could) be negative", "score", "weights are not negative"),
    (r"\b(raw|unnormali[sz]ed|pre-softmax|(un)?scaled) weights?\b", "", "before softmax they are scores"),
    (r"\b(normali[sz]ed|post-softmax) (attention )?scores?\b", "", "after softmax they are weights"),
    (rf"\bweights?{ARE_RAW}", "score", "those are scores"),
    (r"\bsoftmax (turns|maps|converts) (the )?weights? (in)?to scores?", "", "it is the other way round"),
    (rf"\bscores?{AKA}weights?\b|\bweights?{AKA}scores?\b", "", "two words, two things"),
    (r"\bsoftmax (of|over|on|to) (the |these |those )?weights?\b", "", "softmax is for scores"),
    (r"\battention (matrix|matrices|maps?)\b", "", "say scores or weights"),
    (r"\b(trainable|learnable) weights?\b|\b(query|key|value|output) weight matri", "", "say projection"),
]
SECOND_SOFTMAX = re.compile(r"\b(twice|second|again|once more|two softmaxes|double|flattens)\b")


def swap_in(sentence):
    """What is wrong with a sentence, or an empty string.

    >>> swap_in("The scores of each row sum to 1.")
    'a row of weights sums to 1'
    >>> swap_in("Scores do not sum to 1.")
    ''
    """
    text = sentence.lower()
    for pattern, other, reason in SWAPS:
        for match in re.finditer(pattern, text):
            clause = re.split(r"[;:]|, (?:and|but|while)\b", text[: match.end()])[-1]
            if other and re.search(rf"\b{other}s?\b", match[0]):
                continue
            if DENIES.search(clause) or DENIES.search(match[0]):
                continue
            if reason == "softmax is for scores" and SECOND_SOFTMAX.search(text):
                continue
            return reason
    return ""


MAKES_WEIGHTS = {
    "softmax", "masked_softmax", "temperature_softmax", "naive_softmax", "sink_softmax",
    "capped_masked_softmax", "renormalise", "zero_weights",
}  # fmt: skip
MAKES_SCORES = {
    "attention_scores", "raw_scores", "scale_scores", "mask_scores", "apply_temperature", "soft_cap",
}  # fmt: skip
WANTS_SCORES = MAKES_WEIGHTS - {"renormalise", "zero_weights"} | {"plot_scores", "mask_scores", "soft_cap"}
WANTS_WEIGHTS = {"plot_weights", "renormalise", "zero_weights", "row_entropy", "attention_output"}


def swaps_in_code(source):
    """(line, what is wrong) for every name that says the opposite of what it holds.

    >>> swaps_in_code("scores = softmax(x)")
    [(1, '`scores` is assigned from softmax, which makes weights')]
    """
    lines, found = source.splitlines(), []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            problems = [_wrong_name(name, node.value) for target in targets for name in _names(target)]
        elif isinstance(node, ast.Call):
            problems = [_wrong_argument(node)]
        else:
            continue
        if not any(ALLOW.search(line) for line in lines[max(node.lineno - 2, 0) : node.end_lineno]):
            found += [(node.lineno, problem) for problem in problems if problem]
    return found


def _names(target):
    return [target.id] if isinstance(target, ast.Name) else []


def _speaks_of(name, word):
    parts = name.lower().split("_")
    return (word in parts or f"{word}s" in parts) and "grad" not in parts


def _called(node):
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _wrong_name(name, value):
    made = _called(value)
    if _speaks_of(name, "score") and made in MAKES_WEIGHTS:
        return f"`{name}` is assigned from {made}, which makes weights"
    if _speaks_of(name, "weight") and made in MAKES_SCORES:
        return f"`{name}` is assigned from {made}, which makes scores"
    if _speaks_of(name, "weight") and _is_query_times_key(value):
        return f"`{name}` is assigned from a product of queries and keys, which makes scores"
    return ""


def _is_query_times_key(value):
    while isinstance(value, ast.BinOp) and isinstance(value.op, (ast.Div, ast.Mult)):
        value = value.left
    if not (isinstance(value, ast.BinOp) and isinstance(value.op, ast.MatMult)):
        return False
    words = {node.id.lower() for node in ast.walk(value) if isinstance(node, ast.Name)}
    return bool({"q", "query", "queries"} & words and {"k", "key", "keys"} & words)


def _wrong_argument(call):
    given = call.args[0].id if call.args and isinstance(call.args[0], ast.Name) else ""
    if _speaks_of(given, "weight") and _called(call) in WANTS_SCORES:
        return f"{_called(call)} is for scores, but is given `{given}`"
    if _speaks_of(given, "score") and _called(call) in WANTS_WEIGHTS:
        return f"{_called(call)} is for weights, but is given `{given}`"
    return ""


def wrong_on_purpose(source):
    """Strings that state a belief in order to refute it."""
    texts = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Tuple) and len(node.elts) == 3 and _is_id(node.elts[1]):
            texts.add(getattr(node.elts[0], "value", ""))
        if isinstance(node, ast.Call) and node.args and _is_id(node.args[0]):
            texts |= {getattr(argument, "value", "") for argument in node.args[1:]}
        if isinstance(node, ast.keyword) and node.arg in {"belief", "believed", "name", "wrong"}:
            texts.add(getattr(node.value, "value", ""))
    return {text for text in texts if isinstance(text, str)}


def _is_id(node):
    return (
        isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"M\d\d", node.value)
    )
