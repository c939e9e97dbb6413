"""Measures the query of examples/throughput.rs with Python functions: title, links and text of pages in memory, on one
core, in DataFusion's Python package. The pages are those that the example writes.

    pip install datafusion pyarrow selectolax lxml
    python3 benches/python_udf.py FOLDER
"""

import glob
import sys
import time

import lxml.html
import pyarrow as pa
import pyarrow.parquet as pq
from datafusion import SessionConfig, SessionContext, udf
from selectolax.lexbor import LexborHTMLParser

ROUNDS = 3
TYPE = pa.struct([("title", pa.large_string()), ("links", pa.list_(pa.large_string())), ("text", pa.large_string())])


def record(titles, links, texts):
    columns = [pa.array(titles, pa.large_string()), pa.array(links, pa.list_(pa.large_string())),
               pa.array(texts, pa.large_string())]
    return pa.StructArray.from_arrays(columns, fields=list(TYPE))


def with_selectolax(pages):
    titles, links, texts = [], [], []
    for page in pages:
        tree = LexborHTMLParser(page.as_buffer().to_pybytes())
        title = tree.css_first("title")
        titles.append(title.text() if title else None)
        links.append([link.attributes["href"] for link in tree.css("a[href]")])
        texts.append(tree.body.text() if tree.body else "")
    return record(titles, links, texts)


def with_lxml(pages):
    titles, links, texts = [], [], []
    for page in pages:
        try:
            tree = lxml.html.document_fromstring(page.as_buffer().to_pybytes())
        except (lxml.etree.ParserError, ValueError):
            titles.append(None), links.append([]), texts.append("")
            continue
        titles.append(tree.findtext(".//title"))
        links.append([str(href) for href in tree.xpath("//a/@href")])
        body = tree.find("body")
        texts.append(body.text_content() if body is not None else "")
    return record(titles, links, texts)


def main(folder):
    batches = []
    for path in sorted(glob.glob(f"{folder}/*.parquet")):
        batches += pq.read_table(path, columns=["html"]).cast(pa.schema([("html", pa.binary())])).to_batches(64)
    size = sum(len(value.as_buffer()) for batch in batches for value in batch.column(0))
    print(f"{size / 1e6:.1f} MB of pages")
    for name, function in [("selectolax", with_selectolax), ("lxml", with_lxml)]:
        context = SessionContext(SessionConfig({"datafusion.execution.target_partitions": "1"}))
        context.register_record_batches("pages", [batches])
        context.register_udf(udf(function, [pa.binary()], TYPE, "stable", name="fields"))
        best = float("inf")
        for _ in range(ROUNDS):
            start = time.perf_counter()
            rows = sum(len(batch.to_pyarrow()) for batch in context.sql("SELECT fields(html) FROM pages").execute_stream())
            best = min(best, time.perf_counter() - start)
            assert rows
        print(f"{name}: {size / 1e6 / best:.0f} MB/s")


main(sys.argv[1])
