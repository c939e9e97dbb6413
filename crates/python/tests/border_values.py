"""Arguments for the calls of `fuzz_border.py`: those that a parameter expects, and any others."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

PAGES = [
    "",
    "x",
    "<p class='a b' id=p>Leek <b>soup</b><i>é🍲</i><p hidden>x<!--c--><?t d?>",
    "<ul><li><a href=/leek rel=x>Leek</a><li><a>Sold out</a><li>Miso</ul>",
    "<table id=t><caption>C</caption><tr><th>Soup<th>Price<tr><td rowspan=2>Leek<td>4.50<tr><td>5</table>",
    "<!DOCTYPE html><html lang=en><title>T</title><meta charset=koi8-r><base href=/b/><h1>H</h1><p>Text",
    "<svg viewbox=1 xlink:href=#a><desc>x<p>y</svg><math><mi>z</math>",
    "<template><tr><td>x</template><select><option selected>A<option>B</select>",
    "<div><template shadowrootmode=open><slot></slot></template>light</div>",
    "<b><p>x</b>y<table>moved<tr><td>z</table>",
    "<script type=application/ld+json>{\"@type\":\"Article\",\"author\":{\"name\":\"A\"}}</script>",
    "<div itemscope itemtype=x><span itemprop=name>N</span></div><p>\0\r\n&amp;&#x80;&bogus;",
]

SELECTORS = [
    "*",
    "p",
    "b, i",
    "a[href]",
    "a::attr(href)",
    "p::text",
    "li:nth-child(2)",
    ":has(> b)",
    ":scope > *",
    "#p",
    ".a",
    "td",
    "",
    "a[",
    ":not(",
    "li:frist",
    "\0",
]

EXPRESSIONS = [
    "//a",
    "//li[2]",
    "//@*",
    "//text()",
    "count(//*)",
    "string(.)",
    "//a | //b",
    "..",
    "$v",
    "//x:a",
    "1 div 0",
    "boolean(//p)",
    "//*[contains(., $v)]",
    "//a[",
    "",
    "ancestor::*",
    "id('p')",
    "f()",
]

TEXTS = [
    *("", "a", "p", "x y", "é🍲", "\0", "-->", "?>", "class", "href", "/leek", "1"),
    *("\ud800", "a\udfffb", "x" * 300),
]

# Texts that mean something to some parameter.
WORDS = [
    *("2024", "2026", "report", "raise", "standard", "minified", "pretty", "xml", "none", "foreign", "all"),
    *("balance", "precision", "recall", "article", "listing", "before", "after", "prepend", "append", "inner"),
    *("outer", "relaxed", "basic", "only-text", "email", "utf-8", "koi8-r", "utf-16le", "klingon", "text/html"),
    *("ja", "https://a.example/", "//b", "javascript:x", "div", "table", "template", "body", "td", "svg"),
]

NUMBERS = [0, 1, 2, 3, 10, 1000, -1, -2, 2**31, 2**63, 2**64, -(2**70)]

LIMITS = ["depth", "nodes", "attributes_per_element", "input_bytes", "errors", "copies", "soup"]


class Raised(Exception):
    """What the objects of this module raise."""


class Hostile:
    """An object whose methods raise, or edit documents before they return."""

    def __init__(self, random: random.Random, step: Callable[[], None]) -> None:
        self._random = random
        self._step = step

    def _do(self, *results: Any) -> Any:
        if self._random.random() < 0.3:
            raise Raised
        if self._random.random() < 0.5:
            self._step()
        return self._random.choice([*results, None, 1, "x"])

    def __str__(self) -> str:
        return self._do("p", "\ud800")

    def __repr__(self) -> str:
        return self._do("p")

    def __index__(self) -> int:
        return self._do(0, -1, 2**64)

    def __float__(self) -> float:
        return self._do(0.5)

    def __bool__(self) -> bool:
        return self._do(True, False)

    def __len__(self) -> int:
        return self._do(0, 1, 2**62, -1)

    def __hash__(self) -> int:
        return self._do(5)

    def __eq__(self, other: object) -> bool:
        return self._do(True, False)

    def __iter__(self) -> Iterator[Any]:
        return self._do(iter(["class", "id"]), iter([("class", "x")]), iter([1]))

    def __getitem__(self, key: Any) -> Any:
        return self._do("x", "p")

    def __contains__(self, key: Any) -> bool:
        return self._do(True)

    def keys(self) -> Any:
        return self._do(["class"], ["p", "a"])

    def values(self) -> Any:
        return self._do(["x"])

    def items(self) -> Any:
        return self._do([("class", "x")], [("p", 1)], [(1,)])

    def read(self, size: Any = -1) -> Any:
        return self._do(b"<p>x", "<p>x", b"", "", b"\xff" * 100_000, "\ud800")

    def write(self, data: Any) -> Any:
        return self._do(len(data))

    def __call__(self, *arguments: Any) -> Any:
        return self._do(True)


class HostileMapping(Hostile, Mapping[Any, Any]):
    """The same as a mapping."""

    def get(self, key: Any, default: Any = None) -> Any:
        return self._do("x", default)


class Values:
    """Makes arguments from what comes at random."""

    def __init__(self, random: random.Random, pool: list[Any], step: Callable[[], None]) -> None:
        self._random = random
        self._pool = pool
        self._step = step

    def value(self, name: str) -> Any:
        """Returns an argument for a parameter of that name, mostly one that it may have."""
        if self._random.random() < 0.12:
            return self.any()
        makers: dict[str, Callable[[], Any]] = {
            "html": self._html,
            "source": self._source,
            "selector": lambda: self._random.choice(SELECTORS),
            "expression": lambda: self._random.choice(EXPRESSIONS),
            "nodes": lambda: self._of("Element", "Text", "Comment", "Fragment", "Document"),
            "node": lambda: self._of("Element", "Text", "Document"),
            "wrapper": lambda: self._of("Element"),
            "document": lambda: self._of("Document"),
            "file": self._file,
            "output": lambda: self._random.choice([None, self._hostile()]),
            "functions": self._functions,
            "limits": self._limits,
            "attrs": self._mapping,
            "other": self._mapping,
            "variables": lambda: {"v": self._random.choice(["x", 1.5, True, None, 2**80])},
            "namespaces": lambda: self._random.choice([{"x": "urn:a"}, {"x": 1}, {}, "none", "all", None]),
            "options": self._rules,
            "rules": lambda: self._random.choice([None, "relaxed", "x", self._rules()]),
            "fields": self._fields,
            "index": self._number,
            "size": self._number,
            "max_steps": self._number,
            "max_removals": self._number,
            "min_words": self._number,
        }
        if name in makers:
            return makers[name]()
        return self._random.choice(
            [
                *(self._random.choice(TEXTS), self._random.choice(TEXTS), self._random.choice(WORDS)),
                *(self._random.choice(WORDS), True, False, None),
            ]
        )

    def any(self) -> Any:
        """Returns a value of any type."""
        makers: list[Callable[[], Any]] = [
            self._number,
            self._hostile,
            self._hostile,
            self._mapping,
            self._fields,
            self._source,
            lambda: self._random.choice(TEXTS),
            lambda: self._random.choice(WORDS),
            lambda: self._random.choice([None, True, float("nan"), float("inf"), 0.5, 1j]),
            lambda: self._random.choice([[], [1, "a"], (), set(), [None], object(), int, Hostile, print]),
            lambda: slice(self._number(), self._number(), self._number()),
            lambda: self._random.choice(self._pool),
            lambda: self._random.choice(self._pool),
        ]
        return self._random.choice(makers)()

    def _html(self) -> str:
        return self._random.choice(PAGES) + self._random.choice(["", "", self._random.choice(PAGES)])

    def _source(self) -> Any:
        text = self._html()
        data = text.encode("utf-8", "surrogatepass")
        return self._random.choice(
            [
                *(text, text, data, data, bytearray(data), memoryview(data), memoryview(data)[::2]),
                *(memoryview(bytearray(data)), data + bytes(range(256)), b"\xff\xfe" + text.encode("utf-16le")),
                text + "\ud800",
            ]
        )

    def _number(self) -> int:
        return self._random.choice(NUMBERS)

    def _hostile(self) -> Hostile:
        return self._random.choice([Hostile, HostileMapping])(self._random, self._step)

    def _of(self, *classes: str) -> Any:
        known = [item for item in self._pool if type(item).__name__ in classes]
        return self._random.choice([*known, "text"])

    def _file(self) -> Any:
        pieces = iter([self._source() for _ in range(self._random.randrange(4))])

        class File:
            def read(self, size: int = -1) -> Any:
                piece = next(pieces, b"")
                return piece if isinstance(piece, str) else bytes(piece)

        return self._random.choice([File(), File(), self._hostile()])

    def _mapping(self) -> Any:
        plain = {self._random.choice(TEXTS): self._random.choice(TEXTS) for _ in range(2)}
        return self._random.choice([plain, plain, {"a": 1}, {1: "a"}, list(plain.items()), self._hostile()])

    def _functions(self) -> Any:
        functions: dict[Any, Any] = {}
        for _ in range(self._random.randrange(4)):
            functions[self._random.choice(SELECTORS)] = self._callback
        return self._random.choice([functions, functions, {"p": None}, {1: self._callback}, self._hostile()])

    def _callback(self, element: Any) -> Any:
        # The next steps call its methods, some of them when it is no longer valid.
        self._pool.append(element)
        for _ in range(self._random.randrange(4)):
            self._step()
        if self._random.random() < 0.1:
            raise Raised
        return self._random.choice([None, True, "x"])

    def _limits(self) -> Any:
        limits = {self._random.choice(LIMITS): self._random.choice([*NUMBERS, None, "x"]) for _ in range(2)}
        return self._random.choice([limits, None, None, self._hostile()])

    def _rules(self) -> Any:
        return self._random.choice(
            [
                {"elements": ["p", "b"]},
                {"elements": ["p", 1]},
                {"removeElements": ["b"], "comments": True},
                {"tags": ["b"], "link_rel": None},
                {"ALLOWED_TAGS": ["b"], "KEEP_CONTENT": False},
                {"allowedTags": ["b"], "allowedAttributes": {"a": ["href"]}},
                {"soup": object()},
                {"elements": self._hostile()},
                self._hostile(),
                {},
            ]
        )

    def _fields(self) -> Any:
        field: Any = {
            "css": self._random.choice(SELECTORS),
            "type": self._random.choice(["text", "number", "date", "url", "html", "soup", 1]),
            "take": self._random.choice(["first", "all", "x"]),
            "required": self._random.choice([True, False, "x"]),
            "default": self._random.choice([None, "x", 1, [], 2**80, float("nan")]),
        }
        kept = {key: value for key, value in field.items() if key == "css" or self._random.random() < 0.3}
        nested: Any = {"css": "li", "fields": {"a": "a", "b": kept}}
        recursive: dict[str, Any] = {"css": "p"}
        recursive["fields"] = {"x": recursive}
        return self._random.choice(
            [
                *({"a": "p", "b": kept}, {"a": kept}, {"n": nested}, {"r": recursive}),
                *("{}", '{"a": "p"}', "x", self._hostile()),
            ]
        )
