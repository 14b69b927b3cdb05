"""No sentence and no name of this project calls scores weights or weights scores."""

import pytest

from tests.house.prose import ROOT, project_sentences, python_files, python_sentences, script_sentences, split
from tests.house.terms_lint import swap_in, swaps_in_code, wrong_on_purpose

BAD = [
    "The weights before softmax are real numbers.",
    "We mask the weights before the softmax.",
    "The scores after softmax mix the values.",
    "Attention scores sum to 1.",
    "In each row the scores add up to 100 %.",
    "Set the hidden weights to -inf.",
    "A weight is any real number.",
    "Weights can be negative.",
    "Divide the raw weights by the root of d_k.",
    "The normalised scores are drawn on the right.",
    "The weights are the dot products of q and k.",
    "Softmax turns weights into scores.",
    "Each row holds the scores, i.e. the weights, of a query.",
    "Then apply softmax to the weights.",
    "The attention matrix shows what a head looks at.",
    "A darker attention map means more.",
    "These are the attention scores, also called weights.",
    "The trainable weights make q from x.",
]
GOOD = [
    "A score is any real number; a weight is a share of a row that sums to 1.",
    "Scores do not sum to 1.",
    "Softmax turns scores into weights, and each row of weights sums to 1.",
    "Mask the scores before softmax, not the weights.",
    "A weight is never negative.",
    "Zero the weights after softmax and the row is short.",
    "The weights exist only after the bridge, the scores before softmax.",
    "Applying softmax to the weights a second time flattens every row.",
    "Some libraries call them “attention scores after softmax”.",
    "BertViz calls its picture an `attention map` throughout.",
    "Hidden scores are -inf.",
    "Raw scores are divided by the root of d_k.",
    "The scores are in the left table and the weights in the right one.",
]


@pytest.mark.parametrize("sentence", BAD)
def test_a_planted_swap_is_found(sentence):
    assert any(swap_in(s.text) for s in split(sentence, "planted", 1)), sentence


@pytest.mark.parametrize("sentence", GOOD)
def test_a_right_sentence_passes(sentence):
    assert [swap_in(s.text) for s in split(sentence, "planted", 1) if swap_in(s.text)] == []


@pytest.mark.parametrize(
    "line",
    [
        "scores = softmax(x)",
        "attn_scores = F.softmax(x, dim=-1)",
        "score_row = masked_softmax(x, m)",
        "weights = attention_scores(q, k)",
        "attn_weight = q @ k.T",
        "weights = q @ k.T / np.sqrt(4)",
        "weights: object = mask_scores(x, m)",
        "softmax(weights)",
        "plot_scores(weights)",
        "plot_weights(scores)",
        "attention_output(scores, v)",
        "row_entropy(masked_scores)",
    ],
)
def test_a_planted_name_is_found(line):
    assert swaps_in_code(line)
    assert not swaps_in_code(f"{line}  # terms: the swap is the subject")


@pytest.mark.parametrize(
    "line",
    [
        "weights = softmax(scores)",
        "scores = q @ k.T",
        "grad_weights = grad_output @ v.T",
        "output = weights @ v",
        "weighted = attention_scores(q, k)",
        "scores = attention_scores(q, k)",
        "plot_weights(softmax(scores))",
        "hidden_scores = mask_scores(scores, mask)",
        "underscore = softmax(x)",
        "weights = softmax(q @ k.T)",
    ],
)
def test_a_right_name_passes(line):
    assert swaps_in_code(line) == []


@pytest.mark.parametrize(
    "source",
    [
        '"""The scores of a row sum to 1."""',
        "# The scores of a row sum to 1.\n",
        'print(f"{n} scores sum to 1")',
        "x = 1\n# # Heading\n#\n# It is clear: the scores\n# sum to 1.\n",
        'f("the scores " "sum to 1")',
    ],
)
def test_docstrings_comments_messages_and_cells_are_read(source):
    assert any(swap_in(sentence.text) for sentence in python_sentences(source))


@pytest.mark.parametrize(
    "source", ["// scores sum to 1", 'label("scores sum to 1")', "a(`the scores sum to 1`)"]
)
def test_comments_and_labels_of_scripts_are_read(source):
    assert any(swap_in(sentence.text) for sentence in script_sentences(source))


@pytest.mark.parametrize(
    "text",
    [
        "| word | called elsewhere |\n|---|---|\n| weights | the scores sum to 1 |",
        "Keras says: the scores sum to 1. <!-- terms: its own name -->",
        "Keras says “the scores sum to 1”.",
        "```\nthe scores sum to 1\n```",
    ],
)
def test_the_words_of_others_are_let_through(text):
    assert not any(swap_in(sentence.text) for sentence in split(text, "planted", 1))


def test_a_distractor_may_be_wrong_but_its_refutation_may_not():
    source = '("The scores sum to 1", "M01", "Right: the scores sum to 1.")'
    assert wrong_on_purpose(source) == {"The scores sum to 1"}
    assert "scores must sum to 1" in wrong_on_purpose(
        'Form("M40", f, "scores / total", "scores must sum to 1")'
    )


def test_no_sentence_of_the_project_swaps_scores_and_weights():
    excused = set()
    for path in python_files():
        if path.is_relative_to(ROOT / "attnedu/practice"):
            for text in wrong_on_purpose(path.read_text(encoding="utf-8")):
                excused |= {sentence.text for sentence in split(text, "", 1)}
    found = [f"{s.where}: {reason}: {s.text}" for s in project_sentences() if (reason := swap_in(s.text))
             and s.text not in excused]  # fmt: skip
    assert found == [], "\n".join(["", *found])


def test_no_name_in_the_code_says_the_opposite_of_what_it_holds():
    found = [
        f"{path.relative_to(ROOT)}:{line}: {problem}"
        for path in python_files()
        for line, problem in swaps_in_code(path.read_text(encoding="utf-8"))
    ]
    assert found == [], "\n".join(["", *found])


def test_the_lint_reads_something():
    assert len(list(project_sentences())) > 500
