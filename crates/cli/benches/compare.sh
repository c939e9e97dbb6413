#!/usr/bin/env bash
# Measures the program beside others that are installed: htmlq, pup and xmllint. It takes GNU time.
#
#     crates/cli/benches/compare.sh target/dist/consomme ../shared/corpus/pages
#
# Times are processor time (user and system) in seconds; the least of three runs counts, or one run for
# a gigabyte. Memory is the peak of the resident set.
set -euo pipefail

consomme=$(realpath "$1")
pages=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Runs a command as often as said, and prints the least time and the greatest memory.
measure() {
    local runs=$1 name=$2
    shift 2
    for _ in $(seq "$runs"); do
        # A program that finds nothing fails.
        /usr/bin/time -o "$folder/used" -f '%U %S %M' "$@" > /dev/null 2>&1 || true
        tail -n 1 "$folder/used" | awk '{ printf "%.3f %.1f\n", $1 + $2, $3 / 1024 }'
    done | sort -n | awk -v name="$name" '
        NR == 1 { least = $1 }
        { if ($2 > most) most = $2 }
        END { printf "%-44s %8.3f s %8.1f MiB\n", name, least, most }'
}

has() { command -v "$1" > /dev/null; }

# A page with many cards, of a given number of bytes.
cards() {
    printf '<!DOCTYPE html><meta charset=utf-8><title>Cards</title><body>\n'
    { yes '<div class=card id=c><h2>Leek soup</h2><p class=price>4.50</p><p>Leeks, potatoes, salt</p><a href=/soups/leek>More about it, and how to order</a></div>' || true; } |
        head -c "$1"
}

echo "start-up: a page of 5 bytes, a hundred times"
echo '<p>a' > "$folder/small.html"
hundred() { printf 'for i in $(seq 100); do %s; done' "$1"; }
measure 3 'true' sh -c "$(hundred '/bin/true')"
measure 3 'consomme' sh -c "$(hundred "\"$consomme\" select -t p $folder/small.html")"
has htmlq && measure 3 'htmlq' sh -c "$(hundred "htmlq -t -f $folder/small.html p")"
has pup && measure 3 'pup' sh -c "$(hundred "pup -f $folder/small.html 'p text{}'")"
has xmllint && measure 3 'xmllint' sh -c "$(hundred "xmllint --html --xpath '//p/text()' $folder/small.html")"

echo "title of each of $(find "$pages" -name '*.html' | wc -l) pages"
each() { printf 'for file in "%s"/*.html; do %s; done' "$pages" "$1"; }
measure 3 'consomme, all at once, one core' "$consomme" select -t -j 1 title "$pages"
measure 3 'consomme, a process for each' sh -c "$(each "\"$consomme\" select -t title \"\$file\"")"
has htmlq && measure 3 'htmlq' sh -c "$(each 'htmlq -t -f "$file" title')"
has pup && measure 3 'pup' sh -c "$(each 'pup -f "$file" "title text{}"')"
has xmllint && measure 3 'xmllint' sh -c "$(each 'xmllint --html --xpath "//title/text()" "$file"')"

echo "prices of a page of 30 MB"
cards 30000000 > "$folder/cards.html"
measure 3 'consomme, standard input' sh -c "\"$consomme\" select -t .price < $folder/cards.html"
measure 3 'consomme, a file' "$consomme" select -t .price "$folder/cards.html"
has htmlq && measure 1 'htmlq' htmlq -t -f "$folder/cards.html" .price
has pup && measure 1 'pup' pup -f "$folder/cards.html" '.price text{}'
has xmllint && measure 1 'xmllint' xmllint --huge --html --xpath '//p[@class="price"]/text()' "$folder/cards.html"

echo "a gigabyte from standard input"
cards 1000000000 > "$folder/large.html"
measure 1 'consomme select -t .price' sh -c "\"$consomme\" select -t .price < $folder/large.html"
measure 1 'consomme select -t video' sh -c "\"$consomme\" select -t video < $folder/large.html"
echo '{"title": "title"}' > "$folder/title.json"
measure 3 'consomme extract title.json' sh -c "\"$consomme\" extract $folder/title.json < $folder/large.html"
