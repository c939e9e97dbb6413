"""Evaluates expressions with lxml over XML files, and writes the values as JSON.

    python3 answer.py EXPRESSIONS FILE...

Each line of the file EXPRESSIONS is an expression; empty lines and those that start with `#` are
left out. For each file, a line is written: a list with the value of each expression. Nodes are a
list of numbers, in document order. Elements, comments and processing instructions are numbered in
document order from 0, and `n` of them stands for four numbers:

    4n      the node itself
    4n + 1  the text at its start
    4n + 2  the text after it
    4n + 3  an attribute of it

What is outside the document element is -1.
"""

import json
import math
import sys

from lxml import etree


def value(result, numbers):
    if isinstance(result, list):
        return [node(item, numbers) for item in result]
    if isinstance(result, float):
        # JSON has neither of these.
        return result if math.isfinite(result) else str(result)
    return result if isinstance(result, bool) else str(result)


def node(item, numbers):
    if not isinstance(item, str):
        number = numbers.get(item)
        return -1 if number is None else 4 * number
    kind = 3 if item.is_attribute else 2 if item.is_tail else 1
    return 4 * numbers[item.getparent()] + kind


def main():
    with open(sys.argv[1], encoding="utf-8") as lines:
        texts = [line.rstrip("\n") for line in lines]
    paths = [etree.XPath(text) for text in texts if text and not text.startswith("#")]
    parser = etree.XMLParser(huge_tree=True, resolve_entities=False)
    for name in sys.argv[2:]:
        tree = etree.parse(name, parser)
        # The dictionary keeps the nodes, so that each stays the same object.
        numbers = {item: number for number, item in enumerate(tree.getroot().iter())}
        print(json.dumps([value(path(tree), numbers) for path in paths]), flush=True)


main()
