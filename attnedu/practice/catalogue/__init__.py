"""The catalogue: what wrong results reveal, in the words that a report uses.

Ids are stable: reports, questions and stored progress refer to them. To add one, take the next free number and
write its entry at the end of the family it belongs to (a file of this folder); a new family is one more file with
a tuple ENTRIES, named in _FAMILIES below. Never reuse or renumber an id. tests/practice/test_catalogue.py holds
the rules: how many words, which lessons, which evidence.

>>> entry("M08").name
'hidden score set to zero'
"""

from difflib import get_close_matches

from . import biases, functions, heads, hiding, masks, online, reading, scores, softmax, weights
from .model import Misconception

__all__ = ["ALL", "Misconception", "entry", "ids"]

_FAMILIES = (reading, scores, softmax, hiding, masks, weights, biases, heads, online, functions)

# Every entry, in the order of the ids.
ALL = tuple(sorted((e for family in _FAMILIES for e in family.ENTRIES), key=lambda e: int(e.id[1:])))
_BY_ID = {e.id: e for e in ALL}


def ids():
    """Every id, in order: a tuple of strings.

    >>> ids()[0], ids()[-1]
    ('M01', 'M58')
    """
    return tuple(_BY_ID)


def entry(id):
    """The entry with this id.

    id:      such as "M08"
    returns  a Misconception
    raises   KeyError, with the ids that come near

    >>> entry("M10").belief
    'a key is gone once its weight is zeroed'
    """
    if id in _BY_ID:
        return _BY_ID[id]
    near = get_close_matches(str(id).upper(), _BY_ID, n=3, cutoff=0.5)
    hint = f"near it: {', '.join(near)}" if near else f"ids run from {ALL[0].id} to {ALL[-1].id}"
    raise KeyError(f"no misconception {id!r}; {hint}")
