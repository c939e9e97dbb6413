"""Threads, memory, and what must never happen."""

from __future__ import annotations

import gc
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import consomme

TIMES = int(os.environ.get("CASES_TIMES", "1"))


def test_a_page_is_read_in_many_threads_while_it_is_edited() -> None:
    page = consomme.parse("<ul>" + "<li><a href=/x>Leek</a>" * 500 + "</ul>")
    stop = threading.Event()

    def read() -> int:
        count = 0
        while not stop.is_set():
            links = page.select("a")
            assert set(links.texts()) <= {"Leek", ""}
            try:
                assert all(link.name == "a" for link in links)
            except consomme.TreeError as error:
                assert "discarded" in str(error)
            assert page.html.startswith("<html>")
            count += 1
        return count

    def edit() -> None:
        ul = page.select_one("ul")
        assert ul is not None
        for _ in range(300 * TIMES):
            ul.append_html("<li><a href=/y>Leek</a>")
            first = ul.first_child
            assert first is not None
            first.discard()
        stop.set()

    with ThreadPoolExecutor(4) as pool:
        readers = [pool.submit(read) for _ in range(3)]
        pool.submit(edit).result()
        assert all(reader.result() >= 1 for reader in readers)
    assert len(page.select("li")) == 500


def test_pages_are_parsed_in_many_threads() -> None:
    html = [f"<title>{n}</title>" + "<p>Leek" * 3000 for n in range(8)]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(5 * TIMES):
            assert [page.title for page in pool.map(consomme.parse, html)] == list("01234567")


def test_garbage_collection_in_the_middle_of_a_call_does_no_harm() -> None:
    # A finalizer that edits the same document while nodes of it are made.
    page = consomme.parse("<p>1" * 200)

    class Finalized:
        def __init__(self) -> None:
            self.cycle = self

        def __del__(self) -> None:
            page.body.append("x")  # type: ignore[union-attr]

    threshold = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for _ in range(50):
            Finalized()
            page.select("p").texts()
            [dict(p.attrs) for p in page.select("p")[:5]]
            page.links()
            page.tables()
    finally:
        gc.set_threshold(*threshold)


def _resident_kilobytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads Linux's /proc")
def test_documents_leave_no_memory_behind() -> None:
    html = "<ul>" + "<li class=soup><a href='/leek'>Leek <b>ü</b></a>" * 4 + "</ul>"
    large = html * 40

    def use(count: int) -> None:
        for number in range(count):
            page = consomme.parse(html if number % 50 else large)
            links = page.select("a")
            [(link["href"], link.text) for link in links]
            links[0].append(page.create_element("i", text="x"))
            links[0].attrs["title"] = "soup"
            list(page.descendants)
            try:
                page.select("a[")
            except consomme.SelectorError:
                pass

    count = 10_000 * TIMES
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(use, [count // 4] * 2))
        gc.collect()
        before = _resident_kilobytes()
        list(pool.map(use, [count] * 2))
    gc.collect()
    growth = _resident_kilobytes() - before
    # `CASES_TIMES=50 pytest -s` shows that of a million documents.
    print(f"{2 * count} documents: {growth} KB more")
    assert growth < 4_000


def test_hostile_input_ends_in_exceptions_only() -> None:
    deep = "<div>" * 100_000
    page = consomme.parse(deep)
    assert len(page.html) > 1_000_000 and page.body is not None
    assert page.body.css_path and page._repr_html_() and page.markdown() is not None
    for selector in ("", ",", "a" * 100_000, ":not(" * 10_000, "\0", "\ud800"):
        for find in (page.select, page.extract, page.xpath):
            try:
                find(selector)  # type: ignore[operator]
            except (consomme.ConsommeError, UnicodeEncodeError):
                pass
    assert issubclass(consomme.InternalError, Exception)
