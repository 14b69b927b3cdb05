"""TalentShow: judges write scores, the host makes percentages, the verdict is the mix (lesson 01)."""

from types import SimpleNamespace

import numpy as np

from .. import core
from ._base import LessonWidget
from ._join import join_modules, join_styles
from ._picture import bars_picture, fixed
from ._traits import Checked, flag, indices, number_table, one_of, position, same_count, texts, token_names


def _numbers(scores, values, struck, level):
    """The weights with some acts struck out before softmax or after it, their row sums, and the verdicts."""
    scores = np.asarray(scores)
    mask = np.ones(scores.shape, dtype=bool)
    mask[:, struck] = False
    if level == "before":
        weights = core.masked_softmax(scores, mask)
    else:
        weights = core.zero_weights(core.softmax(scores), mask)
    return {
        "scores": scores,
        "mask": mask,
        "weights": weights,
        "row_sums": core.row_sums(weights),
        "verdicts": core.attention_output(weights, np.asarray(values)),
    }


def _text(numbers, judges, acts, brings, level):
    judges, acts, brings = (token_names(words) for words in (judges, acts, brings))
    lines = []
    hidden = ~numbers["mask"] & (level == "before")
    for i, judge in enumerate(judges):
        lines.append(f"{judge}: scores, any number → percentages")
        for j, act in enumerate(acts):
            score = "−∞" if hidden[i, j] else fixed(numbers["scores"][i, j], 2)
            out = "" if numbers["mask"][i, j] else f"  (struck out {level})"
            lines.append(f"  {act:<10} {score:>7} → {fixed(100 * numbers['weights'][i, j], 1):>5} %{out}")
        lines.append(f"  {'sum':<10} {'':>7}   {fixed(100 * numbers['row_sums'][i], 1):>5} %")
        mixed = ", ".join(
            f"{name} {fixed(x, 2)}" for name, x in zip(brings, numbers["verdicts"][i], strict=True)
        )
        lines.append(f"  verdict: {mixed}")
    return "\n".join(lines)


def _checked(judges, acts, scores, values, brings):
    """The five arguments in plain Python, with `core.talent_show()` for those left out."""
    show = core.talent_show()
    judges = texts(show.judges if judges is None else judges, "judges")
    acts = texts(show.acts if acts is None else acts, "acts")
    scores = number_table(show.scores if scores is None else scores, "scores")
    rows, columns = np.shape(scores)
    same_count(judges, "judges", rows, "rows of scores")
    same_count(acts, "acts", columns, "columns of scores")
    if columns < 2:
        raise ValueError(f"scores has shape {(rows, columns)}: a show needs at least 2 acts to share a prize")
    if values is None and columns != len(show.acts):
        values, brings = np.eye(columns), [f"share of {act}" for act in acts]
    values = number_table(show.values if values is None else values, "values")
    same_count(acts, "acts", len(values), "rows of values")
    if brings is None:
        wide = len(values[0])
        brings = show.brings if wide == len(show.brings) else [f"value {d + 1}" for d in range(wide)]
    brings = texts(brings, "brings")
    same_count(brings, "brings", len(values[0]), "columns of values")
    return {"judges": judges, "acts": acts, "scores": scores, "values": values, "brings": brings}


class TalentShow(LessonWidget):
    """Score sheets of judges (queries) for acts (keys); what an act brings is its value.

    judges: names, 1 to 8              acts: names, 2 to 8
    scores: (judges, acts), any real numbers
    values: (acts, d_v), what each act brings; `brings` names the columns
    Left out, each comes from `core.talent_show()`; other sizes need judges and acts too.
    raises ValueError or TypeError naming the argument, its shape and the remedy

    >>> TalentShow()
    TalentShow(3 judges, 4 acts)
    """

    _esm = join_modules("talent_show")
    _css = join_styles("talent_show")

    judges = Checked(texts)
    acts = Checked(texts)
    brings = Checked(texts)
    scores = Checked(number_table)
    start = Checked(number_table)
    values = Checked(number_table)
    struck = Checked(indices)
    level = Checked(one_of("before", "after"))
    calculated = Checked(flag, default=False)
    favourite = Checked(position("acts"))

    def __init__(self, judges=None, acts=None, scores=None, values=None, brings=None):
        clean = _checked(judges, acts, scores, values, brings)
        self._names = {key: clean[key] for key in ("judges", "acts", "brings")}
        shape = np.shape(clean["scores"])
        self._shapes = {"scores": shape, "start": shape, "values": np.shape(clean["values"])}
        favourite = next((j for j, act in enumerate(clean["acts"]) if "juggl" in act.lower()), 0)
        super().__init__(**clean, start=clean["scores"], struck=[], level="before", favourite=favourite)

    def _title(self):
        return f"TalentShow({len(self.judges)} judges, {len(self.acts)} acts)"

    def numbers(self):
        """The present scores, weights, row sums and verdicts, as arrays from `core`."""
        return _numbers(self.scores, self.values, self.struck, self.level)

    def describe(self):
        """The present numbers as text."""
        return _text(self.numbers(), self.judges, self.acts, self.brings, self.level)

    def static_picture(self):
        """(alt text, SVG): every sheet with its scores, percentages and row sum."""
        now = self.numbers()
        judges, acts = token_names(self.judges), token_names(self.acts)
        groups, said = [], []
        for i, judge in enumerate(judges):
            rows = []
            for j, act in enumerate(acts):
                hidden = j in self.struck and self.level == "before"
                printed = f"{fixed(100 * now['weights'][i, j], 1)} %"
                rows.append((act, None if hidden else self.scores[i][j], now["weights"][i, j], printed))
            total = f"{fixed(100 * now['row_sums'][i], 1)} %"
            groups.append((f"{judge}’s sheet", rows, f"sum of percentages {total}"))
            best = int(now["weights"][i].argmax())
            if now["row_sums"][i] == 0:
                said.append(f"{judge} has no act left and hands out nothing")
                continue
            said.append(f"{judge} gives most to the {acts[best]}, {rows[best][3]}, in all {total}")
        out = (
            f" Struck out {self.level} softmax: {', '.join(acts[j] for j in self.struck)}."
            if self.struck
            else ""
        )
        alt = f"Talent show: score bars about zero and percentages for each judge. {'; '.join(said)}.{out}"
        short = self.struck and self.level == "after"  # a row that is short holds no weights
        return alt, bars_picture(alt, groups, "what is left of the weights" if short else "weights")

    def static_table(self):
        """(caption, column heads, rows): the score and the percentage of every judge for every act."""
        now = self.numbers()
        rows = [
            [
                judge,
                act,
                fixed(self.scores[i][j], 2) if now["mask"][i, j] or self.level == "after" else "−∞",
                f"{fixed(100 * now['weights'][i, j], 1)} %",
                f"{fixed(100 * now['row_sums'][i], 1)} %",
            ]
            for i, judge in enumerate(token_names(self.judges))
            for j, act in enumerate(token_names(self.acts))
        ]
        return "Scores and percentages", ["judge", "act", "score", "percentage", "sum of percentages"], rows


def explore_talent_show(
    judges=None, acts=None, scores=None, values=None, brings=None, *, struck=(), level="before"
):
    """Print the numbers that TalentShow would show, and return them: a plain function, no page needed.

    struck: names or positions of acts     level: "before" the host calculates, or "after", on the percentages
    returns a dict with scores, mask, weights, row_sums and verdicts

    >>> explore_talent_show(struck=["juggler"], level="after")["row_sums"].round(3)  # doctest: +ELLIPSIS
    Ada: scores, any number → percentages
    ...
    array([0.356, 0.911, 0.973])
    """
    clean = _checked(judges, acts, scores, values, brings)
    struck = indices(struck, "struck", SimpleNamespace(_names=clean))
    numbers = _numbers(clean["scores"], clean["values"], struck, one_of("before", "after")(level, "level"))
    print(_text(numbers, clean["judges"], clean["acts"], clean["brings"], level))
    return numbers
