"""The exceptions of this package.

All are subclasses of `ConsommeError`.
"""

from __future__ import annotations

__all__ = [
    "ConsommeError",
    "EncodingError",
    "InternalError",
    "LimitError",
    "ParseError",
    "RewriteError",
    "SanitizerError",
    "SchemaError",
    "SelectorError",
    "StreamError",
    "TreeError",
    "XPathError",
]


class ConsommeError(Exception):
    """An error of this package."""


class _InText(ConsommeError):
    """An error at a place of a text."""

    reason: str = ""
    """What is wrong there."""
    excerpt: str = ""
    """The line of the text with `^` below the place."""
    start: int = 0
    """The first character that is wrong."""
    end: int = 0
    """The character after the last one that is wrong."""


class ParseError(_InText, ValueError):
    """A parse error of the HTML Standard, at a place of `Document.source`.

    Parsing raises it with `strict=True` only; `Document.errors` has all of them as values.
    """

    code: str = ""
    """The code, such as "missing-doctype"."""
    line: int = 0
    """The line, counted from 1."""
    column: int = 0
    """The column, counted from 1."""


class SelectorError(_InText, ValueError):
    """The text is no CSS selector, or none that is allowed here."""

    selector: str = ""
    """The text."""


class XPathError(_InText, ValueError):
    """The text is no XPath expression, or it can't be evaluated."""

    expression: str = ""
    """The text."""


class LimitError(ConsommeError):
    """A limit was reached, where the call asks to raise then."""

    limits: str = ""
    """The names of the limits of parsing, with ", " between them."""


class EncodingError(ConsommeError, LookupError):
    """No encoding has that name."""


class TreeError(ConsommeError, ValueError):
    """The tree cannot be changed so, or the node was discarded."""


class SanitizerError(ConsommeError, ValueError):
    """The configuration of a sanitizer is not valid."""


class SchemaError(ConsommeError, ValueError):
    """The schema is not valid, or a page lacks a field that it requires."""


class StreamError(ConsommeError):
    """A stream ended before its end, at a limit, or another call is reading it."""


class RewriteError(ConsommeError):
    """HTML has no such edit, or the stream ended before its end."""


class InternalError(ConsommeError, RuntimeError):
    """A mistake of this package: please report it."""
