"""Times two threads against one: parse, select links, read their texts and addresses.

    python benches/threads.py PAGES [ROUNDS]

PAGES is a folder with HTML pages. Threads take pages from one queue until it is empty. Prints the
medians of all rounds, in which one thread and two take turns:

- wall: the time of one thread divided by that of two. Other work on the machine makes it less.
- CPU: twice the CPU time of one thread divided by that of two. It is what waits for nothing would
  give: what it lacks to 2 is the price of sharing caches and counters.
"""

from __future__ import annotations

import statistics
import sys
import threading
import time
from collections import deque
from pathlib import Path

import consomme

# How often each page is in the queue. Short rounds are more likely to have both cores.
TIMES = 2


def work(queue: deque[str]) -> None:
    """Reads pages until there are no more."""
    while True:
        try:
            html = queue.popleft()
        except IndexError:
            return
        for link in consomme.parse(html).select("a[href]"):
            link["href"], link.text  # noqa: B018


def measured(pages: list[str], count: int) -> tuple[float, float]:
    """Returns the seconds and the CPU seconds of so many threads for all pages."""
    queue = deque(pages * TIMES)
    threads = [threading.Thread(target=work, args=(queue,)) for _ in range(count)]
    wall, cpu = time.perf_counter(), time.process_time()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - wall, time.process_time() - cpu


def main() -> None:
    """Prints how many times as fast two threads are."""
    folder, rounds = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 101
    texts = [path.read_bytes().decode("utf-8", "replace") for path in sorted(folder.iterdir())]
    texts.sort(key=len, reverse=True)
    size = sum(len(text.encode()) for text in texts) * TIMES
    has_gil = getattr(sys, "_is_gil_enabled", lambda: True)()
    measured(texts, 2)
    ones, twos = [], []
    for _ in range(rounds):
        ones.append(measured(texts, 1))
        twos.append(measured(texts, 2))
    one, two = ([statistics.median(part) for part in zip(*of)] for of in (ones, twos))
    best = min(one for one, _ in ones) / min(two for two, _ in twos)
    print(f"Python {sys.version.split()[0]}, {'with' if has_gil else 'without'} a GIL")
    print(f"one thread   {size / one[0] / 1e6:6.0f} MB/s, {one[1]:.3f} s of CPU")
    print(f"two threads  {size / two[0] / 1e6:6.0f} MB/s, {two[1]:.3f} s of CPU")
    print(f"two threads are {one[0] / two[0]:.2f} x as fast by wall time, {best:.2f} x by the best rounds,")
    print(f"and {2 * one[1] / two[1]:.2f} x by CPU time")


main()
