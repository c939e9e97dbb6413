"""Pages of selectolax."""

from __future__ import annotations

from .. import Document, TreeError, parse
from .. import parse_fragment as _parse_fragment
from ._errors import SelectolaxError
from ._node import LexborNode, Queries
from ._selector import LexborCSSSelector, LexborSelector

__all__ = ["LexborHTMLParser", "create_tag", "extract_html_comment", "parse_fragment"]

_PREFIXES = {
    "html": "",
    "http://www.w3.org/1999/xhtml": "",
    "svg": "svg ",
    "http://www.w3.org/2000/svg": "svg ",
    "math": "math ",
    "http://www.w3.org/1998/Math/MathML": "math ",
}
"""What is written before the name of a context, by its namespace."""

_LONGEST_NAME = 100


class LexborHTMLParser(Queries):
    """A page, or with `is_fragment=True` the content of an element named `fragment_tag`.

    With `encoding=True`, the encoding of bytes is found as browsers do; otherwise it is UTF-8.
    """

    _context: str | None = None
    """The element around a fragment."""

    def __init__(
        self,
        html: str | bytes,
        is_fragment: bool = False,
        fragment_tag: str = "div",
        fragment_namespace: str = "html",
        encoding: bool = False,
        scripting: bool = False,
    ) -> None:
        if not isinstance(html, (str, bytes)):
            raise TypeError(f"Expected a string or bytes, not {type(html).__name__}")
        self._scripting = scripting
        self.raw_html = html.encode(errors="replace") if isinstance(html, str) else html
        if isinstance(html, bytes) and (encoding or not is_fragment):
            self._node = parse(html, encoding=None if encoding else "utf-8", scripting=scripting)
            if self._document.encoding != "UTF-8":
                self.raw_html = self._document.source.encode()
            html = self._document.source if is_fragment else html
        elif not is_fragment:
            self._node = parse(html, scripting=scripting)
        if is_fragment:
            if fragment_namespace not in _PREFIXES:
                raise ValueError(f"Unknown fragment namespace: {fragment_namespace!r}")
            self._context = _PREFIXES[fragment_namespace] + fragment_tag
            self._node = self._fragment(html)

    def _fragment(self, html: str | bytes) -> Document:
        text = html if isinstance(html, str) else html.decode(errors="replace")
        return _parse_fragment(text, context=self._context or "div", scripting=self._scripting)

    @property
    def _document(self) -> Document:
        return self._node.document

    @property
    def root(self) -> LexborNode | None:
        """The `html` element, or the first node of a fragment, which stands for all of it."""
        if self._context is None:
            return LexborNode._neighbor(self._document.document_element)
        first = self._document.first_child
        return None if first is None else LexborNode._of(first, is_root=True)

    @property
    def head(self) -> LexborNode | None:
        """The `head` element."""
        return LexborNode._neighbor(self._document.head)

    @property
    def body(self) -> LexborNode | None:
        """The `body` element."""
        return LexborNode._neighbor(self._document.body)

    @property
    def html(self) -> str:
        """The HTML of the page."""
        return self._node.html

    @property
    def inner_html(self) -> str:
        """The HTML in the `html` element, or that of the fragment."""
        element = self._document.document_element if self._context is None else None
        return (element or self._node).inner_html

    @inner_html.setter
    def inner_html(self, html: str) -> None:
        document = self._document
        if self._context is None:
            if document.document_element is not None:
                document.document_element.inner_html = html
            return
        document.remove_children()
        document.append(*(document.import_node(node) for node in self._fragment(html)))

    @property
    def selector(self) -> LexborCSSSelector:
        """What evaluates selectors."""
        return LexborCSSSelector()

    def select(self, query: str | None = None) -> LexborSelector | None:
        """Returns the matches of a CSS selector, to be filtered further. None without a root."""
        return None if self.root is None else LexborSelector(self.root, query)

    def tags(self, name: str) -> list[LexborNode]:
        """Returns the elements with that name."""
        if not name:
            raise ValueError("Tag name cannot be empty")
        if len(name) > _LONGEST_NAME:
            raise ValueError(f"Tag name is too long: it has more than {_LONGEST_NAME} characters")
        return self.css(name)

    def create_node(self, tag: str) -> LexborNode:
        """Creates an element, which is not in the page yet."""
        try:
            return LexborNode._of(self._document.create_element(tag))
        except TreeError as error:
            raise SelectolaxError(str(error)) from error

    def clone(self) -> LexborHTMLParser:
        """Returns a copy of the page."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy._node = self._document.copy()
        return copy

    def __repr__(self) -> str:
        return f"<LexborHTMLParser chars={len(self.html)}>"


def create_tag(tag: str) -> LexborNode:
    """Creates an element in a page of its own."""
    return LexborHTMLParser("").create_node(tag)


def extract_html_comment(text: str) -> str:
    """Returns the text of a comment that is written in HTML, without whitespace around it."""
    text = text.strip()
    if not (text.startswith("<!--") and text.endswith("-->") and len(text) >= len("<!---->")):
        raise ValueError("the text is not a valid HTML comment")
    return text[4:-3].strip()


def parse_fragment(html: str) -> list[LexborNode]:
    """Raises `SelectolaxError`, as selectolax does since 1.0."""
    raise SelectolaxError("call LexborHTMLParser(html, is_fragment=True)")
