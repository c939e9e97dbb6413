#!/usr/bin/env bash
# Builds every fuzz target as OSS-Fuzz and ClusterFuzzLite run them: a program in $OUT, and beside it its dictionary, its
# options and its first inputs, which are the seeds and the finds of the target.
set -euo pipefail
cd "$SRC/consomme"

# With overflow checks and debug assertions: most finds are panics.
cargo fuzz build -O --debug-assertions

built=fuzz/target/x86_64-unknown-linux-gnu/release
for file in fuzz/fuzz_targets/*.rs; do
    target=$(basename "$file" .rs)
    cp "$built/$target" "$OUT/"
    cp fuzz/html.dict "$OUT/$target.dict"
    printf '[libfuzzer]\nmax_len = 4096\ntimeout = 60\n' > "$OUT/$target.options"
    inputs=(fuzz/seeds/*)
    if [ -d "tests/finds/$target" ]; then
        inputs+=("tests/finds/$target"/*)
    fi
    # Files of both folders may have the same name.
    folder=$(mktemp -d)
    for input in "${inputs[@]}"; do
        cp "$input" "$folder/$(sha1sum "$input" | cut -c 1-40)"
    done
    zip -q -j "$OUT/${target}_seed_corpus.zip" "$folder"/*
    rm -r "$folder"
done
