"""Attributes of selectolax."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import Element

__all__ = ["LexborAttributes"]


class LexborAttributes:
    """The attributes of an element. An empty value is None."""

    def __init__(self, element: Element) -> None:
        self._element = element
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
        return f"<{self._element.name} attributes, {len(self)} items>"
