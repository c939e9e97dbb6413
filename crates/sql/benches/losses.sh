#!/usr/bin/env bash
# Loses an executor in 200 queries, each in one of seven ways, and prints how many answers were right, errors or wrong.
# Usage: benches/losses.sh [FIRST..END]. Five clusters of two executors run at a time; 200 runs take 15 to 40 minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
CONSOMME_RUNS=${1:-0..200} cargo test --locked --test sql losses -- --nocapture
