"""The interface of Parsel, Scrapy's library of selectors.

>>> from consomme.parsel import Selector
>>> page = Selector('<ul><li><a href="/leek">Leek <b>soup</b></a></ul>')
>>> page.css("a::attr(href)").get(), page.xpath("//a//text()").getall()
('/leek', ['Leek ', 'soup'])

Differences from Parsel are in DIFFERENCES.md.
"""

from __future__ import annotations

import html as _html
import re as _re
from collections.abc import Iterable
from typing import Any, SupportsIndex, overload

from . import Document, Element, EncodingError, Node, Text, parse

__all__ = [
    "CannotDropElementWithoutParent",
    "CannotRemoveElementWithoutParent",
    "CannotRemoveElementWithoutRoot",
    "Selector",
    "SelectorList",
]


class CannotRemoveElementWithoutRoot(Exception):
    """The selector is a text, which belongs to no tree."""


class CannotRemoveElementWithoutParent(Exception):
    """The node has no parent."""


class CannotDropElementWithoutParent(CannotRemoveElementWithoutParent):
    """The node has no parent."""


_ENTITY = _re.compile(r"&(#?)(\w+);?")


def _decoded(text: str) -> str:
    """Decodes character references, but for those that would become markup."""
    def character(found: _re.Match[str]) -> str:
        whole = found[0]
        return whole if whole in ("&lt;", "&amp;") else _html.unescape(whole)

    return _ENTITY.sub(character, text)


def _matches_of(regex: str | _re.Pattern[str], text: str, replace_entities: bool) -> list[str]:
    """Returns what a regular expression finds: all groups, or those named "extract"."""
    pattern = _re.compile(regex, _re.UNICODE) if isinstance(regex, str) else regex
    if "extract" in pattern.groupindex:
        found = pattern.search(text)
        strings = [found["extract"]] if found and found["extract"] is not None else []
    else:
        strings = []
        for item in pattern.findall(text):
            strings.extend(item if isinstance(item, tuple) else (item,))
    return [_decoded(string) for string in strings] if replace_entities else strings


def _parsed(body: bytes, encoding: str | None, url: str | None) -> Document:
    """Parses bytes. Encodings may have the names that Python has for them."""
    try:
        return parse(body, encoding=encoding, url=url)
    except EncodingError:
        return parse(body.decode(encoding or "utf-8", "replace"), url=url)


class SelectorList(list["Selector"]):
    """A list of selectors, whose methods are called for each of them."""

    @overload
    def __getitem__(self, at: SupportsIndex) -> Selector: ...
    @overload
    def __getitem__(self, at: slice) -> SelectorList: ...
    def __getitem__(self, at: SupportsIndex | slice) -> Selector | SelectorList:
        found = super().__getitem__(at)
        return type(self)(found) if isinstance(found, list) else found

    def css(self, query: str) -> SelectorList:
        """Returns what each selector finds by CSS, in one list."""
        return type(self)(found for selector in self for found in selector.css(query))

    def xpath(
        self, query: str, namespaces: dict[str, str] | None = None, **variables: Any
    ) -> SelectorList:
        """Returns what each selector finds by XPath, in one list."""
        return type(self)(
            found for selector in self for found in selector.xpath(query, namespaces, **variables)
        )

    def re(self, regex: str | _re.Pattern[str], replace_entities: bool = True) -> list[str]:
        """Returns what a regular expression finds in each selector, in one list."""
        return [found for selector in self for found in selector.re(regex, replace_entities)]

    def re_first(
        self,
        regex: str | _re.Pattern[str],
        default: str | None = None,
        replace_entities: bool = True,
    ) -> str | None:
        """Returns the first string that `re` finds, or `default`."""
        return next(iter(self.re(regex, replace_entities)), default)

    def getall(self) -> list[Any]:
        """Returns each selector as text."""
        return [selector.get() for selector in self]

    extract = getall

    def get(self, default: Any = None) -> Any:
        """Returns the first selector as text, or `default`."""
        return self[0].get() if self else default

    extract_first = get

    @property
    def attrib(self) -> dict[str, str]:
        """The attributes of the first element."""
        return self[0].attrib if self else {}

    def drop(self) -> None:
        """Removes each node from its tree."""
        for selector in self:
            selector.drop()


class Selector:
    """An element or a text that a selector has found, or a whole page."""

    __slots__ = ("__weakref__", "_expr", "_namespaces", "_node", "root", "type")
    selectorlist_cls = SelectorList

    def __init__(
        self,
        text: str | None = None,
        type: str | None = None,  # noqa: A002
        body: bytes = b"",
        encoding: str | None = None,
        namespaces: dict[str, str] | None = None,
        root: Any = None,
        base_url: str | None = None,
        huge_tree: bool = True,
        _expr: str | None = None,
    ) -> None:
        if type not in (None, "html", "text"):
            raise ValueError(f"Invalid type: {type}: consomme parses HTML only")
        if text is not None and not isinstance(text, str):
            raise TypeError(f"text argument should be of type str, got {text.__class__}")
        if not isinstance(body, (bytes, bytearray)):
            raise TypeError(f"body argument should be of type bytes, got {body.__class__}")
        if text is None and not body and root is None:
            raise ValueError("Selector needs text, body, or root arguments")
        self.type = type or "html"
        self._namespaces = dict(namespaces or {})
        self._expr = _expr
        if root is not None:
            self.root = root
        elif text is not None:
            self.root = parse(text, url=base_url)
        else:
            self.root = _parsed(body, encoding, base_url)
        # A text is a str for the caller, and a node for XPath.
        self._node = self.root if isinstance(self.root, Node) else None
        if isinstance(self.root, Text):
            self.root = self.root.text

    def _made(self, roots: Iterable[Any], expression: str) -> SelectorList:
        namespaces = self._namespaces
        return self.selectorlist_cls(
            type(self)(
                root=root,
                type="html" if isinstance(root, Node) and not isinstance(root, Text) else "text",
                namespaces=namespaces,
                _expr=expression,
            )
            for root in roots
        )

    def css(self, query: str) -> SelectorList:
        """Returns what a CSS selector finds; `::text` and `::attr(name)` find strings."""
        if not isinstance(self.root, Node):
            return self.selectorlist_cls()
        return self._made(self.root._extract_scoped(query), query)

    def xpath(
        self, query: str, namespaces: dict[str, str] | None = None, **variables: Any
    ) -> SelectorList:
        """Returns what an XPath expression finds. Variables are given by their names."""
        if self._node is None:
            return self.selectorlist_cls()
        prefixes = {**self._namespaces, **(namespaces or {})}
        found = self._node.xpath(
            query, variables=variables, namespaces=prefixes or None, any_namespace=True
        )
        is_one = isinstance(found, (str, float, bool))
        return self._made([found] if is_one else found, query)

    def re(self, regex: str | _re.Pattern[str], replace_entities: bool = True) -> list[str]:
        """Returns the strings that a regular expression finds in the text of the selector."""
        return _matches_of(regex, str(self.get()), replace_entities)

    def re_first(
        self,
        regex: str | _re.Pattern[str],
        default: str | None = None,
        replace_entities: bool = True,
    ) -> str | None:
        """Returns the first string that `re` finds, or `default`."""
        return next(iter(self.re(regex, replace_entities)), default)

    def get(self) -> Any:
        """Returns HTML for an element, and the text for a text."""
        root = self.root
        if isinstance(root, Document):
            html = root.document_element
            return html.html if html is not None else root.html
        if isinstance(root, Node):
            return root.html
        if isinstance(root, bool):
            return "1" if root else "0"
        return str(root)

    extract = get

    def getall(self) -> list[Any]:
        """Returns `get()` in a list."""
        return [self.get()]

    @property
    def attrib(self) -> dict[str, str]:
        """The attributes of the element."""
        root = self.root.document_element if isinstance(self.root, Document) else self.root
        return dict(root.attrs) if isinstance(root, Element) else {}

    def register_namespace(self, prefix: str, uri: str) -> None:
        """Names a namespace for XPath."""
        self._namespaces[prefix] = uri

    def remove_namespaces(self) -> None:
        """Does nothing: names without a prefix stand for elements of any namespace."""

    def drop(self) -> None:
        """Removes the node from its tree."""
        if not isinstance(self.root, Node):
            raise CannotRemoveElementWithoutRoot("a text can't be dropped, only an element")
        if self.root.parent is None or self.root == self.root.document.document_element:
            raise CannotDropElementWithoutParent("an element without a parent can't be dropped")
        self.root.remove()

    def __bool__(self) -> bool:
        return bool(self.get())

    def __str__(self) -> str:
        return str(self.get())

    def __repr__(self) -> str:
        data = str(self.get())
        shown = data if len(data) <= 40 else data[:37] + "..."
        return f"<{type(self).__name__} query={self._expr!r} data={shown!r}>"
