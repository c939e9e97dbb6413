"""The border to Python: a short run of `fuzz_border.py`."""

from __future__ import annotations

from typing import Any

import pytest
from fuzz_border import CALLS, Find, Round

import consomme
from consomme import Sanitizer


def test_nothing_but_documented_exceptions_comes_out_of_any_calls() -> None:
    calls = returned = 0
    for seed in range(20):
        current = Round(seed)
        current.run()
        calls += current.calls
        returned += current.returned
    assert calls >= 20 * CALLS
    # Most calls must get beyond their arguments.
    assert returned > calls / 3


def test_rules_that_contain_themselves_are_refused() -> None:
    circular: dict[str, Any] = {}
    circular["tags"] = {"p": circular}
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for make in (Sanitizer, Sanitizer.from_ammonia, Sanitizer.from_dompurify, Sanitizer.from_sanitize_html):
        for rules in (circular, {"tags": deep}):
            with pytest.raises(ValueError, match="nested deeper than 128"):
                make(rules)
    assert Sanitizer.from_ammonia({"tags": {"b"}}).sanitize("<i><b>x") == "<b>x</b>"


def test_a_document_without_positions_has_no_node_at_a_place() -> None:
    assert consomme.parse("<p>Leek").node_at(0) is None
    assert consomme.parse("<p>Leek", positions=True).node_at(0) is not None


def test_a_mistake_of_the_package_is_a_find() -> None:
    def fail() -> None:
        raise consomme.InternalError

    def panic() -> None:
        raise BaseException

    for function in (fail, panic):
        with pytest.raises(Find):
            Round(1)._call("it", function)
