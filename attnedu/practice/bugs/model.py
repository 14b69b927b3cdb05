"""What a bug is made of, and the three steps that are made from it: a question, a repair, a test."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ..catalogue import entry
from ..engine.model import Exercise
from ..engine.testing import Version, WrittenTest
from ..questions.question import Question

LESSON = "20_fix_the_bug"


@dataclass(frozen=True)
class Bug:
    """A function that is wrong in a way that somebody met.

    name: 'bug_01_…', which does not give the bug away       title: a heading
    story: who reported what, and the symptom in numbers      source: address of the public report
    buggy: the function                                        id: of the catalogue
    right: two functions that are right, each with words       relatives: two more wrong ones, likewise
    stages, probes, parameters, returns, kind, judged, families, limited: as in an Exercise
    hints, test_hints: three each            test: a test that catches the bug and its relatives
    look: what to try after a weak test, at most 14 words
    others: (id, refutation) of three other mistakes           place: of the right option among the four
    why: why the right option is right       verify: asserts every number in the story
    """

    name: str
    title: str
    story: str
    source: str
    buggy: Callable
    id: str
    right: tuple
    relatives: tuple
    stages: tuple
    probes: tuple
    parameters: tuple
    returns: tuple
    kind: tuple
    hints: tuple
    test: Callable
    test_hints: tuple
    look: str
    others: tuple
    place: int
    why: str
    verify: Callable
    judged: Callable | None = None
    limited: tuple = ()
    families: dict = field(default_factory=dict)

    @property
    def number(self):
        """Two digits, as in the name."""
        return self.name.split("_")[1]

    def versions(self):
        """What a test is tried on: the bug, its relatives, the right ones."""
        (first, first_says), (second, second_says) = self.relatives
        return (
            Version(self.buggy, True, "the bug itself"),
            Version(first, True, f"relative 1 ({first_says})"),
            Version(second, True, f"relative 2 ({second_says})"),
            *(
                Version(function, False, f"right version {letter} ({says})")
                for letter, (function, says) in zip("AB", self.right, strict=True)
            ),
        )

    def exercises(self):
        """The repair, then the test."""
        functions = tuple(function for function, _ in self.right)
        return (
            Exercise(
                name=self.name, lesson=LESSON, parameters=self.parameters, returns=self.returns, kind=self.kind,
                stages=self.stages, probes=self.probes, reference=functions[0], alternatives=functions,
                limited=self.limited, hints=self.hints, judged=self.judged, solution=functions[0],
                families=self.families,
            ),
            WrittenTest(
                name=self.name.replace("bug_", "test_", 1), lesson=LESSON, versions=self.versions(),
                solution=self.test, hints=self.test_hints, next_step=self.look,
            ),
        )  # fmt: skip

    def question(self, shown):
        """Step one: which entry of the catalogue is it? shown: the function's code."""
        options = [(_option(id), id, refutation) for id, refutation in self.others]
        options.insert(self.place, (_option(self.id), None, ""))
        stem = f"“{self.title}”: which belief does this function act on?"
        return Question(f"20_bug_{self.number}", 20, stem, tuple(options), self.why, shown, self.verify)


def _option(id):
    return f"{id}, {entry(id).name}"


def without(forms, *lines):
    """The forms whose line is not among these: right, or not to be told apart, where this exercise uses them.

    Raises ValueError for a line that no form has, so that a list does not outlive its forms.
    """
    unknown = set(lines) - {form.line for form in forms}
    if unknown:
        raise ValueError(f"no form has the line {sorted(unknown)}")
    return tuple(form for form in forms if form.line not in lines)


def with_bug(stages, name, form):
    """The stages, with this form first among the wrong ones of the stage of that name: the bug itself."""
    return tuple(
        replace(stage, wrong=(form, *stage.wrong)) if stage.name == name else stage for stage in stages
    )
