"""The names of selectolax.

>>> from consomme.selectolax import LexborHTMLParser
>>> page = LexborHTMLParser('<a href="/leek">Leek <b>soup</b></a>')
>>> page.css_first("a").attributes, page.css_first("a").text()
({'href': '/leek'}, 'Leek soup')

Differences from selectolax are in DIFFERENCES.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar, overload

from . import (
    Comment,
    Doctype,
    Document,
    Element,
    Text,
    parse,
    parse_fragment,
)
from . import Node as _Node

__all__ = [
    "Attributes",
    "HTMLParser",
    "LexborHTMLParser",
    "LexborNode",
    "Node",
    "create_tag",
    "parse_nodes",
]

_Default = TypeVar("_Default")
_WHITESPACE = " \t\n\f\r"


def _is_blank(node: _Node) -> bool:
    return isinstance(node, Text) and not node.text.strip(_WHITESPACE)


class Attributes:
    """The attributes of an element. An empty value is None."""

    def __init__(self, element: Element) -> None:
        self._attrs = element.attrs

    def keys(self) -> Iterator[str]:
        """Yields the names."""
        return iter(self._attrs)

    def values(self) -> Iterator[str | None]:
        """Yields the values."""
        return (value or None for value in self._attrs.values())

    def items(self) -> Iterator[tuple[str, str | None]]:
        """Yields names with values."""
        return ((name, value or None) for name, value in self._attrs.items())

    def get(self, key: str, default: Any = None) -> Any:
        """Returns the value, or `default` without the attribute."""
        return self[key] if key in self._attrs else default

    def sget(self, key: str, default: Any = "") -> Any:
        """Returns the value, and `default` for an empty one, too."""
        return self._attrs.get(key) or default

    def __iter__(self) -> Iterator[str]:
        return self.keys()

    def __len__(self) -> int:
        return len(self._attrs)

    def __contains__(self, key: object) -> bool:
        return key in self._attrs

    def __getitem__(self, key: str) -> str | None:
        return self._attrs[key] or None

    def __setitem__(self, key: str, value: str | None) -> None:
        self._attrs[key] = value or ""

    def __delitem__(self, key: str) -> None:
        del self._attrs[key]

    def __repr__(self) -> str:
        return f"<attributes, {len(self)} items>"


class _Queries:
    """What parsers and nodes have in common."""

    _node: _Node

    def css(self, query: str) -> list[LexborNode]:
        """Returns the elements that match a CSS selector, this one included."""
        return [LexborNode(node) for node in self._node._select_scoped(query)]

    @overload
    def css_first(self, query: str, default: _Default, strict: bool = ...) -> LexborNode | _Default: ...
    @overload
    def css_first(self, query: str, default: None = ..., strict: bool = ...) -> Any: ...
    def css_first(self, query: str, default: Any = None, strict: bool = False) -> Any:
        """Returns the first match, or `default`. With `strict`, several are a `ValueError`."""
        if strict:
            found = self.css(query)
            if len(found) > 1:
                raise ValueError(f"Expected 1 match, but found {len(found)} matches")
            return found[0] if found else default
        own = self._node
        if isinstance(own, Element) and own.matches(query):
            return self
        found_one = own.select_one(query)
        return default if found_one is None else LexborNode(found_one)

    def css_matches(self, selector: str) -> bool:
        """Returns whether anything matches a CSS selector."""
        return self.css_first(selector) is not None

    def any_css_matches(self, selectors: Iterable[str]) -> bool:
        """Returns whether anything matches one of some CSS selectors."""
        return any(self.css_matches(selector) for selector in selectors)

    def text(
        self, deep: bool = True, separator: str = "", strip: bool = False, skip_empty: bool = False
    ) -> str:
        """Returns the texts below, joined."""
        node = self._node
        if isinstance(node, Text):
            texts = [node.text]
        elif deep:
            texts = node.texts()
        else:
            texts = [child.text for child in node if isinstance(child, Text)]
        if skip_empty:
            texts = [text for text in texts if text.strip(_WHITESPACE)]
        return separator.join(text.strip() for text in texts) if strip else separator.join(texts)

    def strip_tags(self, tags: Iterable[str], recursive: bool = True) -> None:
        """Removes elements by their names: all of them, or with `recursive=False` their tags."""
        for tag in tags:
            for element in self._node.select(tag):
                element.remove() if recursive else element.unwrap()

    def unwrap_tags(self, tags: Iterable[str], delete_empty: bool = False) -> None:
        """Replaces elements with what is in them, by their names."""
        for tag in tags:
            for element in self._node.select(tag):
                element.unwrap()

    def merge_text_nodes(self) -> None:
        """Joins texts that are next to each other."""
        self._node.normalize()

    def scripts_contain(self, query: str) -> bool:
        """Returns whether the text of a script contains a text."""
        return any(query in script.text for script in self._node.select("script"))

    def script_srcs_contain(self, queries: Iterable[str]) -> bool:
        """Returns whether the address of a script contains one of some texts."""
        sources = self._node.select("script[src]").attr("src")
        return any(query in (source or "") for source in sources for query in tuple(queries))

    @property
    def inner_html(self) -> str:
        """The HTML of what is inside."""
        return self._node.inner_html

    @inner_html.setter
    def inner_html(self, html: str) -> None:
        self._node.inner_html = html


class LexborNode(_Queries):
    """A node of a page."""

    __slots__ = ("_node",)

    def __init__(self, node: _Node) -> None:
        self._node = node

    def _neighbor(self, node: _Node | None) -> LexborNode | None:
        return None if node is None else LexborNode(node)

    @property
    def tag(self) -> str | None:
        """The name, or "-text", "-comment", "-document" or "-doctype"."""
        node = self._node
        if isinstance(node, Element):
            return node.name
        if isinstance(node, Text):
            return "-text"
        if isinstance(node, Comment):
            return "-comment"
        if isinstance(node, Document):
            return "-document"
        return "-doctype" if isinstance(node, Doctype) else None

    @property
    def mem_id(self) -> int:
        """A number that is the same for equal nodes."""
        return hash(self._node)

    @property
    def id(self) -> str | None:
        """The attribute `id`."""
        return self._node.id if isinstance(self._node, Element) else None

    @property
    def attributes(self) -> dict[str, str | None]:
        """The attributes, in a new dict. An empty value is None."""
        attrs: Mapping[str, str] = self._node.attrs if isinstance(self._node, Element) else {}
        return {name: value or None for name, value in attrs.items()}

    @property
    def attrs(self) -> Attributes:
        """The attributes, whose changes change the element."""
        if not isinstance(self._node, Element):
            raise TypeError("only elements have attributes")
        return Attributes(self._node)

    @property
    def html(self) -> str:
        """The HTML of the node."""
        return self._node.html

    @property
    def text_content(self) -> str | None:
        """The text of a text node."""
        return self._node.text if isinstance(self._node, Text) else None

    @property
    def comment_content(self) -> str | None:
        """The text of a comment, without whitespace around it."""
        return self._node.data.strip() if isinstance(self._node, Comment) else None

    @property
    def parent(self) -> LexborNode | None:
        """The parent."""
        return self._neighbor(self._node.parent)

    @property
    def child(self) -> LexborNode | None:
        """The first child."""
        return self._neighbor(self._node.first_child)

    first_child = child

    @property
    def last_child(self) -> LexborNode | None:
        """The last child."""
        return self._neighbor(self._node.last_child)

    @property
    def next(self) -> LexborNode | None:
        """The next sibling."""
        return self._neighbor(self._node.next_sibling)

    @property
    def prev(self) -> LexborNode | None:
        """The previous sibling."""
        return self._neighbor(self._node.previous_sibling)

    def iter(self, include_text: bool = False, skip_empty: bool = False) -> Iterator[LexborNode]:
        """Yields the children that are elements, and with `include_text` texts, too."""
        for child in self._node:
            is_text = include_text and isinstance(child, Text)
            if isinstance(child, Element) or is_text and not (skip_empty and _is_blank(child)):
                yield LexborNode(child)

    def traverse(self, include_text: bool = False, skip_empty: bool = False) -> Iterator[LexborNode]:
        """Yields the node and all elements below it, and with `include_text` texts, too."""
        yield self
        for node in self._node.descendants:
            is_text = include_text and isinstance(node, Text)
            if isinstance(node, Element) or is_text and not (skip_empty and _is_blank(node)):
                yield LexborNode(node)

    def decompose(self, recursive: bool = True) -> None:
        """Removes the node; with `recursive=False`, what is in it stays."""
        self._node.remove() if recursive else self._node.unwrap()

    remove = decompose

    def unwrap(self, delete_empty: bool = False) -> None:
        """Replaces the element with what is in it."""
        if self._node.parent is not None and (delete_empty or self._node.has_children):
            self._node.unwrap()

    def _inserted(self, value: bytes | str | LexborNode, move: bool) -> _Node | str:
        if isinstance(value, bytes):
            return value.decode()
        if isinstance(value, str):
            return value
        if value._node.document != self._node.document:
            return self._node.document.import_node(value._node)
        return value._node if move else value._node.clone()

    def replace_with(self, value: bytes | str | LexborNode, move: bool = False) -> None:
        """Puts a text or a copy of a node in the place of this one; with `move`, the node."""
        self._node.replace_with(self._inserted(value, move))

    def insert_before(self, value: bytes | str | LexborNode, move: bool = False) -> None:
        """Inserts a text or a copy of a node before this one."""
        self._node.before(self._inserted(value, move))

    def insert_after(self, value: bytes | str | LexborNode, move: bool = False) -> None:
        """Inserts a text or a copy of a node after this one."""
        self._node.after(self._inserted(value, move))

    def insert_child(self, value: bytes | str | LexborNode, move: bool = False) -> None:
        """Inserts a text or a copy of a node as the last child."""
        self._node.append(self._inserted(value, move))

    def clone(self) -> LexborNode:
        """Returns a copy."""
        return LexborNode(self._node.clone())

    @property
    def is_element_node(self) -> bool:
        """Whether the node is an element."""
        return isinstance(self._node, Element)

    @property
    def is_text_node(self) -> bool:
        """Whether the node is a text."""
        return isinstance(self._node, Text)

    @property
    def is_comment_node(self) -> bool:
        """Whether the node is a comment."""
        return isinstance(self._node, Comment)

    @property
    def is_document_node(self) -> bool:
        """Whether the node is the root of a document."""
        return isinstance(self._node, Document)

    @property
    def is_empty_text_node(self) -> bool:
        """Whether the node is a text of whitespace."""
        return _is_blank(self._node)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return self.html == other
        return isinstance(other, LexborNode) and self._node == other._node

    def __hash__(self) -> int:
        return hash(self._node)

    def __repr__(self) -> str:
        return f"<Node {self.tag}>"


class LexborHTMLParser(_Queries):
    """A page, or with `is_fragment=True` the content of an element named `fragment_tag`."""

    def __init__(
        self,
        html: str | bytes,
        is_fragment: bool = False,
        fragment_tag: str = "div",
        encoding: bool = False,
        scripting: bool = False,
    ) -> None:
        self.raw_html = html.encode(errors="replace") if isinstance(html, str) else html
        if is_fragment:
            text = html if isinstance(html, str) else html.decode(errors="replace")
            self._node = parse_fragment(text, context=fragment_tag, scripting=scripting)
        else:
            label = None if encoding or isinstance(html, str) else "utf-8"
            self._node = parse(html, encoding=label, scripting=scripting)

    @property
    def _document(self) -> Document:
        return self._node.document

    @property
    def root(self) -> LexborNode | None:
        """The `html` element, or the first node of a fragment."""
        found = self._document.document_element or self._document.first_child
        return None if found is None else LexborNode(found)

    @property
    def head(self) -> LexborNode | None:
        """The `head` element."""
        return None if self._document.head is None else LexborNode(self._document.head)

    @property
    def body(self) -> LexborNode | None:
        """The `body` element."""
        return None if self._document.body is None else LexborNode(self._document.body)

    @property
    def html(self) -> str:
        """The HTML of the page."""
        return self._node.html

    def tags(self, name: str) -> list[LexborNode]:
        """Returns the elements with that name."""
        if not name or len(name) > 100:
            raise ValueError("a name has 1 to 100 characters")
        return [LexborNode(node) for node in self._node.select(name)]

    def create_node(self, tag: str) -> LexborNode:
        """Creates an element, which is not in the page yet."""
        return LexborNode(self._document.create_element(tag))

    def clone(self) -> LexborHTMLParser:
        """Returns a copy of the page."""
        copy = object.__new__(type(self))
        copy.raw_html = self.raw_html
        copy._node = self._document.copy()
        return copy

    def __repr__(self) -> str:
        return f"<HTMLParser chars={len(self.html)}>"


HTMLParser = LexborHTMLParser
Node = LexborNode


def create_tag(tag: str) -> LexborNode:
    """Creates an element in a page of its own."""
    return LexborNode(parse_fragment("").create_element(tag))


def parse_nodes(html: str) -> list[LexborNode]:
    """Returns the nodes of a piece of HTML: `parse_fragment` of selectolax."""
    return [LexborNode(node) for node in parse_fragment(html)]
