"""Trees for lxml."""

from __future__ import annotations

import re
import sys
from typing import Any

import pytest
from support import suite, tree_cases
from test_suites import _utf16, dump

import consomme

html = pytest.importorskip("lxml.html")
etree = pytest.importorskip("lxml.etree")

SVG = "{http://www.w3.org/2000/svg}"
MATH = "{http://www.w3.org/1998/Math/MathML}"
XHTML = "{http://www.w3.org/1999/xhtml}"
XLINK = "{http://www.w3.org/1999/xlink}"
_NAMESPACES = {
    SVG: "svg ",
    MATH: "math ",
    XLINK: "xlink ",
    "{http://www.w3.org/XML/1998/namespace}": "xml ",
}


def dump_of_lxml(result: Any) -> str:
    """Returns what `to_lxml(namespaces="foreign")` makes in the format of the suites."""
    lines: list[str] = []
    nodes = result if isinstance(result, list) else _with_siblings(result)
    waiting: list[tuple[Any, int]] = [(node, 1) for node in nodes][::-1]
    while waiting:
        node, depth = waiting.pop()
        indent = "| " + "  " * (depth - 1)
        if isinstance(node, str):
            lines.append(f'{indent}"{node}"')
            continue
        if node.tail is not None:
            waiting.append((node.tail, depth))
        if node.tag is etree.Comment:
            lines.append(f"{indent}<!-- {node.text} -->")
            continue
        if node.tag is etree.ProcessingInstruction:
            lines.append(f"{indent}<?{node.target} {node.text}?>")
            continue
        lines.append(f"{indent}<{_name(node.tag)}>")
        pairs = {_name(key): value for key, value in node.attrib.items()}
        lines.extend(f'{indent}  {key}="{pairs[key]}"' for key in sorted(pairs, key=_utf16))
        below = depth + 1
        if node.tag == "template":
            lines.append(f"{indent}  content")
            below += 1
        waiting.extend((child, below) for child in reversed(node))
        if node.text is not None:
            waiting.append((node.text, below))
    return "\n".join(lines)


def _with_siblings(root: Any) -> list[Any]:
    return [*root.itersiblings(preceding=True)][::-1] + [root, *root.itersiblings()]


def _name(name: str) -> str:
    namespace, brace, local = name.rpartition("}")
    prefix = _NAMESPACES[namespace + brace] if brace else ""
    return prefix + re.sub("U0[0-9A-F]{4}", lambda escape: chr(int(escape[0][1:], 16)), local)


def _expected(document: consomme.Document) -> str:
    """Returns the tree without what lxml lacks: doctypes, declarations, control characters."""
    lines = [line for line in dump(document).split("\n| ") if "<!DOCTYPE " not in line]
    text = "\n| ".join(lines)
    text = text if text.startswith("| ") or not text else f"| {text}"
    text = re.sub("[\x00-\x08\x0b\x0e-\x1f\ufffe\uffff]", "\ufffd", text.replace("\x0c", " "))
    return _without_declarations(text)


def _without_declarations(tree: str) -> str:
    return re.sub(r'\n\|\s+xmlns(?: xlink)?="[^\n]*"(?=\n|$)', "", tree)


def _xml(result: Any) -> str:
    nodes = result if isinstance(result, list) else _with_siblings(result)
    written = (etree.tostring(node, encoding="unicode") for node in nodes if not isinstance(node, str))
    return f"<a>{''.join(written)}</a>"


def test_trees_are_those_of_the_suite() -> None:
    wrong, count = [], 0
    for case in tree_cases(suite("CONSOMME_WPT", "../shared/wpt") / "html-syntax-parsing"):
        context = case.sections.get("document-fragment")
        if context is None:
            document = consomme.parse(case.html)
        else:
            document = consomme.parse_fragment(case.html, context=context.strip())
        tree = _without_declarations(dump_of_lxml(document.to_lxml(namespaces="foreign")))
        if tree != _expected(document):
            wrong.append(f"{case.place}\n{_expected(document)}\n--\n{tree}")
        etree.fromstring(_xml(document.to_lxml(namespaces="all")))  # It is well-formed.
        count += 1
    assert count >= 1500
    assert not wrong, f"{len(wrong)} of {count}:\n" + "\n\n".join(wrong[:5])


def test_documents_are_trees_of_lxml_html() -> None:
    page = consomme.parse(
        '<!--a--><!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://a.example/strict.dtd"><!--b-->'
        "<title>Soups</title><p class=x>Leek <b>soup</b>, <a href=/miso>miso</a>!<form><input name=n value=v>"
        "</form></html><!--c--><!--d-->",
        url="https://soup.example/menu",
    )
    root = page.to_lxml()
    assert type(root) is html.HtmlElement and root.getparent() is None
    assert root.xpath("//p/text()") == ["Leek ", ", ", "!"] and root.find(".//b").tail == ", "
    assert root.find_class("x")[0].text_content().startswith("Leek soup, miso!")
    assert root.forms[0].fields["n"] == "v" and root.head.findtext("title") == "Soups"
    root.make_links_absolute()
    assert root.xpath("//a/@href") == ["https://soup.example/miso"]
    docinfo = root.getroottree().docinfo
    assert (docinfo.public_id, docinfo.system_url) == (
        "-//W3C//DTD HTML 4.01//EN",
        "http://a.example/strict.dtd",
    )
    assert [node.text for node in root.itersiblings(preceding=True)] == ["b", "a"]
    assert [node.text for node in root.itersiblings()] == ["c", "d"]
    assert page.select_one("a")["href"] == "/miso"  # type: ignore[index]


def test_doctypes_are_those_of_the_page() -> None:
    for written, expected in (
        ("", ""),
        ("<!DOCTYPE html>", "<!DOCTYPE html>"),
        ("<!DOCTYPE html SYSTEM 'about:legacy-compat'>", '<!DOCTYPE html SYSTEM "about:legacy-compat">'),
        ("<!DOCTYPE html SYSTEM 'a\"b'>", '<!DOCTYPE html SYSTEM "aU00022b">'),
        ("<!DOCTYPE html PUBLIC 'a\"é'>", '<!DOCTYPE html PUBLIC "aU00022U000E9">'),
    ):
        for namespaces in ("none", "all"):
            root = consomme.parse(written).to_lxml(namespaces=namespaces)  # type: ignore[arg-type]
            assert root.getroottree().docinfo.doctype == expected


def test_nodes_other_than_documents_are_what_lxml_has() -> None:
    page = consomme.parse("<p>Leek<!--c--><?target data><svg><path/></svg>tail<template><i>t</i></template>")
    p = page.select_one("p")
    assert p is not None
    element = p.to_lxml()
    assert element.getparent() is None and element.getroottree().docinfo.doctype == ""
    text, comment, instruction, svg, tail, template = p
    assert text.to_lxml() == "Leek" and tail.to_lxml() == "tail"
    assert comment.to_lxml().text == "c" and isinstance(comment.to_lxml(), html.HtmlComment)
    assert (instruction.to_lxml().target, instruction.to_lxml().text) == ("target", "data")
    assert svg.to_lxml(namespaces="foreign").tag == f"{SVG}svg"
    assert isinstance(template, consomme.Element) and template.template_contents is not None
    assert [node.tag for node in template.template_contents.to_lxml()] == ["i"]
    assert html.tostring(template.to_lxml()) == b"<template><i>t</i></template>"


def test_fragments_are_lists_as_lxml_has_them() -> None:
    for markup in ("", "Leek", "Leek<b>1</b>2<i>3</i>", "<b>1</b>2", "<b>1</b><!--c-->2"):
        found = consomme.parse_fragment(markup).to_lxml()
        expected = html.fragments_fromstring(markup) if markup else []
        shown = [
            [node if isinstance(node, str) else etree.tostring(node) for node in nodes]
            for nodes in (found, expected)
        ]
        assert shown[0] == shown[1]


FOREIGN = "<p xmlns=a o:p=1 xml:lang=de>1<svg xmlns=b xmlns:xlink=c viewBox=0 xlink:href=# xml:lang=fr><a>2</a>"


def test_names_have_no_namespaces_unless_asked_for() -> None:
    page = consomme.parse(FOREIGN + "<foreignObject><b>3<math><mi>4")
    root = page.to_lxml()
    assert [element.tag for element in root.iter()][3:] == "p svg a foreignObject b math mi".split()
    assert root.find(".//p").attrib == {"xmlns": "a", "o:p": "1", "xml:lang": "de"}
    svg = root.find(".//svg").attrib
    assert svg.keys() == ["xmlns", "xmlns:xlink", "viewBox", "xlink:href", "xml:lang"]

    root = page.to_lxml(namespaces="foreign")
    names = ["p", f"{SVG}svg", f"{SVG}a", f"{SVG}foreignObject", "b", f"{MATH}math", f"{MATH}mi"]
    assert [element.tag for element in root.iter()][3:] == names
    svg = root.find(f".//{SVG}svg")
    xml_lang = "{http://www.w3.org/XML/1998/namespace}lang"
    assert svg.attrib.keys() == ["viewBox", f"{XLINK}href", xml_lang]
    assert svg.nsmap == {None: SVG[1:-1], "xlink": XLINK[1:-1]} and svg[0].nsmap == svg.nsmap
    assert root.find(".//p").attrib == {"xmlns": "a", "o:p": "1", "xml:lang": "de"}

    root = page.to_lxml(namespaces="all")
    assert root.tag == f"{XHTML}html" and root.find(f".//{XHTML}b").text == "3"
    assert root.find(f".//{XHTML}p").attrib == {"oU0003Ap": "1", "xmlU0003Alang": "de"}
    assert type(root) is html.HtmlElement
    with pytest.raises(ValueError, match="'none', 'foreign' or 'all', not 'some'"):
        page.to_lxml(namespaces="some")  # type: ignore[arg-type]


def test_names_that_lxml_refuses_are_written_as_in_html5lib() -> None:
    page = consomme.parse("<p {{a}}=1 b\"=2 \x01c=3 @d=4><e<f><1é:g></p><é\u00d7>")
    p = page.select_one("p").to_lxml()  # type: ignore[union-attr]
    assert p.attrib.keys() == ["U0007B{a}}", 'b"', "U00001c", "@d"]
    assert [child.tag for child in p.iter()][1:] == ["eU0003Cf"]
    p = page.select_one("p").to_lxml(namespaces="all")  # type: ignore[union-attr]
    assert p.attrib.keys() == ["U0007BU0007BaU0007DU0007D", "bU00022", "U00001c", "U00040d"]
    page = consomme.parse("<a><x:é\u00d7></x:é\u00d7>")
    assert page.to_lxml().find(".//a")[0].tag == "x:é\u00d7"
    assert page.to_lxml(namespaces="all").find(f".//{XHTML}a")[0].tag == f"{XHTML}xU0003AéU000D7"


def test_texts_that_lxml_refuses_lose_the_characters() -> None:
    page = consomme.parse("<p title='\x01\x0c'>\x0ca\x02<b>1</b>\x7f\ufffe<!--\x03\x0c-->")
    root = page.to_lxml()
    p = root.find(".//p")
    assert (p.get("title"), p.text, p[0].tail) == ("\ufffd ", " a\ufffd", "\x7f\ufffd")
    assert p[1].text == "\ufffd "
    svg = consomme.parse("<svg><![CDATA[\0]]>").to_lxml()
    assert svg.find(".//svg").text == "\ufffd"


def test_comments_keep_hyphens_but_in_trees_for_xml() -> None:
    page = consomme.parse("<p><!--a---b--><!-- - -->")
    assert html.tostring(page.select_one("p").to_lxml()) == b"<p><!--a---b--><!-- - --></p>"  # type: ignore[union-attr]
    page.select_one("p").append(page.create_comment("c--"), page.create_comment("-"))  # type: ignore[union-attr]
    p = page.select_one("p").to_lxml(namespaces="all")  # type: ignore[union-attr]
    assert [comment.text for comment in p] == ["a- - -b", " - ", "c- - ", "- "]


def test_texts_next_to_each_other_are_one() -> None:
    page = consomme.parse_fragment("<p>")
    p = page.select_one("p")
    assert p is not None
    p.append("a", "b", page.create_element("br"), "c", page.create_text(""), "d")
    assert (p.to_lxml().text, p.to_lxml()[0].tail) == ("ab", "cd")


def test_lines_are_those_of_start_tags() -> None:
    html = "<p>\n<b>1</b>\n" + "\n" * 70_000 + "<i>"
    root = consomme.parse(html, positions=True).to_lxml()
    assert [element.sourceline for element in root.iter("html", "p", "b", "i")] == [None, 1, 2, None]
    assert consomme.parse(html).to_lxml().find(".//b").sourceline is None


def test_depth_costs_no_stack() -> None:
    page = consomme.parse("<div>" * 20_000 + "x", limits={"depth": None})
    assert page.to_lxml().xpath("count(//div)") == 20_000


def test_errors_say_what_lxml_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    page = consomme.parse("<!DOCTYPE html>")
    with pytest.raises(TypeError, match="no nodes for a doctype"):
        page.first_child.to_lxml()  # type: ignore[union-attr]
    page.document_element.remove()  # type: ignore[union-attr]
    with pytest.raises(consomme.TreeError, match="no document without a root"):
        page.to_lxml()
    monkeypatch.setitem(sys.modules, "lxml", None)
    monkeypatch.delitem(sys.modules, "consomme._lxml", raising=False)
    with pytest.raises(ImportError, match="pip install lxml"):
        page.to_lxml()
