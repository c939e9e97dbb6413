"""Encodings, places, errors and limits."""

from __future__ import annotations

import pytest

import consomme


def test_encodings_are_found_as_in_browsers() -> None:
    page = consomme.parse(b"<meta charset=Shift_JIS><title>\x83X\x81[\x83v</title>")
    assert (page.title, page.encoding) == ("スープ", "Shift_JIS")
    report = page.encoding_report
    assert report is not None
    assert report["source"] == "meta" and report["candidates"][0]["label"] == "Shift_JIS"
    assert consomme.parse("<p>").encoding is None
    assert consomme.parse("<p>").encoding_report is None
    assert consomme.parse(b"\xe9", content_type="text/html; charset=latin1").body.text == "é"  # type: ignore[union-attr]
    assert consomme.parse("é".encode(), encoding="utf-8").body.text == "é"  # type: ignore[union-attr]
    assert consomme.parse(b"\xe9", locale="ru").body.text == "й"  # type: ignore[union-attr]
    with pytest.raises(consomme.EncodingError, match="latin-99") as raised:
        consomme.parse(b"", encoding="latin-99")
    assert isinstance(raised.value, LookupError)


def test_places_count_characters() -> None:
    page = consomme.parse("<p>ü\r\n<b class=x>ö</b>", positions=True)
    b = page.select_one("b")
    assert b is not None and b.span is not None and b.start_tag_span is not None
    assert page.source == "<p>ü\n<b class=x>ö</b>"
    for span in (b.span, b.start_tag_span, b.end_tag_span, b.content_span, b.attr_span("class")):
        assert span is not None and page.source[span.start : span.end] == span.text
    assert (b.span.line, b.span.column) == (2, 1)
    assert b.span.excerpt == "<b class=x>ö</b>\n^^^^^^^^^^^^^^^^"
    assert b.span.start_byte == b.span.start + 1
    assert page.node_at(b.span.start) == b
    assert page.head is not None and page.head.origin == "implied"
    assert page.head.span is not None and page.head.span.text == ""
    assert b.origin == "source" and b.moved is None
    moved = consomme.parse("<table>x", positions=True).xpath("//text()")[0]
    assert moved.moved == "foster-parenting"
    assert consomme.parse("<p>").select_one("p").span is None  # type: ignore[union-attr]


def test_places_are_right_in_long_texts() -> None:
    html = "".join(f"<p>{'ü' * (n % 7)}{n}</p>" for n in range(2000))
    page = consomme.parse(html, positions=True)
    for p in page.select("p"):
        assert p.span is not None and html[p.span.start : p.span.end] == p.html


def test_errors_have_places_and_excerpts() -> None:
    page = consomme.parse("<!DOCTYPE html>\n<p>ü <b>broth</p>", errors=True)
    assert page.errors is not None
    error = page.errors[0]
    assert isinstance(error, consomme.ParseError)
    assert (error.code, error.line, error.column) == ("unclosed-element", 2, 14)
    assert page.source[error.start : error.end] in ("", "</p>")
    assert error.excerpt.splitlines()[0] == "<p>ü <b>broth</p>"
    assert str(error).startswith("2:14: `</p>`: the element `b`")
    assert consomme.parse("<p>").errors is None
    with pytest.raises(consomme.ParseError, match="DOCTYPE"):
        consomme.parse("<p>", strict=True)
    consomme.parse("<!DOCTYPE html><title>a</title>", strict=True)


def test_limits_report_or_raise() -> None:
    page = consomme.parse("<p>" * 100, limits={"nodes": 50})
    assert page.limits_hit == ["nodes"]
    assert consomme.parse("<p>").limits_hit == []
    with pytest.raises(consomme.LimitError, match="nodes") as raised:
        consomme.parse("<p>" * 100, limits={"nodes": 50}, on_limit="raise")
    assert raised.value.limits == "nodes"
    with pytest.raises(ValueError, match="no limit named \"heat\""):
        consomme.parse("", limits={"heat": 1})
    with pytest.raises(ValueError, match="on_limit"):
        consomme.parse("", on_limit="ignore")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="revision"):
        consomme.parse("", revision="1999")  # type: ignore[arg-type]


def test_scripting_decides_what_noscript_holds() -> None:
    html = "<body><noscript><p>1</noscript>"
    assert consomme.parse(html).select_one("p") is not None
    assert consomme.parse(html, scripting=True).select_one("p") is None
