"""A style sheet without addresses, but for those inside the page and those that bring their bytes along."""

import re

ADDRESS = re.compile(r"""\burl\(\s*("[^"]*"?|'[^']*'?|[^)]*)\s*\)?""", re.IGNORECASE)
IMPORT = re.compile(r"@import\b[^;]*;?|(?:-webkit-)?image-set\((?:[^()]|\([^)]*\))*\)?", re.IGNORECASE)
ESCAPE = re.compile(r"\\([0-9a-f]{1,6})\s?", re.IGNORECASE)


def without_addresses(css):
    """Return (CSS that fetches nothing, what was left out).

    >>> without_addresses("a { clip-path: url(#p); background: url(https://x.org/y.png) red }")
    ('a { clip-path: url(#p); background: none red }', ['https://x.org/y.png'])
    """
    left_out = []

    def address(found):
        inner = found[1].strip("\"' ")
        if not inner or inner.startswith("#") or inner.lower().startswith("data:"):
            return found[0]
        left_out.append(inner)
        return "none"

    def sheet(found):
        left_out.append(" ".join(found[0].split()))
        return "none" if found[0][0] != "@" else ""

    plain = css.replace("<!--", "").replace("-->", "")
    if ESCAPE.search(plain) and re.search(r"url|import|image", ESCAPE.sub(_letter, plain), re.IGNORECASE):
        plain = ESCAPE.sub(_letter, plain)  # \75rl( is url( as well
    return ADDRESS.sub(address, IMPORT.sub(sheet, plain)), left_out


def _letter(found):
    letter = chr(min(int(found[1], 16), 0x10FFFF))
    return letter if letter.isascii() and (letter.isalpha() or letter in "@-") else found[0]
