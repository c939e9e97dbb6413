"""The trees of html5lib's and the Web Platform Tests' cases, through the interface of Python."""

from __future__ import annotations

from typing import Literal

import pytest
from support import TreeCase, suite, tree_cases

import consomme

_PREFIXES = {
    "http://www.w3.org/1999/xhtml": "",
    "http://www.w3.org/2000/svg": "svg ",
    "http://www.w3.org/1998/Math/MathML": "math ",
}

# https://html.spec.whatwg.org/#adjust-foreign-attributes
_FOREIGN_ATTRIBUTES = {
    *(f"xlink:{name}" for name in "actuate arcrole href role show title type".split()),
    "xml:lang",
    "xml:space",
    "xmlns:xlink",
}


def dump(document: consomme.Document) -> str:
    """Returns a tree in the format of the cases."""
    lines: list[str] = []
    waiting: list[tuple[consomme.Node, int]] = [(child, 1) for child in document][::-1]
    while waiting:
        node, depth = waiting.pop()
        indent = "| " + "  " * (depth - 1)
        if isinstance(node, consomme.Element):
            lines.append(f"{indent}<{_PREFIXES[node.namespace]}{node.name}>")
            lines.extend(_attributes(node, indent + "  "))
            children = [(child, depth + 1) for child in node][::-1]
            contents = node.template_contents
            if contents is not None:
                lines.append(f"{indent}  content")
                children = [(child, depth + 2) for child in contents][::-1]
            waiting.extend(children)
        else:
            lines.append(indent + _leaf(node))
    return "\n".join(lines)


def _attributes(element: consomme.Element, indent: str) -> list[str]:
    is_foreign = element.namespace != "http://www.w3.org/1999/xhtml"

    def name(name: str) -> str:
        return name.replace(":", " ") if is_foreign and name in _FOREIGN_ATTRIBUTES else name

    pairs = {name(key): value for key, value in element.attrs.items()}
    return [f'{indent}{key}="{pairs[key]}"' for key in sorted(pairs, key=_utf16)]


def _utf16(name: str) -> bytes:
    return name.encode("utf-16-be", "surrogatepass")


def _leaf(node: consomme.Node) -> str:
    if isinstance(node, consomme.Text):
        return f'"{node.text}"'
    if isinstance(node, consomme.Comment):
        return f"<!-- {node.data} -->"
    if isinstance(node, consomme.ProcessingInstruction):
        return f"<?{node.target} {node.data}?>"
    assert isinstance(node, consomme.Doctype)
    ids = f' "{node.public_id}" "{node.system_id}"' if node.public_id or node.system_id else ""
    return f"<!DOCTYPE {node.name}{ids}>"


def _parsed(
    case: TreeCase, scripting: bool, revision: Literal["2024", "2026"]
) -> consomme.Document:
    context = case.sections.get("document-fragment")
    html = case.html
    if context is None:
        return consomme.parse(html, scripting=scripting, revision=revision)
    return consomme.parse_fragment(
        html, context=context.strip(), scripting=scripting, revision=revision
    )


@pytest.mark.parametrize(
    ("variable", "default", "part", "revision", "least"),
    [
        ("CONSOMME_WPT", "../shared/wpt", "html-syntax-parsing", "2026", 1900),
        (
            "CONSOMME_HTML5LIB_TESTS_2024",
            "../shared/html5lib-tests-2024",
            "tree-construction",
            "2024",
            1700,
        ),
    ],
)
def test_trees_are_those_of_the_suites(
    variable: str, default: str, part: str, revision: Literal["2024", "2026"], least: int
) -> None:
    wrong, count = [], 0
    for case in tree_cases(suite(variable, default) / part):
        if case.is_scripted:
            continue  # It takes a script engine.
        for scripting in (False, True):
            other = "script-on" if not scripting else "script-off"
            if other in case.sections:
                continue
            count += 1
            tree = dump(_parsed(case, scripting, revision))
            if tree != case.tree:
                wrong.append(f"{case.place} scripting={scripting}\n{case.tree}\n--\n{tree}")
    assert count >= least
    assert not wrong, f"{len(wrong)} of {count}:\n" + "\n\n".join(wrong[:5])
