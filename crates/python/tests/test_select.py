"""Finding nodes."""

from __future__ import annotations

import collections.abc

import pytest

import consomme

PAGE = consomme.parse(
    '<ul><li class="a b"><a href=/1>One</a><li class=b><a href=/2>Two</a><li>Three</ul><svg><a/></svg>'
)


def test_selectors_find_elements() -> None:
    links = PAGE.select("a[href]")
    assert isinstance(links, collections.abc.Sequence)
    assert len(links) == 2 and bool(links) and not PAGE.select("h1")
    assert [link["href"] for link in links] == ["/1", "/2"]
    assert links[-1].text == links[1].text == "Two"
    assert [link.text for link in links[::-1]] == ["Two", "One"]
    assert links[0] in links and PAGE not in links and 3 not in links
    assert links == PAGE.select("a[href]") and list(reversed(links))[0] == links[1]
    for index in (2, -3, 10**30):
        with pytest.raises((IndexError, TypeError, OverflowError)):
            links[index]
    assert PAGE.select_one("li:has(> a[href='/2'])").text == "Two"  # type: ignore[union-attr]
    assert PAGE.select_one("h1") is None


def test_lists_read_all_nodes_at_once() -> None:
    items = PAGE.select("li")
    assert items.texts() == items.inner_texts() == ["One", "Two", "Three"]
    assert items.attr("class") == ["a b", "b", None]
    assert items.attr("class", "") == ["a b", "b", ""]
    assert items.filter(".b").texts() == ["One", "Two"]
    assert items.htmls()[2] == "<li>Three</li>"
    page = consomme.parse("<p>1<p>2<b>3</b>")
    page.select("p").remove()
    assert page.body.html == "<body></body>"  # type: ignore[union-attr]


def test_extraction_gives_texts() -> None:
    assert PAGE.extract("a::attr(href)") == ["/1", "/2"]
    assert PAGE.extract("li::text") == ["Three"]
    assert PAGE.extract_one("a::text") == "One" and PAGE.extract_one("b::text") is None


def test_elements_match() -> None:
    link = PAGE.select("a")[0]
    assert link.matches("li > a") and not link.matches("ul > a")
    assert link.closest("ul") == PAGE.select_one("ul") and link.closest("table") is None
    assert PAGE.select(link.css_path)[0] == link


def test_a_wrong_selector_says_where() -> None:
    with pytest.raises(consomme.SelectorError) as raised:
        PAGE.select("ü > li:frist-child")
    error = raised.value
    assert isinstance(error, ValueError) and isinstance(error, consomme.ConsommeError)
    assert (error.selector, error.start) == ("ü > li:frist-child", 6)
    assert error.excerpt == "ü > li:frist-child\n      ^"
    assert str(error) == f"{error.reason}\n{error.excerpt}"


def test_steps_are_limited() -> None:
    page = consomme.parse("<p>" * 1000)
    with pytest.raises(consomme.LimitError):
        page.select(":is(h1 ~ p)", max_steps=10_000)
    with pytest.raises(consomme.LimitError):
        page.xpath("//p[count(following::p) > 1]", max_steps=1000)


def test_xpath_gives_nodes_and_values() -> None:
    assert [node["href"] for node in PAGE.xpath("//li/a")] == ["/1", "/2"]
    assert PAGE.xpath("//li/a/@href") == ["/1", "/2"]
    assert PAGE.xpath("//h1") == PAGE.select("h1")
    assert PAGE.xpath("count(//li)") == 3.0
    assert PAGE.xpath("string(//li[3])") == "Three"
    assert PAGE.xpath("//li = 'Two'") is True
    assert [text.text for text in PAGE.xpath("//a/text()")] == ["One", "Two"]
    assert PAGE.xpath("//li[. = $x]", variables={"x": "Two"})[0].text == "Two"
    assert PAGE.xpath("$x + $y", variables={"x": 1, "y": True}) == 2.0
    assert PAGE.xpath("//li[has-class('a', 'b')]").texts() == ["One"]
    assert len(PAGE.xpath("//svg")) == 0 and len(PAGE.xpath("//svg", any_namespace=True)) == 1
    svg = {"s": "http://www.w3.org/2000/svg"}
    assert len(PAGE.xpath("//s:svg", namespaces=svg)) == 1
    item = PAGE.select("li")[1]
    assert item.xpath("a")[0].text == "Two" and item.xpath("string(a/@href)") == "/2"


def test_a_wrong_expression_says_where() -> None:
    with pytest.raises(consomme.XPathError) as raised:
        PAGE.xpath("//li[")
    assert raised.value.expression == "//li[" and raised.value.start == 5
    with pytest.raises(TypeError, match="x must be str, float or bool, not list"):
        PAGE.xpath("$x", variables={"x": []})  # type: ignore[dict-item]
