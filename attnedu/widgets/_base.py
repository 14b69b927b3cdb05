"""What the widgets share: traits as the only state, a stable repr, a picture where no widget can run."""

import anywidget

from ._html_table import escape, html_table
from ._traits import Checked, ids


class LessonWidget(anywidget.AnyWidget):
    """A widget of the course. A subclass adds `_esm` and `_css`, traits and the methods below.

    Traits are the only state; `reached` holds the ids of the goals that have been reached by doing.
    """

    reached = Checked(ids, default=())

    def set_state(self, sync_data):
        """What arrives from the page. If it is refused, Python's values of these traits go back to it."""
        try:
            super().set_state(sync_data)
        except Exception:
            self.send_state([name for name in sync_data if name in self.keys])
            raise

    def _title(self):
        """The repr: the same text in every run, no address, no id."""
        raise NotImplementedError

    def numbers(self):
        """The present numbers as a dict of arrays, from `attnedu.core`."""
        raise NotImplementedError

    def describe(self):
        """The present numbers as text: the widget without the page. The function twin prints the same."""
        raise NotImplementedError

    def static_picture(self):
        """(alt text, SVG) of the present state, for places where no widget can run."""
        raise NotImplementedError

    def static_table(self):
        """(caption, column heads, rows) of the present state; each row begins with its head."""
        raise NotImplementedError

    def __repr__(self):
        return self._title()

    def save(self, path):
        """Write the widget as one HTML page that works by itself: no kernel, no network, opens from a file.

        path: where to write; a name that does not end in .html or .htm gets .html
        returns the Path that was written
        raises ValueError if it names no file, something else is there, or it cannot be written

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:  # doctest: +SKIP
        ...     SoftmaxBridge().save(folder + "/bridge.html")
        """
        from .page import save_widget

        return save_widget(self, path)

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle
        # A page that can run the widget prefers it; the picture and the table are for the others.
        data["text/html"] = self.static_html()
        return data, metadata

    def static_html(self):
        """The picture with its text, and the numbers in a table: for a page that cannot run the widget."""
        alt, svg = self.static_picture()
        table = html_table(*self.static_table())
        return (
            f'<figure style="margin:0">{svg}<figcaption>{escape(alt)}</figcaption></figure>'
            f"<details><summary>The numbers as a table</summary>{table}</details>"
        )
