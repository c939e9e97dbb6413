"""Sanitizing, streams, rewriting, tables, links, metadata, schemas, Markdown."""

from __future__ import annotations

import io
import json

import pytest

import consomme


def test_sanitizers_remove_what_runs() -> None:
    html = '<p onclick="a()">Leek <b>soup</b><script>b()</script><a href="javascript:c()">x</a></p>'
    assert consomme.Sanitizer().sanitize(html) == "<p>Leek <b>soup</b><a>x</a></p>"
    assert consomme.Sanitizer("only-text").sanitize(html) == "Leek soupx"
    assert consomme.Sanitizer("basic").sanitize(html.encode()) == consomme.Sanitizer("basic").sanitize(html)
    report = consomme.Sanitizer().report(html)
    assert report.html == str(report) and report.removal_count == len(report.removals) == 3
    assert report.removals[0] == {
        "what": "attribute",
        "name": "onclick",
        "element": "p",
        "reason": report.removals[0]["reason"],
        "message": report.removals[0]["message"],
    }
    assert report.limits_hit == []


def test_sanitizers_take_policies() -> None:
    rules = {"preset": "basic", "policy": {"urls": {"schemes": {"link": ["https"]}}}}
    html = "<a href=https://a.example/>1</a><a href=http://a.example/>2</a>"
    clean = consomme.Sanitizer(rules).sanitize(html)
    assert 'href="https://a.example/"' in clean and "http://a" not in clean
    assert consomme.Sanitizer.from_json(json.dumps(rules)).sanitize(html) == clean
    again = consomme.Sanitizer.from_json(consomme.Sanitizer(rules).to_json())
    assert again.sanitize(html) == clean
    for wrong in ("nice", {"preset": "nice"}, {"heat": 1}):
        with pytest.raises(consomme.SanitizerError):
            consomme.Sanitizer(wrong)
    with pytest.raises(TypeError, match="not int"):
        consomme.Sanitizer(3)  # type: ignore[arg-type]
    ammonia = consomme.Sanitizer.from_ammonia({"tags": ["b"]})
    assert ammonia.sanitize("<b>1</b><i>2</i>") == "<b>1</b>2"
    purify = consomme.Sanitizer.from_dompurify({"ALLOWED_TAGS": ["b"]}, partly=True)
    with pytest.raises(consomme.SanitizerError, match="SANITIZE_DOM has no counterpart"):
        consomme.Sanitizer.from_dompurify({"ALLOWED_TAGS": ["b"]})
    assert purify.sanitize("<b>1</b><i>2</i>") == "<b>1</b>2"


def test_sanitizers_clean_trees() -> None:
    page = consomme.parse("<p>1<script>2</script>")
    consomme.Sanitizer().sanitize_document(page)
    assert page.select_one("script") is None and page.select_one("p") is not None
    assert consomme.Sanitizer().parse("<p>1<script>2</script>").html == "<p>1</p>"


def test_streams_yield_elements_as_they_come() -> None:
    class Endless:
        """A table without end."""

        start = b"<table>"

        def read(self, size: int) -> bytes:
            piece, self.start = self.start, b""
            return piece + b"<tr><td>Leek<td>4" * 100

    rows = consomme.stream(Endless(), "tr", url="https://a.example/")
    first = [next(rows) for _ in range(5000)]
    assert first[-1].html == "<tr><td>Leek</td><td>4</td></tr>"
    assert first[-1].document.url == "https://a.example/" and rows.matches == 5000
    assert iter(rows) is rows


def test_streams_read_bytes_and_text() -> None:
    html = "<ul><li>ü<li>Miso</ul>"
    for file in (io.BytesIO(html.encode()), io.StringIO(html)):
        assert [item.text for item in consomme.stream(file, "li", encoding="utf-8")] == ["ü", "Miso"]
    with pytest.raises(consomme.SelectorError):
        consomme.stream(io.BytesIO(), "li:last-child")
    with pytest.raises(TypeError, match="read\\(\\) must return bytes or str, not int"):
        next(consomme.stream(type("File", (), {"read": lambda self, size: 3})(), "li"))
    with pytest.raises(OSError, match="gone"):

        class Broken:
            def read(self, size: int) -> bytes:
                raise OSError("gone")

        next(consomme.stream(Broken(), "li"))


def test_a_stream_is_read_by_one_at_a_time() -> None:
    class Nested:
        def read(self, size: int) -> bytes:
            next(rows)
            return b""

    rows = consomme.stream(Nested(), "li")
    with pytest.raises(consomme.StreamError, match="being read"):
        next(rows)


def test_documents_are_rewritten_as_they_pass() -> None:
    html = "<P><A HREF=/leek>Leek</a> <a>Miso</a>"

    def link(element: consomme.RewriteElement) -> None:
        assert element.text is None and element.name == "a"
        element.set_attr("rel", "nofollow")
        element.put_html("after", "<i>!</i>")

    expected = '<P><A HREF=/leek rel="nofollow">Leek</a><i>!</i> <a>Miso</a>'
    assert consomme.rewrite(html, {"a[href]": link}) == expected
    assert consomme.rewrite(html.encode(), {"a[href]": link}) == expected.encode()
    assert consomme.rewrite(io.StringIO(html), {"a[href]": link}) == expected
    output = io.BytesIO()
    consomme.rewrite(io.BytesIO(html.encode()), {"a[href]": link}, output=output)
    assert output.getvalue() == expected.encode()


def test_complete_elements_are_rewritten() -> None:
    def shout(element: consomme.RewriteElement) -> None:
        assert element.text is not None and element.html is not None
        assert element.attrs == {"id": "x"} and element.get("id") == "x"
        element.put_text("inner", element.text.upper())
        element.rename("i")
        element.remove_attr("id")

    assert consomme.rewrite("<b id=x>a<u>b</u></b>", {"b": shout}, complete=True) == "<i>AB</i>"
    remove = {"b": lambda element: element.remove(), "u": lambda element: element.unwrap()}
    assert consomme.rewrite("1<b>2</b><u>3</u>", remove, complete=True) == "13"


def test_errors_of_functions_pass() -> None:
    def fail(element: consomme.RewriteElement) -> None:
        raise LookupError("no soup")

    with pytest.raises(LookupError, match="no soup"):
        consomme.rewrite("<a>", {"a": fail})
    with pytest.raises(consomme.RewriteError):
        consomme.rewrite("<a>", {"a": lambda element: element.rename("a b")})
    with pytest.raises(ValueError, match="place"):
        consomme.rewrite("<a>", {"a": lambda element: element.put_text("up", "x")})  # type: ignore[arg-type]
    with pytest.raises(consomme.SelectorError):
        consomme.rewrite("<a>", {"a[": fail})


def test_tables_are_grids() -> None:
    page = consomme.parse(
        "<table><caption>Menu</caption><tr><th>Soup<th>Size<th>Size"
        "<tr><td rowspan=2>Leek<td>S<td>4<tr><td>L<td>6</table>"
    )
    (table,) = page.tables()
    assert table.caption == "Menu" and len(table) == 3 and table.element.name == "table"
    assert table.header == [["Soup", "Size", "Size"]]
    assert table.body == table.rows[1:] == [["Leek", "S", "4"], ["Leek", "L", "6"]]
    assert table.records()[1] == {"Soup": "Leek", "Size": "L", "Size 2": "6"}
    assert repr(table) == "<Table of 3 rows and 3 columns>"
    assert consomme.parse_fragment(table._repr_html_()).select("th").texts() == ["Soup", "Size", "Size"]


def test_links_metadata_and_headings() -> None:
    page = consomme.parse(
        "<html lang=en><base href=/soups/><title>Menu</title><meta name=description content=Soups>"
        "<h1>One</h1><a href=leek>Leek</a><img srcset='a.png, b.png 2x'><h2>Two</h2>",
        url="https://example.com/",
    )
    links = page.body.links()  # type: ignore[union-attr]
    assert [(link["url"], link["resolved"], link["kind"]) for link in links] == [
        ("leek", "https://example.com/soups/leek", "hyperlink"),
        ("a.png", "https://example.com/soups/a.png", "image"),
        ("b.png", "https://example.com/soups/b.png", "image"),
    ]
    assert links[0]["element"] == page.select_one("a") and links[0]["attribute"] == "href"
    metadata = page.metadata()
    assert (metadata["title"], metadata["description"]) == ("Menu", "Soups")
    assert [(level, element.text) for level, element in page.headings()] == [(1, "One"), (2, "Two")]
    assert consomme.parse("<title>x").metadata()["title"] == "x"
    with pytest.raises(ValueError, match="no absolute address"):
        consomme.parse("<title>x", url="/x").metadata()


def test_microdata_is_json() -> None:
    page = consomme.parse("<div itemscope itemtype=https://schema.org/Recipe><b itemprop=name>Leek</b></div>")
    items = json.loads(page.microdata() or "")["items"]
    assert items[0]["properties"] == {"name": ["Leek"]}


def test_schemas_name_fields() -> None:
    fields = {"title": "h1", "links": ["a::attr(href)"], "price": {"css": ".price", "type": "number"}}
    schema = consomme.Schema(fields)
    page = consomme.parse("<h1>Leek</h1><p class=price>4.50 €</p><a href=/>Menu</a>")
    record = {"title": "Leek", "links": ["/"], "price": 4.5}
    assert schema.extract(page) == record and schema.names == ["title", "links", "price"]
    assert consomme.Schema(json.dumps(fields)).extract(page) == record
    for wrong in ({"title": "h1["}, {"title": {"heat": 1}}, "{"):
        with pytest.raises(consomme.SchemaError):
            consomme.Schema(wrong)
    required = consomme.Schema({"title": {"css": "h2", "required": True}})
    with pytest.raises(consomme.SchemaError):
        required.extract(page)
    assert "title" in required.extract(page, partly=True)


def test_markdown_keeps_links() -> None:
    page = consomme.parse("<h1>Menu</h1><p><a href=/leek>Leek</a> <b>hot</b>", url="https://a.example/")
    assert page.markdown() == "# Menu\n\n[Leek](https://a.example/leek) **hot**\n"
    assert "(https://b.example/leek)" in page.markdown(base_url="https://b.example/")


STOCK = (
    "<html lang=en><title>Stock · Soups</title><meta name=author content=Ann>"
    "<nav><a href=/>Home</a> <a href=/soups>Soups</a></nav><main><h1>Stock</h1>"
    "<p>Boil two kilos of bones for four hours, with onions, leeks and <a href=/carrots>carrots</a>, "
    "and skim it now and then. It must not boil too fast, or it will never be clear.</p></main>"
    "<footer>All rights reserved</footer>"
)


def test_main_content_is_the_page_without_its_menus() -> None:
    page = consomme.parse(STOCK, url="https://soup.example/stock", positions=True)
    content = page.main_content()
    assert content and str(content) == content.text
    assert "Boil two kilos" in content.text and "rights" not in content.text
    assert content.html == content.document.body.inner_html  # type: ignore[union-attr]
    assert "[carrots](https://soup.example/carrots)" in content.document.markdown()
    assert 0 < content.confidence <= 1 and 0 < content.kind_confidence <= 1
    block = content.blocks[-1]
    assert block["element"] == page.select_one("p") and block["heading"] is None
    assert block["span"] is not None and block["span"].text.startswith("Boil two kilos")
    assert content.facts["title"] == {"value": "Stock", "place": "heading"}
    assert content.facts["authors"] == [{"value": "Ann", "place": "meta"}]
    assert content.facts["published"] is None and content.facts["language"]["value"] == "en"  # type: ignore[index]
    assert content.posts == [] and content.products == []
    assert not content.needs_scripts and content.substitute is None
    assert "MainContent of" in repr(content) and content._repr_html_() == content.html


def test_main_content_takes_options_and_tells_what_machines_get() -> None:
    page = consomme.parse(STOCK)
    forum = page.main_content(kind="forum", focus="recall")
    assert forum.kind == "forum" and forum.kind_confidence == 1
    assert not consomme.parse("<p>Nothing found.<nav>" + "<a href=/>More soups</a> " * 30).main_content(min_words=1000)
    with pytest.raises(ValueError, match="'balance', 'precision' or 'recall'"):
        page.main_content(focus="all")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'forum', .*, not \"soup\""):
        page.main_content(kind="soup")  # type: ignore[arg-type]
    product = consomme.parse(
        '<script type=application/ld+json>{"@type": "Product", "name": "Bowl", "description": "Deep.",'
        '"offers": {"price": 12.5}}</script><div id=app></div><script src=app.js></script>'
    ).main_content()
    assert not product and product.needs_scripts
    assert product.products[0]["name"] == "Bowl" and product.products[0]["price"] == "12.5"
    assert product.substitute == {"text": "Deep.", "place": "product-description"}
