"""Traits that must fit one another: changes are checked together, and a refusal leaves all as before."""

from contextlib import contextmanager

import traitlets

from ._base import LessonWidget
from ._number_tables import shortened
from ._traits import Checked


class Joint(Checked):
    """A trait that the others of its widget must fit: whoever sets it, `_settle` looks at all of them."""

    def set(self, obj, value):
        with obj.hold_trait_notifications():
            super().set(obj, value)
            if obj._asked is not None:
                obj._asked.add(self.name)


class TogetherWidget(LessonWidget):
    """A widget with Joint traits. A subclass adds `_settle`."""

    _asked = None  # inside a hold: the Joint traits that were set; what a constructor sets it has checked

    def _settle(self, before, asked):
        """Bring the traits in line with one another before anyone hears of a change, or raise.

        before: {name: value} of all traits as they were       asked: names of the Joint traits that were set
        """
        raise NotImplementedError

    @contextmanager
    def hold_trait_notifications(self):
        """Changes inside are checked together at the end; for a TraitError traitlets takes them back."""
        if self._cross_validation_lock:
            yield
            return
        before, self._asked = dict(self._trait_values), set()
        refused = None
        try:
            with super().hold_trait_notifications():
                try:
                    yield
                    if self._asked:
                        self._settle(before, frozenset(self._asked))
                except Exception as error:
                    refused = error
                    raise traitlets.TraitError(str(error)) from error
        except traitlets.TraitError:
            if refused is None:
                raise
            raise refused from None
        finally:
            self._asked = None


def opening(value, name, owner):
    """A check for what a widget began with, `owner._start`: it is fixed once the widget is made."""
    try:
        same = type(value) is type(owner._start) and bool(value == owner._start)
    except ValueError:  # arrays inside have no single answer
        same = False
    if not same:
        raise ValueError(
            f"{name} is what the widget began with and cannot change, but {shortened(value)} was given: "
            "make a new widget to begin elsewhere"
        )
    return owner._start
