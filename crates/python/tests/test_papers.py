"""The examples of the papers, the types, and the names."""

from __future__ import annotations

import doctest
import importlib
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import consomme
from consomme import _consomme

PACKAGE = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(
    "name",
    ["consomme", "consomme._consomme", "consomme.parsel", "consomme.selectolax", "consomme.soup"],
)
def test_the_examples_of_docstrings_run(name: str) -> None:
    if name == "consomme.soup":
        pytest.importorskip("bs4")
    module = importlib.import_module(name)
    finder = doctest.DocTestFinder(exclude_empty=True)
    failed = attempted = 0
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    tests = finder.find(module, name)
    for extra in ("parse", "parse_fragment", "rewrite", "stream", "Sanitizer", "Schema"):
        # Functions of extension modules are not found: they have no source.
        if name == "consomme._consomme":
            parser = doctest.DocTestParser()
            text = inspect.getdoc(getattr(module, extra)) or ""
            tests.append(parser.get_doctest(text, {}, f"{name}.{extra}", None, None))
    for test in tests:
        result = runner.run(test)
        failed += result.failed
        attempted += result.attempted
    assert failed == 0 and attempted > 0


@pytest.mark.parametrize("name", ["README.md", "DIFFERENCES.md"])
def test_the_examples_of_the_papers_run(name: str) -> None:
    pytest.importorskip("bs4")
    path = PACKAGE / name
    result = doctest.testfile(
        str(path), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE, encoding="utf-8"
    )
    assert result.failed == 0
    assert result.attempted > 0 or name != "README.md"


def test_everything_has_a_docstring() -> None:
    for name in consomme.__all__:
        item = getattr(consomme, name)
        assert inspect.getdoc(item), name
        if not inspect.isclass(item) or not item.__module__.startswith("consomme"):
            continue
        for member, value in vars(item).items():
            if not member.startswith("_"):
                assert getattr(value, "__doc__", None), f"{name}.{member}"


def test_the_stubs_name_what_there_is() -> None:
    stubs = (PACKAGE / "python/consomme/_consomme.pyi").read_text("utf-8")
    for name, item in vars(_consomme).items():
        if name.startswith("__"):
            continue
        assert f"class {name}" in stubs or f"def {name}(" in stubs, name
        if not inspect.isclass(item):
            continue
        body = stubs.split(f"class {name}")[1].split("\nclass ")[0]
        for member in vars(item):
            if not member.startswith("__"):
                assert f"def {member}(" in body, f"{name}.{member}"


def test_mypy_is_content() -> None:
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--no-error-summary"]
    result = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
