"""Results of selectors that can be filtered further."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from ._node import LexborNode

__all__ = ["LexborCSSSelector", "LexborSelector"]


class LexborSelector:
    """The matches of a selector below a node; without a selector, the node itself."""

    def __init__(self, node: LexborNode, query: str | None = None) -> None:
        self._nodes = node.css(query) if query else [node]

    def css(self, query: str) -> NoReturn:
        """Raises `NotImplementedError`, as selectolax does."""
        raise NotImplementedError("call css of the matches")

    @property
    def matches(self) -> list[LexborNode]:
        """The nodes that are left."""
        return self._nodes

    @property
    def any_matches(self) -> bool:
        """Whether a node is left."""
        return bool(self._nodes)

    def text_contains(
        self, text: str, deep: bool = True, separator: str = "", strip: bool = False
    ) -> LexborSelector:
        """Keeps the nodes whose text contains a text."""
        self._nodes = self._with_text(text, deep, separator, strip)
        return self

    def any_text_contains(
        self, text: str, deep: bool = True, separator: str = "", strip: bool = False
    ) -> bool:
        """Returns whether the text of a node contains a text."""
        return bool(self._with_text(text, deep, separator, strip))

    def attribute_longer_than(
        self, attribute: str, length: int, start: str | None = None
    ) -> LexborSelector:
        """Keeps the nodes with an attribute of more characters, counted after `start`."""
        self._nodes = self._with_long_attribute(attribute, length, start)
        return self

    def any_attribute_longer_than(
        self, attribute: str, length: int, start: str | None = None
    ) -> bool:
        """Returns whether a node has an attribute of more characters, counted after `start`."""
        return bool(self._with_long_attribute(attribute, length, start))

    def _with_text(self, text: str, deep: bool, separator: str, strip: bool) -> list[LexborNode]:
        def contains(node: LexborNode) -> bool:
            found = node.text(deep=deep, separator=separator, strip=strip)
            return bool(found) and text in found

        return [node for node in self._nodes if contains(node)]

    def _with_long_attribute(
        self, attribute: str, length: int, start: str | None
    ) -> list[LexborNode]:
        def is_longer(node: LexborNode) -> bool:
            value = node.attributes.get(attribute)
            if value is None:
                return False
            if start and start in value:
                value = value.partition(start)[2]
            return len(value) > length

        return [node for node in self._nodes if is_longer(node)]

    def __bool__(self) -> bool:
        return bool(self._nodes)


class LexborCSSSelector:
    """Evaluates selectors."""

    def find(self, query: str, node: LexborNode) -> list[LexborNode]:
        """Returns the elements that match below a node, itself included."""
        return node.css(query)

    def any_matches(self, query: str, node: LexborNode) -> bool:
        """Returns whether an element matches."""
        return node.css_matches(query)
