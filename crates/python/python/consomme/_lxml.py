"""Trees of `lxml.html`, for `Node.to_lxml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeAlias

from . import Comment, Doctype, Document, Element, Fragment, Node, ProcessingInstruction, Text
from . import TreeError as _TreeError
from ._lines import Lines
from ._names import FOREIGN_ATTRIBUTES, HTML, XLINK, XMLNS

try:
    from lxml import etree, html
except ImportError as error:
    raise ImportError("Node.to_lxml needs lxml: pip install lxml", name="lxml") from error

__all__ = ["convert"]

Namespaces: TypeAlias = Literal["none", "foreign", "all"]

# libxml2 has 16 bits for the line of an element, all of which say that it has a number elsewhere.
_LAST_LINE = 65_534

# Characters that lxml refuses in texts.
_REFUSED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
# Characters that lxml refuses in the names of a tree of its HTML parser; `{` starts a namespace.
_REFUSED_IN_TAGS = re.compile("[\x00-\x20&<>/\"'\ufffe\uffff]|^\\{")
_REFUSED_IN_ATTRIBUTES = re.compile("[\x00-\x20\ufffe\uffff]|^\\{")
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9_.-]|^[^A-Za-z_]")
_NOT_IN_PUBLIC_IDS = re.compile(r"[^ \r\nA-Za-z0-9'()+,./:=?;!*#@$_%-]")


def convert(node: Node, namespaces: Namespaces) -> Any:
    """Returns a node as lxml has it: an element, a list of those, or a text."""
    if namespaces not in ("none", "foreign", "all"):
        raise ValueError(f"namespaces is 'none', 'foreign' or 'all', not {namespaces!r}")
    converter = _Converter(node.document, namespaces)
    if isinstance(node, Element):
        return converter.tree(node)
    if node.kind == "document":
        return converter.document(node.document)
    if isinstance(node, (Document, Fragment)):
        return converter.fragment(node)
    if isinstance(node, Text):
        return node.text
    if isinstance(node, (Comment, ProcessingInstruction)):
        return converter.leaf(node)
    raise TypeError(f"lxml has no nodes for a {node.kind}")


class _Converter:
    """Makes lxml's elements for one document."""

    def __init__(self, document: Document, namespaces: Namespaces) -> None:
        self._document = document
        self._namespaces = namespaces
        # Trees of the HTML parser allow more names, and only others can be written as XML.
        self._parser = html.xhtml_parser if namespaces == "all" else html.html_parser
        self._tags: dict[tuple[str, str], str] = {}
        self._attributes: dict[tuple[bool, str], str | None] = {}
        self._lines: Lines | None = None

    def document(self, document: Document) -> Any:
        """Returns the root element of a tree with the doctype and all comments."""
        source = document.document_element
        if source is None:
            raise _TreeError("the document has no element, and lxml no document without a root")
        root = self.tree(source)
        last = root
        for child in document:
            if isinstance(child, Doctype):
                _set_doctype(root.getroottree().docinfo, child)
            elif child == source:
                last = None
            elif isinstance(child, (Comment, ProcessingInstruction)):
                leaf = self.leaf(child)
                if last is root:
                    root.addprevious(leaf)
                else:
                    (root if last is None else last).addnext(leaf)
                    last = leaf
        return root

    def fragment(self, node: Node) -> list[Any]:
        """Returns the children, the texts being tails; a text that is first is a str."""
        parent = self._root(HTML, "div")
        self._fill(parent, HTML, node)
        return [*([parent.text] if parent.text else ()), *parent]

    def tree(self, element: Element) -> Any:
        """Returns an element with all below it, as the root of a tree."""
        namespace = element.namespace
        root = self._root(namespace, element.name)
        for name, value in self._attrs(element, namespace).items():
            root.set(name, _text(value))
        self._place(root, element)
        self._fill(root, namespace, element.template_contents or element)
        return root

    def leaf(self, node: Comment | ProcessingInstruction) -> Any:
        """Returns a comment or a processing instruction.

        The data is set afterwards: the constructors refuse "--" and "?>", which trees of HTML have.
        """
        data = _text(node.data)
        if isinstance(node, Comment):
            leaf = html.HtmlComment("")
            if self._namespaces == "all":
                data = _xml_comment(data)
        else:
            leaf = html.HtmlProcessingInstruction(_xml_name(node.target), "")
            if self._namespaces == "all":
                data = data.replace("?>", "? >")
        leaf.text = data
        return leaf

    def _root(self, namespace: str, name: str) -> Any:
        nsmap = self._nsmap("", namespace)
        root = self._parser.makeelement(self._tag(namespace, name), nsmap=nsmap)
        docinfo = root.getroottree().docinfo
        docinfo.clear()  # lxml begins with the doctype of HTML 4.
        if self._document.url is not None:
            docinfo.URL = self._document.url
        return root

    def _fill(self, target: Any, namespace: str, source: Node) -> None:
        """Appends all below a node."""
        # The levels that are not at their end: the children that are left, what they are appended
        # to, its last child, and its namespace.
        levels: list[tuple[Iterator[Node], Any, Any, str]] = []
        children: Iterator[Node] = iter(source)
        parent, last = target, None
        texts: list[str] = []
        while True:
            for child in children:
                if isinstance(child, Text):
                    texts.append(child.text)
                    continue
                if texts:
                    _add_text(parent, last, texts)
                if isinstance(child, Element):
                    last = self._append(parent, child, namespace)
                    content = child.template_contents or child
                    if content.has_children:
                        levels.append((children, parent, last, namespace))
                        children, parent, last = iter(content), last, None
                        namespace = child.namespace
                        break
                elif isinstance(child, (Comment, ProcessingInstruction)):
                    last = self.leaf(child)
                    parent.append(last)
            else:
                if texts:
                    _add_text(parent, last, texts)
                if not levels:
                    return
                children, parent, last, namespace = levels.pop()

    def _append(self, parent: Any, element: Element, outer: str) -> Any:
        namespace = element.namespace
        tag = self._tag(namespace, element.name)
        attrs = self._attrs(element, namespace)
        nsmap = None if namespace == outer else self._nsmap(outer, namespace)
        try:
            made = etree.SubElement(parent, tag, attrs, nsmap)
        except ValueError:  # A value that lxml refuses, which is rare.
            attrs = {name: _text(value) for name, value in attrs.items()}
            made = etree.SubElement(parent, tag, attrs, nsmap)
        self._place(made, element)
        return made

    def _nsmap(self, outer: str, namespace: str) -> dict[str | None, str] | None:
        """Returns the namespaces that an element declares."""
        if not self._has_namespace(namespace):
            return None
        if namespace == HTML:
            return {None: namespace}
        return {None: namespace, "xlink": XLINK}

    def _has_namespace(self, namespace: str) -> bool:
        return self._namespaces == "all" or self._namespaces == "foreign" and namespace != HTML

    def _tag(self, namespace: str, name: str) -> str:
        key = namespace, name
        tag = self._tags.get(key)
        if tag is None:
            tag = self._name(name, _REFUSED_IN_TAGS)
            if self._has_namespace(namespace):
                tag = f"{{{namespace}}}{tag}"
            self._tags[key] = tag
        return tag

    def _attrs(self, element: Element, namespace: str) -> dict[str, str]:
        is_foreign = namespace != HTML
        attrs = {}
        for name, value in element.attrs.items():
            key = is_foreign, name
            if key not in self._attributes:
                self._attributes[key] = self._attribute(name, is_foreign)
            made = self._attributes[key]
            if made is not None:
                attrs[made] = value
        return attrs

    def _attribute(self, name: str, is_foreign: bool) -> str | None:
        """Returns the name of an attribute. None if it declares a namespace: elements do."""
        if self._namespaces != "none":
            namespace = FOREIGN_ATTRIBUTES.get(name) if is_foreign else None
            if namespace == XMLNS or self._namespaces == "all" and name == "xmlns":
                return None
            if namespace is not None:
                return f"{{{namespace}}}{name.partition(':')[2]}"
        return self._name(name, _REFUSED_IN_ATTRIBUTES)

    def _name(self, name: str, refused: re.Pattern[str]) -> str:
        if self._namespaces == "all":
            return _xml_name(name)
        return refused.sub(_escaped, name)

    def _place(self, made: Any, element: Element) -> None:
        """Sets the line of the source, if the document was parsed with `positions=True`."""
        if element.start_tag_span is None:
            return
        if self._lines is None:
            self._lines = Lines(self._document.source)
        line, _ = self._lines.place(element)
        if line is not None and line <= _LAST_LINE:
            made.sourceline = line


def _add_text(parent: Any, last: Any, texts: list[str]) -> None:
    """Puts texts after the last child of the parent, and empties their list."""
    text = "".join(texts)
    texts.clear()
    try:
        _set_text(parent, last, text)
    except ValueError:
        _set_text(parent, last, _text(text))


def _set_text(parent: Any, last: Any, text: str) -> None:
    if last is None:
        parent.text = text
    else:
        last.tail = text


def _set_doctype(docinfo: Any, doctype: Doctype) -> None:
    docinfo.system_url = _text(doctype.system_id.replace('"', "U00022")) or None
    if doctype.public_id:
        docinfo.public_id = _NOT_IN_PUBLIC_IDS.sub(_escaped, doctype.public_id)


def _text(text: str) -> str:
    """Returns a text without the characters that lxml refuses."""
    return _REFUSED.sub("\ufffd", text.replace("\x0c", " "))


def _escaped(match: re.Match[str]) -> str:
    """Returns a character as html5lib writes it in names."""
    return f"U{ord(match[0]):05X}"


def _xml_comment(data: str) -> str:
    """Returns the data of a comment as XML allows it, with a space between hyphens."""
    data = re.sub("-(?=-)", "- ", data)
    return f"{data} " if data.endswith("-") else data


def _xml_name(name: str) -> str:
    """Returns a name of XML. lxml says itself which characters it takes."""
    if not _NOT_PLAIN.search(name):
        return name
    start = name[:1] if _is_xml_name(name[:1]) else f"U{ord(name[:1]):05X}"
    return start + "".join(_escaped_unless_taken(name[1:]))


def _escaped_unless_taken(characters: Iterable[str]) -> Iterator[str]:
    for character in characters:
        is_taken = _is_xml_name(f"a{character}")
        yield character if is_taken else f"U{ord(character):05X}"


def _is_xml_name(name: str) -> bool:
    try:
        return bool(etree.QName(name).localname == name)
    except ValueError:
        return False
