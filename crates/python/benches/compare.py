"""Times this package beside other parsers, in one process, interleaved.

    python benches/compare.py PAGES [ROUNDS]

PAGES is a folder with HTML pages. Each contender goes over all pages between two readings of the
clock of the process; the medians of all rounds are printed, with how many times as fast consomme
is. A library that is not installed is left out. Those in `SLOW` read every tenth page.
"""

from __future__ import annotations

import gc
import io
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import consomme

Task = Callable[[Any], object]
Contenders = dict[str, Task]

# They take minutes where the others take seconds: their times are those of every tenth input, by size.
SLOW = {"bs4 with lxml", "html5lib"}


def optional(name: str) -> Any:
    """Imports a module, if it is installed."""
    try:
        return __import__(name, fromlist=["x"])
    except ImportError:
        return None


def drop_contenders() -> tuple[Contenders, Contenders]:
    """Parsing and dropping, from bytes and from str."""
    of_bytes: Contenders = {"consomme": consomme.parse}
    of_text: Contenders = {"consomme": consomme.parse}
    if turbohtml := optional("turbohtml"):
        of_bytes["turbohtml"] = of_text["turbohtml"] = turbohtml.parse
    if lexbor := optional("selectolax.lexbor"):
        of_bytes["selectolax"] = of_text["selectolax"] = lexbor.LexborHTMLParser
    if resiliparse := optional("resiliparse.parse.html"):
        tree = resiliparse.HTMLTree
        of_bytes["resiliparse"] = lambda html: tree.parse_from_bytes(html, "utf-8")
        of_text["resiliparse"] = tree.parse
    if lxml := optional("lxml.html"):
        of_bytes["lxml"] = of_text["lxml"] = lxml.document_fromstring
    if html5lib := optional("html5lib"):
        of_bytes["html5lib"] = of_text["html5lib"] = html5lib.parse
    if soup := soup_of():
        of_bytes["bs4 with lxml"] = of_text["bs4 with lxml"] = soup
    return of_bytes, of_text


def soup_of() -> Task | None:
    """Returns the function that makes trees of Beautiful Soup with lxml, if both are installed."""
    bs4 = optional("bs4")
    return bs4 and optional("lxml") and (lambda html: bs4.BeautifulSoup(html, "lxml"))


def link_contenders() -> Contenders:
    """Parsing, selecting links, and reading their texts and addresses."""

    def ours(html: str) -> list[tuple[str, str]]:
        return [(link["href"], link.text) for link in consomme.parse(html).select("a[href]")]

    def at_once(html: str) -> list[tuple[str | None, str]]:
        links = consomme.parse(html).select("a[href]")
        return list(zip(links.attr("href"), links.texts(), strict=True))

    contenders: Contenders = {"consomme": ours, "consomme, lists": at_once}
    if lexbor := optional("selectolax.lexbor"):
        contenders["selectolax"] = lambda html: [
            (link.attributes["href"], link.text())
            for link in lexbor.LexborHTMLParser(html).css("a[href]")
        ]
    if turbohtml := optional("turbohtml"):
        contenders["turbohtml"] = lambda html: [
            (link.attrs["href"], link.text) for link in turbohtml.parse(html).select("a[href]")
        ]
    if lxml := optional("lxml.html"):
        contenders["lxml"] = lambda html: [
            (link.get("href"), link.text_content())
            for link in lxml.document_fromstring(html).iterfind(".//a[@href]")
        ]
    if resiliparse := optional("resiliparse.parse.html"):
        contenders["resiliparse"] = lambda html: [
            (link["href"], link.text)
            for link in resiliparse.HTMLTree.parse(html).document.query_selector_all("a[href]")
        ]
    if soup := soup_of():
        contenders["bs4 with lxml"] = lambda html: [
            (link["href"], link.get_text()) for link in soup(html).find_all("a", href=True)
        ]
    return contenders


def fragment_contenders() -> Contenders:
    """Parsing and dropping pieces of HTML."""
    contenders: Contenders = {"consomme": consomme.parse_fragment}
    if turbohtml := optional("turbohtml"):
        contenders["turbohtml"] = turbohtml.parse_fragment
    if lexbor := optional("selectolax.lexbor"):
        contenders["selectolax"] = lambda html: lexbor.LexborHTMLParser(html, is_fragment=True)
    return contenders


def text_contenders() -> Contenders:
    """Parsing, and all text."""
    contenders: Contenders = {"consomme": lambda html: consomme.parse(html).text}
    if lexbor := optional("selectolax.lexbor"):
        contenders["selectolax"] = lambda html: lexbor.LexborHTMLParser(html).text()
    if turbohtml := optional("turbohtml"):
        contenders["turbohtml"] = lambda html: turbohtml.parse(html).text
    if resiliparse := optional("resiliparse.parse.html"):
        contenders["resiliparse"] = lambda html: resiliparse.HTMLTree.parse(html).document.text
    if lxml := optional("lxml.html"):
        contenders["lxml"] = lambda html: lxml.document_fromstring(html).text_content()
    if soup := soup_of():
        contenders["bs4 with lxml"] = lambda html: soup(html).get_text()
    return contenders


def sanitize_contenders() -> Contenders:
    """Sanitizing from text to text."""
    contenders: Contenders = {
        "consomme": consomme.Sanitizer().sanitize,
        "consomme, relaxed": consomme.Sanitizer("relaxed").sanitize,
    }
    if nh3 := optional("nh3"):
        contenders["nh3"] = nh3.clean
    return contenders


def table_contenders() -> Contenders:
    """Parsing, and all tables: as lists of rows, and as data frames."""

    def rows(html: str) -> list[list[list[str]]]:
        return [table.rows for table in consomme.parse(html).tables()]

    contenders: Contenders = {
        "consomme": rows,
        "consomme, parse": consomme.parse,
        "consomme, tables": lambda html: consomme.parse(html).tables(),
    }
    if polars := optional("polars"):
        contenders["consomme, polars"] = lambda html: [
            polars.DataFrame(table) for table in consomme.parse(html).tables()
        ]
    if pyarrow := optional("pyarrow"):
        contenders["consomme, pyarrow"] = lambda html: [
            pyarrow.table(table) for table in consomme.parse(html).tables()
        ]
    if pandas := optional("pandas"):
        contenders["consomme, pandas"] = lambda html: [
            pandas.DataFrame.from_arrow(table) for table in consomme.parse(html).tables()
        ]
        contenders["pandas.read_html"] = lambda html: pandas.read_html(io.StringIO(html))
    return contenders


def is_read_by_all(contenders: Contenders, html: str) -> bool:
    """Returns whether no contender fails: `pandas.read_html` does without a table with a cell."""
    try:
        for task in contenders.values():
            task(html)
    except Exception:  # noqa: BLE001
        return False
    return True


def lxml_contenders() -> Contenders:
    """Trees of lxml."""
    contenders: Contenders = {}
    if lxml := optional("lxml.html"):
        contenders["consomme"] = lambda html: consomme.parse(html).to_lxml()
        contenders["lxml"] = lxml.document_fromstring
    if html5lib := optional("html5lib"):
        warnings.simplefilter("ignore")  # It warns of each name that it changes.
        contenders["html5lib"] = lambda html: html5lib.parse(html, treebuilder="lxml")
    return contenders


def size_of(inputs: list[Any]) -> int:
    """Returns the bytes of all inputs."""
    return sum(len(html) if isinstance(html, bytes) else len(html.encode()) for html in inputs)


def median_times(contenders: Contenders, inputs: list[Any], rounds: int) -> dict[str, float]:
    """Returns the seconds of each contender for all inputs."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    some = inputs[::10]
    scale = size_of(inputs) / size_of(some)
    broken: set[str] = set()
    fast = [name for name in contenders if name not in SLOW]
    slow = [name for name in contenders if name in SLOW]
    # The slow ones come last: Python collects the garbage that they leave in the turns after theirs.
    for turns in [fast] * rounds + [slow] * rounds:
        for name in turns:
            if name in broken:
                continue
            start = time.process_time()
            try:
                for html in some if name in SLOW else inputs:
                    contenders[name](html)
            except Exception as error:  # noqa: BLE001
                print(f"  {name} fails: {error!r}")
                broken.add(name)
                continue
            seconds = time.process_time() - start
            times[name].append(seconds * scale if name in SLOW else seconds)
    return {name: statistics.median(found) for name, found in times.items() if found}


def report(title: str, contenders: Contenders, inputs: list[Any], rounds: int) -> None:
    """Prints the table of a task."""
    size = size_of(inputs)
    times = median_times(contenders, inputs, rounds)
    own = times["consomme"]
    print(f"{title}: {len(inputs)} inputs, {size / 1e6:.1f} MB")
    for name, seconds in sorted(times.items(), key=lambda item: item[1]):
        each = seconds / len(inputs) * 1e6
        print(
            f"  {name:20} {size / seconds / 1e6:8.0f} MB/s {each:9.2f} µs each"
            f"   consomme is {seconds / own:.2f} x as fast"
        )


def main() -> None:
    """Prints all tables."""
    folder, rounds = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 9
    pages = [path.read_bytes() for path in sorted(folder.iterdir())]
    texts = [page.decode("utf-8", "replace") for page in pages]
    pieces = [text[at : at + 200] for text in texts for at in range(0, len(text), 20_000)]
    pieces_4k = [text[at : at + 4096] for text in texts for at in range(0, len(text), 40_000)]
    gc.freeze()
    of_bytes, of_text = drop_contenders()
    report("parse and drop, bytes", of_bytes, pages, rounds)
    report("parse and drop, str", of_text, texts, rounds)
    report("links with texts", link_contenders(), texts, rounds)
    report("all text", text_contenders(), texts, rounds)
    report("fragments of 200 characters", fragment_contenders(), pieces, rounds)
    report("fragments of 4096 characters", fragment_contenders(), pieces_4k, rounds)
    report("sanitizing", sanitize_contenders(), texts, max(rounds // 3, 1))
    tables = table_contenders()
    with_tables = [text for text in texts if "<table" in text and is_read_by_all(tables, text)]
    report("tables", tables, with_tables, rounds)
    trees = lxml_contenders()
    if trees:
        report("trees of lxml, of every fifth page", trees, pages[::5], max(rounds // 3, 1))


main()
