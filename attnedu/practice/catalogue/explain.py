"""One entry of the catalogue as a card: what is true first, then what tempts."""

from html import escape

from attnedu.practice.cards import Card

from . import entry


class MisconceptionCard(Card):
    """A Card whose last line is a link to a public report of the mistake, where there is one."""

    def __str__(self):
        report = self.data["report"]
        return super().__str__() + (f"\nA public report of it: {report}" if report else "")

    __repr__ = __str__

    def _repr_html_(self):
        html, report = super()._repr_html_(), self.data["report"]
        if not report:
            return html
        link = f'<p><a href="{escape(report)}">A public report of it: {escape(_place(report))}</a></p>'
        return html.removesuffix("</div>") + link + "</div>"


def _place(report):
    """'https://github.com/karpathy/minGPT/issues/75' as 'karpathy/minGPT 75'."""
    owner, repository, _, number = report.removeprefix("https://github.com/").split("/")
    return f"{owner}/{repository} {number}"


def lesson_title(stem):
    """'06_masking' as 'Lesson 06, masking'."""
    number, _, topic = stem.partition("_")
    return f"Lesson {number}, {topic.replace('_', ' ')}"


def misconception(id):
    """A card with the name of a misconception, what is true, what tempts, one thing to try, and its lesson.

    id:      such as "M08"
    returns  a Card: HTML in a notebook, plain text elsewhere
    raises   KeyError for an id that the catalogue does not have

    >>> print(misconception("M05"))
    M05: one budget for all
    True: Rows are separate: every query spends 1 of its own.
    It can look as if all queries share a single budget of 1. That is not so.
    To try: Print the sum of the whole table, then of each row.
    More in: Lesson 03, softmax.
    A public report of it: https://github.com/lucidrains/vit-pytorch/issues/44
    """
    found = entry(id)
    sentences = [
        f"True: {found.truth}",
        f"It can look as if {found.belief}. That is not so.",
        f"To try: {found.next_step}",
        f"More in: {lesson_title(found.lesson)}.",
    ]
    data = {"id": found.id, "lesson": found.lesson, "report": found.report}
    return MisconceptionCard(f"{found.id}: {found.name}", sentences, data=data)
