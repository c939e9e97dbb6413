"""What the tests share: the suites that are beside the repository."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[3]


def suite(variable: str, default: str) -> Path:
    """Returns the folder of a suite, or skips the test; in CI, a missing suite is a failure."""
    folder = REPOSITORY / os.environ.get(variable, default)
    if not folder.is_dir():
        message = f"there is no directory {folder}: set {variable}, see CONTRIBUTING.md"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    return folder


def pages() -> list[bytes]:
    """Returns real pages."""
    folder = suite("CONSOMME_PAGES", "../shared/corpus/pages")
    return [path.read_bytes() for path in sorted(folder.iterdir())]


@dataclass
class TreeCase:
    """A case of tree construction, in html5lib's format."""

    place: str
    is_scripted: bool = False
    sections: dict[str, str] = field(default_factory=dict)

    @property
    def html(self) -> str:
        """The input."""
        return self.sections["data"]

    @property
    def tree(self) -> str:
        """The expected tree."""
        return self.sections["document"].rstrip("\n")


def tree_cases(folder: Path) -> Iterator[TreeCase]:
    """Reads all cases below a folder."""
    for path in sorted(folder.rglob("*.dat")):
        yield from _cases_in(path)


def _cases_in(path: Path) -> Iterator[TreeCase]:
    text = path.read_bytes().decode("utf-8", "surrogatepass")
    case: TreeCase | None = None
    section, lines = "", []

    def close() -> None:
        if case is not None and section:
            case.sections[section] = "\n".join(lines)

    for number, line in enumerate(text.split("\n"), 1):
        if line == "#data":
            close()
            if case is not None:
                yield case
            is_scripted = path.parent.name == "scripted" or path.name.startswith("scripted_")
            case = TreeCase(f"{path.name}:{number}", is_scripted)
            section, lines = "data", []
        elif line.startswith("#") and line[1:].split(" ")[0] in _SECTIONS:
            close()
            section, lines = line[1:], []
        else:
            lines.append(line)
    close()
    if case is not None:
        yield case


_SECTIONS = {
    "description",
    "errors",
    "new-errors",
    "document",
    "document-fragment",
    "script-on",
    "script-off",
}
