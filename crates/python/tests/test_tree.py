"""Reading a tree."""

from __future__ import annotations

import collections.abc
import copy
import gc

import pytest

import consomme

HTML = '<!DOCTYPE html><title>Menu</title><ul id=menu><li><a href="/leek">Leek <b>soup</b></a><li>Sold out</ul><!--end-->'


@pytest.fixture
def page() -> consomme.Document:
    return consomme.parse(HTML, url="https://example.com/soups/")


def test_text_bytes_and_buffers_give_the_same_tree() -> None:
    inputs = [HTML, HTML.encode(), bytearray(HTML.encode()), memoryview(HTML.encode())]
    assert len({consomme.parse(html).html for html in inputs}) == 1


def test_another_type_says_what_it_is() -> None:
    with pytest.raises(TypeError, match="str or bytes, not int"):
        consomme.parse(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="NoneType"):
        consomme.parse(None)  # type: ignore[arg-type]


def test_lone_surrogates_become_replacement_characters() -> None:
    assert consomme.parse("<p>a\ud800b\udfff").body.text == "a\ufffdb\ufffd"  # type: ignore[union-attr]


def test_neighbors_are_found(page: consomme.Document) -> None:
    first = page.select_one("li")
    assert first is not None and first.parent_element is not None
    assert first.parent_element.id == "menu"
    assert first.previous_sibling is None and first.next_sibling is not None
    assert first.next_sibling.text == "Sold out"
    assert [node.kind for node in page] == ["doctype", "element"]
    assert [element.name for element in first.descendant_elements] == ["a", "b"]
    assert [element.name for element in first.ancestor_elements] == ["ul", "body", "html"]
    assert [node.kind for node in first.descendants] == ["element", "text", "element", "text"]
    assert first.index_in_parent == 0
    assert first.root == page and first.document == page
    assert page.document_element is not None and page.document_element.parent == page


def test_descendants_stay_below_their_node(page: consomme.Document) -> None:
    for node in page.descendants:
        below = list(node.descendants)
        assert all(node in list(found.ancestors) for found in below)
        everything = list(page.descendants)
        at = everything.index(node)
        assert everything[at + 1 : at + 1 + len(below)] == below


def test_an_iterator_goes_on_after_edits(page: consomme.Document) -> None:
    items = page.select_one("ul").children  # type: ignore[union-attr]
    assert next(items).text == "Leek soup"
    page.select("li")[1].remove()
    assert list(items) == []
    assert list(items) == []


def test_equal_nodes_have_the_same_hash(page: consomme.Document) -> None:
    one, two = page.select_one("a"), page.select("a")[0]
    assert one is not two and one == two and hash(one) == hash(two) and len({one, two}) == 1
    assert one != consomme.parse(HTML).select_one("a")
    assert one != page.copy().select_one("a")
    assert one != "a"


def test_an_element_without_children_is_true() -> None:
    assert bool(consomme.parse_fragment("<br>").select_one("br"))


def test_texts_are_those_of_the_dom(page: consomme.Document) -> None:
    link = page.select_one("a")
    assert link is not None
    assert (link.text, link.own_text, link.texts()) == ("Leek soup", "Leek ", ["Leek ", "soup"])
    body = page.body
    assert body is not None and body.inner_text == "Leek soup\nSold out"
    assert str(link) == link.html == link.outer_html == '<a href="/leek">Leek <b>soup</b></a>'
    assert link.inner_html == "Leek <b>soup</b>"
    assert page.title == "Menu"


def test_html_is_written_in_other_styles() -> None:
    page = consomme.parse("<p>Leek<br>soup")
    assert page.to_html("minified") == "<p>Leek<br>soup"
    assert page.to_html("xml").startswith("<html xmlns=")
    assert "\n" in page.to_html("pretty")
    with pytest.raises(ValueError, match='not "nice"'):
        page.to_html("nice")  # type: ignore[arg-type]


def test_attributes_are_a_mapping(page: consomme.Document) -> None:
    link = page.select_one("a")
    assert link is not None
    attrs = link.attrs
    assert isinstance(attrs, collections.abc.MutableMapping)
    assert dict(attrs) == {"href": "/leek"} == attrs
    assert link["href"] == attrs["HREF"] == link.get("href") == "/leek"
    assert link.get("title") is None and link.get("title", "none") == "none"
    assert "href" in attrs and "title" not in attrs and 3 not in attrs
    with pytest.raises(KeyError, match="title"):
        attrs["title"]
    attrs.update({"title": "Soup", "class": "hot"})
    del attrs["href"]
    assert list(attrs.items()) == [("title", "Soup"), ("class", "hot")]
    assert attrs.pop("title") == "Soup" and attrs.pop("title", None) is None
    assert attrs.setdefault("class", "cold") == "hot"
    attrs.clear()
    assert link.html.startswith("<a>") and len(attrs) == 0
    assert repr(attrs) == "{}"


def test_addresses_are_resolved(page: consomme.Document) -> None:
    link = page.select_one("a")
    assert link is not None
    assert link.abs_url() == "https://example.com/leek"
    assert page.base_url == page.url == "https://example.com/soups/"
    other = consomme.parse("<a href=/x><a href=https://a.example/>")
    assert [link.abs_url() for link in other.select("a")] == [None, "https://a.example/"]
    assert other.select("a")[0].abs_url(base_url="https://b.example/") == "https://b.example/x"


def test_templates_and_shadow_roots_are_fragments() -> None:
    page = consomme.parse(
        "<template id=t><p>1</template><div><template shadowrootmode=open><i>2</i></template></div>",
        shadow_roots=True,
    )
    contents = page.select_one("#t").template_contents  # type: ignore[union-attr]
    assert isinstance(contents, consomme.Fragment) and contents.html == "<p>1</p>"
    root = page.select_one("div").shadow_root  # type: ignore[union-attr]
    assert isinstance(root, consomme.Fragment) and root.text == "2"


def test_leaves_have_their_data() -> None:
    page = consomme.parse('<!DOCTYPE html PUBLIC "a" "b"><!--c--><?d e?>')
    doctype, comment = page.first_child, page.select_one("html").previous_sibling  # type: ignore[union-attr]
    assert isinstance(doctype, consomme.Doctype)
    assert (doctype.name, doctype.public_id, doctype.system_id) == ("html", "a", "b")
    found = [node for node in page if isinstance(node, consomme.Comment)]
    assert found[0].data == "c" and comment is not None


def test_nodes_keep_their_document_alive() -> None:
    link = consomme.parse(HTML).select_one("a")
    gc.collect()
    assert link is not None and link.document.title == "Menu"


def test_copies_are_apart(page: consomme.Document) -> None:
    for other in (page.copy(), copy.copy(page), copy.deepcopy(page)):
        other.select_one("a").remove()  # type: ignore[union-attr]
        assert page.select_one("a") is not None and other.url == page.url


def test_representations_name_the_node(page: consomme.Document) -> None:
    assert repr(page.select_one("a")) == '<Element <a href="/leek">>'
    assert repr(page) == '<Document "Menu">'
    assert repr(page.select("li")).startswith("NodeList([<Element <li>>, ")
    assert repr(consomme.parse_fragment("a" * 100)) == "<Fragment of 1 children>"
    assert repr(consomme.parse_fragment("a" * 100).first_child) == f'<Text "{"a" * 59}…>'


def test_notebooks_get_a_folded_tree(page: consomme.Document) -> None:
    html = page._repr_html_()
    tree = consomme.parse_fragment(html)
    assert tree.select_one("details[open] > summary").text == "#document"  # type: ignore[union-attr]
    assert '<a href="/leek">' in tree.text
    many = consomme.parse("<p>" * 10_000)._repr_html_()
    assert len(many) < 200_000 and many.count("<div") == many.count("</div>")


def test_names_of_namespaces(page: consomme.Document) -> None:
    svg = consomme.parse("<svg><foreignObject>").select_one("foreignObject")
    assert svg is not None
    assert (svg.name, svg.namespace) == ("foreignObject", "http://www.w3.org/2000/svg")


def test_a_fragment_is_parsed_for_its_context() -> None:
    assert consomme.parse_fragment("<td>1", context="tr").html == "<td>1</td>"
    assert consomme.parse_fragment("<td>1").html == "1"
    svg = consomme.parse_fragment("<a>", context="svg svg").first_child
    assert isinstance(svg, consomme.Element) and svg.namespace.endswith("svg")
    with pytest.raises(TypeError):
        consomme.parse_fragment("td", "<td>1")  # type: ignore[misc]
    for name in ("", "<td>", "a b", "1"):
        with pytest.raises(ValueError, match="no element"):
            consomme.parse_fragment("<td>1", context=name)
