"""Fields of pages: `consomme extract` beside Parsel, which Scrapy uses.

    python crates/schema/benches/parsel.py target/dist/consomme ../shared/corpus/pages

Both find the texts of 1, 8 and 32 selectors in each page of a folder, on one core, as JSON lines.
Times are processor time in seconds, the least of three runs, with the start of the program; that of
Python and its modules is measured alone and taken off.
"""

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

SELECTORS = [
    "h1", "title", "h2", "a[rel=next]", "li > a", ".price", "td", "time",
    ".author", "h3", "b", "i", "nav a", "footer", ".date", "#main h1",
    "article h2", "figcaption", "blockquote", "code", ".card .name", ".card b", "th", "caption",
    "a[href^='https:']", "span.count", "em", "strong", "dt", "dd", "button", "label",
]

PARSEL = """
import json, sys
from pathlib import Path
from parsel import Selector
folder, selectors = sys.argv[1], json.loads(sys.argv[2])
for file in sorted(Path(folder).glob("*.html")) if selectors else []:
    page = Selector(text=file.read_text(errors="replace"))
    texts = {s: [" ".join(e.xpath("string()").get().split()) for e in page.css(s)] for s in selectors}
    print(json.dumps(texts))
"""


def time_of(command):
    """Returns the processor time of a command, the least of three runs."""
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def main():
    program, folder = sys.argv[1:]
    start = time_of([sys.executable, "-c", PARSEL, folder, "[]"])
    print("| selectors | consomme extract | Parsel | ratio |\n|--:|--:|--:|--:|")
    for count in (1, 8, 32):
        selectors = SELECTORS[:count]
        with tempfile.TemporaryDirectory() as place:
            schema = Path(place) / "schema.json"
            schema.write_text(json.dumps({selector: [selector] for selector in selectors}))
            ours = time_of([program, "extract", str(schema), "-j", "1", folder])
        theirs = time_of([sys.executable, "-c", PARSEL, folder, json.dumps(selectors)]) - start
        print(f"| {count} | {ours:.3f} s | {theirs:.2f} s | {theirs / ours:.0f} |", flush=True)


if __name__ == "__main__":
    main()
