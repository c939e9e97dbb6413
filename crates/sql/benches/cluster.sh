#!/usr/bin/env bash
# Measures a query on one executor with one core, and on two, all on this machine: seconds, the best of three rounds. The
# pages are those that examples/throughput.rs writes.
#
#     benches/cluster.sh PROGRAM FOLDER
set -euo pipefail
program=$1
folder=$2
port=50150
work=$(mktemp -d)
processes=()
trap 'kill "${processes[@]}" 2> /dev/null || true; wait 2> /dev/null; rm -rf "$work"' EXIT
query="SELECT html_lang(html) AS lang, count(*) AS pages, sum(array_length(html_links(html))) AS links,
    sum(character_length(html_text(html))) AS characters, count(DISTINCT html_title(html)) AS titles
    FROM pages GROUP BY 1 ORDER BY 1"

answers_at() { (exec 3<> "/dev/tcp/127.0.0.1/$1") 2> /dev/null; }

best() {
    local best=999999 start end
    for _ in 1 2 3; do
        start=$(date +%s%N)
        "$program" --quiet --cluster "df://127.0.0.1:$port" --table "pages=$folder/*.parquet" --format csv "$query" \
            > "$work/answer-$1"
        end=$(date +%s%N)
        (( (end - start) / 1000000 < best )) && best=$(( (end - start) / 1000000 ))
    done
    echo "executors: $1, milliseconds: $best"
}

"$program" scheduler --port $port 2> "$work/scheduler.log" &
processes+=($!)
until answers_at $port; do sleep 0.1; done
for executor in 1 2; do
    at=$((port + 10 * executor))
    "$program" executor --scheduler 127.0.0.1:$port --port $at --cores 1 --work-dir "$work/$executor" 2> "$work/$executor.log" &
    processes+=($!)
    until answers_at $at; do sleep 0.1; done
    sleep 1
    best $executor
done
cmp "$work/answer-1" "$work/answer-2"
