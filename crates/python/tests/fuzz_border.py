"""Calls the package in any order, with arguments of any type, and fails if anything but its exceptions comes out.

    python tests/fuzz_border.py SECONDS SEED

Each seed stands for one round of calls on a few documents, which are edited meanwhile. The program takes one seed
after the other for that time, at least one, and prints how many calls it has made. At a find, it prints the seed and
the last calls.
"""

from __future__ import annotations

import faulthandler
import inspect
import random
import sys
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from border_values import Hostile, Raised, Values

import consomme

# How many calls a round makes.
CALLS = 200
# How many objects a round knows at most.
MAX_POOL = 60
# A document whose markup is longer is forgotten, so that a round ends soon.
MAX_MARKUP = 20_000
# How deep calls are within the callbacks of others.
MAX_DEPTH = 2

# What a call may raise: the exceptions of the package but for `InternalError`, those with which Python refuses an
# argument, and what a callback raises.
ALLOWED = (
    consomme.ConsommeError,
    AttributeError,
    BufferError,
    ImportError,
    LookupError,
    OverflowError,
    Raised,
    StopIteration,
    TypeError,
    ValueError,
)

FUNCTIONS = [
    consomme.parse,
    consomme.parse_fragment,
    consomme.stream,
    consomme.rewrite,
    consomme.Sanitizer,
    consomme.Schema,
]

# The special methods of which a class of the package has some.
SPECIAL = [
    *("__arrow_c_stream__", "__bool__", "__contains__", "__copy__", "__deepcopy__", "__delitem__", "__eq__"),
    *("__getitem__", "__hash__", "__iter__", "__len__", "__lt__", "__next__", "__repr__", "__reversed__"),
    *("__setitem__", "__str__", "_repr_html_"),
]


class Find(Exception):
    """Something came out that must not."""


class Round:
    """One round of calls."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._pool: list[Any] = []
        self._depth = 0
        self._values = Values(self._random, self._pool, self.step)
        self._last: deque[str] = deque(maxlen=12)
        self.calls = 0
        """How many calls were made."""
        self.returned = 0
        """How many of them returned a value."""

    def run(self) -> None:
        """Makes the calls."""
        for markup in ("<p class=a id=p>Leek <b>soup</b>", "<ul><li><a href=/x>1</a><li>2</ul>"):
            options = {"positions": True, "shadow_roots": True, "lossless": self._random.random() < 0.5}
            self._pool.append(consomme.parse(markup, **options))  # type: ignore[call-overload]
        while self.calls < CALLS:
            self.step()
        for document in self._pool:
            if isinstance(document, consomme.Document):
                self._call("the markup of a document", lambda document=document: document.html)

    def step(self) -> None:
        """Makes one call, or none if too many are under way."""
        if self._depth >= MAX_DEPTH:
            return
        self._depth += 1
        try:
            if self._random.random() < 0.12:
                self._function(self._random.choice(FUNCTIONS))
            else:
                self._member(self._random.choice(self._pool))
        finally:
            self._depth -= 1
        self._forget()

    def _function(self, function: Any) -> None:
        positional, named = self._arguments(function)
        self._call(f"{function.__name__}{positional}{named}", lambda: function(*positional, **named))

    def _member(self, item: Any) -> None:
        kind = type(item)
        public = [name for name in dir(kind) if not name.startswith("_")]
        name = self._random.choice([*public, *(name for name in SPECIAL if hasattr(kind, name))])
        what = f"{kind.__name__}.{name}"
        if not callable(getattr(kind, name)):
            if self._random.random() < 0.25:
                value = self._values.value("html" if name.endswith("html") else name)
                self._call(f"{what} = {_shown(value)}", lambda: setattr(item, name, value))
            else:
                self._call(what, lambda: getattr(item, name))
            return
        positional, named = self._arguments(getattr(kind, name), is_method=True)
        self._call(f"{what}{positional}{named}", lambda: getattr(item, name)(*positional, **named))

    def _arguments(self, function: Any, is_method: bool = False) -> tuple[_Arguments, _Options]:
        positional, named = _Arguments(), _Options()
        try:
            parameters = list(inspect.signature(function).parameters.values())
        except (TypeError, ValueError):
            parameters = []
        for parameter in parameters[is_method and bool(parameters) and parameters[0].name == "self" :]:
            is_left_out = self._random.random() < (0.02 if parameter.default is parameter.empty else 0.75)
            if parameter.kind is parameter.VAR_POSITIONAL:
                positional += [self._values.value(parameter.name) for _ in range(self._random.randrange(4))]
            elif is_left_out:
                continue
            elif parameter.kind is parameter.KEYWORD_ONLY:
                named[parameter.name] = self._values.value(parameter.name)
            else:
                positional.append(self._values.value(parameter.name))
        if self._random.random() < 0.02:
            positional.append(self._values.any())
        return positional, named

    def _call(self, what: str, function: Callable[[], Any]) -> None:
        self.calls += 1
        self._last.append(what)
        try:
            result = function()
            self._keep(result)
        except consomme.InternalError as error:
            raise Find(self._report(error)) from error
        except (Find, KeyboardInterrupt):
            raise
        except ALLOWED:
            return
        # A panic of PyO3 is no `Exception`.
        except BaseException as error:
            raise Find(self._report(error)) from error
        self.returned += 1

    def _report(self, error: BaseException) -> str:
        calls = "\n".join(f"  {call}" for call in self._last)
        return f"{type(error).__name__}: {error}\nafter these calls:\n{calls}"

    def _keep(self, result: Any, depth: int = 0) -> None:
        """Keeps the objects of the package that a result has."""
        if isinstance(result, dict):
            result = list(result.values())
        if not isinstance(result, (list, tuple)):
            if type(result).__name__ in consomme.__all__:
                self._pool.append(result)
        elif depth < 3:
            for item in result[:3]:
                self._keep(item, depth + 1)

    def _forget(self) -> None:
        """Forgets objects, but never all documents."""
        while len(self._pool) > MAX_POOL:
            del self._pool[self._random.randrange(2, len(self._pool))]
        for index, item in enumerate(self._pool):
            if self._depth == 0 and isinstance(item, consomme.Document) and len(item.html) > MAX_MARKUP:
                self._pool[index] = consomme.parse("<p>short")


class _Arguments(list[Any]):
    """Positional arguments, which are shown without calling their methods."""

    def __str__(self) -> str:
        return f"({', '.join(map(_shown, self))})"

    def __iadd__(self, values: Any) -> _Arguments:
        self.extend(values)
        return self


class _Options(dict[str, Any]):
    """Named arguments, which are shown in the same way."""

    def __str__(self) -> str:
        return ", ".join(f" {name}={_shown(value)}" for name, value in self.items())


def _shown(value: Any) -> str:
    plain = (str, bytes, bytearray, int, float, bool, type(None))
    if isinstance(value, Hostile) or not isinstance(value, plain):
        return f"<{type(value).__name__}>"
    return ascii(value)[:80]


def main() -> int:
    """Runs rounds for a time."""
    faulthandler.enable()
    seconds, seed = float(sys.argv[1]), int(sys.argv[2])
    end = time.monotonic() + seconds
    calls = returned = 0
    while True:
        current = Round(seed)
        try:
            current.run()
        except Find as find:
            print(f"seed {seed}: {find}")
            return 1
        calls += current.calls
        returned += current.returned
        seed += 1
        if time.monotonic() >= end:
            break
    print(f"{calls} calls, of which {returned} returned; the next seed is {seed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
