"""The exception of selectolax."""

from __future__ import annotations

from ..errors import ConsommeError

__all__ = ["SelectolaxError"]


class SelectolaxError(ConsommeError):
    """A selector is not valid, or the tree cannot be changed so."""
