"""An HTML parser that builds the tree that browsers build.

>>> import consomme
>>> page = consomme.parse('<ul><li><a href="/leek">Leek <b>soup</b></a><li><a>Sold out</a></ul>')
>>> for link in page.select("a[href]"):
...     print(link["href"], link.inner_text)
/leek Leek soup

`parse` takes the bytes of a response, or text; `parse_fragment` a piece of HTML. Both return a
`Document`, which is the root of a tree of nodes. `Sanitizer` cleans HTML of strangers.

In `consomme.soup`, `consomme.parsel` and `consomme.selectolax` are the interfaces of Beautiful
Soup, Parsel and selectolax.
"""

from __future__ import annotations

from collections.abc import Iterator as _Iterator
from collections.abc import MutableMapping as _MutableMapping
from collections.abc import Sequence as _Sequence

from ._consomme import (
    Attributes,
    Comment,
    Doctype,
    Document,
    Element,
    Fragment,
    MainContent,
    Node,
    NodeIterator,
    NodeList,
    ProcessingInstruction,
    RewriteElement,
    Sanitized,
    Sanitizer,
    Schema,
    Span,
    Stream,
    Table,
    Text,
    parse,
    parse_fragment,
    rewrite,
    stream,
)
from .errors import (
    ConsommeError,
    EncodingError,
    InternalError,
    LimitError,
    ParseError,
    RewriteError,
    SanitizerError,
    SchemaError,
    SelectorError,
    StreamError,
    TreeError,
    XPathError,
)

__all__ = [
    "Attributes",
    "Comment",
    "ConsommeError",
    "Doctype",
    "Document",
    "Element",
    "EncodingError",
    "Fragment",
    "InternalError",
    "LimitError",
    "MainContent",
    "Node",
    "NodeIterator",
    "NodeList",
    "ParseError",
    "ProcessingInstruction",
    "RewriteElement",
    "RewriteError",
    "Sanitized",
    "Sanitizer",
    "SanitizerError",
    "Schema",
    "SchemaError",
    "SelectorError",
    "Span",
    "Stream",
    "StreamError",
    "Table",
    "Text",
    "TreeError",
    "XPathError",
    "parse",
    "parse_fragment",
    "rewrite",
    "stream",
]

_MutableMapping.register(Attributes)  # pyright: ignore[reportAttributeAccessIssue]
_Sequence.register(NodeList)  # pyright: ignore[reportAttributeAccessIssue]
_Iterator.register(NodeIterator)  # pyright: ignore[reportAttributeAccessIssue]
