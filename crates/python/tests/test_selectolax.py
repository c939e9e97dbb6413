"""The interface of selectolax, and selectolax's own tests, if they are there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from consomme.selectolax import (
    HTMLParser,
    LexborHTMLParser,
    LexborNode,
    SelectolaxError,
    create_tag,
    extract_html_comment,
    parse_fragment,
)

HTML = '<ul><li class=a><a href="/1">One <b>soup</b></a><li><a href="/2">Two</a></ul><p>a<b>b</b>c'
HERE = Path(__file__).resolve().parent


def test_pages_are_read() -> None:
    page = LexborHTMLParser(HTML)
    assert HTMLParser is LexborHTMLParser
    first = page.css_first("a")
    assert first.attributes == {"href": "/1"} and first.tag == "a"
    texts = first.text(), first.text(deep=False), first.text(separator="|")
    assert texts == ("One soup", "One ", "One |soup")
    assert [node.tag for node in page.tags("li")] == ["li", "li"]
    assert page.css_first("h1") is None and page.css_first("h1", default=3) == 3
    with pytest.raises(ValueError, match="found 2"):
        page.css_first("a", strict=True)
    assert page.root is not None and page.root.tag == "html"
    assert page.head is not None and page.body is not None
    assert page.css_matches("b") and page.any_css_matches(("h1", "b"))
    assert [node.tag for node in page.css_first("li").traverse()] == ["li", "a", "b"]
    tags = [node.tag for node in page.css_first("p").iter(include_text=True)]
    assert tags == ["-text", "b", "-text"]
    child = page.css_first("p").child
    assert child is not None and child.next is not None and child.next.prev == child
    assert child.text_content == "a" and child.parent == page.css_first("p")


def test_pages_are_edited() -> None:
    page = LexborHTMLParser("<div><p>1<b>2</b></p><script src=x.js>a()</script></div>")
    assert page.scripts_contain("a()") and page.script_srcs_contain(("x.js",))
    page.strip_tags(["script"])
    page.unwrap_tags(["b"])
    page.merge_text_nodes()
    p = page.css_first("p")
    assert p.html == "<p>12</p>"
    p.attrs["id"] = "x"
    p.attrs["hidden"] = None
    assert p.attributes == {"id": "x", "hidden": None} and p.attrs.sget("hidden") == ""
    p.insert_before("0")
    p.insert_after(LexborHTMLParser("<i>3</i>").css_first("i"))
    p.insert_child(p)
    assert page.css_first("div").html.startswith("<div>0<p id=")
    p.replace_with("<b>")
    assert page.css_first("div").html == "<div>0&lt;b&gt;<i>3</i></div>"
    copy = page.clone()
    copy.css_first("i").decompose()
    assert page.css_first("i") is not None and copy.css_first("i") is None
    assert create_tag("p").html == "<p></p>"
    assert isinstance(page.create_node("p"), LexborNode)


def test_removed_nodes_keep_their_content_if_asked_to() -> None:
    page = LexborHTMLParser("<div><p>1<b>2</b></p><p>3<b>4</b></p></div>")
    first, second = page.css("p")
    first.decompose()
    second.decompose(recursive=False)
    assert (first.html, second.html) == ("<p></p>", "<p>3<b>4</b></p>")
    assert page.css_first("div").html == "<div></div>"
    with pytest.raises(SelectolaxError, match="root element"):
        page.css_first("html").decompose()


def test_nodes_that_are_removed_do_not_end_a_walk() -> None:
    page = LexborHTMLParser("<div><p>1</p><p>2</p><p>3</p></div>")
    seen = []
    for node in page.css_first("div").iter():
        seen.append(node.text())
        node.decompose()
    assert seen == ["1", "2", "3"]


def test_the_root_of_a_fragment_stands_for_all_of_it() -> None:
    page = LexborHTMLParser("a<b>1</b><p>2<b>3</b></p>", is_fragment=True)
    root = page.root
    assert root is not None and root.tag == "-text" and root.parent is None
    assert (root.text(), root.html, len(root.css("b"))) == ("a123", page.html, 2)
    assert [node.tag for node in root.iter()] == ["b", "p"]
    root.decompose()
    assert (root.text(), page.html) == ("a", "<b>1</b><p>2<b>3</b></p>")
    assert page.root is not None and page.root.tag == "b"
    page.inner_html = "<td>4"
    assert page.html == "4"
    cells = LexborHTMLParser("<td>1", is_fragment=True, fragment_tag="tr")
    assert cells.html == "<td>1</td>"
    title = LexborHTMLParser("<rect/>", True, fragment_tag="svg", fragment_namespace="svg")
    assert title.html == "<rect></rect>"
    with pytest.raises(ValueError, match="namespace"):
        LexborHTMLParser("", is_fragment=True, fragment_namespace="soup")


def test_selectors_are_filtered() -> None:
    page = LexborHTMLParser(HTML)
    found = page.select("a")
    assert found is not None and len(found.matches) == 2
    assert found.any_text_contains("Two") and not found.any_attribute_longer_than("href", 2)
    assert [node.text() for node in found.text_contains("soup").matches] == ["One soup"]
    assert found.attribute_longer_than("href", 0, start="/").any_matches
    assert not found.attribute_longer_than("href", 1, start="/")
    assert page.selector.any_matches("b", page.css_first("p"))
    assert LexborHTMLParser("", is_fragment=True).select() is None


def test_contents_of_templates_are_fragments() -> None:
    page = LexborHTMLParser("<template id=t><b>1</b>2<template><i>3</i></template></template>")
    (found,) = page.template_fragments()
    assert found.parent == page.css_first("template") and found.html.startswith("<b>1</b>2<template>")
    assert [node.tag for node in found.traverse()] == ["b", "template"] and not page.css("b")
    assert [node.html for node in found.template_fragments()] == ["<i>3</i>"]


def test_encodings_are_found_if_asked_to() -> None:
    html = "<meta charset=windows-1251><p>суп".encode("windows-1251")
    assert LexborHTMLParser(html).text() == "\ufffd" * 3
    page = LexborHTMLParser(html, encoding=True)
    assert page.text() == "суп" and page.raw_html == "<meta charset=windows-1251><p>суп".encode()
    assert LexborHTMLParser(html, is_fragment=True, encoding=True).text() == "суп"
    assert LexborHTMLParser(b"<p>\xc3\xa9", is_fragment=True).text() == "é"


def test_errors_are_those_of_selectolax() -> None:
    page = LexborHTMLParser(HTML)
    for wrong in (
        lambda: page.css("##"),
        lambda: page.css_first("##"),
        lambda: page.css_first("a").insert_child(page.root, move=True),  # type: ignore[arg-type]
        lambda: page.create_node(""),
        lambda: parse_fragment("<p>"),
    ):
        with pytest.raises(SelectolaxError):
            wrong()
    for also in (lambda: LexborNode(), lambda: LexborHTMLParser(3), lambda: page.css_first("a").replace_with(3)):  # type: ignore
        with pytest.raises(TypeError):
            also()
    with pytest.raises(TypeError, match="element nodes"):
        page.css_first("b").child.inner_html = "<i>"
    assert extract_html_comment(" <!-- a --> ") == "a"
    with pytest.raises(ValueError, match="not a valid HTML comment"):
        extract_html_comment("<!-->")


def test_its_own_tests_fail_where_they_are_known_to(tmp_path: Path) -> None:
    folder = os.environ.get("CONSOMME_SELECTOLAX")
    if folder is None:
        pytest.skip("CONSOMME_SELECTOLAX names no folder with the source of selectolax 1.0.2")
    results = tmp_path / "results.json"
    environment = {**os.environ, "SELECTOLAX_RESULTS": str(results), "PYTHONPATH": str(HERE)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "selectolax_names"]
    command += ["-p", "no:cacheprovider", "tests"]
    subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    found = json.loads(results.read_text("utf-8"))
    lines = (HERE / "selectolax_differences.txt").read_text("utf-8").splitlines()
    known = {line.partition(" | ")[0] for line in lines if line and not line.startswith("#")}
    assert set(found["failed"]) == known
    assert found["passed"] == 629
