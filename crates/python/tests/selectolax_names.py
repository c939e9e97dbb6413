"""Makes `import selectolax` import `consomme.selectolax`, for selectolax's own tests.

A plugin of pytest. It writes the names of the tests that fail, and how many pass, to the file of
the variable `SELECTOLAX_RESULTS`.
"""

from __future__ import annotations

import json
import os
import sys
import types
from pathlib import Path

import pytest

import consomme.selectolax

_failed: list[str] = []
_passed: list[str] = []


def _install() -> None:
    package, module = types.ModuleType("selectolax"), types.ModuleType("selectolax.lexbor")
    module.__dict__.update(vars(consomme.selectolax))
    # The tests that need a version of Lexbor run.
    module.__dict__.update(LEXBOR_VERSION_MAJOR=99, LEXBOR_VERSION_MINOR=0)
    # Without it, no test of the file would run.
    module.__dict__.setdefault("LexborDocumentOptions", None)
    package.__dict__.update(__path__=[], lexbor=module)
    sys.modules.update({"selectolax": package, "selectolax.lexbor": module})


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Notes the result of a test."""
    name = report.nodeid.partition("[")[0].rpartition("/")[2]
    if report.failed:
        _failed.append(name)
    elif report.when == "call" and report.passed:
        _passed.append(name)


def pytest_sessionfinish() -> None:
    """Writes the results."""
    results = {"failed": _failed, "passed": len(_passed)}
    Path(os.environ["SELECTOLAX_RESULTS"]).write_text(json.dumps(results), "utf-8")


_install()
