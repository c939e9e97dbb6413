"""Calls whose types mypy checks; no test runs them."""

from __future__ import annotations

import io
from typing import assert_type

import consomme


def calls(html: bytes) -> None:
    page = consomme.parse(html, url="https://example.com/")
    assert_type(page, consomme.Document)
    link = page.select_one("a")
    if link is not None:
        assert_type(link["href"], str)
        assert_type(link.get("href"), str | None)
        assert_type(link.get("href", 1), str | int)
        assert_type(link.text, str)
    for found in page.select("a"):
        assert_type(found, consomme.Element)
    assert_type(page.select("a").attr("href"), list[str | None])
    assert_type(consomme.rewrite("", {}), str)
    assert_type(consomme.rewrite(b"", {}), bytes)
    for row in consomme.stream(io.BytesIO(html), "tr"):
        assert_type(row, consomme.Element)
    for node in page.descendants:
        assert_type(node, consomme.Node)
    consomme.Sanitizer("basic").sanitize(html).upper()
