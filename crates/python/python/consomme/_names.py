"""Namespaces, for trees that have names in them."""

from __future__ import annotations

__all__ = ["FOREIGN_ATTRIBUTES", "HTML", "XLINK", "XMLNS"]

HTML = "http://www.w3.org/1999/xhtml"
XLINK = "http://www.w3.org/1999/xlink"
XMLNS = "http://www.w3.org/2000/xmlns/"
_XML = "http://www.w3.org/XML/1998/namespace"

# https://html.spec.whatwg.org/#adjust-foreign-attributes
FOREIGN_ATTRIBUTES = {
    **{f"xlink:{n}": XLINK for n in "actuate arcrole href role show title type".split()},
    "xml:lang": _XML,
    "xml:space": _XML,
    "xmlns": XMLNS,
    "xmlns:xlink": XMLNS,
}
"""The namespaces of attributes of SVG and MathML, by their names in the source."""
