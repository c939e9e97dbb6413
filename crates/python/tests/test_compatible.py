"""The interfaces of Beautiful Soup and Parsel."""

from __future__ import annotations

import pytest

from consomme.parsel import Selector, SelectorList

HTML = '<ul><li class=a><a href="/1">One <b>soup</b></a><li><a href="/2">Two</a></ul><p>a<b>b</b>c'


def test_parsel_finds_texts_and_attributes() -> None:
    page = Selector(HTML)
    assert page.css("a::attr(href)").getall() == ["/1", "/2"]
    assert page.css("a::text").getall() == ["One ", "Two"]
    assert page.css("a ::text").getall() == ["One ", "soup", "Two"]
    assert page.css("p *::text").getall() == ["a", "b", "c"]
    assert page.css("a ::attr(href), ul ::attr(href)").getall() == ["/1", "/2"]
    assert page.css("a, li a").getall() == page.css("a").getall()
    assert page.xpath("//b/text()")[0].xpath("..").get() == "<b>soup</b>"
    assert page.css("p::text, p b::text").getall() == ["a", "b", "c"]
    assert page.css("li")[0].css("::text").getall() == ["One ", "soup"]
    assert page.css("a").css("::attr(href)").get() == "/1"
    assert page.css("a")[0].css("a").get() == '<a href="/1">One <b>soup</b></a>'
    assert page.css("h1").get() is None and page.css("h1").get("none") == "none"
    assert page.css('a[href="/1"], [title=","]').getall() == page.css("a").getall()[:1]
    assert page.css("a").attrib == {"href": "/1"} and page.css("li")[1].attrib == {}


def test_parsel_evaluates_xpath() -> None:
    page = Selector(body=HTML.encode())
    assert page.xpath("//a/@href").getall() == ["/1", "/2"]
    assert page.xpath("//a//text()").getall() == ["One ", "soup", "Two"]
    assert page.xpath("count(//a)").get() == "2.0" and page.xpath("//a = 'Two'").get() == "1"
    assert page.xpath("//a[@href=$x]/text()", x="/2").get() == "Two"
    assert page.xpath("//li").xpath("./a/@href").getall() == ["/1", "/2"]
    assert page.xpath("//li[has-class('a')]").xpath("string()").get() == "One soup"
    assert isinstance(page.xpath("//li")[:1], SelectorList)


def test_parsel_takes_regular_expressions() -> None:
    page = Selector("<p>Price: 4&amp;5 &lt;x</p><p>Price: 6</p>")
    assert page.css("p::text").re(r"Price: (\d)") == ["4", "6"]
    assert page.css("p::text").re(r"Price: (?P<extract>\d)") == ["4", "6"]
    assert page.css("p").re_first(r"Price: (\S+)") == "4&amp;5"
    assert page.re_first("none") is None and page.re_first("none", "x") == "x"


def test_parsel_drops_elements_and_refuses_other_types() -> None:
    page = Selector(HTML)
    page.css("li").drop()
    assert page.css("ul").get() == "<ul></ul>"
    assert bool(page) and repr(page.css("ul")[0]).startswith("<Selector query='ul'")
    for wrong in ("json", "xml"):
        with pytest.raises(ValueError, match="HTML only"):
            Selector(HTML, type=wrong)
    with pytest.raises(TypeError):
        Selector(b"")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="needs text"):
        Selector()


def test_beautiful_soup_gets_the_tree_of_browsers() -> None:
    bs4 = pytest.importorskip("bs4")
    import consomme.soup  # noqa: F401

    def soup(markup: str | bytes, **arguments: object) -> object:
        return bs4.BeautifulSoup(markup, "consomme", **arguments)

    page = soup("<!DOCTYPE html><!--c--><title>Menu</title><p class='a b'>1<br>2<svg xlink:href=#x></svg>")
    assert str(page) == (
        "<!DOCTYPE html>\n<!--c--><html><head><title>Menu</title></head><body>"
        '<p class="a b">1<br/>2<svg xlink:href="#x"></svg></p></body></html>'
    )
    assert page.p["class"] == ["a", "b"] and page.p.sourceline == 1  # type: ignore[attr-defined]
    assert page.p.sourcepos == 42  # type: ignore[attr-defined]
    shift = soup(b"<meta charset=Shift_JIS><title>\x83X\x81[\x83v</title>")
    assert shift.title.string == "スープ" and shift.original_encoding == "shift_jis"  # type: ignore[attr-defined]
    assert soup("<p>\xe9".encode("latin-1"), from_encoding="latin-1").p.string == "é"  # type: ignore[attr-defined]
    assert soup("<template><p>1</template>").template.p.string == "1"  # type: ignore[attr-defined]
    strainer = bs4.SoupStrainer("b")
    assert str(soup("<p><b>1</b>2", parse_only=strainer)) == "<b>1</b>"


def test_beautiful_soup_takes_deep_pages() -> None:
    pytest.importorskip("bs4")
    from bs4 import BeautifulSoup

    import consomme.soup  # noqa: F401

    page = BeautifulSoup("<div>" * 5000, "consomme")
    assert len(page.find_all("div")) == 5000
