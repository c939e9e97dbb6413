"""Fields of pages: frostwork and Parsel, which Scrapy uses, in one process.

    python crates/schema/benches/peers.py ../shared/corpus/pages

The pages, shapes and selectors are those of `benches/compare -- --fields`, which measures
consomme-schema beside parsers in Rust. Each finds the texts of 1, 8 and 32 selectors, given bytes.
Megabytes a second, the best of three rounds.
"""

import sys
import time
from pathlib import Path

from frostwork import Page
from parsel import Selector

DATA = Path(__file__).parents[3] / "benches/compare/fields"
SELECTORS = (DATA / "selectors.txt").read_text().splitlines()


def sources(folder):
    """Yields the names and pages of each source, as bytes."""
    yield "130 pages", [file.read_bytes() for file in sorted(Path(folder).glob("*.html"))]
    for line in (DATA / "shapes.txt").read_text().splitlines():
        name, part = line.split(": ", 1)
        start, end = ("<table>", "</table>") if name == "rows" else ("", "")
        parts = (part + "\n") * (1_000_000 // (len(part) + 1))
        yield name, [f"<!DOCTYPE html><title>{name}</title>{start}{parts}{end}".encode()]


def of_frostwork(selectors):
    """Returns a function that finds the texts in a page, a list of its texts for each selector."""
    page = Page()
    for number, selector in enumerate(selectors):
        page = page.field_all(str(number), selector + " ::text")
    return lambda html: page.extract(html, encoding="utf-8").to_dict()


def of_parsel(selectors):
    """As `of_frostwork`, a text for each element."""

    def extract(html):
        page = Selector(text=html.decode(errors="replace"))
        return [
            [" ".join(element.xpath("string()").get().split()) for element in page.css(selector)]
            for selector in selectors
        ]

    return extract


def speed(extract, pages):
    """Returns the bytes of the pages for each second, in megabytes."""
    least = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        for page in pages:
            extract(page)
        least = min(least, time.perf_counter() - start)
    return sum(map(len, pages)) / 1e6 / least


def main():
    print("| source | selectors | frostwork | Parsel |\n|---|--:|--:|--:|")
    for name, pages in sources(sys.argv[1]):
        for count in (1, 8, 32):
            selectors = SELECTORS[:count]
            theirs = (speed(of(selectors), pages) for of in (of_frostwork, of_parsel))
            print(f"| {name} | {count} | " + " | ".join(f"{one:.3g}" for one in theirs) + " |", flush=True)


if __name__ == "__main__":
    main()
