"""The names of selectolax.

>>> from consomme.selectolax import LexborHTMLParser
>>> page = LexborHTMLParser('<a href="/leek">Leek <b>soup</b></a>')
>>> page.css_first("a").attributes, page.css_first("a").text()
({'href': '/leek'}, 'Leek soup')

Differences from selectolax are in DIFFERENCES.md.
"""

from __future__ import annotations

from ._attributes import LexborAttributes
from ._errors import SelectolaxError
from ._node import LexborNode
from ._parser import LexborHTMLParser, create_tag, extract_html_comment, parse_fragment
from ._selector import LexborCSSSelector, LexborSelector

__all__ = [
    "HTMLParser",
    "LexborAttributes",
    "LexborCSSSelector",
    "LexborHTMLParser",
    "LexborNode",
    "LexborSelector",
    "Node",
    "SelectolaxError",
    "create_tag",
    "extract_html_comment",
    "parse_fragment",
]

HTMLParser = LexborHTMLParser
Node = LexborNode
