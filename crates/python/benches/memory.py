"""Measures the memory of trees: resident bytes for each byte of HTML, with all trees kept.

    python benches/memory.py PAGES

PAGES is a folder with HTML pages. Each library has a process of its own, which reads a page, parses
it, keeps the tree and drops the page, one page after the other. What is measured is the growth of
the resident memory, so that a page which the tree keeps counts. Decoding is not part of it: pages
are given as str, and as bytes.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

Parse = Callable[[Any], object]


def _consomme() -> Parse:
    import consomme

    return consomme.parse


def _turbohtml() -> Parse:
    import turbohtml

    return turbohtml.parse


def _selectolax() -> Parse:
    from selectolax.lexbor import LexborHTMLParser

    return LexborHTMLParser


def _resiliparse() -> Parse:
    from resiliparse.parse.html import HTMLTree

    def parse(html: Any) -> object:
        return HTMLTree.parse(html) if isinstance(html, str) else HTMLTree.parse_from_bytes(html)

    return parse


def _lxml() -> Parse:
    import lxml.html

    return lxml.html.document_fromstring


def _bs4() -> Parse:
    import bs4

    return lambda html: bs4.BeautifulSoup(html, "lxml")


def _html5lib() -> Parse:
    import html5lib

    return html5lib.parse


LIBRARIES = {
    "consomme": _consomme,
    "turbohtml": _turbohtml,
    "selectolax": _selectolax,
    "resiliparse": _resiliparse,
    "lxml": _lxml,
    "bs4 with lxml": _bs4,
    "html5lib": _html5lib,
}


def resident_bytes() -> int:
    """Returns the resident memory of the process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def growth(name: str, folder: Path, is_text: bool) -> float:
    """Returns the growth of the memory for each byte of the pages."""
    warnings.simplefilter("ignore")
    parse = LIBRARIES[name]()
    # All that a library makes once.
    parse("<p>Leek")
    paths = sorted(folder.iterdir())
    size, trees = 0, []
    gc.collect()
    before = resident_bytes()
    for path in paths:
        html: str | bytes = path.read_bytes()
        if is_text:
            html = path.read_bytes().decode("utf-8", "replace")
        size += path.stat().st_size
        try:
            trees.append(parse(html))
        except ValueError:  # lxml takes no text with a declaration of its encoding.
            trees.append(parse(path.read_bytes()))
        del html
    gc.collect()
    return (resident_bytes() - before) / size


def main() -> None:
    """Prints the table, or one figure of it."""
    if len(sys.argv) > 2:
        print(growth(sys.argv[2], Path(sys.argv[1]), sys.argv[3] == "str"))
        return
    print(f"{'':16}{'of str':>8}{'of bytes':>10}   resident bytes for each byte of HTML")
    for name in LIBRARIES:
        figures = []
        for kind in ("str", "bytes"):
            command = [sys.executable, __file__, sys.argv[1], name, kind]
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            figures.append(f"{float(run.stdout):.2f}" if run.returncode == 0 else "-")
        print(f"{name:16}{figures[0]:>8}{figures[1]:>10}")


main()
