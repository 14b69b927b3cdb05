"""HTML of a notebook made fit for a page: closed in itself, without what the page's policy would refuse.

Beautiful Soup reads it; what is written again has an end for every beginning, so that nothing runs out of its
place. What would be fetched is taken out and noted, for the browser would refuse it and complain.
"""

import re
from html import escape

from bs4 import BeautifulSoup, CData, NavigableString, Tag
from bs4.element import PreformattedString
from bs4.exceptions import ParserRejectedMarkup
from bs4.formatter import EntitySubstitution, HTMLFormatter

from .export_css import without_addresses

# Frames and what only a whole page may hold; media are kept if they bring their bytes along.
FOREIGN = {"iframe", "frame", "frameset", "embed", "applet", "portal", "link", "meta", "base", "noembed"}
HEADS = {"html", "head", "body", "object", "param"}
MEDIA, SOURCES = {"audio", "video"}, {"img", "input"}
RAW = {"plaintext": "pre", "xmp": "pre", "listing": "pre"}  # a plaintext has no end
ADDRESSES = ("src", "href", "xlink:href", "data", "poster", "background", "manifest", "srcset", "imagesrcset")
DRAWN = {"image", "feimage"}  # elements of SVG that show a picture
PLACES, PROGRAM = (
    ("href", "xlink:href", "action", "formaction"),
    re.compile(r"[\s\x00-\x1f]*javascript:", re.I),
)
WORDS = re.compile(r"(alt|title|href|xlink:href|src|id|class|value|data-.*|aria-.*)$")  # no CSS in these
NO_PROGRAMS = "Left out, for text brings no programs"
NOT_FETCHED = "Left out, for a page fetches nothing"
ASKS = re.compile(r"https?://|\bimport\b|\bfetch\(|\beval\(|\bFunction\(|XMLHttpRequest|WebSocket|require")


class _Written(HTMLFormatter):
    """Attributes in the order in which they came; `<`, `>` and `&` as entities."""

    def __init__(self):
        super().__init__(entity_substitution=EntitySubstitution.substitute_xml)

    def attributes(self, tag):
        return [(name, "" if value is None else value) for name, value in tag.attrs.items()]


WRITTEN = _Written()


def clean(html, scripts=False, inside=None):
    """Return (HTML that is closed in itself, whether scripts of its own are in it, remarks).

    html: a part of a page        scripts: whether scripts that it brings may stay
    inside: a function from the address of a picture to a data: address, or to None

    >>> clean("<b>open <!-- and lost")[0].startswith("<b>open ")
    True
    >>> clean("<i>a</b></div>")
    ('<i>a</i>', False, [])
    """
    made = _Cleaning(scripts, inside)
    text = re.sub(r"<\?xml[^>]*>|<!doctype[^>]*>", "", html, flags=re.IGNORECASE)
    try:  # the comment says that this is no file name, which Beautiful Soup would warn of
        soup = BeautifulSoup(
            "<!---->" + text, "html.parser", multi_valued_attributes=None, on_duplicate_attribute="ignore"
        )
    except ParserRejectedMarkup:
        return (
            f"<pre>{escape(html, quote=False)}</pre>",
            False,
            ["HTML that cannot be read is shown as text."],
        )
    for tag in soup.find_all(True):
        if not tag.decomposed and tag.parent is not None:
            made.tag(tag)
    for tag in soup.find_all("noscript"):
        tag.decompose() if made.runs else tag.unwrap()
    for text in soup.find_all(string=lambda text: isinstance(text, PreformattedString)):
        if isinstance(text, CData) and text.find_parent("svg"):
            text.replace_with(NavigableString(str(text)))
        else:
            text.extract()
    return soup.decode(formatter=WRITTEN), made.runs, made.remarks


class _Cleaning:
    def __init__(self, scripts, inside):
        self.scripts, self.inside = scripts, inside or (lambda address: None)
        self.runs, self.remarks = False, []

    def out(self, tag, what=""):
        self.remarks.append(f"{NOT_FETCHED}: {what or f'<{tag.name}>'}.")
        tag.decompose()

    def tag(self, tag):
        tag.attrs = {  # data-pg-… are what the page finds its widgets by
            key: value for key, value in tag.attrs.items() if not key.lower().startswith("data-pg-")
        }
        name = tag.name = RAW.get(tag.name, tag.name)
        drawn = name in ("style", "script", "title", "noframes", *DRAWN) and tag.find_parent(["svg", "math"])
        if name == "image" and not drawn:
            name = tag.name = "img"  # as browsers read it
        if name in FOREIGN or (name in ("title", "noframes") and not drawn):
            return tag.decompose() if name in ("meta", "title", "noframes") else self.out(tag)
        if name in HEADS or (name == "a" and tag.find_parent("a")):
            if tag.get("data"):
                self.remarks.append(f"{NOT_FETCHED}: <{name}>.")
            return tag.unwrap()
        if name == "script":
            return self.script(tag, drawn)
        if name == "style":
            self.text(tag, self.css(tag.get_text()), drawn)
        if name == "textarea" and tag.find(True):
            tag.string = tag.decode_contents(formatter=WRITTEN)
        return self.attributes(tag, name)

    def script(self, tag, drawn):
        if not self.scripts:
            self.remarks.append(f"{NO_PROGRAMS}: <script>.")
            return tag.decompose()
        if any(tag.get(name) for name in ("src", "href", "xlink:href")):
            return self.out(tag, f"the script {_short(tag.get('src') or '')}".strip())
        self.runs = True
        text = tag.get_text()
        if "json" not in (tag.get("type") or "") and ASKS.search(text):
            self.remarks.append(
                "An output brings a program of its own; what it fetches is refused: open the notebook for it."
            )
        return self.text(tag, text.replace("<!--", "<\\!--") if "<script" in text.lower() else text, drawn)

    def text(self, tag, text, drawn):
        """Put back the text of a script or a style, in which no tag may begin or end."""
        text = re.sub(r"</(?=script|style)", r"<\\/", text, flags=re.IGNORECASE)
        if drawn:  # in SVG this is text like any other
            text = re.sub(r"<!\[CDATA\[|\]\]>", "", text).replace("<", "&lt;")
        tag.string = type(tag.string)(text) if isinstance(tag.string, NavigableString) else text

    def css(self, text):
        made, left_out = without_addresses(text)
        self.remarks += [f"{NOT_FETCHED}: {_short(address)}." for address in left_out]
        return made

    def attributes(self, tag, name):
        for key in list(tag.attrs):
            value, low = tag[key] or "", key.lower()
            # a link may not tell anyone; a name of these two could hide a method of the page
            if low == "ping" or (low == "name" and name in ("img", "form")):
                del tag[key]
            elif low.startswith("on") or (low in PLACES and PROGRAM.match(value)):
                if self.scripts:
                    self.runs = True
                else:
                    self.remarks.append(f"{NO_PROGRAMS}: {low}.")
                    del tag[key]
            elif low == "style" or ("url(" in value.lower() and not WORDS.match(low)):
                tag[key] = self.css(value)
        if name in SOURCES and not self.picture(tag):
            return
        if name in MEDIA and tag.get("src") and not _own(tag["src"]):
            tag.name = name = "span"
        for key in ADDRESSES:
            value = tag.get(key)
            if value is None or _may_stay(name, key, value):
                continue
            del tag[key]
            if value and not (key == "srcset" and _own(tag.get("src", ""))):
                self.remarks.append(f"{NOT_FETCHED}: {_short(value)}.")

    def picture(self, tag):
        """A picture that lies elsewhere becomes a link, or its words. Return whether it stays."""
        address = (tag.get("src") or "").strip() or (tag.get("srcset") or "").strip().partition(" ")[0]
        if tag.name != "img" or not address or _own(address):
            return True
        own = self.inside(address)
        if own:
            tag["src"] = own
            return True
        far = re.match(r"(https?:)?//", address, re.IGNORECASE)
        why = "lies elsewhere, and nothing is fetched" if far else "was not found"
        self.remarks.append(f"A picture {why}; its description stands in its place: {_short(address)}.")
        link = far and not tag.find_parent("a")
        fresh = Tag(name="a" if link else "span", attrs={"href": address} if link else {})
        fresh.string = f"Picture: {tag.get('alt') or _short(address)}"
        tag.replace_with(fresh)
        return False


def _may_stay(name, key, value):
    """Whether an address asks for nothing: a link, a place in the page, or bytes that stand in it."""
    if key.endswith("href"):
        return name in ("a", "area") or value.startswith("#") or (name in DRAWN and _own(value))
    return key in ("src", "poster") and _own(value)


def _own(address):
    return address.strip().lower().startswith("data:")


def _short(address):
    return address if len(address) < 80 else f"{address[:79]}…"
