"""Writes COVERAGE.md: which lines of the library and its packages each fuzz target reaches.

    python fuzz/coverage.py [SECONDS]

Each target runs over the seeds, its finds, and generated documents for some seconds (10 by default), in
a build that counts. Takes rustup's component `llvm-tools`.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

FUZZ = Path(__file__).parent.resolve()
FEATURES = "css,detect,sanitizer,selectors,stream"
# How many files are listed of those that targets reach least.
LEAST = 20

TEXT = """\
# Coverage

The lines of code of the library and its packages that each target reaches, of {lines:,} that the runner
is made of, and the files with most lines that no target reaches. `fuzz/coverage.py {seconds}` has written
this: each target ran over the seeds, its finds and generated documents for {seconds} seconds. Tests inside
the files do not count.

| target | lines | |
|---|--:|--:|
{targets}

| file | lines that no target reaches | of |
|---|--:|--:|
{files}
"""


def run(*command, **more):
    return subprocess.run(command, check=True, text=True, **more)


def tool(name):
    """Returns the path of a program of `llvm-tools`."""
    root = run("rustc", "--print", "target-libdir", capture_output=True).stdout.strip()
    return str(Path(root).parent / "bin" / name)


def build():
    """Builds the runner so that it counts, and returns its path."""
    folder = FUZZ / "target/coverage"
    # What runs while building counts nothing.
    flags = {"RUSTFLAGS": "-C instrument-coverage", "LLVM_PROFILE_FILE": os.devnull, "CARGO_PROFILE_RELEASE_DEBUG": "0"}
    run(
        *("cargo", "build", "--release", "--manifest-path", str(FUZZ / "Cargo.toml"), "--target-dir", str(folder)),
        *("--no-default-features", "--features", FEATURES, "--bin", "generate"),
        env=os.environ | flags,
    )
    return folder / "release/generate"


def lines(runner, profiles, folder):
    """Returns, for each file of the project, the lines that there are and those that are reached."""
    merged = str(Path(folder) / "merged")
    run(tool("llvm-profdata"), "merge", "-sparse", "-o", merged, *map(str, profiles))
    exported = run(tool("llvm-cov"), "export", "-format=lcov", f"-instr-profile={merged}", runner, capture_output=True)
    files = {}
    for record in exported.stdout.split("end_of_record"):
        path, counts = None, {}
        for line in record.splitlines():
            if line.startswith("SF:"):
                path = Path(line[3:])
            elif line.startswith("DA:"):
                number, count = line[3:].split(",")[:2]
                counts[int(number)] = int(count)
        if path is None or not path.is_relative_to(FUZZ.parent):
            continue
        name = path.relative_to(FUZZ.parent)
        if name.parts[0] == "src" or name.parts[0] == "crates":
            reached = {number for number, count in counts.items() if count}
            files[str(name)] = (set(counts), reached)
    return files


def main():
    seconds = sys.argv[1] if len(sys.argv) > 1 else "10"
    runner = build()
    names = run(runner, "0", capture_output=True).stdout
    targets = [line.split()[0] for line in names.splitlines() if line.endswith("documents")]
    rows, profiles = [], []
    with tempfile.TemporaryDirectory() as folder:
        for target in targets:
            profile = Path(folder) / f"{target}.profraw"
            run(runner, seconds, "1", target, env=os.environ | {"LLVM_PROFILE_FILE": str(profile)}, capture_output=True)
            profiles.append(profile)
            files = lines(runner, [profile], folder)
            total = sum(len(there) for there, _ in files.values())
            reached = sum(len(reached) for _, reached in files.values())
            rows.append(f"| `{target}` | {reached:,} | {100 * reached / total:.0f} % |")
            print(rows[-1], flush=True)
        files = lines(runner, profiles, folder)
    total = sum(len(there) for there, _ in files.values())
    reached = sum(len(reached) for _, reached in files.values())
    rows.append(f"| all | {reached:,} | {100 * reached / total:.0f} % |")
    missed = sorted(files.items(), key=lambda file: len(file[1][1]) - len(file[1][0]))
    least = [f"| `{name}` | {len(there) - len(reached)} | {len(there)} |" for name, (there, reached) in missed[:LEAST]]
    text = TEXT.format(lines=total, seconds=seconds, targets="\n".join(rows), files="\n".join(least))
    (FUZZ / "COVERAGE.md").write_text(text)


if __name__ == "__main__":
    main()
