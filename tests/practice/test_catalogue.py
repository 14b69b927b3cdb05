"""The catalogue of misconceptions: complete, short, and careful with its words."""

import re

import pytest

from attnedu.practice.catalogue import ALL, entry, ids
from attnedu.practice.catalogue.explain import misconception
from attnedu.practice.engine.evidence import EVIDENCE

LESSONS = {
    "01_talent_show", "02_scores", "03_softmax", "04_weights_and_output", "05_worked_example", "06_masking",
    "07_biases", "08_heads", "10_online",
}  # fmt: skip
BANNED = (
    r"\b(simply|just|obviously|clearly|easy|easily|trivial\w*|failed|mistake|wrongly|stupid"
    r"|you (?:failed|forgot|should|must))\b"
)
# A score sums to nothing in particular and lives before softmax; a weight is a share and comes after it.
SWAPPED = (
    r"scores?\b[^.;]*\bsums? to 1",
    r"\bnegative weights?",
    r"weights? (?:before|into) softmax",
    r"attention (?:scores?|weights?|matrix|map)\b",
    r"\b(?:mask|hide|cap|scale|rotate)[a-z]* (?:the |its |some )?weights?",
    r"\bscaled weights?",
    r"softmax(?:es)? of (?:the )?scores? (?:is|are) scores?",
)
every = pytest.mark.parametrize("found", ALL, ids=lambda e: e.id)


def words(text):
    return len(text.split())


def texts(found):
    return found.name, found.belief, found.truth, found.next_step


def test_the_ids_run_from_m01_to_m58_once_each_and_in_order():
    assert [e.id for e in ALL] == [f"M{n:02d}" for n in range(1, 59)]
    assert ids() == tuple(e.id for e in ALL)


def test_every_name_belief_and_truth_is_used_once():
    for field in ("name", "belief", "truth"):
        values = [getattr(e, field) for e in ALL]
        assert len(set(values)) == len(values), field


@every
def test_an_entry_leaves_room_for_the_evidence_in_a_report_of_sixty_words(found):
    assert 2 <= words(found.name) <= 5
    assert words(found.belief) <= 12
    assert words(found.truth) <= 14
    assert words(found.next_step) <= 14
    assert words(found.belief) + words(found.truth) + words(found.next_step) <= 36


@every
def test_a_belief_completes_it_looks_as_if_and_the_rest_are_one_sentence_each(found):
    assert not found.belief.endswith((".", "!", "?"))
    assert found.belief[0].islower() or found.belief.startswith("True")
    for sentence in (found.truth, found.next_step):
        assert sentence[0].isupper()
        assert sentence.endswith((".", "?"))
        assert not re.search(r"[.?] [A-Z]", sentence)


@every
def test_lesson_and_evidence_exist(found):
    assert found.lesson in LESSONS
    assert found.shows in EVIDENCE


@every
def test_no_word_blames_belittles_or_flatters(found):
    for text in texts(found):
        assert not re.search(BANNED, text, re.I), text


@every
def test_no_text_calls_scores_weights_or_weights_scores(found):
    for text in texts(found):
        for pattern in SWAPPED:
            assert not re.search(pattern, text, re.I), (pattern, text)


@pytest.mark.parametrize(
    "sentence",
    [
        "Each row of scores sums to 1.",
        "Mask the weights first.",
        "Put weights into softmax.",
        "The attention map.",
    ],
)
def test_the_patterns_do_catch_a_swap(sentence):
    assert any(re.search(pattern, sentence, re.I) for pattern in SWAPPED)


@every
def test_no_text_holds_a_line_of_code(found):
    for text in texts(found):
        assert not re.search(r"np\.|`|@|==|\baxis=|\w\(|\*", text), text


@every
def test_a_report_is_the_address_of_a_public_thread(found):
    assert found.report == "" or re.fullmatch(
        r"https://github\.com/[\w.-]+/[\w.-]+/(issues|pull)/\d+", found.report
    )


def test_no_report_serves_two_entries():
    reports = [e.report for e in ALL if e.report]
    assert len(reports) >= 25
    assert len(set(reports)) == len(reports)


@pytest.mark.parametrize(("asked", "near"), [("m10", "M10"), ("M59", "M5"), ("softmax", "M01 to M58")])
def test_an_unknown_id_is_answered_with_the_ids_near_it(asked, near):
    with pytest.raises(KeyError, match=near):
        entry(asked)


@every
def test_a_card_puts_the_truth_before_the_belief(found):
    text = str(misconception(found.id))
    assert text.startswith(f"{found.id}: {found.name}\n")
    assert text.index(found.truth) < text.index(found.belief)
    assert f"Lesson {found.lesson[:2]}" in text
    assert text.endswith(found.report)


def test_a_card_links_to_the_report_in_words_and_escapes_its_text():
    html = misconception("M15")._repr_html_()
    assert (
        '<a href="https://github.com/karpathy/minGPT/issues/75">A public report of it: karpathy/minGPT 75</a>'
        in html
    )
    assert html.endswith("</div>")
    assert "role=" in html
    assert "<a " not in misconception("M01")._repr_html_()
    assert "Split an array of 0, 1, 2 …" in misconception("M36")._repr_html_()
