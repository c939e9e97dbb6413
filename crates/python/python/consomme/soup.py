"""A tree builder for Beautiful Soup.

>>> import consomme.soup
>>> from bs4 import BeautifulSoup
>>> BeautifulSoup("<p>Leek<p>Miso", "consomme").find_all("p")
[<p>Leek</p>, <p>Miso</p>]

Importing this module registers the builder. Beautiful Soup makes its own objects for all of the
tree, which takes most of the time: `consomme.parse` is many times as fast.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bs4.builder import DetectsXMLParsedAsHTML, HTMLTreeBuilder, builder_registry
from bs4.element import Comment as SoupComment
from bs4.element import Doctype as SoupDoctype
from bs4.element import NamespacedAttribute
from bs4.element import XMLProcessingInstruction as SoupProcessingInstruction

from . import (
    Comment,
    Doctype,
    Document,
    Element,
    EncodingError,
    Node,
    ProcessingInstruction,
    Text,
    parse,
)
from ._lines import Lines
from ._names import FOREIGN_ATTRIBUTES, HTML

__all__ = ["ConsommeTreeBuilder"]


class ConsommeTreeBuilder(HTMLTreeBuilder):
    """Builds the tree that browsers build."""

    NAME = "consomme"
    features = [NAME, "html5", "html", "permissive"]
    TRACKS_LINE_NUMBERS = True

    _encoding: str | None = None

    def prepare_markup(
        self,
        markup: str | bytes,
        user_specified_encoding: str | None = None,
        document_declared_encoding: str | None = None,
        exclude_encodings: Iterable[str] | None = None,
    ) -> Iterable[tuple[str | bytes, str | None, str | None, bool]]:
        """Yields the markup as it is: the parser finds the encoding of bytes."""
        DetectsXMLParsedAsHTML.warn_if_markup_looks_like_xml(markup, stacklevel=3)
        self._encoding = user_specified_encoding or document_declared_encoding
        yield markup, None, None, False

    def feed(self, markup: str | bytes) -> None:
        """Parses the markup and makes Beautiful Soup's objects."""
        soup: Any = self.soup
        positions = bool(self.store_line_numbers)
        encoding = self._encoding if isinstance(markup, bytes) else None
        try:
            document = parse(markup, encoding=encoding, positions=positions)
        except EncodingError:  # Beautiful Soup tries the next encoding, too.
            document = parse(markup, positions=positions)
        if isinstance(markup, bytes):
            report = document.encoding_report or {}
            soup.original_encoding = (document.encoding or "").lower() or None
            soup.contains_replacement_characters = bool(report.get("malformed_sequences"))
        lines = Lines(document.source) if positions else None
        _Feeder(self, soup, lines).feed(document)

    def test_fragment_to_document(self, fragment: str) -> str:
        """Returns the document that a fragment becomes, for Beautiful Soup's tests."""
        return f"<html><head></head><body>{fragment}</body></html>"


class _Feeder:
    """Hands a tree to Beautiful Soup, node by node."""

    def __init__(self, builder: ConsommeTreeBuilder, soup: Any, lines: Lines | None) -> None:
        self._builder = builder
        self._soup = soup
        self._lines = lines

    def feed(self, document: Document) -> None:
        """Hands over all nodes. An element is followed by its end, for which `None` stands."""
        waiting: list[tuple[Node, bool]] = [(child, False) for child in document]
        waiting.reverse()
        while waiting:
            node, is_end = waiting.pop()
            if is_end:
                self._soup.handle_endtag(node.name)  # type: ignore[attr-defined]
            elif isinstance(node, Element):
                self._start(node)
                waiting.append((node, True))
                content = node.template_contents or node
                children = [(child, False) for child in content]
                children.reverse()
                waiting.extend(children)
            else:
                self._leaf(node)
        self._soup.endData()

    def _start(self, element: Element) -> None:
        attributes: Any = self._builder.attribute_dict_class()
        for name, value in element.attrs.items():
            namespace = FOREIGN_ATTRIBUTES.get(name)
            if namespace is not None and element.namespace != HTML:
                prefix, _, local = name.partition(":")
                attributes[NamespacedAttribute(prefix, local, namespace)] = value
            else:
                attributes[name] = value
        line, column = self._lines.place(element) if self._lines else (None, None)
        self._soup.handle_starttag(
            element.name, element.namespace, None, attributes, sourceline=line, sourcepos=column
        )

    def _leaf(self, node: Node) -> None:
        soup = self._soup
        if isinstance(node, Text):
            soup.handle_data(node.text)
        elif isinstance(node, Comment):
            soup.endData()
            soup.handle_data(node.data)
            soup.endData(SoupComment)
        elif isinstance(node, Doctype):
            soup.endData()
            ids = node.public_id or None, node.system_id or None
            if soup.parse_only is None:
                soup.object_was_parsed(SoupDoctype.for_name_and_ids(node.name, *ids))
        elif isinstance(node, ProcessingInstruction):
            soup.endData()
            soup.handle_data(f"{node.target} {node.data}")
            soup.endData(SoupProcessingInstruction)


builder_registry.register(ConsommeTreeBuilder)
