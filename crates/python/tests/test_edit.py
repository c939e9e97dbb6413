"""Changing a tree."""

from __future__ import annotations

import pytest

import consomme


def body(html: str) -> consomme.Document:
    return consomme.parse_fragment(html)


def test_nodes_are_inserted_in_order() -> None:
    page = body("<p>2</p>")
    p = page.select_one("p")
    assert p is not None
    p.before("0", page.create_element("b", {"class": "x"}, text="1"))
    p.after(page.create_comment("3"), "4")
    p.prepend("a", "b")
    p.append("c", page.create_element("br"))
    assert page.html == '0<b class="x">1</b><p>ab2c<br></p><!--3-->4'
    p.replace_with("5", page.create_text("6"))
    assert page.html == '0<b class="x">1</b>56<!--3-->4'
    assert p.parent is None and p.html == "<p>ab2c<br></p>"


def test_html_is_inserted_where_it_says() -> None:
    page = body("<ul><li>1</ul>")
    ul = page.select_one("ul")
    assert ul is not None
    ul.append_html("<li>2")
    ul.prepend_html("<li>0")
    ul.before_html("<h1>Menu")
    ul.after_html("<p>End")
    assert page.html == "<h1>Menu</h1><ul><li>0</li><li>1</li><li>2</li></ul><p>End</p>"
    ul.inner_html = "<li>3"
    ul.outer_html = ul.html + "<hr>"
    assert page.html == "<h1>Menu</h1><ul><li>3</li></ul><hr><p>End</p>"


def test_elements_are_changed() -> None:
    page = body("<p class='a b'>1<i>2</i></p>")
    p, i = page.select_one("p"), page.select_one("i")
    assert p is not None and i is not None
    p.name = "div"
    p["id"] = "x"
    p.add_class("c")
    p.remove_class("a")
    assert p.classes == ["b", "c"] and p.has_class("c")
    del p["id"]
    with pytest.raises(KeyError):
        del p["id"]
    i.text = "<3>"
    i.wrap_in(page.create_element("b"))
    assert page.html == '<div class="b c">1<b><i>&lt;3&gt;</i></b></div>'
    p.unwrap()
    assert page.html == "1<b><i>&lt;3&gt;</i></b>"
    copy = i.clone()
    assert copy.html == i.html and copy != i and copy.parent is None
    assert i.clone(deep=False).html == "<i></i>"


def test_removed_nodes_can_come_back() -> None:
    page = body("<p>1</p><p>2</p>")
    first, second = page.select("p")
    first.remove()
    second.after(first)
    assert page.html == "<p>2</p><p>1</p>"
    assert page.remove_selected("p") == 2 and page.html == ""
    page.append(second)
    second.discard()
    with pytest.raises(consomme.TreeError, match="discarded"):
        _ = second.text
    page.append("a", "b")
    page.normalize()
    assert len(list(page)) == 1
    page.compact()
    page.remove_children()
    assert page.html == ""


def test_impossible_edits_are_refused() -> None:
    page = consomme.parse("<p><b>1</b>")
    p, b = page.select_one("p"), page.select_one("b")
    assert p is not None and b is not None
    before = page.html
    with pytest.raises(consomme.TreeError, match="<p>"):
        b.append(p)
    with pytest.raises(consomme.TreeError):
        page.append("text")
    with pytest.raises(consomme.TreeError):
        p.name = "a b"
    with pytest.raises(consomme.TreeError):
        p["a b"] = "1"
    with pytest.raises(TypeError, match="not int"):
        p.append(3)  # type: ignore[arg-type]
    assert page.html == before


def test_nodes_of_other_documents_are_imported() -> None:
    page, other = body("<p>1</p>"), body("<b>2</b>")
    b = other.select_one("b")
    assert b is not None
    with pytest.raises(consomme.TreeError, match="import_node"):
        page.append(b)
    page.append(page.import_node(b))
    assert page.html == "<p>1</p><b>2</b>" and other.html == "<b>2</b>"
    fragment = page.create_fragment()
    fragment.append("3", "4")
    page.append(fragment)
    assert page.html == "<p>1</p><b>2</b>34"


def test_the_source_is_edited() -> None:
    html = "<P CLASS = big>Clear\r\n<b>broth</b>"
    page = consomme.parse(html, lossless=True)
    assert page.to_source() == html
    page.select_one("p")["class"] = "small"  # type: ignore[index]
    assert page.to_source() == "<P CLASS = small>Clear\r\n<b>broth</b>"
    page.select_one("b").append(page.create_element("p"))  # type: ignore[union-attr]
    with pytest.raises(consomme.TreeError, match="HTML has no such edit"):
        page.to_source()
    assert "<b>broth<p></p></b>" in page.to_source(inexact=True)
    with pytest.raises(ValueError, match="lossless"):
        consomme.parse(html).to_source()
