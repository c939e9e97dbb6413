"""Lines of the source, for trees that have them."""

from __future__ import annotations

from bisect import bisect_right

from . import Element

__all__ = ["Lines"]


class Lines:
    """Finds the lines of places."""

    def __init__(self, source: str) -> None:
        self._starts = [0]
        at = source.find("\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = source.find("\n", at + 1)

    def place(self, element: Element) -> tuple[int | None, int | None]:
        """Returns the line, counted from 1, and the column, counted from 0, of a start tag."""
        span = element.start_tag_span
        if span is None:
            return None, None
        start = span.start
        line = bisect_right(self._starts, start)
        return line, start - self._starts[line - 1]
