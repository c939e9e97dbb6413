"""Nodes of selectolax, and the queries that they share with pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar, overload

from .. import (
    Comment,
    Doctype,
    Document,
    Element,
    Fragment,
    NodeList,
    SelectorError,
    Text,
    TreeError,
)
from .. import Node as _Node
from ._attributes import LexborAttributes
from ._errors import SelectolaxError
from ._selector import LexborSelector

__all__ = ["LexborNode", "Queries"]

_Default = TypeVar("_Default")
_WHITESPACE = " \t\n\f\r"


def _is_blank(node: _Node) -> bool:
    return isinstance(node, Text) and not node.text.strip(_WHITESPACE)


class Queries:
    """The methods of both pages and nodes."""

    __slots__ = ()
    _node: _Node

    @property
    def _scope(self) -> _Node:
        """The node that is searched and read."""
        return self._node

    def _found(self, query: str) -> NodeList:
        try:
            return self._scope._select_scoped(query)
        except SelectorError as error:
            raise SelectolaxError(str(error)) from error

    def css(self, query: str) -> list[LexborNode]:
        """Returns the elements that match a CSS selector, this one included."""
        return [LexborNode._of(node) for node in self._found(query)]

    @overload
    def css_first(
        self, query: str, default: _Default, strict: bool = ...
    ) -> LexborNode | _Default: ...
    @overload
    def css_first(self, query: str, default: None = ..., strict: bool = ...) -> Any: ...
    def css_first(self, query: str, default: Any = None, strict: bool = False) -> Any:
        """Returns the first match, or `default`. With `strict`, several are a `ValueError`."""
        if strict:
            found = self._found(query)
            if len(found) > 1:
                raise ValueError(f"Expected 1 match, but found {len(found)} matches")
            return LexborNode._of(found[0]) if found else default
        own = self._scope
        try:
            if isinstance(own, Element) and own.matches(query):
                return LexborNode._of(own)
            first = own.select_one(query)
        except SelectorError as error:
            raise SelectolaxError(str(error)) from error
        return default if first is None else LexborNode._of(first)

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
        node = self._scope
        if isinstance(node, Text):
            texts = [node.text]
        elif deep:
            texts = node.texts()
        else:
            texts = [child.text for child in node if isinstance(child, Text)]
        if skip_empty:
            texts = [text for text in texts if text.strip(_WHITESPACE)]
        return separator.join(text.strip() for text in texts) if strip else separator.join(texts)

    def strip_tags(self, tags: Iterable[str], recursive: bool = False) -> None:
        """Removes elements with all that is in them, by their names."""
        for tag in tags:
            for node in self.css(tag):
                node.decompose(recursive)

    def unwrap_tags(self, tags: Iterable[str], delete_empty: bool = False) -> None:
        """Replaces elements with what is in them, by their names."""
        for tag in tags:
            for node in self.css(tag):
                node.unwrap(delete_empty)

    def merge_text_nodes(self) -> None:
        """Joins texts that are next to each other."""
        self._scope.normalize()

    def scripts_contain(self, query: str) -> bool:
        """Returns whether the text of a script contains a text."""
        return any(query in script.text for script in self._scope.select("script"))

    def script_srcs_contain(self, queries: Iterable[str]) -> bool:
        """Returns whether the address of a script contains one of some texts."""
        sources = self._scope.select("script[src]").attr("src")
        return any(query in (source or "") for source in sources for query in tuple(queries))

    def template_fragments(self) -> list[LexborNode]:
        """Returns the contents of the templates, this one included."""
        templates = (node for node in self._found("template") if isinstance(node, Element))
        contents = ((node.template_contents, node) for node in templates)
        return [LexborNode._of(found, host=host) for found, host in contents if found is not None]


class LexborNode(Queries):
    """A node of a page."""

    __slots__ = ("_host", "_is_root", "_node")

    _is_root: bool
    """Whether the node is the `root` of a fragment. It stands for all of it while it is there."""
    _host: Element | None
    """The template whose contents the node is."""

    def __init__(self, *arguments: object) -> None:
        raise TypeError("LexborNode cannot be instantiated directly")

    @classmethod
    def _of(cls, node: _Node, is_root: bool = False, host: Element | None = None) -> LexborNode:
        made = object.__new__(cls)
        made._node, made._is_root, made._host = node, is_root, host
        return made

    @property
    def _scope(self) -> _Node:
        parent = self._node.parent if self._is_root else None
        return parent if isinstance(parent, Document) else self._node

    @staticmethod
    def _neighbor(node: _Node | None) -> LexborNode | None:
        return None if node is None else LexborNode._of(node)

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
    def attrs(self) -> LexborAttributes:
        """The attributes, whose changes change the element."""
        if not isinstance(self._node, Element):
            raise TypeError("attributes are there for element nodes only")
        return LexborAttributes(self._node)

    @property
    def html(self) -> str:
        """The HTML of the node; of the root of a fragment, that of the fragment."""
        return self._scope.html

    @property
    def inner_html(self) -> str:
        """The HTML of the children."""
        return self._node.inner_html

    @inner_html.setter
    def inner_html(self, html: str) -> None:
        if not isinstance(self._node, Element):
            raise TypeError("inner_html can be set for element nodes only")
        self._node.inner_html = html

    @property
    def text_content(self) -> str | None:
        """The text of a text node."""
        return self._node.text if isinstance(self._node, Text) else None

    def text_lexbor(self) -> str:
        """Returns all text: `text()`."""
        return self.text()

    @property
    def comment_content(self) -> str | None:
        """The text of a comment, without whitespace around it."""
        return self._node.data.strip() if isinstance(self._node, Comment) else None

    @property
    def parent(self) -> LexborNode | None:
        """The parent. The first nodes of a fragment have none."""
        if self._host is not None:
            return LexborNode._of(self._host)
        parent = self._node.parent
        is_fragment = isinstance(parent, Document) and parent.kind == "document-fragment"
        return None if is_fragment else self._neighbor(parent)

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
        """Yields the children that are elements, and with `include_text` all others, too."""
        return _wrapped(list(self._scope), include_text, skip_empty)

    def traverse(
        self, include_text: bool = False, skip_empty: bool = False
    ) -> Iterator[LexborNode]:
        """Yields the node and all elements below it; with `include_text`, all other nodes, too."""
        scope = self._scope
        if scope is self._node and not isinstance(scope, Fragment):
            yield self
        yield from _wrapped(list(scope.descendants), include_text, skip_empty)

    def __iter__(self) -> Iterator[LexborNode]:
        return self.iter()

    def select(self, query: str | None = None) -> LexborSelector:
        """Returns the matches of a CSS selector, to be filtered further."""
        return LexborSelector(self, query)

    def decompose(self, recursive: bool = True) -> None:
        """Removes the node; with `recursive`, all nodes below it from it, too."""
        node, parent = self._node, self._node.parent
        is_of_page = isinstance(parent, Document) and parent.kind == "document"
        if is_of_page and isinstance(node, Element):
            raise SelectolaxError("the root element cannot be removed")
        if parent is not None:
            node.remove()
        if recursive:
            node.remove_children()

    remove = decompose

    def unwrap(self, delete_empty: bool = False) -> None:
        """Replaces the node with what is in it. An empty one stays, without `delete_empty`."""
        if self._node.parent is None:
            return
        if self._node.has_children:
            self._edited(self._node.unwrap)
        elif delete_empty:
            self._node.remove()

    def replace_with(self, value: bytes | str | LexborNode, move: bool = False) -> None:
        """Puts a text or a copy of a node in the place of this one; with `move`, the node."""
        self._insert(self._node.replace_with, value, move)

    def insert_before(self, value: bytes | str | LexborNode, move: bool = False) -> None:
        """Inserts a text or a copy of a node before this one."""
        self._insert(self._node.before, value, move)

    def insert_after(self, value: bytes | str | LexborNode, move: bool = False) -> None:
        """Inserts a text or a copy of a node after this one."""
        self._insert(self._node.after, value, move)

    def insert_child(self, value: bytes | str | LexborNode, move: bool = False) -> None:
        """Inserts a text or a copy of a node as the last child."""
        self._insert(self._node.append, value, move)

    def _insert(
        self, insert: Callable[[_Node | str], None], value: bytes | str | LexborNode, move: bool
    ) -> None:
        if isinstance(value, (bytes, str)):
            text = value.decode() if isinstance(value, bytes) else value
            self._edited(lambda: insert(text))
            return
        if not isinstance(value, LexborNode):
            raise TypeError("No matching signature found")
        node = value._node
        if node.document == self._node.document:
            self._edited(lambda: insert(node if move else node.clone()))
            return
        self._edited(lambda: insert(self._node.document.import_node(node)))
        if move:
            node.remove()

    @staticmethod
    def _edited(edit: Callable[[], None]) -> None:
        try:
            edit()
        except TreeError as error:
            raise SelectolaxError(str(error)) from error

    def clone(self) -> LexborNode:
        """Returns a copy."""
        return LexborNode._of(self._node.clone())

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
        return f"<LexborNode {self.tag}>"


def _wrapped(nodes: Iterable[_Node], include_text: bool, skip_empty: bool) -> Iterator[LexborNode]:
    """Yields the elements, or all nodes. They are in a list, since the caller may remove any."""
    for node in nodes:
        if isinstance(node, Element) or include_text and not (skip_empty and _is_blank(node)):
            yield LexborNode._of(node)
